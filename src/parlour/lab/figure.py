"""A measured number with its 95 % interval, and when two of them differ by more than noise."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from parlour.lab.simulate import NINETY_FIVE, wilson


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number and its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def mean(cls, values: Sequence[float]) -> "Figure":
        middle = fmean(values)
        half = NINETY_FIVE * sqrt(sum((v - middle) ** 2 for v in values) / max(1, len(values) - 1) / len(values))
        return cls(middle, middle - half, middle + half)

    @classmethod
    def share(cls, hits: float, trials: int) -> "Figure":
        return cls(hits / trials, *wilson(hits / trials, trials))

    def differs(self, other: "Figure") -> bool:
        """Whether the difference is more than noise: its own 95 % interval does not hold 0."""
        mine, theirs = (self.high - self.low) / 2, (other.high - other.low) / 2
        return abs(self.value - other.value) > sqrt(mine * mine + theirs * theirs)

    def to_json(self) -> list[float]:
        return [round(number, 5) for number in (self.value, self.low, self.high)]
