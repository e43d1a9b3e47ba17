"""What an action of a turn does, as somebody at the table sees it: which card goes where, and what that makes of the round."""

from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.skyjo.policy import likely, mean_hidden, saving
from parlour.games.skyjo.state import COLUMNS, DO_SWAP, DO_TAKE, DO_TURN, GONE, HIDDEN, SLOTS


def after(s: Any, seat: int, action: int) -> int:
    """The points that the seat's grid is likely to count after an action."""
    mean, card = mean_hidden(s), card_of(s, action)
    return round(likely(s, seat, mean) - (saving(s, seat, card, slot_of(action), mean) if card != UNKNOWN else 0.0))


def slot_of(action: int) -> int:
    """The slot that an action is about; UNKNOWN where it is about none."""
    for first in (DO_TAKE, DO_SWAP, DO_TURN):
        if first <= action < first + SLOTS:
            return action - first
    return UNKNOWN


def card_of(s: Any, action: int) -> int:
    """The card that an action lays before its player."""
    if DO_TAKE <= action < DO_TAKE + SLOTS:
        return int(s.discard[s.discards - 1])
    return int(s.drawn) if DO_SWAP <= action < DO_SWAP + SLOTS else UNKNOWN


def is_open(s: Any, seat: int, slot: int) -> bool:
    return bool(s.grid[seat][slot] < HIDDEN)


def turns(s: Any, seat: int, action: int) -> bool:
    """Whether it opens a hidden card."""
    slot = slot_of(action)
    return slot != UNKNOWN and bool(s.grid[seat][slot] == HIDDEN)


def ends(s: Any, seat: int, action: int) -> bool:
    """Whether it opens the last hidden card of the seat, with which the last turns begin."""
    return s.ender == UNKNOWN and s.hidden[seat] == 1 and turns(s, seat, action)


def alike_of(s: Any, seat: int, slot: int, card: int) -> int:
    """How many other open cards of the slot's column are the same as the card."""
    column = [p for p in range(slot % COLUMNS, SLOTS, COLUMNS) if p != slot]
    return 0 if any(s.grid[seat][p] == GONE for p in column) else sum(s.grid[seat][p] == card for p in column)
