"""Which card chance is asked for, so that a deal can be dealt again: each lies where it lay, and the pile in its order."""

from typing import Any

from parlour.games.skyjo.state import DRAWING, OPENING, REDRAWING, TIE


def question(s: Any) -> str:
    """The next card of a round's pile (which the first discard comes from too), or the hidden one in somebody's slot."""
    if s.phase == TIE:
        return "tie"
    if s.phase in (OPENING, DRAWING):
        return f"{s.round} pile"
    if s.phase == REDRAWING:
        return f"{s.round} pile {s.shuffles}"
    return f"{s.round} grid {s.mover} {s.slot}"
