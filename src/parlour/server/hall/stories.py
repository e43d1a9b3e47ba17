"""Keeps in what words matches are told, and has a log told whose rules are no longer installed."""

import asyncio
from typing import Any, Protocol

from parlour.engine import Log, installed
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Retold
from parlour.server.telling.stories import with_story, worded


class StoriesHub(Protocol):
    """The hub, as whoever keeps stories sees it."""

    store: Store

    async def ask(self, look: Any, *what: Any) -> Any: ...


async def keep_words(store: Store) -> None:
    """Store in what words the installed rules, older ones beside today's too, tell of their events. Raises StoreError."""
    await store.write(await asyncio.to_thread(worded), Lane())


async def beside(hub: StoriesHub, log: Log, word: str, match: int) -> Log:
    """A log with its story, where the rules are not here to tell it. Raises Refused (away)."""
    if log.story or installed(log.game, log.version):
        return log
    kept: Retold = await hub.ask(hub.store.retold, word, match, log.game, log.version)
    return with_story(log, kept)
