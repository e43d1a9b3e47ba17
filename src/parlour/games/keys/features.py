"""KEYS as a learner sees it: who looks is first, the others follow in the order of play."""

from typing import Any

from parlour.games.cells import UNKNOWN, feature
from parlour.games.keys.state import MAX_SEATS, MOST, OWNED, Phase

PHASES = len(Phase)
PLACES = OWNED + 2  # where a KEY can be: a place in the stack, the hand, or lost
FEATURES = (
    feature("phase", PHASES, says="what is going on, one-hot"),
    feature("players", 1, 0, MAX_SEATS, says="how many play"),
    feature("to_win", 1, 0, 3, says="points that win"),
    feature("bid", 1, 0, MOST, says="the highest bid; 0 while there is none"),
    feature("on_table", 1, 0, MOST, says="coasters in all stacks"),
    feature("to_flip", 1, 0, MOST, says="coasters the challenger must still flip"),
    feature("key", PLACES, says="where one's own KEY is, one-hot: by place in the stack from the bottom, in the hand, lost"),
    feature("seat", MAX_SEATS, says="one's own seat, one-hot: actions name seats by their number"),
    feature("actor", MAX_SEATS, says="by seat: 1 for whose turn it is"),
    feature("bidder", MAX_SEATS, says="by seat: 1 for who has the highest bid"),
    feature("points", MAX_SEATS, 0, 3, says="by seat: points"),
    feature("owned", MAX_SEATS, 0, OWNED, says="by seat: coasters in hand and on the table"),
    feature("height", MAX_SEATS, 0, OWNED, says="by seat: coasters in the stack"),
    feature("flipped", MAX_SEATS, 0, OWNED, says="by seat: coasters flipped, from the top"),
    feature("passed", MAX_SEATS, says="by seat: 1 for who has passed in this round"),
    feature(
        "key_known",
        MAX_SEATS,
        0,
        2,
        says="by seat: by what flips prove, the KEY is unsure (0), held (1) or gone (2)",
    ),
)


def features(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of a hidden state as numbers."""
    for i in range(PHASES):
        out[i] = int(s.phase == i)
    at = PHASES
    out[at] = s.players
    out[at + 1] = s.to_win
    out[at + 2] = s.bid
    out[at + 3] = s.on_table
    out[at + 4] = s.to_flip
    at += 5
    for place in range(PLACES):
        out[at + place] = int(s.key_at[seat] != UNKNOWN and s.key_at[seat] == place)
    at += PLACES
    for p in range(MAX_SEATS):
        out[at + p] = int(p == seat)
    at += MAX_SEATS
    for turn in range(MAX_SEATS):
        there = int(turn < s.players)
        p = (seat + turn) % s.players if there else 0
        out[at + turn] = there * int(s.actor == p)
        out[at + MAX_SEATS + turn] = there * int(s.bidder == p)
        out[at + 2 * MAX_SEATS + turn] = there * s.points[p]
        out[at + 3 * MAX_SEATS + turn] = there * s.owned[p]
        out[at + 4 * MAX_SEATS + turn] = there * s.height[p]
        out[at + 5 * MAX_SEATS + turn] = there * s.flipped[p]
        out[at + 6 * MAX_SEATS + turn] = there * s.passed[p]
        out[at + 7 * MAX_SEATS + turn] = there * s.key_known[p]
