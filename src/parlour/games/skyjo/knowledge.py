"""What a seat may know, and what it may guess of the rest."""

from typing import Any

from parlour.games.cells import UNKNOWN, draw
from parlour.games.skyjo.cards import return_drawn
from parlour.games.skyjo.state import HOLDING, KINDS, SWAPPING, TURNING


def holds_secret(s: Any) -> bool:
    """Whether the card in hand was drawn and does not lie open yet."""
    return s.phase == HOLDING or s.phase == SWAPPING or s.phase == TURNING


def hide(s: Any, seat: int) -> None:
    """The drawn card is the only secret: for others it is still one of the unseen cards (SKY-Q20)."""
    if holds_secret(s) and seat != s.turn and s.drawn != UNKNOWN:
        return_drawn(s)


def fill(s: Any, seat: int, dice: Any) -> None:
    if holds_secret(s) and s.drawn == UNKNOWN:
        urn = s.recycled if s.shuffles > 0 else s.unseen
        s.drawn = pick(urn, dice)
        urn[s.drawn] -= 1


def pick(urn: Any, dice: Any) -> int:
    """A value, every card of an urn as likely as every other."""
    cards = 0
    for value in range(KINDS):
        cards += urn[value]
    at = draw(dice, cards)
    value = 0
    while at >= urn[value]:
        at -= urn[value]
        value += 1
    return value
