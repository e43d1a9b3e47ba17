"""Which card chance is asked for, so that a deal can be dealt again."""

from typing import Any

from parlour.games.kings_keys.state import CROWNING, HUNTING, OPENING, PICKING


def question(s: Any) -> str:
    """The next card of the pile (the hands are dealt from it too), or which one a thief takes from a zone."""
    if s.phase == CROWNING:
        return f"crown {s.actor}"
    if s.phase == OPENING:
        return "begin"
    if s.phase in (PICKING, HUNTING):
        return f"{'blind' if s.phase == PICKING else 'axe'} {s.target}"
    return "pile"
