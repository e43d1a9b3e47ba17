"""Ratings within a group: their intervals hold the truth as often as they say, in groups whose strengths are known."""

import os
from math import exp
from random import Random

import pytest

from parlour.lab import group
from parlour.lab.group import DRIFT, SPREAD, Sheet, fit
from parlour.lab.ratings import POINTS

GROUPS = 2_000 if os.environ.get("PARLOUR_DRILLS") else 60
PEOPLE = 4


def played(strengths: list[float], rng: Random, only_winner: bool = False) -> Sheet:
    """A match between people of these points: each place is drawn in proportion to the strengths of those left."""
    left, sheet = list(range(len(strengths))), []
    for place in range(1, len(strengths) + 1):
        [chosen] = rng.choices(left, [exp(strengths[player] / POINTS) for player in left])
        left.remove(chosen)
        sheet.append((chosen, min(place, 2) if only_winner else place))
    return sheet


def covered(evenings: int, moves: float, only_winner: bool, spread: float = SPREAD) -> float:
    """The share of intervals that hold the points somebody has after so many evenings of three matches."""
    rng, held = Random(f"{evenings} {moves} {only_winner}"), 0
    for _ in range(GROUPS):
        points = [rng.gauss(0, spread) for _ in range(PEOPLE)]
        matches = []
        for _ in range(evenings):
            points = [one + rng.gauss(0, moves) for one in points]
            matches.append([played(points, rng, only_winner) for _ in range(3)])
        found = fit(PEOPLE, matches)
        mean = sum(points) / PEOPLE
        for player in range(PEOPLE):
            low, high = found.interval(player)
            held += low <= points[player] - mean <= high
    return held / (GROUPS * PEOPLE)


@pytest.mark.parametrize(("evenings", "moves", "only_winner"), [(2, DRIFT, False), (8, DRIFT, False), (8, 0.0, True)])
def test_intervals_hold_the_strengths_of_simulated_groups(evenings: int, moves: float, only_winner: bool) -> None:
    assert covered(evenings, moves, only_winner) == pytest.approx(0.95, abs=0.03)


def test_a_prior_that_is_too_narrow_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "SPREAD", 60.0)
    assert covered(4, 0.0, False) < 0.92


def test_who_wins_more_stands_higher_and_nobody_at_all_stands_at_the_mean() -> None:
    assert fit(2, []).points == [0.0, 0.0]
    found = fit(3, [[[(0, 1), (1, 2), (2, 2)]] * 4, [[(0, 1), (1, 2), (2, 3)]] * 4])
    assert found.points[0] > found.points[1] > found.points[2]
    assert sum(found.points) == pytest.approx(0.0)
    shared = fit(2, [[[(0, 1), (1, 1)]]])
    assert shared.points == [0.0, 0.0], "a shared place says nothing of two"
