"""Finished matches: logs, results, replays, advice, draws and deals."""

import asyncio
from typing import TYPE_CHECKING, Any

from parlour.engine import Game, Log, LogError
from parlour.engine.chance.dealer import deal_of
from parlour.engine.chance.fairness import check
from parlour.engine.record.deal import Deal
from parlour.server.hall.replays import Replays
from parlour.server.hall.stories import beside
from parlour.server.table.sealing import deal_shown
from parlour.server.wire.bodies import Again
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown import AdviceShown, DrawsShown, FinishedShown

if TYPE_CHECKING:
    from parlour.server.hall.hub import Hub


class Matches:
    """The matches of a hub's tables, wherever those are held."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self.replays = Replays()

    async def log(self, word: str, match: int | None = None) -> Log:
        """The log of a match at a table, by default the last. Raises Refused while it runs, and where there is none."""
        log = await self._hub.at(word, lambda place: place.log(match))
        return log if match is None else await beside(self._hub, log, word, match)

    async def finished(self, word: str) -> list[FinishedShown]:
        """How the matches of a table went that came to their end, the newest first. Raises Refused (away)."""
        return await self._hub.ask(self._hub.store.finished, word)

    async def replay(self, word: str, match: int, look: str, language: str) -> bytes:
        """A finished match of a table, to be looked at again: the JSON of a ReplayShown. Raises Refused."""
        self._hub.spare()
        log = await self.log(word, match)
        people = await self._hub.ask(self._hub.store.people, word, match) or []
        return await self.replays.show(log, people, look, language)

    async def advice(self, word: str, match: int, *, begin: bool) -> AdviceShown:
        """What could have been done in a finished match, as far as that is known; thought about where `begin`. Raises Refused."""
        if begin:
            self._hub.spare()
        return await self._hub.at(word, lambda place: place.advice(match, begin=begin))

    async def draws(self, word: str, match: int) -> DrawsShown:
        """What chance followed from in a finished match. Raises Refused."""
        log = await self.log(word, match)
        if log.draws is None:
            raise Refused("not_sealed", "this match was played before there were seals")
        try:
            drawn = await asyncio.to_thread(check, log)
        except LogError as error:
            raise Refused("not_as_sealed", str(error)) from None
        return {
            "seal": log.draws.seal,
            "secret": log.draws.secret,
            "match": log.draws.match,
            "parts": list(log.draws.parts),
            "deal": deal_shown(log.draws),
            "draws": [{"below": one.below, "drawn": one.drawn} for one in drawn],
        }

    async def dealt(self, game: Game, again: Again, options: dict[str, Any]) -> tuple[dict[str, Any], Deal]:
        """The options of a finished match, and what was dealt in it. Raises Refused."""
        log = await self.log(again.table, again.match)
        if log.game != game.name or options:
            raise Refused("bad_options", "a match that is dealt again has its own game and options", field="again")
        if log.version != game.version:
            raise Refused(
                "other_rules", f"that match was played by version {log.version} of the rules, today's is {game.version}"
            )
        name = log.draws.match if log.draws is not None else f"{log.game}/{again.match}"
        return log.options, await asyncio.to_thread(deal_of, log, name)
