"""Children's tricks at games with no public heuristics: what comes first, what comes last, and the one thing again and again."""

from collections.abc import Sequence
from random import Random

from parlour.engine import View


def first(view: View, legal: Sequence[int], rng: Random) -> int:
    """What the rules list first."""
    return legal[0]


def last(view: View, legal: Sequence[int], rng: Random) -> int:
    """What the rules list last."""
    return legal[-1]


def stubborn(view: View, legal: Sequence[int], rng: Random) -> int:
    """The same place in the list, whatever it holds: of a seat's own."""
    return legal[(7 * view.seat + 3) % len(legal)]


CHILDREN = (first, last, stubborn)
