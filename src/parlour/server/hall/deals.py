"""Deals that may be played again: those of finished matches by their names, and those of days that are not yet to come."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any, Protocol, TypeVar

from parlour.bots.day import day_deal, secret_of
from parlour.engine import Game, Log, load
from parlour.engine.record.deal import Deal
from parlour.engine.record.draws import sealed
from parlour.server.hall.matches import Matches
from parlour.server.store.store import Store
from parlour.server.telling.days import chosen_day, date_of, day_games, open_day, terms, unknown_deal
from parlour.server.telling.runs import Run, runs_shown
from parlour.server.wire.bodies import Again
from parlour.server.wire.shown.deals import DaySealed, DealOffered
from parlour.server.wire.shown.results import FinishedShown

T = TypeVar("T")
MATCH = re.compile(r"[0-9a-f]{12}/[1-9][0-9]{0,8}")  # the name of a match: see Sealing.draws
Rows = list[tuple[str, FinishedShown]]  # tables, and how a match of theirs went
COMPARED = 12  # runs that are laid side by side, at most: the first ones


class DealsHub(Protocol):
    """The hub, as its deals see it."""

    store: Store
    matches: Matches
    now: Callable[[], float]

    async def ask(self, look: Callable[..., T], *what: Any) -> T: ...


class Deals:
    """Made of what is stored: no deal of a match that runs, and none of a day that comes."""

    def __init__(self, hub: DealsHub) -> None:
        self._hub = hub
        self._days: dict[tuple[str, str], Deal] = {}  # by game and date; those of the last day asked for

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self._hub.now(), UTC).date()

    async def sealed(self, day: str) -> DaySealed:
        """The seal of a day's secret, and once the day is over the secret. Raises Refused (unknown_deal)."""
        when = date_of(day)
        if when is None or when > self.today + timedelta(days=1):
            raise unknown_deal()
        secret = secret_of(await self._hub.ask(self._hub.store.house_secret), day)
        return {"date": day, "seal": sealed(secret), "secret": secret if when < self.today else None, "games": day_games()}

    async def dealt(self, game: Game, name: str, options: dict[str, Any]) -> tuple[dict[str, Any], Deal]:
        """The options and the deal of this name, for a new table. Raises Refused."""
        if MATCH.fullmatch(name):
            return await self._hub.matches.dealt(game, await self._finished(name), options)
        _, options = chosen_day(game, name, options, self.today)
        return options, await self._of_day(name)

    async def offered(self, name: str, table: str | None, match: int | None) -> DealOffered:
        """A deal, and its results side by side for whoever played it to its end in the match that they name. Raises Refused."""
        day = name.partition("/")[0] if date_of(name.partition("/")[0]) is not None else None
        rows = await self._hub.ask(self._hub.store.runs, name)
        if day is not None:
            game = name.partition("/")[2]
            await self._of_day(name)
            rows = await self._counted(rows, table)
            players, options = terms(load(game))
            lowest = rows[0][1]["lowest_wins"] if rows else False
        else:
            again = await self._finished(name)
            log = await self._hub.matches.log(again.table, again.match)
            game, players, options = log.game, log.players, log.options
            lowest = next(told["lowest_wins"] for word, told in rows if word == again.table and told["match"] == again.match)
        told: DealOffered = {
            "deal": name,
            "game": game,
            "players": players,
            "options": options,
            "lowest_wins": lowest,
            "day": day,
            "played": len(rows),
            "runs": [],
        }
        mine = next((row for row in rows if row[0] == table and row[1]["match"] == match), None)
        if mine is not None:
            near = [mine, *(row for row in rows if row is not mine)][:COMPARED]
            runs = [await self._run(*row) for row in near]
            told["runs"] = await self._hub.matches.replays.through(
                runs[0].log, partial(runs_shown, runs, runs[0], named=day is None)
            )
        return told

    async def _counted(self, rows: Rows, table: str | None) -> Rows:
        """What counts of a day's runs: each device's first, and the one that whoever asks names."""
        devices = await self._hub.ask(self._hub.store.devices, [word for word, _ in rows])
        seen: set[str] = set()
        counted: Rows = []
        for word, told in rows:
            mine = devices.get(word, set())
            if word == table or not mine & seen:
                counted.append((word, told))
            seen |= mine
        return counted

    async def _run(self, word: str, told: FinishedShown) -> Run:
        log = await self._hub.ask(self._hub.store.log, word, told["match"])
        if log is None:  # erased meanwhile
            raise unknown_deal()
        return Run(word, told, log, await self._hub.ask(self._hub.store.advice, word, told["match"]))

    async def _finished(self, name: str) -> Again:
        """Where the finished match of this name lies. Raises Refused (unknown_deal): of one that runs nothing is said."""
        found = await self._hub.ask(self._hub.store.deal, name) if MATCH.fullmatch(name) else None
        if found is None:
            raise unknown_deal()
        return Again(table=found[0], match=found[1])

    async def _of_day(self, name: str) -> Deal:
        day, game = open_day(name, self.today)
        if (game, day) not in self._days:
            secret = secret_of(await self._hub.ask(self._hub.store.house_secret), day)
            empty = Log(game, load(game).version, 0, {}, ())
            made = await self._hub.matches.replays.through(empty, partial(day_deal, game, day, secret))
            self._days = {key: deal for key, deal in self._days.items() if key[1] == day} | {(game, day): made}
        return self._days[game, day]
