"""How long a pass over the steps of a match takes, as its parts took when they were tried, and as it then goes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

TRUSTED = 0.3  # of the work: how much of it must be done to count as much as what was foreseen


@dataclass(frozen=True, slots=True)
class Part:
    """Seconds of one core for a step of a part: whatever the level, and with level 1 beside that."""

    fixed: float
    each: float


class Pace:
    """Foreseen from parts of the match, evenly spread over it, and then held against how long its steps really take.

    A match does not go evenly: playouts from its beginning are longer than those from its end, or a round's last choices quicker.
    """

    def __init__(self, parts: Sequence[Part], steps: int, level: int = 0, *, opening: float = 0.0, growth: float = 1.0) -> None:
        """`level`: rounds of a look, or playouts; time grows with its power of `growth`. `opening`: of that, before all steps."""
        at = [(step + 0.5) / steps for step in range(steps)]
        fixed = [_between([part.fixed for part in parts], x) for x in at]
        each = [_between([part.each for part in parts], x) for x in at]
        each[0] += opening
        self.steps, self._fixed, self._each = steps, (0.0, *accumulate(fixed)), (0.0, *accumulate(each))
        self._since, self._worked = 0, 0.0  # when the level changed, and what was foreseen until then
        self.level, self._growth = level, growth

    @property
    def seconds(self) -> float:
        """For all steps, as foreseen."""
        return self._foreseen(0, self.steps)

    def _foreseen(self, first: int, end: int) -> float:
        return self._fixed[end] - self._fixed[first] + math.pow(self.level, self._growth) * (self._each[end] - self._each[first])

    def _slower(self, done: int, taken: float) -> float:
        """How much longer it takes than foreseen, as far as that is known once so many steps have taken so many seconds."""
        worked = self._worked + self._foreseen(self._since, done)
        trusted = max(TRUSTED * (worked + self._foreseen(done, self.steps)), 1e-9)
        return (taken + trusted) / (worked + trusted)

    def left(self, done: int, taken: float) -> float:
        """About how many seconds, once so many steps are done and have taken so many."""
        return self._slower(done, taken) * self._foreseen(done, self.steps)

    def fitting(self, seconds: float, done: int = 0, taken: float = 0.0) -> int:
        """The level at which what is left takes so many seconds."""
        fixed, each = (of[-1] - of[done] for of in (self._fixed, self._each))
        return int((max(0.0, seconds / self._slower(done, taken) - fixed) / max(each, 1e-9)) ** (1 / self._growth))

    def change(self, level: int, done: int) -> None:
        """Go on with another level from a step on."""
        self._worked += self._foreseen(self._since, done)
        self._since, self.level = done, level


def _between(parts: Sequence[float], at: float) -> float:
    """What lies between the middles of parts of equal length, at a share of their whole."""
    place = min(max(at * len(parts) - 0.5, 0.0), len(parts) - 1.0)
    first = min(int(place), len(parts) - 2) if len(parts) > 1 else 0
    second = min(first + 1, len(parts) - 1)
    return parts[first] + (place - first) * (parts[second] - parts[first])
