"""What a seat may know, and what it may guess of the rest."""

from typing import Any

from parlour.games.cells import UNKNOWN, draw
from parlour.games.keys.state import GONE, HAND, HELD, LOST, OWNED


def hide(s: Any, seat: int) -> None:
    """Of another player's KEY: nothing, unless it lies face up or everybody knows it is gone."""
    for p in range(s.players):
        if p != seat and s.key_known[p] != GONE and s.failed_on != p:
            s.key_at[p] = UNKNOWN


def fill(s: Any, seat: int, dice: Any) -> None:
    """A KEY is equally likely to be any of its owner's four coasters that are not known to be regular."""
    for p in range(s.players):
        if s.key_at[p] == UNKNOWN:
            face_down = s.height[p] - s.flipped[p]
            kept = s.owned[p] - s.flipped[p]
            spot = draw(dice, kept if s.key_known[p] == HELD else OWNED - s.flipped[p])
            if spot < face_down:
                s.key_at[p] = spot
            else:
                s.key_at[p] = HAND if spot < kept else LOST
