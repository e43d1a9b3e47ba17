"""Evenings of kept tables, read from the store and reckoned in a thread; and people who have themselves erased."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from parlour.server.hall.place import Place
from parlour.server.store.store import Store
from parlour.server.table.keeping import Keeping
from parlour.server.telling import reckoning, takeaway
from parlour.server.telling.reckoning import Span
from parlour.server.wire.bodies import ChairNamed, Forget
from parlour.server.wire.evenings import EveningsShown, Forgotten, MatchPlayed, TakenAlong
from parlour.server.wire.refused import Refused

T = TypeVar("T")


class EveningsHub(Protocol):
    """The hub, as its evenings see it."""

    store: Store
    now: Callable[[], float]

    async def ask(self, look: Callable[..., T], *what: Any) -> T: ...
    async def at(self, word: str, do: Callable[[Place], Awaitable[T]]) -> T: ...


class Evenings:
    """Of the kept tables of a hub, wherever those are held."""

    def __init__(self, hub: EveningsHub) -> None:
        self._hub = hub

    async def told(self, word: str, span: Span) -> EveningsShown:
        """What a kept table remembers of a span of dates. Raises Refused (not_kept, away)."""
        keeping, matches = await self._of(word)
        return await asyncio.to_thread(reckoning.told, word, keeping, matches, span, self._hub.now())

    async def taken(self, word: str) -> TakenAlong:
        """All that a kept table remembers. Raises Refused (not_kept, away)."""
        return takeaway.taken(word, *await self._of(word))

    async def rows(self, word: str) -> str:
        """The same as CSV. Raises Refused (not_kept, away)."""
        return takeaway.rows(*await self._of(word))

    async def invitation(self, word: str, link: str) -> str:
        """The next date as iCalendar. Raises Refused (not_kept, no_date, away)."""
        keeping, _ = await self._of(word)
        return takeaway.invitation(word, link, keeping, self._hub.now())

    async def _of(self, word: str) -> tuple[Keeping, list[MatchPlayed]]:
        stored = await self._hub.ask(self._hub.store.keeping, word)
        if stored is None:
            raise Refused("not_kept", "this table is not kept")
        return Keeping.restored(stored), await self._hub.ask(self._hub.store.played, word)

    async def forget(self, asked: Forget) -> Forgotten:
        """Erase somebody at every table that knows them by what they send. Raises Refused (away)."""
        erased = []
        for chair in asked.chairs:
            try:
                await self._forget(chair, asked.device)
            except Refused as refused:
                if refused.code not in ("unknown_table", "unknown_game", "no_such_person"):
                    raise
            else:
                erased.append(chair.table)
        return {"tables": sorted(set(erased))}

    async def _forget(self, chair: ChairNamed, device: str) -> None:
        await self._hub.at(chair.table, lambda place: place.forget(chair, device))
