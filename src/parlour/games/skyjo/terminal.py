"""The table of SKYJO as text, for the terminal."""

from collections.abc import Callable, Sequence
from typing import Any

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.skyjo.state import COLUMNS, GONE, HIDDEN, SLOTS, VALUES


def table(view: Sight, names: Sequence[str], say: Callable[..., str]) -> str:
    """The piles, then every grid in play with its slots as they are numbered: 1 to 4 in the top row."""
    s = view.state
    top = _face(s.discard[s.discards - 1]) if s.discards else _face(GONE)
    lines = [say("text_piles", round=s.round, pile=s.pile, top=top)]
    for seat in range(s.players):
        if not s.left[seat]:
            lines += ["", say("text_seat", name=names[seat], total=s.totals[seat]), *_rows(s.grid[seat])]
    if s.drawn != UNKNOWN:
        lines += ["", say("text_drawn", card=_face(s.drawn))]
    return "\n".join(lines)


def _rows(grid: Any) -> list[str]:
    return ["".join(f"{_face(grid[row + column]):>4}" for column in range(COLUMNS)) for row in range(0, SLOTS, COLUMNS)]


def _face(card: int) -> str:
    if card >= HIDDEN:
        return "·" if card == GONE else "?"
    return str(VALUES[card]).replace("-", "\N{MINUS SIGN}")
