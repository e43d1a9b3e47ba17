"""Whose coaster chance is asked for, so that a deal can be dealt again."""

from typing import Any

from parlour.games.keys.state import LOSE, START


def question(s: Any) -> str:
    """Who begins, which coaster somebody loses, or where somebody who has left looks next."""
    if s.phase == START:
        return "begin"
    return f"{'lose' if s.phase == LOSE else 'flip'} {s.actor}"
