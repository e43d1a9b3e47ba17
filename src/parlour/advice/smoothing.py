"""Chances that fit together: what is likeliest of all of them, given what was measured of each and of their changes.

Where a chance was measured and its change to the next one too, the two say more together than apart. All is one least-squares
problem, whose matrix has three diagonals. Sums of changes then add up exactly, because they are changes of one curve.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SURE = 1e-12  # the variance of what is known exactly


@dataclass(frozen=True, slots=True)
class Measured:
    """Numbers by seat, and their variances."""

    means: tuple[float, ...]
    variances: tuple[float, ...]

    @property
    def weight(self) -> float:
        """One for all seats, so that their chances go on summing to 1."""
        return 1 / (sum(self.variances) / len(self.variances) + SURE)


@dataclass(frozen=True, slots=True)
class Link:
    """From a knot to the next: who moved it (None: chance), and the change where it was measured."""

    by: int | None
    change: Measured | None


class Curve:
    """Knots, each measured, and the links between them."""

    def __init__(self, knots: Sequence[Measured], links: Sequence[Link]) -> None:
        self.knots, self.links = knots, links
        n = len(knots)
        joined = [0.0 if link.change is None else link.change.weight for link in links]
        self._off = [-w for w in joined]
        self._diagonal = [
            knot.weight + (joined[i - 1] if i else 0.0) + (joined[i] if i < n - 1 else 0.0) for i, knot in enumerate(knots)
        ]

    def solved(self, right: Sequence[float]) -> list[float]:
        """x of A x = right, by elimination along the three diagonals."""
        n, ratio, x = len(right), [0.0] * len(right), list(right)
        pivot = self._diagonal[0]
        x[0] /= pivot
        for i in range(1, n):
            ratio[i - 1] = self._off[i - 1] / pivot
            pivot = self._diagonal[i] - self._off[i - 1] * ratio[i - 1]
            x[i] = (x[i] - self._off[i - 1] * x[i - 1]) / pivot
        for i in range(n - 2, -1, -1):
            x[i] -= ratio[i] * x[i + 1]
        return x

    def chances(self, seat: int) -> list[float]:
        """A seat's chance at every knot."""
        right = [knot.weight * knot.means[seat] for knot in self.knots]
        for i, link in enumerate(self.links):
            if link.change is not None:
                pull = link.change.weight * link.change.means[seat]
                right[i] -= pull
                right[i + 1] += pull
        return self.solved(right)

    def error(self, seat: int, of: Sequence[float]) -> float:
        """The standard error of the sum of a seat's chances, each times its number in `of`."""
        z = self.solved(of)
        variance = 0.0
        for x, knot in zip(z, self.knots, strict=True):
            variance += (x * knot.weight) ** 2 * knot.variances[seat]
        for i, link in enumerate(self.links):
            if link.change is not None:
                variance += ((z[i + 1] - z[i]) * link.change.weight) ** 2 * link.change.variances[seat]
        return float(variance**0.5)

    def errors(self) -> list[float]:
        """The standard error at every knot, of a seat whose variances are those of all: the inverse's diagonal."""
        n = len(self._diagonal)
        down, up = self._diagonal[:], self._diagonal[:]
        for i in range(1, n):
            down[i] -= self._off[i - 1] ** 2 / down[i - 1]
        for i in range(n - 2, -1, -1):
            up[i] -= self._off[i] ** 2 / up[i + 1]
        return [float(max(0.0, 1 / (down[i] + up[i] - self._diagonal[i])) ** 0.5) for i in range(n)]
