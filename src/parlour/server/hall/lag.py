"""How late the event loop comes to what is due."""

import asyncio
from collections import deque

from parlour.server.meters import Meters

LOOK = 0.5  # seconds between two looks
LOOKS = 4  # at each of which the loop must have been late: one pause, as at the start, is none that lasts


class Lag:
    """Looks at the loop it is started in."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._late = deque([0.0], LOOKS)
        self._task: asyncio.Task[None] | None = None

    @property
    def seconds(self) -> float:
        """By how much the loop was late at every one of the last looks."""
        return min(self._late)

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + LOOK
            await asyncio.sleep(LOOK)
            late = max(0.0, clock() - due)
            self._late.append(late)
            self._meters.lagged(late)

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
