"""Ratings: the likeliest strengths, right where the truth is known, with intervals that hold it as often as they say."""

from math import exp, log
from random import Random

import pytest

from parlour.lab.ratings import POINTS, PRIOR, Ratings, Tables, inverse

TRUE = [0.9, 0.2, -0.3, -0.8]  # logarithms of strength


def played(games: int, rng: Random, seats: int = 3) -> Tables:
    """Tables of players drawn anew every time, won by their true strengths."""
    tables = Tables(len(TRUE))
    for _ in range(games):
        seated = [rng.randrange(len(TRUE)) for _ in range(seats)]
        won = rng.choices(range(seats), [exp(TRUE[player]) for player in seated])
        tables.add(seated, won)
    return tables


def likelihood(tables: Tables, strengths: list[float]) -> float:
    """Its logarithm, written down as the model says it."""
    total = sum(PRIOR / 2 * (log(1 / (1 + exp(-x))) + log(1 / (1 + exp(x)))) for x in strengths)
    for seats, won in tables._won.items():
        whole = log(sum(n * exp(x) for n, x in zip(seats, strengths, strict=True)))
        total += sum(w * (x + log(n) - whole) for w, n, x in zip(won, seats, strengths, strict=True) if n)
    return total


def test_the_ratings_are_the_likeliest() -> None:
    tables = played(400, Random(1))
    best = [points / POINTS for points in tables.ratings().points]
    top = likelihood(tables, best)
    for player in range(len(TRUE)):
        for step in (-0.01, 0.01):
            near = [x + step * (i == player) for i, x in enumerate(best)]
            assert likelihood(tables, near) < top + 1e-3  # the mean, which nothing tells, is put to 0 afterwards
    slope, curve = tables.slope(best)
    for i in range(len(TRUE)):
        up, down = ([x + h * (j == i) for j, x in enumerate(best)] for h in (1e-5, -1e-5))
        assert slope[i] == pytest.approx((likelihood(tables, up) - likelihood(tables, down)) / 2e-5, abs=1e-3)
        for k in range(len(TRUE)):
            bent = (tables.slope(up)[0][k] - tables.slope(down)[0][k]) / 2e-5
            assert curve[i][k] == pytest.approx(-bent, rel=1e-4, abs=1e-6)


def test_two_players_are_rated_as_elo_would() -> None:
    tables = Tables(2)
    for number in range(1000):
        tables.add([0, 1], [0 if number % 4 else 1])
    one, other = tables.ratings().points
    assert one - other == pytest.approx(400 * log(3) / log(10), rel=0.01)
    assert one + other == pytest.approx(0)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, held, shown = Random(7), 0, 0
    mean = sum(TRUE) / len(TRUE)
    for _ in range(120):
        ratings = played(150, rng).ratings()
        for player, x in enumerate(TRUE):
            low, high = ratings.interval(player)
            held += low <= POINTS * (x - mean) <= high
            shown += 1
    assert 0.92 < held / shown < 0.98


def test_who_never_won_is_rated_too_and_a_table_that_nobody_won_says_nothing() -> None:
    tables = Tables(3)
    for _ in range(30):
        tables.add([0, 1, 2], [0])
        tables.add([0, 1, 2], [])
    tables.add([1, 2, 0], [0, 1])
    ratings = tables.ratings()
    assert ratings.points[0] > ratings.points[1] == pytest.approx(ratings.points[2])
    assert all(abs(points) < 2000 for points in ratings.points)
    assert ratings.apart(0, 1)
    assert not ratings.apart(1, 2)


def test_more_games_make_narrower_intervals() -> None:
    def width(ratings: Ratings) -> float:
        low, high = ratings.interval(0)
        return high - low

    few, many = played(100, Random(2)).ratings(), played(400, Random(2)).ratings()
    assert width(many) == pytest.approx(width(few) / 2, rel=0.2)


def test_a_matrix_times_its_inverse_is_one() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]
    other = inverse(matrix)
    for i in range(3):
        for j in range(3):
            assert sum(matrix[i][k] * other[k][j] for k in range(3)) == pytest.approx(float(i == j))
