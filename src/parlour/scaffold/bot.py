"""A rule of thumb for Scaffold: keep what beats most cards."""

from collections.abc import Sequence
from random import Random

from parlour.games.cells import Sight
from parlour.scaffold.rules import KEEP, SWAP, VALUES


def careful(view: Sight, legal: Sequence[int], rng: Random) -> int:
    return KEEP if view.state.card[view.seat] * 2 > VALUES else SWAP


BOTS = {"careful": careful}
