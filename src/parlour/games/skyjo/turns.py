"""A turn: draw or take, exchange or turn, and what follows from it."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.skyjo.cards import alike, alike_rows, clear_column, clear_row, lay, point, point_out, showing
from parlour.games.skyjo.counting import start_count
from parlour.games.skyjo.ending import close
from parlour.games.skyjo.seats import next_seat, playing
from parlour.games.skyjo.state import (
    COLUMNS,
    DO_DRAW,
    DO_SWAP,
    DO_TAKE,
    DO_TURN,
    GONE,
    HIDDEN,
    KINDS,
    MOVE_SWAPPED,
    MOVE_TOOK,
    POINTS_LOW,
    SLOTS,
    SWAPPING,
    TAKING,
    TOLD_SWAPPED,
    TOLD_TOOK,
    TOLD_TURNED,
    TURN,
    Ending,
    Event,
)


def first_choices(s: Any, seat: int, out: Any) -> int:
    k = 0
    if s.pile > 0 or s.discards > 1:  # the top discard stays, so an empty pile needs another one to be made anew (SKY-Q18)
        out[0] = DO_DRAW
        k = 1
    return present_slots(s, seat, DO_TAKE, out, k)


def second_choices(s: Any, seat: int, out: Any) -> int:
    return hidden_slots(s, seat, DO_TURN, out, present_slots(s, seat, DO_SWAP, out, 0))


def present_slots(s: Any, seat: int, base: int, out: Any, k: int) -> int:
    """Every slot with a card in it; columns go whole, and rows only where that was agreed."""
    cards = s.grid[seat]
    if s.rows:
        for slot in range(SLOTS):
            if cards[slot] < GONE:
                out[k] = base + slot
                k += 1
        return k
    for column in range(COLUMNS):
        if cards[column] < GONE:
            action = base + column
            out[k] = action
            out[k + 1] = action + 4
            out[k + 2] = action + 8
            k += 3
    return k


def hidden_slots(s: Any, seat: int, base: int, out: Any, k: int) -> int:
    if s.hidden[seat] > 0:
        cards = s.grid[seat]
        for slot in range(SLOTS):
            if cards[slot] == HIDDEN:
                out[k] = base + slot
                k += 1
    return k


def take(s: Any, seat: int, slot: int) -> None:
    """Take the top discard: it must be exchanged, so the source and the slot are one action (SKY-Q05)."""
    top = s.discards - 1
    s.discards = top
    s.drawn = s.discard[top]
    s.discard[top] = UNKNOWN
    put_down(s, seat, MOVE_TOOK, slot, TAKING)


def swap(s: Any, seat: int, slot: int) -> None:
    put_down(s, seat, MOVE_SWAPPED, slot, SWAPPING)


def put_down(s: Any, seat: int, move: int, slot: int, phase: int) -> None:
    """The card in hand takes a slot: at once where it is known what goes, else when chance has said it."""
    went = s.grid[seat][slot]
    if went == HIDDEN:
        point_out(s, seat, move, slot, phase)
    else:
        point(s, seat, move, slot, phase)
        exchange(s, went)


def exchange(s: Any, went: int) -> None:
    """The card in hand takes the slot; what lay there goes to the discards, before any column does (SKY-Q08, SKY-Q10)."""
    card = s.drawn
    s.drawn = UNKNOWN
    seat = s.mover
    slot = s.slot
    s.grid[seat][slot] = card
    lay(s, went)
    event = TOLD_TOOK if s.move == MOVE_TOOK else TOLD_SWAPPED
    emit(s, EVERYONE, event, seat, slot * KINDS + card, went)
    finish(s, seat, slot)


def refuse(s: Any, card: int) -> None:
    """The drawn card goes to the discards, and a hidden one has been turned (SKY-Q06)."""
    refused = s.drawn
    s.drawn = UNKNOWN
    lay(s, refused)
    s.grid[s.mover][s.slot] = card
    emit(s, EVERYONE, TOLD_TURNED, s.mover, s.slot * KINDS + refused, card)
    finish(s, s.mover, s.slot)


def finish(s: Any, seat: int, slot: int) -> None:
    """The end of a turn, in this order: the column, the row, "all open?", the next player (SKY-Q11, SKY-Q29)."""
    row = slot // COLUMNS if alike_rows(s, seat) >> slot // COLUMNS & 1 else UNKNOWN
    if alike(s, seat, slot % COLUMNS):
        clear_column(s, seat, slot % COLUMNS)
    if row != UNKNOWN:
        clear_row(s, seat, row)
    if s.hidden[seat] == 0 and s.ender == UNKNOWN:
        go_out(s, seat)
    s.turns += 1
    pass_turn(s, seat)


def go_out(s: Any, seat: int) -> None:
    """The first without a hidden card ends the round: one more turn for every other player (SKY-Q13)."""
    s.ender = seat
    s.due = playing(s) & ~(1 << seat)
    emit(s, EVERYONE, Event.OUT, seat, showing(s, seat) - POINTS_LOW)


def pass_turn(s: Any, seat: int) -> None:
    if s.ender != UNKNOWN:
        s.due &= ~(1 << seat)
        if s.due == 0:
            start_count(s)
            return
    if s.turn_cap > 0 and s.turns >= s.turn_cap:
        close(s, Ending.CAPPED, Event.CAPPED)
        return
    s.turn = next_seat(s, seat)
    s.phase = TURN
