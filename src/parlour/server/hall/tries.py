"""What people took at puzzles when they tried them first: counted by choice, with nothing of who it was."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from parlour.server.store.store import Store
from parlour.server.table.records import Record, Tried
from parlour.server.telling.puzzles import found
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.puzzles import TriesShown

T = TypeVar("T")
ENOUGH = 10  # tries of a puzzle, before anybody is told what most took: of few it could be said who they are


class TriesHub(Protocol):
    """The hub, as its puzzles' tries see it."""

    store: Store

    async def ask(self, look: Callable[..., T], *what: Any) -> T: ...
    async def keep(self, *records: Record) -> None: ...


class Tries:
    """Of the puzzles that the games of a hub bring along."""

    def __init__(self, hub: TriesHub) -> None:
        self._hub = hub

    async def told(self, game: str, puzzle: str) -> TriesShown:
        """How often each choice was taken, once that is often enough. Raises Refused (unknown_puzzle, away)."""
        options = len(found(game, puzzle).options)
        counted = await self._hub.ask(self._hub.store.tries, game, puzzle)
        tries = [counted.get(choice, 0) for choice in range(options)]
        return {"tries": tries if sum(tries) >= ENOUGH else []}

    async def count(self, game: str, puzzle: str, choice: int) -> TriesShown:
        """One more try. Raises Refused (unknown_puzzle, bad_message, away)."""
        if choice >= len(found(game, puzzle).options):
            raise Refused("bad_message", "this puzzle has no such choice", field="choice")
        await self._hub.keep(Tried(game, puzzle, choice))
        return await self.told(game, puzzle)
