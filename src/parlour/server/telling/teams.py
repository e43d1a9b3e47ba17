"""Duplicate for teams: two sides of four play the same deals at two tables with seats crossed over, so that luck cancels."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from parlour.server.wire.refused import Refused

CROSSED = "teams/"  # what the names of such deals begin with
SIDES, AT_A_TABLE, TABLES = 2, 4, 2
PARTNERS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))  # who of a side sits at the first table together, who at the second
# Student's t, so that nine of ten intervals hold what they are about: by degrees of freedom, from 1; beyond that the normal's
T90 = (6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753)
NORMAL90 = 1.645


def crossed(sides: Sequence[Sequence[int]], nth: int) -> list[list[int]]:
    """Who sits at which seat of the two tables in deal `nth` (from 0): where one side sits at one, the other does at the other.

    Raises Refused (not_enough_people).
    """
    if any(len(side) != AT_A_TABLE for side in sides):
        raise Refused("not_enough_people", "each side needs four people")
    one, two = ([side[i] for i in PARTNERS[turn % len(PARTNERS)]] for side, turn in zip(sides, (nth, nth // 3), strict=True))
    return [[one[0], two[0], one[1], two[1]], [two[2], one[2], two[3], one[3]]]


def margin(differences: Sequence[float]) -> tuple[float | None, float | None]:
    """By how much the first side is ahead a deal, and the half-width of the interval in which nine of ten lie; None: unknown."""
    if not differences:
        return None, None
    if len(differences) == 1:
        return differences[0], None
    freedom = len(differences) - 1
    quantile = T90[freedom - 1] if freedom <= len(T90) else NORMAL90
    return fmean(differences), quantile * stdev(differences) / sqrt(len(differences))
