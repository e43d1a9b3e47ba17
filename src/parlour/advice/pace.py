"""How long judging a match takes from now on: as its parts took when they were tried, and as the machine turns out to go."""

import time
from collections.abc import Sequence
from itertools import accumulate

TRUSTED = 0.3  # of the work: how much of it must be done to count as much as what was foreseen


class Pace:
    """Foreseen from how long single parts of the match took, evenly spread over it, for each of their steps.

    A match does not go evenly: playouts from its beginning are longer than those from its end, or a round's last choices quicker.
    """

    def __init__(self, parts: Sequence[float], steps: int, seconds: float, slowness: float) -> None:
        """`parts`: time for a step of each part; `seconds`: of one core for all `steps`; `slowness`: by the clock, for each."""
        self._done = (0.0, *accumulate(_between(parts, (step + 0.5) / steps) for step in range(steps)))
        self._whole = max(self._done[-1], 1e-9)
        self._foreseen = seconds * slowness
        self._begun = time.monotonic()

    def left(self, done: int) -> float:
        """About how many seconds, once so many steps are done."""
        share = self._done[done] / self._whole
        taken = time.monotonic() - self._begun
        return (1 - share) * (taken + TRUSTED * self._foreseen) / (share + TRUSTED)


def _between(parts: Sequence[float], at: float) -> float:
    """What lies between the middles of parts of equal length, at a share of their whole."""
    place = min(max(at * len(parts) - 0.5, 0.0), len(parts) - 1.0)
    first = min(int(place), len(parts) - 2) if len(parts) > 1 else 0
    second = min(first + 1, len(parts) - 1)
    return parts[first] + (place - first) * (parts[second] - parts[first])
