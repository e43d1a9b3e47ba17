"""Gentle at SKYJO: sees what saves points, but not to the point, and goes out when it feels like it."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

from parlour.games.cells import Sight
from parlour.games.skyjo.policy import GOOD, mean_hidden, swap_worth, turn_worth
from parlour.games.skyjo.state import DO_DRAW, DO_SWAP, DO_TAKE, DO_TURN, HOLDING, SLOTS, TURN

BLUR = 1.3  # points that look alike to it: e times likelier for so many more saved
NEAR = 0.03  # of the likeliest: what is further from the best is never played


def gentle(view: Sight, legal: Sequence[int], rng: Random) -> int:
    """A draw from what is near the best: never a throw of the dice."""
    s, me = view.state, view.seat
    if s.phase not in (TURN, HOLDING):
        return legal[rng.randrange(len(legal))]
    mean = mean_hidden(s)
    worth = [worth_of(s, me, action, mean) for action in legal]
    best = max(worth)
    weights = [exp((here - best) / BLUR) for here in worth]
    return rng.choices(list(legal), [weight if weight >= NEAR else 0.0 for weight in weights])[0]


def worth_of(s: Any, me: int, action: int, mean: float) -> float:
    """Points that an action is likely to save; to draw is worth what an open card must save to be taken instead."""
    if action == DO_DRAW:
        return GOOD
    if DO_TAKE <= action < DO_TAKE + SLOTS:
        return swap_worth(s, me, s.discard[s.discards - 1], action - DO_TAKE, mean)
    if DO_SWAP <= action < DO_SWAP + SLOTS:
        return swap_worth(s, me, s.drawn, action - DO_SWAP, mean)
    return turn_worth(s, me, action - DO_TURN, mean)


STRONG = (2, 4)  # players: there Sharp is measured to be stronger than Steady (bench/RESULTS.md)
BOTS = {"gentle": gentle}
