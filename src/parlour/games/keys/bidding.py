"""Placing coasters and bidding, until one player is to flip."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.keys.seats import next_in
from parlour.games.keys.state import (
    A_BID,
    A_PASS,
    A_PLACE,
    ALL,
    BID,
    E_BID,
    E_CHALLENGER,
    E_PASSED,
    E_PLACED,
    FLIP,
    HAND,
    KEY,
    REGULAR,
)


def turns(s: Any, out: Any) -> int:
    """Place or bid (KEYS-Q05); once there is a bid, pass or bid more."""
    if s.phase == BID:
        out[0] = A_PASS
        return bids(s, out, 1)
    k = placings(s, out)
    return k if first_lap(s) else bids(s, out, k)


def placings(s: Any, out: Any) -> int:
    me = s.actor
    k = 0
    holds_key = int(s.key_at[me] == HAND)
    if s.owned[me] - s.height[me] > holds_key:
        out[k] = A_PLACE + REGULAR
        k += 1
    if holds_key:
        out[k] = A_PLACE + KEY
        k += 1
    return k


def bids(s: Any, out: Any, k: int) -> int:
    """Every bid above the highest one, up to all coasters on the table (KEYS-Q07, Q08)."""
    for b in range(s.bid, s.on_table):
        out[k] = A_BID + b
        k += 1
    return k


def first_lap(s: Any) -> int:
    """Laps are fixed, so everybody has a coaster down as soon as somebody's second turn comes (KEYS-Q04)."""
    return s.height[s.actor] == 0


def place(s: Any, coaster: int) -> None:
    me = s.actor
    if coaster == KEY:
        s.key_at[me] = s.height[me]
    s.height[me] += 1
    s.on_table += 1
    emit(s, 1 << me, E_PLACED, me, 0, coaster)
    s.actor = next_in(s, me)


def raise_bid(s: Any, bid: int) -> None:
    """Opens the bidding or raises; nobody can raise a bid of everything on the table (KEYS-Q10)."""
    me = s.actor
    overbid = s.bidder
    s.phase = BID
    s.bid = bid
    s.bidder = me
    emit(s, EVERYONE, E_BID, me, bid - 1)
    if bid == s.on_table:
        begin_flips(s)
    else:
        if overbid != UNKNOWN and s.left[overbid]:
            pass_bid(s, overbid)
        ask_next(s)


def pass_bid(s: Any, seat: int) -> None:
    s.passed[seat] = 1  # for the whole challenge (KEYS-Q09)
    emit(s, EVERYONE, E_PASSED, seat)


def ask_next(s: Any) -> None:
    """Bidding ends when the turn comes back to the highest bidder (KEYS-Q10)."""
    s.actor = next_in(s, s.actor)
    if s.actor == s.bidder:
        begin_flips(s)


def begin_flips(s: Any) -> None:
    me = s.bidder
    s.phase = FLIP
    s.actor = me
    s.to_flip = wanted(s)
    emit(s, EVERYONE, E_CHALLENGER, me, s.to_flip - 1)


def wanted(s: Any) -> int:
    """Coasters the challenger must flip: the bid, and by the printed rules no less than their own stack (KEYS-Q11)."""
    own = s.height[s.bidder]
    return own if s.own_stack == ALL and own > s.bid else s.bid
