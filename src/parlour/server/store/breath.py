"""How long a commit waits so that other tables share it: not at all while few write, for then a wait costs and saves little."""

import time
from collections.abc import Callable
from math import exp, inf

BREATH = 0.012  # seconds from one commit's beginning to that of the next, at the least, where many tables write
BUSY = 500.0  # writes a second from which it pays; see docs/scale.md
OF_LATE = 1.0  # seconds over which they are counted, the last ones most


class Breath:
    """Of one writer: what it has committed of late. `now`: seconds that only pass."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: object = None  # the lane of the last commit's first write
        self._began = -inf  # the last commit
        self._rate = 0.0  # writes a second, when it began

    @property
    def rate(self) -> float:
        """Writes a second, of late."""
        return self._rate * exp((self._began - self._now()) / OF_LATE)

    def rest(self, lane: object) -> float:
        """Seconds that a commit waits whose first write is of this lane. Nobody waits for their own last write."""
        if lane is self._last or self.rate < BUSY:
            return 0.0
        return max(0.0, self._began + BREATH - self._now())

    def begin(self, lane: object, writes: int) -> None:
        """A commit of so many writes begins."""
        self._rate = self.rate + writes / OF_LATE
        self._last, self._began = lane, self._now()
