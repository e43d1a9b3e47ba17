"""Rule of thumb for Toy: play the highest card that is left."""

from collections.abc import Sequence
from random import Random

from parlour.games.cells import Sight
from parlour_toy import rules


def highest(view: Sight, legal: Sequence[int], rng: Random) -> int:
    hand = view.state.card[view.seat]
    return max(legal, key=lambda action: hand[action - rules.CARD])


BOTS = {"highest": highest}
