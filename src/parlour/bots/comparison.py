"""Paired comparison of actions, tried side by side in the same worlds with the same dice."""

from dataclasses import dataclass, field
from math import sqrt


@dataclass(slots=True)
class Comparison:
    """Parts of the win by action; a difference is known better than either, for what is alike in both goes out of it."""

    actions: list[int]
    rounds: int = 0
    sums: list[float] = field(default_factory=list)
    products: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        k = len(self.actions)
        self.sums, self.products = [0.0] * k, [[0.0] * k for _ in range(k)]

    def add(self, rounds: int, sums: list[float], products: list[list[float]]) -> None:
        """Rounds more (see `engine.loops.judging.compare`)."""
        self.rounds += rounds
        self.sums = [a + b for a, b in zip(self.sums, sums, strict=True)]
        pairs = zip(self.products, products, strict=True)
        self.products = [[a + b for a, b in zip(mine, more, strict=True)] for mine, more in pairs]

    def share(self, i: int) -> float:
        """The mean part of the win of the action at i."""
        return self.sums[i] / self.rounds

    def error(self, i: int) -> float:
        """Its standard error; 1 where it is not known."""
        return self._error(self.sums[i], self.products[i][i])

    def gap(self, i: int, j: int) -> tuple[float, float]:
        """How much more the action at i is worth than the one at j, and the standard error of that."""
        squares = self.products[i][i] - 2 * self.products[i][j] + self.products[j][j]
        return self.share(i) - self.share(j), self._error(self.sums[i] - self.sums[j], squares)

    def _error(self, total: float, squares: float) -> float:
        n = self.rounds
        return sqrt(max(0.0, squares - total * total / n) / (n - 1) / n) if n > 1 else 1.0
