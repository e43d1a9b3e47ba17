"""How strong players are, from who won the tables they sat at: Plackett and Luce's model, fitted by maximum likelihood.

At a table each seat wins with a chance in proportion to the strength of who sits there; for two that is Bradley and Terry's.
Only the win counts: in some games who did not win is not ranked any further. Ratings are on Elo's scale: 400 points are odds
of ten to one. So that somebody who never won has a rating at all, everybody also plays half a game each way against an average
player, which after some dozens of games hardly shows.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

POINTS = 400 / log(10)  # of Elo's scale, by unit of the logarithm of strength
NINETY_FIVE = 1.959963984540054
PRIOR = 1.0  # drawn games against an average player
CLOSE, STEPS = 1e-10, 200

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Points of each player, their mean being 0, and the covariance of these numbers."""

    points: list[float]
    covariance: Matrix

    def interval(self, player: int) -> tuple[float, float]:
        """The 95 % interval of a player's points, by the likelihood's curvature."""
        half = NINETY_FIVE * sqrt(self.covariance[player][player])
        return self.points[player] - half, self.points[player] + half

    def apart(self, one: int, other: int) -> bool:
        """Whether the difference of two is more than noise: its own 95 % interval does not hold 0."""
        c = self.covariance
        spread = sqrt(c[one][one] + c[other][other] - 2 * c[one][other])
        return abs(self.points[one] - self.points[other]) > NINETY_FIVE * spread


class Tables:
    """What came of tables: by who sat there, how many there were, and how often each won (a win shared by n is 1 / n)."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._won: dict[tuple[int, ...], list[float]] = defaultdict(lambda: [0.0] * players)

    def add(self, seated: Sequence[int], winners: Sequence[int]) -> None:
        """A table at which `seated` sat, by number, and the seats of `winners` won; one that nobody won says nothing."""
        seats = [0] * self.players
        for player in seated:
            seats[player] += 1
        for seat in winners:
            self._won[tuple(seats)][seated[seat]] += 1 / len(winners)

    def slope(self, strengths: Sequence[float]) -> tuple[list[float], Matrix]:
        """The slope of the logarithm of the likelihood at these logarithms of strength, and how it curves down."""
        n = self.players
        slope, curve = [0.0] * n, [[0.0] * n for _ in range(n)]
        for seats, won in self._won.items():
            shares = [count * exp(x) for count, x in zip(seats, strengths, strict=True)]
            total, games = sum(shares), sum(won)
            chances = [share / total for share in shares]
            for i in range(n):
                slope[i] += won[i] - games * chances[i]
                for j in range(n):
                    curve[i][j] += games * chances[i] * ((i == j) - chances[j])
        for i, x in enumerate(strengths):
            chance = 1 / (1 + exp(-x))
            slope[i] += PRIOR * (0.5 - chance)
            curve[i][i] += PRIOR * chance * (1 - chance)
        return slope, curve

    def ratings(self) -> Ratings:
        """The strengths that make what came of the tables likeliest: by Newton's method, the steps bounded."""
        strengths = [0.0] * self.players
        for _ in range(STEPS):
            slope, curve = self.slope(strengths)
            step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse(curve)]
            longest = max(map(abs, step))
            strengths = [x + y / max(1.0, longest) for x, y in zip(strengths, step, strict=True)]
            if longest < CLOSE:
                break
        mean = sum(strengths) / self.players
        covariance = _centred(inverse(self.slope(strengths)[1]))
        return Ratings([POINTS * (x - mean) for x in strengths], [[POINTS * POINTS * c for c in row] for row in covariance])


def _centred(covariance: Matrix) -> Matrix:
    """The covariance of what is left when everybody's mean is taken away."""
    n = len(covariance)
    rows = [sum(row) / n for row in covariance]
    whole = sum(rows) / n
    return [[covariance[i][j] - rows[i] - rows[j] + whole for j in range(n)] for i in range(n)]


def inverse(matrix: Matrix) -> Matrix:
    """Of a symmetric positive definite matrix, by Gauss and Jordan."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]
