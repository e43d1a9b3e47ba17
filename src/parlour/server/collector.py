"""Scheduling of garbage collection: a full pass stalls the room, so it waits until nobody is connected.

Moves, connections and matches leave no cycles behind (a test holds that), so all they made is freed without the collector. The
newest objects are looked through as ever, at most so many at a time; whatever lives longer is looked at when nobody is connected,
or when memory has grown so much that something must have been left: then the look costs no more than the growth was worth.
"""

import gc
import sys
import time
from pathlib import Path

from parlour.server.logs import tell

YOUNG = 700  # objects more than before, after which the newest are looked through
ROUNDS = 2  # such passes after which those that lived through them are looked through as well
NEVER = 1 << 30  # of these passes until all is looked through: in ten thousand years
DOUBLED = 2.0  # times the memory after the last look through everything, from which on there is another
LITTLE = 256 << 20  # bytes by which memory must have grown in any case
STATM = Path("/proc/self/statm")


class Collector:
    """Python's, of which a process has one; it does as it does by itself until `settle`."""

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None
        self._memory = 0

    def settle(self) -> None:
        """From now on all is looked through only when that is asked for."""
        gc.collect()
        if self._before is None:
            self._before = gc.get_threshold()
        gc.set_threshold(YOUNG, ROUNDS, NEVER)
        self._memory = memory()

    def look_through(self) -> None:
        """Look through everything once, however long it takes; does nothing where nothing has settled."""
        if self._before is None:
            return
        began = time.perf_counter()
        found = gc.collect()
        self._memory = memory()
        tell("looked through", found=found, seconds=round(time.perf_counter() - began, 3), megabytes=self._memory >> 20)

    def heed_memory(self) -> None:
        """Look through everything where memory has grown so much that something must have been left."""
        if memory() > max(DOUBLED * self._memory, self._memory + LITTLE):
            self.look_through()

    def release(self) -> None:
        """Let Python collect as it does by itself."""
        if self._before is not None:
            gc.set_threshold(*self._before)
            self._before = None


def memory() -> int:
    """Bytes of memory of this process; where the system does not tell, the most there were, or 0."""
    if STATM.exists():
        import resource  # noqa: PLC0415 - not on Windows

        return int(STATM.read_text().split()[1]) * resource.getpagesize()
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415 - not on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


collector = Collector()
