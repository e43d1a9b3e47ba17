"""SKYJO as a learner sees it: who looks is first, the others follow in the order of play; cards are their points."""

from typing import Any

from parlour.games.cells import UNKNOWN, feature
from parlour.games.skyjo.state import GONE, HIDDEN, KINDS, MAX_SEATS, SLOTS, Phase

PHASES = len(Phase)
FEATURES = (
    feature("phase", PHASES, says="what is going on, one-hot"),
    feature("turn", says="1: it is one's own turn"),
    feature("players", 1, 0, MAX_SEATS, says="how many play"),
    feature("end_score", 1, 0, 300, says="the total that ends the game"),
    feature("drawn", 2, -2, 12, says="whether a card is in the hand of whose turn it is, and its points"),
    feature("discard", 2, -2, 12, says="whether there is a discard, and the points of the topmost"),
    feature("pile", 1, 0, 150, says="cards in the draw pile"),
    feature("unseen", KINDS, 0, 15, says="cards by value that nobody has seen"),
    feature("recycled", KINDS, 0, 15, says="cards by value in the pile after a reshuffle"),
    feature("lies", 2 * SLOTS, says="by slot of one's own: a hidden card lies there; no card lies there"),
    feature("open", MAX_SEATS * SLOTS, -2, 12, says="by seat and slot: the points of an open card, else 0"),
    feature("hidden", MAX_SEATS, 0, SLOTS, says="by seat: hidden cards"),
    feature("sum", MAX_SEATS, -24, 144, says="by seat: points of the open cards"),
    feature("total", MAX_SEATS, -30000, 30000, says="by seat: points of all rounds counted"),
    feature("ender", MAX_SEATS, says="by seat: 1 for who has shown all cards first in this round"),
)


def features(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of a hidden state as numbers."""
    for i in range(PHASES):
        out[i] = int(s.phase == i)
    at = PHASES
    out[at] = int(s.turn == seat)
    out[at + 1] = s.players
    out[at + 2] = s.end_score
    out[at + 3] = int(s.drawn != UNKNOWN)
    out[at + 4] = s.drawn - 2 if s.drawn != UNKNOWN else 0
    out[at + 5] = int(s.discards > 0)
    out[at + 6] = s.discard[s.discards - 1] - 2 if s.discards > 0 else 0
    out[at + 7] = s.pile
    at += 8
    for kind in range(KINDS):
        out[at + kind] = s.unseen[kind]
        out[at + KINDS + kind] = s.recycled[kind]
    at += 2 * KINDS
    for slot in range(SLOTS):
        out[at + slot] = int(s.grid[seat][slot] == HIDDEN)
        out[at + SLOTS + slot] = int(s.grid[seat][slot] == GONE)
    at += 2 * SLOTS
    later = at + MAX_SEATS * SLOTS
    for turn in range(MAX_SEATS):
        there = turn < s.players
        p = (seat + turn) % s.players if there else 0
        whole = 0
        for slot in range(SLOTS):
            card = s.grid[p][slot] if there else HIDDEN
            points = card - 2 if card < KINDS else 0
            out[at + turn * SLOTS + slot] = points
            whole += points
        out[later + turn] = s.hidden[p] if there else 0
        out[later + MAX_SEATS + turn] = whole
        out[later + 2 * MAX_SEATS + turn] = s.totals[p] if there else 0
        out[later + 3 * MAX_SEATS + turn] = int(there and s.ender == p)
