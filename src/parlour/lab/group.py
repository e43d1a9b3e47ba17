"""How well the people of a group play, evening by evening: Plackett and Luce's model under a prior that moves with them.

Whoever comes in first is chosen from all at the table with a chance in proportion to their strength, whoever comes second from
those left, and so on; those who share a place were chosen together (Breslow's approximation), and where nobody behind the first
is ranked, only the first choice counts. The logarithms of strength are normal about a common mean before the first evening, with
`SPREAD`; from one evening to the next each may have moved by `DRIFT`. After each evening what is known is taken as normal about
the likeliest strengths (Laplace's approximation), which is the next evening's prior. With few evenings the intervals are wide,
and lean on the prior.
"""

from collections.abc import Sequence
from math import exp

from parlour.lab.ratings import POINTS, Matrix, Ratings, inverse

SPREAD = 200.0  # points of Elo's scale: two in three people are so near their group's mean
DRIFT = 15.0  # points by which somebody may have moved from one evening to the next
STEPS, CLOSE = 50, 1e-9

Sheet = Sequence[tuple[int, int]]  # of a match: player and place, 1 being the first; ties share one


def fit(players: int, evenings: Sequence[Sequence[Sheet]]) -> Ratings:
    """The points of each player (0 … players - 1) after these evenings, oldest first, and the covariance of these numbers."""
    mean = [0.0] * players
    covariance = [[(SPREAD / POINTS) ** 2 * (i == j) for j in range(players)] for i in range(players)]
    for evening in evenings:
        for i in range(players):
            covariance[i][i] += (DRIFT / POINTS) ** 2
        mean, covariance = _after(mean, covariance, evening)
    middle = sum(mean) / players
    rows = [sum(row) / players for row in covariance]
    whole = sum(rows) / players
    centred = [[POINTS**2 * (covariance[i][j] - rows[i] - rows[j] + whole) for j in range(players)] for i in range(players)]
    return Ratings([POINTS * (x - middle) for x in mean], centred)


def _after(prior: list[float], covariance: Matrix, evening: Sequence[Sheet]) -> tuple[list[float], Matrix]:
    """The likeliest strengths after an evening, by Newton's method, and their covariance."""
    sharp = inverse(covariance)
    strengths = list(prior)
    for _ in range(STEPS):
        slope, curve = _slope(strengths, evening)
        off = [x - m for x, m in zip(strengths, prior, strict=True)]
        total = [g - sum(a * b for a, b in zip(row, off, strict=True)) for g, row in zip(slope, sharp, strict=True)]
        found = inverse([[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(curve, sharp, strict=True)])
        step = [sum(a * b for a, b in zip(row, total, strict=True)) for row in found]
        longest = max(map(abs, step), default=0.0)
        strengths = [x + y / max(1.0, longest) for x, y in zip(strengths, step, strict=True)]
        if longest < CLOSE:
            break
    return strengths, found


def _slope(strengths: Sequence[float], evening: Sequence[Sheet]) -> tuple[list[float], Matrix]:
    """The slope of the logarithm of the likelihood, and how it curves down."""
    n = len(strengths)
    slope, curve = [0.0] * n, [[0.0] * n for _ in range(n)]
    weights = [exp(x) for x in strengths]
    for sheet in evening:
        for place in sorted({rank for _, rank in sheet}):
            chosen = [player for player, rank in sheet if rank == place]
            left = [player for player, rank in sheet if rank >= place]
            if len(chosen) == len(left):
                break  # nobody is behind these
            total = sum(weights[player] for player in left)
            for i in left:
                chance = weights[i] / total
                slope[i] += (i in chosen) - len(chosen) * chance
                for j in left:
                    curve[i][j] += len(chosen) * chance * ((i == j) - weights[j] / total)
    return slope, curve
