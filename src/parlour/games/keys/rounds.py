"""A round begins and ends, and with the last one the game."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.keys.knowledge import know, remember_flips
from parlour.games.keys.seats import from_here, remaining
from parlour.games.keys.state import E_BEGAN, E_WON, GONE, HAND, LOST, MAX_SEATS, OVER, PLACE


def begin_round(s: Any, seat: int) -> None:
    s.phase = PLACE
    s.round += 1
    s.starter = seat
    s.actor = seat
    s.failed_on = UNKNOWN
    emit(s, EVERYONE, E_BEGAN, seat)


def clear_table(s: Any) -> None:
    """Every coaster returns to its owner's hand, after a success as well (KEYS-Q16)."""
    for p in range(MAX_SEATS):
        remember_flips(s, p)
        s.height[p] = 0
        s.flipped[p] = 0
        s.passed[p] = 0
        if s.key_at[p] != LOST:
            s.key_at[p] = HAND
    s.on_table = 0
    s.bid = 0
    s.to_flip = 0
    s.bidder = UNKNOWN


def take_out(s: Any, seat: int) -> None:
    """The player and all their coasters leave the game."""
    s.on_table -= s.height[seat]
    s.owned[seat] = 0
    s.height[seat] = 0
    s.key_at[seat] = LOST
    know(s, seat, GONE)


def next_round(s: Any, starter: int) -> None:
    """Who left during the challenge is out now, and one who is out does not start (KEYS-Q21, Q29)."""
    for p in range(s.players):
        if s.left[p]:
            take_out(s, p)
    starter = from_here(s, starter)
    if remaining(s) == 1:
        win(s, starter)  # KEYS-Q22
    else:
        begin_round(s, starter)


def win(s: Any, seat: int) -> None:
    s.winner = seat
    s.phase = OVER
    emit(s, EVERYONE, E_WON, seat)
