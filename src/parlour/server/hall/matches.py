"""Finished matches: logs, results, replays, advice, draws and deals."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from parlour.engine import Game, Log
from parlour.engine.record.deal import Deal
from parlour.server.hall.place import Place
from parlour.server.hall.replays import Replays
from parlour.server.hall.stories import StoriesHub, beside
from parlour.server.telling.deals import dealt, draws_shown
from parlour.server.telling.teams import CROSSED, TABLES
from parlour.server.wire.bodies import Again
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.advice import AdviceShown
from parlour.server.wire.shown.past import DrawsShown
from parlour.server.wire.shown.results import FinishedShown

T = TypeVar("T")
WAITED = 86_400.0  # seconds for which a table's cards stay closed after its match, as long as the other has not begun its own


class MatchesHub(StoriesHub, Protocol):
    """The hub, as its matches see it."""

    now: Callable[[], float]

    async def ask(self, look: Callable[..., T], *what: Any) -> T: ...
    async def at(self, word: str, do: Callable[[Place], Awaitable[T]]) -> T: ...
    def spare(self) -> None: ...


class Matches:
    """The matches of a hub's tables, wherever those are held."""

    def __init__(self, hub: MatchesHub) -> None:
        self._hub = hub
        self.replays = Replays()

    async def log(self, word: str, match: int | None = None) -> Log:
        """The log of a match at a table, by default the last. Raises Refused while it runs, and where there is none.

        One with cards that another table still plays counts as running.
        """
        log = await self._hub.at(word, lambda place: place.log(match))
        if log.draws is not None and log.draws.deal is not None:
            await self._played_out(log.draws.deal.match)
        return log if match is None else await beside(self._hub, log, word, match)

    async def _played_out(self, deal: str) -> None:
        """Raises Refused (playing) until a deal of teams is played at both of its tables; a day later nobody waits."""
        if not deal.startswith(CROSSED):
            return
        matches = await self._hub.ask(self._hub.store.dealt_at, deal)
        runs = any(ended is None for _, ended in matches)
        first = min((ended for _, ended in matches if ended is not None), default=0.0)
        if runs or (len(matches) < TABLES and self._hub.now() < first + WAITED):
            raise Refused("playing", "another table still plays these cards; they are shown when both have")

    async def finished(self, word: str) -> list[FinishedShown]:
        """How the matches of a table went that came to their end, the newest first. Raises Refused (away)."""
        return await self._hub.ask(self._hub.store.finished, word)

    async def replay(self, word: str, match: int, look: str, language: str, instead: int | None = None) -> bytes:
        """A finished match of a table, to be looked at again: the JSON of a ReplayShown. Raises Refused.

        `instead`: up to this step of it, and then as the advisor would have gone on.
        """
        self._hub.spare()
        log = await self.log(word, match)
        people = await self._hub.ask(self._hub.store.people, word, match) or []
        if instead is None:
            return await self.replays.show(log, people, look, language)
        report = (await self.advice(word, match, begin=False))["report"]
        return await self.replays.otherwise(log, people, look, language, report, instead)

    async def advice(self, word: str, match: int, *, begin: bool) -> AdviceShown:
        """What could have been done in a finished match, as far as that is known; thought about where `begin`. Raises Refused."""
        if begin:
            self._hub.spare()
        if (dealt := await self._hub.ask(self._hub.store.deal_of, word, match)) is not None:
            await self._played_out(dealt)
        return await self._hub.at(word, lambda place: place.advice(match, begin=begin))

    async def draws(self, word: str, match: int) -> DrawsShown:
        """What chance followed from in a finished match. Raises Refused."""
        log = await self.log(word, match)
        return await self.replays.through(log, partial(draws_shown, log))

    async def dealt(self, game: Game, again: Again, options: dict[str, Any]) -> tuple[dict[str, Any], Deal]:
        """The options of a finished match, and what was dealt in it. Raises Refused."""
        log = await self.log(again.table, again.match)
        return await self.replays.through(log, partial(dealt, game, log, again.match, options))
