"""Who is in the game, and whose turn comes next."""

from typing import Any


def next_in(s: Any, seat: int) -> int:
    """The next seat clockwise that is in the game and has not passed; the seat itself where no other is."""
    p = seat + 1 if seat + 1 < s.players else 0
    while p != seat and (s.owned[p] == 0 or s.passed[p]):
        p = p + 1 if p + 1 < s.players else 0
    return p


def from_here(s: Any, seat: int) -> int:
    """The seat, or the next one clockwise that is still in the game (KEYS-Q20)."""
    return seat if s.owned[seat] else next_in(s, seat)


def remaining(s: Any) -> int:
    """How many players are in the game and have not left."""
    count = 0
    for p in range(s.players):
        if s.owned[p] and not s.left[p]:
            count += 1
    return count


def last_one(s: Any) -> int:
    """The player who is in the game and has not left, where only one remains."""
    last = 0
    for p in range(s.players):
        if s.owned[p] and not s.left[p]:
            last = p
    return last
