"""Sees to it that every table answers: one that cannot is dropped, and loaded anew by whoever comes next."""

import asyncio
from collections.abc import Collection
from typing import Protocol

from parlour.server.hall.often import often
from parlour.server.logs import tag, tell
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane

LOOK = 1.0  # seconds between two looks at the tables
PATIENCE = 5.0  # seconds after which a table that has not told what it decided is looked at


class Laid(Protocol):
    """A table in memory, as the watch sees it."""

    word: str

    @property
    def waits_since(self) -> float | None: ...
    def drop(self) -> None: ...


class WatchHub(Protocol):
    """The hub, as the watch sees it."""

    store: Store

    def tables(self) -> Collection[Laid]: ...


class Watch:
    """Lives in one event loop, beside the hub."""

    def __init__(self, hub: WatchHub) -> None:
        self.hub = hub
        self.given_up = 0  # tables that could not go on as they stood in memory, since the start
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(often(LOOK, self.look, _failed))

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def give_up(self, table: Laid, note: str, error: str = "") -> None:
        """A table is at fault, not the database: it is dropped, and what is stored of it, which is sound, will be loaded."""
        tell(note, level=40, trace=not error, table=tag(table.word), **({"error": error} if error else {}))
        self.given_up += 1
        table.drop()

    @property
    def waiting(self) -> int:
        """Tables that have not told for long what they decided: the database is slow, or they are at fault."""
        return len(self._late())

    def _late(self) -> list[tuple[Laid, float]]:
        then = asyncio.get_running_loop().time() - PATIENCE
        since = ((table, table.waits_since) for table in self.hub.tables())
        return [(table, began) for table, began in since if began is not None and began < then]

    async def look(self) -> None:
        """Drop the tables that still wait though all that was handed in before is settled."""
        late = self._late()
        if not late:
            return
        try:
            await asyncio.wait_for(self.hub.store.write((), Lane()), PATIENCE)
        except Exception:  # the store answers nobody: that is no table's fault
            return
        for table, began in late:
            if table.waits_since == began:
                self.give_up(table, "table gave no answer", "Unanswered")


def _failed(_: Exception) -> None:
    tell("watching the tables failed", level=40, trace=True)
