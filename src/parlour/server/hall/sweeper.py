"""Housekeeping: expires idle tables and remembered answers, and carries out what the operator asks for."""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Protocol, TypeVar

from parlour.server.collector import collector
from parlour.server.hall.often import often
from parlour.server.hall.place import Moved
from parlour.server.hall.pulse import OUTAGES
from parlour.server.hall.stories import keep_words
from parlour.server.logs import tag, tell
from parlour.server.settings import Settings
from parlour.server.store.error import reason
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.core import TableCore
from parlour.server.table.records import Cleared, Given, LeagueGone
from parlour.server.wire.refused import Refused
from parlour.server.wire.told import Reason

SWEEP = 600.0  # seconds between looks for tables that nobody has touched
HEED = 5.0  # seconds between looks for tables that the operator wants closed, and at the memory
T = TypeVar("T")

CLEARED = 100  # tables whose answers are forgotten in one commit


class Laid(Protocol):
    """A table in memory, as the sweeper sees it."""

    @property
    def core(self) -> TableCore: ...
    @property
    def peers(self) -> Collection[int]: ...
    def close(self, reason: Reason) -> None: ...


class SweeperHub(Protocol):
    """The hub, as the sweeper sees it."""

    store: Store
    settings: Settings
    now: Callable[[], float]

    async def ask(self, look: Callable[..., list[T]], *what: Any) -> list[T]: ...
    async def erase(self, word: str, name: str = "") -> None: ...
    async def held(self, word: str) -> Laid | None: ...
    def has(self, word: str) -> bool: ...
    def counts(self) -> dict[str, int]: ...


class Sweeper:
    """Looks through the house's tables and the store every now and then."""

    def __init__(self, hub: SweeperHub) -> None:
        self.hub = hub
        self._tasks: list[asyncio.Task[None]] = []
        self._occupied = False
        self._worded = False  # what the rules tell their events with is stored

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(often(SWEEP, self.sweep, partial(_failed, "sweep failed"))),
            loop.create_task(often(HEED, self.see_to, partial(_failed, "closing failed"))),
        ]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def sweep(self) -> None:
        """Look for what has become old."""
        if not self._worded:
            await keep_words(self.hub.store)
            self._worded = True
        await self.expire()
        await self.forget_answers()
        await self.erase_old()
        await self.end_leagues()

    async def see_to(self) -> None:
        """Do what the operator wants done, and tidy up."""
        await self.heed()
        self.tidy()

    def tidy(self) -> None:
        """Look for what a fault has left in memory, once whenever everybody is gone, or when memory says so."""
        occupied = self.hub.counts()["sockets"] > 0
        if self._occupied and not occupied:
            collector.look_through()
        else:
            collector.heed_memory()
        self._occupied = occupied

    async def expire(self) -> None:
        """Close the tables that nobody has touched for longer than the settings say."""
        store, settings, now = self.hub.store, self.hub.settings, self.hub.now()
        looks = (
            (store.untouched_since, settings.expiry),
            (store.unused_since, settings.unused),
            (store.silent_since, settings.silence),
        )
        for look, age in looks:
            for word in await self.hub.ask(look, now - age):
                await self._close(word, "expired", now - age)

    async def heed(self) -> None:
        """Close the tables that the operator wants closed, and erase what they want erased."""
        for word, name in await self.hub.ask(self.hub.store.erasures):
            await self.hub.erase(word, name)
            tell("erased", table=tag(word), whole=not name)
        for word in await self.hub.ask(self.hub.store.closings):
            await self._close(word, "closed")

    async def _close(self, word: str, reason: Reason, untouched_since: float | None = None) -> None:
        try:
            table = await self.hub.held(word)
        except (Refused, Moved):  # its game is no longer installed; another server holds it, and sees to it
            return
        if table is None or table.core.status == "closed":
            return
        if untouched_since is not None and (table.peers or table.core.touched >= untouched_since):
            return
        table.close(reason)
        tell("table closed", table=tag(word), reason=reason)

    async def erase_old(self) -> None:
        """Erase closed tables that have been kept for as long as the settings say."""
        if self.hub.settings.retention is None:
            return
        then = self.hub.now() - self.hub.settings.retention
        seen: set[str] = set()
        while words := set(await self.hub.ask(self.hub.store.closed_since, then, CLEARED)) - seen:
            seen |= words  # what another server holds is still there, and left to that one
            for word in words:
                await self.hub.erase(word)
                tell("erased", table=tag(word), whole=True)

    async def end_leagues(self) -> None:
        """Erase the leagues that nobody has changed for as long as the settings say; their tables lapse by themselves."""
        words = await self.hub.ask(self.hub.store.idle_leagues, self.hub.now() - self.hub.settings.season)
        await self.hub.store.write([LeagueGone(word) for word in words], Lane())
        if words:
            tell("leagues erased", leagues=len(words))

    async def forget_answers(self) -> None:
        """Forget what was answered at tables that have been still for longer than anybody repeats a request."""
        then = self.hub.now() - self.hub.settings.repeats
        while words := await self.hub.ask(self.hub.store.stale_since, then, CLEARED):
            free = [word for word in await self.hub.ask(self.hub.store.take_free, words) if not self.hub.has(word)]
            await self.hub.store.write([make(word) for word in free for make in (Cleared, Given)], Lane())
            if len(free) < len(words):
                return  # those are in use again


def _failed(event: str, error: Exception) -> None:
    """One line: where it is the database's fault its reason says enough."""
    if isinstance(error, OUTAGES):
        tell(event, level=40, reason=reason(error))
    else:
        tell(event, level=40, trace=True)
