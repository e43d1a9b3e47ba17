"""Who plays, and who is next."""

from typing import Any


def plays(s: Any, seat: int) -> bool:
    """Whether a seat has a player who has not left for good."""
    return seat < s.players and s.left[seat] == 0


def playing(s: Any) -> int:
    """The seats that play, as bits."""
    seats = 0
    for seat in range(s.players):
        if s.left[seat] == 0:
            seats |= 1 << seat
    return seats


def next_seat(s: Any, seat: int) -> int:
    """The next seat clockwise that plays."""
    seat += 1
    if seat >= s.players:
        seat = 0
    while s.left[seat] > 0:
        seat += 1
        if seat >= s.players:
            seat = 0
    return seat
