"""Scaffold as a learner sees it: one's own card, what was laid, and points from one's own seat on."""

from typing import Any

from parlour.games.cells import feature
from parlour.scaffold.rules import MOST, ROUNDS, VALUES

FEATURES = (
    feature("left", 1, 0, ROUNDS, says="rounds still to come, this one included"),
    feature("card", VALUES, says="one's own card, one-hot; none between deals"),
    feature("laid", VALUES, 0, 4, says="cards swapped away in this round, by value"),
    feature("points", MOST, 0, ROUNDS, says="by seat, one's own first: points"),
)


def features(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of a hidden state as numbers."""
    out[0] = s.rounds - s.round + 1
    for v in range(VALUES):
        out[1 + v] = int(s.card[seat] == v + 1)
        out[1 + VALUES + v] = s.laid[v]
    for turn in range(MOST):
        out[1 + 2 * VALUES + turn] = s.points[(seat + turn) % s.players] if turn < s.players else 0
