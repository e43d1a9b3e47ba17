"""A pass over the steps of a match, fitted on the way into the time that there is for it."""

import time

from parlour.advice.pace import Pace

LOOKED, OFF = 16, 1.25  # how often in a pass it is looked at again, and how far off it must be to be changed
LATE = 0.1  # part of the time: with less left nothing is changed any more
MORE = 2  # how many times as much it may become at once


class Fit:
    """What a pass does for each step, its `level`: rounds of a look, or playouts. Begun when it is made."""

    def __init__(self, pace: Pace, seconds: float, bounds: tuple[int, int]) -> None:
        """`seconds`: of one core, for all of it; `bounds`: the least and the highest level."""
        self._pace, self._seconds, self._bounds = pace, seconds, bounds
        self._begun = time.process_time()
        self.changes: list[tuple[int, int]] = []  # from which step on there was another level
        pace.level = self._bounded(pace.fitting(seconds))

    @property
    def level(self) -> int:
        return self._pace.level

    def left(self, step: int) -> float:
        """About how many seconds, before a step."""
        return self._pace.left(step, time.process_time() - self._begun)

    def better(self, step: int) -> int | None:
        """The level from this step on, where another one fits better."""
        if not step or step % max(1, self._pace.steps // LOOKED):
            return None
        taken = time.process_time() - self._begun
        if self._seconds - taken < LATE * self._seconds:
            return None
        level = min(MORE * self.level, self._bounded(self._pace.fitting(self._seconds - taken, step, taken)))
        if 1 / OFF < level / self.level < OFF:
            return None
        self._pace.change(level, step)
        self.changes.append((step, level))
        return level

    def _bounded(self, level: int) -> int:
        least, most = self._bounds
        return max(least, min(most, level))
