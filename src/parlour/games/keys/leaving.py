"""Leaving for good (KEYS-Q29)."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.keys.bidding import ask_next, pass_bid
from parlour.games.keys.rounds import take_out, win
from parlour.games.keys.seats import from_here, last_one, remaining
from parlour.games.keys.state import BID, E_LEFT, PLACE


def leave(s: Any, seat: int) -> None:
    s.left[seat] = 1
    emit(s, EVERYONE, E_LEFT, seat)
    if s.phase == PLACE:
        take_out(s, seat)
    if remaining(s) == 1:
        win(s, last_one(s))
    elif s.phase == PLACE:
        s.actor = from_here(s, s.actor)
    elif s.phase == BID and seat != s.bidder and not s.passed[seat]:
        pass_bid(s, seat)
        if s.actor == seat:
            ask_next(s)
