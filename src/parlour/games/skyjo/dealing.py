"""Dealing a round."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.skyjo.seats import plays
from parlour.games.skyjo.state import CARDS, DECK, GONE, HIDDEN, KINDS, MAX_SEATS, MOVE_NONE, OPENING, SLOTS, Event


def deal(s: Any) -> None:
    """All 150 cards anew (SKY-Q22): twelve hidden ones for everybody who plays, and chance opens the first discard."""
    s.round += 1
    s.turn = UNKNOWN
    s.ender = UNKNOWN
    s.due = 0
    s.turns = 0
    s.drawn = UNKNOWN
    s.mover = UNKNOWN
    s.move = MOVE_NONE
    s.slot = UNKNOWN
    s.pile = CARDS
    s.shuffles = 0
    s.discards = 0
    for value in range(KINDS):
        s.unseen[value] = DECK[value]
        s.recycled[value] = 0
    for i in range(CARDS):
        s.discard[i] = UNKNOWN
    for seat in range(MAX_SEATS):
        deal_grid(s, seat)
    s.phase = OPENING
    emit(s, EVERYONE, Event.DEALT, UNKNOWN, s.round)


def deal_grid(s: Any, seat: int) -> None:
    face = GONE
    s.hidden[seat] = 0
    if plays(s, seat):
        face = HIDDEN
        s.hidden[seat] = SLOTS
        s.pile -= SLOTS
    for slot in range(SLOTS):
        s.grid[seat][slot] = face


def ready(s: Any, seat: int) -> None:
    """The next round is dealt when everybody is ready, or when the clock says so (SKY-Q26)."""
    s.due &= ~(1 << seat)
    emit(s, EVERYONE, Event.READY, seat)
    if s.due == 0:
        deal(s)
