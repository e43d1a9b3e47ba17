"""The server's state: starting, ready or stopping, and whether the store accepts writes. Outages are logged once."""

import asyncio
import time
from typing import Literal

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from parlour.server.logs import tell
from parlour.server.store.error import StoreError, reason
from parlour.server.store.store import Store
from parlour.server.wire.refused import Refused

HEARTBEAT = 2.0  # seconds the store has to answer
FRESH = 1.0  # seconds for which an answer is good enough for whoever asks next

Phase = Literal["starting", "ready", "stopping"]
OUTAGES = (OperationalError, InterfaceError, PoolTimeout, StoreError, OSError, TimeoutError)


def away(error: Exception) -> Exception:
    """What somebody who waits is told of an error: of the database's own, that it is away; any other stays what it is."""
    if isinstance(error, OUTAGES):
        return Refused("away", "the room's memory does not answer; try again in a moment")
    return error


class Pulse:
    """Watches one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.phase: Phase = "starting"
        self._since: float | None = None  # when the outage began that is not over
        self._failures = 0
        self._asked: asyncio.Task[str | None] | None = None
        self._answered = 0.0

    def failed(self, error: BaseException) -> bool:
        """Count a failure; False where it is none of the database's. The first of an outage is logged."""
        if not isinstance(error, OUTAGES):
            return False
        self._failures += 1
        if self._since is None:
            self._since = time.monotonic()
            tell("store failing", level=40, reason=reason(error))
        return True

    def well(self) -> None:
        """The store has answered."""
        if self._since is not None:
            tell("store answers again", level=30, seconds=round(time.monotonic() - self._since, 1), failures=self._failures)
            self._since, self._failures = None, 0

    async def store_fault(self) -> str | None:
        """Why nothing can be stored now; None where a row has just been written. Those who ask at once share one look."""
        if self._asked is None or (self._asked.done() and time.monotonic() - self._answered > FRESH):
            self._asked = asyncio.create_task(self._write())
        return await asyncio.shield(self._asked)

    async def _write(self) -> str | None:
        try:
            await asyncio.wait_for(self.store.beat(), HEARTBEAT)
        except Exception as error:
            self.failed(error)
            return reason(error)
        finally:
            self._answered = time.monotonic()
        self.well()
        return None
