"""The first discard, two open cards for everybody, and who starts."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.skyjo.cards import alike, clear_column, lay, showing
from parlour.games.skyjo.seats import next_seat, playing, plays
from parlour.games.skyjo.state import (
    COLUMNS,
    DO_START,
    HIDDEN,
    KINDS,
    MAX_SEATS,
    POINTS_LOW,
    REVEAL,
    SLOTS,
    TIE,
    TURN,
    Event,
    Tie,
)


def open_discard(s: Any, card: int) -> None:
    """The value of the first discard has no effect (SKY-Q21)."""
    s.pile -= 1
    lay(s, card)
    emit(s, EVERYONE, Event.OPENED, UNKNOWN, 0, card)
    s.due = playing(s)
    s.phase = REVEAL


def reveal(s: Any, card: int) -> None:
    """One card of two (SKY-Q01), or of one or three (SKY-Q28), in any order of players, seen by all at once."""
    seat = s.mover
    s.grid[seat][s.slot] = card
    emit(s, EVERYONE, Event.REVEALED, seat, s.slot, card)
    if alike(s, seat, s.slot % COLUMNS):
        clear_column(s, seat, s.slot % COLUMNS)
    if s.hidden[seat] == SLOTS - s.opening:
        s.due &= ~(1 << seat)
    s.phase = REVEAL
    if s.due == 0:
        open_round(s)


def open_round(s: Any) -> None:
    """The highest sum starts the first round (SKY-Q02), whoever ended a round the next one (SKY-Q04)."""
    if s.round > 1:
        if s.left[s.starter] > 0:
            s.starter = next_seat(s, s.starter)
        emit(s, EVERYONE, Event.LEADS, s.starter)
        start(s, s.starter)
    elif s.start_tie == Tie.RANDOM and count_tied(s) > 1:
        s.phase = TIE
    else:
        start_first(s, first_tied(s))


def start_first(s: Any, seat: int) -> None:
    emit(s, EVERYONE, Event.STARTS, seat, showing(s, seat) - POINTS_LOW)
    start(s, seat)


def start(s: Any, seat: int) -> None:
    s.starter = seat
    s.turn = seat
    s.phase = TURN


def claim(s: Any, seat: int) -> int:
    """What decides who starts round 1: the sum of the open cards, then the highest of them where that was agreed (SKY-Q03)."""
    high = 0
    if s.start_tie == Tie.HIGHEST_CARD:
        for slot in range(SLOTS):
            if s.grid[seat][slot] < HIDDEN and s.grid[seat][slot] > high:
                high = s.grid[seat][slot]
    return (showing(s, seat) - POINTS_LOW) * KINDS + high


def best_claim(s: Any) -> int:
    best = -1  # no claim is negative, though a sum may be
    for seat in range(s.players):
        if plays(s, seat) and claim(s, seat) > best:
            best = claim(s, seat)
    return best


def tied_seats(s: Any, out: Any) -> int:
    best = best_claim(s)
    k = 0
    for seat in range(s.players):
        if plays(s, seat) and claim(s, seat) == best:
            out[k] = DO_START + seat
            k += 1
    return k


def count_tied(s: Any) -> int:
    return tied_seats(s, [0] * MAX_SEATS)


def first_tied(s: Any) -> int:
    out = [0] * MAX_SEATS
    tied_seats(s, out)
    return out[0] - DO_START
