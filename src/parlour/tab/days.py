"""Deals of days in a tab: they follow from the date alone, so that they are the same in every tab."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from parlour.bots.day import day_deal, secret_of
from parlour.engine import Game, load
from parlour.engine.record.deal import Deal
from parlour.engine.record.draws import sealed
from parlour.server.telling.days import chosen_day, date_of, day_games, open_day, terms, unknown_deal
from parlour.server.telling.runs import Run, runs_shown
from parlour.server.wire.shown.deals import DaySealed, DealOffered
from parlour.tab.store import Store

TAB = "parlour-tab"  # what takes the place of a house's secret: everybody knows it


class Days:
    """The deals of days that are not yet to come."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    @property
    def _today(self) -> date:
        return datetime.fromtimestamp(self._now(), UTC).date()

    def dealt(self, game: Game, name: str, options: dict[str, Any]) -> tuple[dict[str, Any], Deal]:
        """The options and the deal of this name, for a new table. Raises Refused (unknown_deal, bad_options)."""
        day, options = chosen_day(game, name, options, self._today)
        return options, day_deal(game, day, secret_of(TAB, day))

    def sealed(self, day: str) -> DaySealed:
        """What a house tells of a day; here nothing is secret of it. Raises Refused (unknown_deal)."""
        when = date_of(day)
        if when is None or when > self._today:
            raise unknown_deal()
        secret = secret_of(TAB, day)
        return {"date": day, "seal": sealed(secret), "secret": secret, "games": day_games()}

    async def offered(self, name: str, table: str | None, match: int | None) -> DealOffered:
        """The deal of a day, with the run of whoever played it here. Raises Refused (unknown_deal)."""
        day, name_of_game = open_day(name, self._today)
        game = load(name_of_game)
        players, options = terms(game)
        mine = await self._run(name, table, match) if table is not None and match is not None else None
        return {
            "deal": name,
            "game": game.name,
            "players": players,
            "options": options,
            "lowest_wins": mine.finished["lowest_wins"] if mine is not None else False,
            "day": day,
            "played": int(mine is not None),
            "runs": runs_shown([mine], mine, named=True) if mine is not None else [],
        }

    async def _run(self, name: str, table: str, match: int) -> Run | None:
        """The match that is named, where this deal was played in it to its end."""
        told = next((one for one in await self._store.finished(table) if one["match"] == match), None)
        log = await self._store.log(table, match)
        deal = log.draws.deal if log is not None and log.draws is not None else None
        if told is None or log is None or deal is None or deal.match != name:
            return None
        return Run(table, told, log, await self._store.advice(table, match))
