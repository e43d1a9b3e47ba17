"""The house in a tab: its tables, its store, and what is asked of it beside the tables."""

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from parlour.engine import GameError, Log, installed
from parlour.server.settings import Settings
from parlour.server.table.core import TableCore
from parlour.server.table.names import proper_name
from parlour.server.table.running import Roll
from parlour.server.table.seats import proper_avatar
from parlour.server.table.tablewords import TABLE_WORD, table_word
from parlour.server.telling.deals import dealt, draws_shown
from parlour.server.telling.games import known
from parlour.server.telling.replays import instead, seat_from, written
from parlour.server.telling.stories import with_story, worded
from parlour.server.wire.bodies import JoinTable, OpenTable
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.advice import AdviceShown
from parlour.server.wire.shown.door import Chair
from parlour.server.wire.shown.past import DrawsShown
from parlour.tab.aside import Aside, Run, here
from parlour.tab.days import Days
from parlour.tab.drawers import Drawers
from parlour.tab.minds import Minds
from parlour.tab.store import Lane, Store
from parlour.tab.table import LiveTable, away


class House:
    """All tables of a browser. Lives in one event loop."""

    def __init__(
        self,
        drawers: Drawers,
        run: Run = here,
        settings: Settings | None = None,
        roll: Roll = secrets.randbelow,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings if settings is not None else Settings(thinkers=1)
        self.store = Store(drawers)
        self.roll = roll
        self.now = now
        self.thinkers = Minds(Aside(run), self.store)
        self.days = Days(self.store, now)
        self._tables: dict[str, LiveTable] = {}
        self._connections = 0
        self._away = False

    async def begin(self) -> None:
        """Store in what words matches are told, for when their rules are gone."""
        await self.store.write(list(worded()), Lane())

    def next_connection(self) -> int:
        self._connections += 1
        return self._connections

    def forget(self, table: LiveTable) -> None:
        if self._tables.get(table.core.word) is table:
            del self._tables[table.core.word]

    async def put_away(self) -> None:
        """Nothing more happens here, for good; when this returns, another house can go on with what is stored."""
        self._away = True
        for table in list(self._tables.values()):
            table.put_away()
        await self.store.close()

    def _new(self, core: TableCore) -> LiveTable:
        """A table in memory. Raises Refused (away)."""
        if self._away:  # what is played here would be stored beside what the next house stores
            raise away()
        table = self._tables[core.word] = LiveTable(core, self)
        return table

    # --- tables

    async def open(self, asked: OpenTable) -> Chair:
        """A new table with its host. Raises Refused, away where the house is put away."""
        game = known(asked.game, field="game")
        proper_name(asked.name)  # before anything else, so that the form's first field is complained of first
        proper_avatar(asked.avatar)
        options, deal = asked.options, None
        if asked.again is not None:
            log = await self.log(asked.again.table, asked.again.match)
            options, deal = dealt(game, log, asked.again.match, options)
        elif asked.deal is not None:
            options, deal = self.days.dealt(game, asked.deal, options)
        word = await self._free_word()
        core = TableCore.open(
            word, game, self.settings, self.roll, self.now(), options=options, clock=asked.clock, per=asked.per, deal=deal
        )
        table = self._new(core)
        try:
            return await table.seat(partial(core.join, JoinTable(name=asked.name, avatar=asked.avatar)))
        except Refused:
            self.forget(table)
            raise

    async def _free_word(self) -> str:
        while True:
            word = table_word(self.roll)
            if word not in self._tables and not await self.store.taken(word):
                return word

    async def table(self, word: str) -> LiveTable:
        """The table of this word, from memory or the store. Raises Refused (unknown_table, unknown_game, away)."""
        if word not in self._tables:
            saved = await self.store.load(word) if TABLE_WORD.fullmatch(word) else None
            if saved is None:
                raise Refused("unknown_table", "there is no table of this word")
            if word not in self._tables:  # nobody else has loaded it meanwhile
                try:
                    core = TableCore.restore(saved, self.settings, self.roll, self.now())
                except GameError as error:
                    raise Refused("unknown_game", str(error), field="game") from None
                return self._new(core)
        return self._tables[word]

    # --- matches

    async def log(self, word: str, match: int | None = None) -> Log:
        """The log of a match at a table, by default the last. Raises Refused while it runs, and where there is none."""
        core = (await self.table(word)).core
        wanted = core.number if match is None else match
        if core.status == "playing" and wanted == core.number:
            raise Refused("playing", "the log is secret as long as the match runs")
        log = await self.store.log(word, wanted) if 0 < wanted <= core.number else None
        if log is None:
            raise Refused("wrong_status", "no match has been played at this table under this number")
        if not log.names:
            log = replace(log, names=core.seats.names(log.players))
        if installed(log.game, log.version):
            return log
        return with_story(log, await self.store.retold(word, wanted, log.game, log.version))

    async def replay(self, word: str, match: int, look: str, language: str, step: int | None = None) -> bytes:
        """A finished match, to be looked at again: the JSON of a ReplayShown; `step`: see `instead`. Raises Refused."""
        log = await self.log(word, match)
        people = await self.store.people(word, match) or []
        seat = seat_from(log, look, brought=False)
        if step is None:
            return written(log, people, seat, language)
        return written(instead(log, await self.store.advice(word, match), step), people, seat, language, ended=False)

    async def draws(self, word: str, match: int) -> DrawsShown:
        """What chance followed from in a finished match. Raises Refused."""
        return draws_shown(await self.log(word, match))

    async def advice(self, word: str, match: int, *, begin: bool) -> AdviceShown:
        """What could have been done in a finished match, as far as that is known; thought about where `begin`. Raises Refused."""
        log = await self.log(word, match)
        people = await self.store.people(word, match) or []
        seats = [seat for seat, person in enumerate(people) if person["bot"] is None]
        return self.thinkers.about(word, match, log, seats, await self.store.advice(word, match), begin=begin)
