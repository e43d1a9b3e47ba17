"""How well the people of a group play, evening by evening: Plackett and Luce's model under a prior that moves with them.

Whoever comes in first is chosen from all at the table with a chance in proportion to their strength, whoever comes second from
those left, and so on; those who share a place were chosen together (Breslow's approximation), and where nobody behind the first
is ranked, only the first choice counts. The logarithms of strength are normal about a common mean before the first evening, with
`SPREAD`; from one evening to the next each may have moved by `DRIFT`. After each evening what is known is taken as normal, the
normal that is nearest to it (variational: slope and curvature are means over it, by cubature), which is the next evening's
prior: about the likeliest strengths instead, evening upon evening, intervals come out too narrow. With few evenings they are
wide, and lean on the prior.
"""

from collections.abc import Sequence
from math import exp, sqrt

from parlour.lab.ratings import POINTS, Matrix, Ratings, inverse

SPREAD = 200.0  # points of Elo's scale: two in three people are so near their group's mean
DRIFT = 15.0  # points by which somebody may have moved from one evening to the next
STEPS, CLOSE = 50, 1e-3

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
    """What is known of the strengths after an evening: their means, and their covariance."""
    sharp = inverse(covariance)
    strengths, found = list(prior), covariance
    for _ in range(STEPS if evening else 0):
        slope, curve = _mean_slope(strengths, found, evening)
        off = [x - m for x, m in zip(strengths, prior, strict=True)]
        total = [g - sum(a * b for a, b in zip(row, off, strict=True)) for g, row in zip(slope, sharp, strict=True)]
        found = inverse([[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(curve, sharp, strict=True)])
        step = [sum(a * b for a, b in zip(row, total, strict=True)) for row in found]
        longest = max(map(abs, step), default=0.0)
        strengths = [x + y / max(1.0, longest) for x, y in zip(strengths, step, strict=True)]
        if longest < CLOSE:
            break
    return strengths, found


def _mean_slope(strengths: Sequence[float], covariance: Matrix, evening: Sequence[Sheet]) -> tuple[list[float], Matrix]:
    """`_slope` in the mean, where the strengths are normal: over a point to each side along each root of the covariance."""
    n = len(strengths)
    slope, curve = [0.0] * n, [[0.0] * n for _ in range(n)]
    for axis in zip(*_root(covariance), strict=True):
        for away in (sqrt(n), -sqrt(n)):
            there, bent = _slope([x + away * r for x, r in zip(strengths, axis, strict=True)], evening)
            for i in range(n):
                slope[i] += there[i] / (2 * n)
                for j in range(n):
                    curve[i][j] += bent[i][j] / (2 * n)
    return slope, curve


def _root(matrix: Matrix) -> Matrix:
    """The lower triangle whose product with itself is this matrix, which is positive definite (Cholesky)."""
    n = len(matrix)
    root = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            left = matrix[i][j] - sum(a * b for a, b in zip(root[i][:j], root[j][:j], strict=True))
            root[i][j] = sqrt(left) if i == j else left / root[j][j]
    return root


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
