"""Python's garbage collector, put off until nobody waits: a full collection takes a tenth of a second and more with hundreds
of tables, and by itself it would come in the middle of moves. What is in no cycle is freed at once all the same."""

import asyncio
import gc
import time
from collections.abc import Callable

LOOK = 5.0  # seconds between looks for a quiet moment
QUIET = 2.0  # seconds without a message
OVERDUE = 600.0  # seconds after which a busy room has to wait


class Tidy:
    """`heard` gives the time of the last message, on the clock `now`."""

    def __init__(self, heard: Callable[[], float], now: Callable[[], float] = time.time) -> None:
        self.heard, self.now = heard, now
        self.done = now()

    def begin(self) -> "asyncio.Task[None]":
        """Take over from the collector's own counting, in the running loop; whoever calls keeps the task."""
        gc.collect()
        gc.freeze()  # the libraries' objects need never be walked again
        gc.disable()
        return asyncio.get_running_loop().create_task(self._watch())

    def due(self) -> bool:
        """Whether to collect now: something has happened since the last time, and it is quiet, or it has been too long."""
        now, heard = self.now(), self.heard()
        return heard > self.done and (now - heard > QUIET or now - self.done > OVERDUE)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if self.due():
                gc.collect()
                self.done = self.now()
