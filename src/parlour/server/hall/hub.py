"""Rooms, store, sockets and timers tied together: nothing is sent before what it tells of is durable."""

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from parlour.engine.record.deal import Deal
from parlour.server.hall.advisors import Advisors
from parlour.server.hall.counsels import Counsellors
from parlour.server.hall.deals import Deals
from parlour.server.hall.elsewhere import Elsewhere
from parlour.server.hall.evenings import Evenings
from parlour.server.hall.lag import Lag
from parlour.server.hall.leagues import Leagues
from parlour.server.hall.lookers import Lookers
from parlour.server.hall.matches import Matches
from parlour.server.hall.members import Members, Network
from parlour.server.hall.place import Moved, Place
from parlour.server.hall.pool import Pool
from parlour.server.hall.pulse import Pulse, away
from parlour.server.hall.studies import Studies
from parlour.server.hall.sweeper import Sweeper
from parlour.server.hall.table import LiveTable
from parlour.server.hall.thinkers import Thinkers
from parlour.server.hall.tries import Tries
from parlour.server.hall.watch import Watch
from parlour.server.logs import tag, tell
from parlour.server.meters import NONE, Meters
from parlour.server.settings import Settings
from parlour.server.store.servers import Holder
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.core import TableCore
from parlour.server.table.names import proper_name
from parlour.server.table.records import Erased, Given, Opened, Record
from parlour.server.table.running import Roll
from parlour.server.table.seats import proper_avatar
from parlour.server.table.tablewords import TABLE_WORD, table_word
from parlour.server.telling.games import known
from parlour.server.telling.studies import which
from parlour.server.wire.bodies import JoinTable, OpenTable
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import Chair
from parlour.server.wire.shown.studies import StudyShown

TAKEOVER = 6.0  # seconds within which a table is found again whose server is dead
AGAIN = 0.1  # seconds between two attempts at that
ANSWER = 5.0  # seconds within which the store must have answered a look
GLANCE = 1.0  # the same where whoever counts looks
PARTING = 3.0  # seconds the store has to settle what is under way when the server stops

T = TypeVar("T")


class Hub:
    """All tables. Lives in one event loop."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        roll: Roll = secrets.randbelow,
        now: Callable[[], float] = time.time,
        meters: Meters = NONE,
        network: Network | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.roll = roll
        self.now = now
        self.meters = meters
        store.measure(meters)
        self.pool = Pool(settings.thinkers)
        self.thinkers = Thinkers(self.pool)
        self.advisors = Advisors(store, self.pool, on=settings.thinkers > 0)
        self.counsels = Counsellors(self.pool, on=settings.thinkers > 0)
        self.lookers = Lookers(self.pool, on=settings.thinkers > 0)
        self.studies = Studies(self.pool, settings.lab)
        self.matches = Matches(self)
        self.evenings = Evenings(self)
        self.leagues = Leagues(self)
        self.tries = Tries(self)
        self.deals = Deals(self)
        self.pulse = Pulse(store)
        self.members = Members(self, network) if store.servers is not None else None  # where other servers share the database
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._connections = 0
        self.sweeper = Sweeper(self)
        self.watch = Watch(self)
        self._lag = Lag(meters)

    @property
    def closing(self) -> bool:
        return self.pulse.phase == "stopping"

    async def begin(self) -> None:
        """Claim the database, or a place among those that share it. Raises StoreError, OSError."""
        await self.store.ask(self.store.claim)
        if self.members is not None:
            await self.members.begin()

    def start(self) -> None:
        self.pulse.phase = "ready"
        self.sweeper.start()
        self.watch.start()
        self.thinkers.start()
        self._lag.start()

    @property
    def lag(self) -> float:
        """Seconds by which the event loop is late."""
        return self._lag.seconds

    def spare(self) -> None:
        """Raises Refused (busy) where the tables that are there leave no time for anything new."""
        if self.lag > self.settings.limits.lag:
            raise Refused("busy", "the room has more to do than it can just now; try again in a moment")

    def has(self, word: str) -> bool:
        """Whether a table of this word is in memory."""
        return word in self._tables

    def next_connection(self) -> int:
        self._connections += 1
        return self._connections

    # --- tables

    async def open(self, asked: OpenTable, address: str, given: Deal | None = None) -> Chair:
        """A new table with its host, who is at this address (a household). Raises Refused.

        `given`: what the house deals there, as soon as all are here.
        """
        self.spare()
        game = known(asked.game, field="game")
        proper_name(asked.name)  # before anything else, so that the form's first field is complained of first
        proper_avatar(asked.avatar)
        if await self.ask(self.store.count) >= self.settings.limits.tables:
            raise Refused("too_many_tables", "this room is full; close some tables first")
        if await self.ask(self.store.opened_by, address) >= self.settings.limits.tables_per_address:
            raise Refused("too_many_tables", "too many tables from your address are still open; clear one first")
        if self.closing:
            raise Refused("away", "the room is closing here; come again in a moment")
        options, deal = asked.options, given
        if asked.again is not None:
            options, deal = await self.matches.dealt(game, asked.again, options)
        elif asked.deal is not None:
            options, deal = await self.deals.dealt(game, asked.deal, options)
        word = await self._free_word()
        core = TableCore.open(
            *(word, game, self.settings, self.roll, self.now()),
            options=options,
            clock=asked.clock,
            per=asked.per,
            deal=deal,
            at_once=given is not None,
        )
        table = self._tables[word] = LiveTable(core, self)
        try:
            sit = partial(core.join, JoinTable(name=asked.name, avatar=asked.avatar))
            chair = await table.seat(sit, opened=Opened(word, address))
        except BaseException as error:
            table.drop()
            if isinstance(error, Moved):  # the server was told to stop meanwhile
                raise Refused("away", "the room is closing here; come again in a moment") from None
            raise
        tell("table opened", table=tag(word), game=game.name)
        self.unload_later(table)
        return chair

    async def _free_word(self) -> str:
        while True:
            word = table_word(self.roll)
            if word not in self._tables and not await self.ask(self.store.taken, word):
                return word

    async def ask(self, look: Callable[..., T], *what: Any) -> T:
        """What the store says, asked in a thread. Raises Refused (away)."""
        try:
            found = await asyncio.wait_for(self.store.ask(look, *what), ANSWER)
        except Exception as error:
            self.pulse.failed(error)
            raise away(error) from None
        self.pulse.well()
        return found

    async def keep(self, *records: Record) -> None:
        """Store what no table in memory has to say. Raises Refused (away)."""
        try:
            await self.store.write(records, Lane())
        except Exception as error:
            self.pulse.failed(error)
            raise away(error) from None

    async def at(self, word: str, do: Callable[[Place], Awaitable[T]]) -> T:
        """Do something at a table, wherever it is held. Raises Refused (unknown_table, away)."""
        return (await self.bring(word, do))[1]

    async def bring(self, word: str, do: Callable[[Place], Awaitable[T]]) -> tuple[Place, T]:
        """The same, and the table as well."""
        end = asyncio.get_running_loop().time() + TAKEOVER
        while True:
            place = await self.find(word)
            if place is None:
                raise Refused("unknown_table", "there is no table of this word")
            try:
                return place, await do(place)
            except Moved:
                if self.closing or asyncio.get_running_loop().time() > end:
                    raise Refused("away", "the table is between two servers; try again in a moment") from None
            await asyncio.sleep(AGAIN)

    async def find(self, word: str) -> Place | None:
        """The table of this word: here, where it is held here or may be, and else where it is. Raises Refused (away)."""
        end = asyncio.get_running_loop().time() + TAKEOVER
        while True:
            try:
                return await self.held(word)
            except Held as held:
                outlet = await self.members.outlet(held.holder) if self.members is not None else None
            except Moved:  # this server was taken for dead while it loaded the table
                outlet = None
            if outlet is not None:
                return Elsewhere(word, outlet)
            if self.closing or asyncio.get_running_loop().time() > end:
                raise Refused("away", "the server of this table does not answer; try again in a moment")
            await asyncio.sleep(AGAIN)

    async def held(self, word: str) -> LiveTable | None:
        """The table of this word, from memory or the store, for this server to decide at. Raises Moved, Refused (away)."""
        table = self._tables.get(word)
        if table is not None:
            return table
        if not TABLE_WORD.fullmatch(word):
            return None
        if self.closing:
            raise Moved
        if word not in self._loading:
            self._loading[word] = asyncio.ensure_future(self._load(word))
            self._loading[word].add_done_callback(lambda _: self._loading.pop(word, None))
        try:
            return await asyncio.shield(self._loading[word])
        except _Nowhere:
            return None

    async def table(self, word: str) -> LiveTable:
        """The same; Raises Refused (unknown_table)."""
        table = await self.held(word)
        if table is None:
            raise Refused("unknown_table", "there is no table of this word")
        return table

    async def _load(self, word: str) -> LiveTable:
        await self.store.write((), Lane())  # what an earlier Table of this word handed in is settled, and given up what was
        me = self.store.me
        holder = await self.ask(self.store.take, word)
        if holder is None:
            raise _Nowhere
        if self.store.me != me:  # it was taken for dead, and has joined anew: under which name it took the table is not known
            raise Moved
        if holder.server != me:
            raise Held(holder)
        saved = await self.ask(self.store.load, word)
        if saved is None:
            raise _Nowhere
        if self.store.me != me or self.store.lost or self.closing:  # another may hold it by now
            raise Moved
        known(saved.game, field="game")
        table = self._tables[word] = LiveTable(TableCore.restore(saved, self.settings, self.roll, self.now()), self)
        self.unload_later(table)
        return table

    async def study(self, game: str, players: int, options: dict[str, Any], *, begin: bool) -> StudyShown:
        """What house rules come to, as far as that is known: of several servers one sees to it. Raises Refused."""
        if self.members is not None and self.studies.on:
            keeper = await self.members.keeper(which(game, players, options))
            if keeper is not None:
                told: StudyShown = await keeper.ask("study", "", game=game, players=players, options=options, begin=begin)
                return told
        return await self.studies.ask(game, players, options, begin=begin)

    async def kept(self, word: str) -> bool:
        """Whether a table of this word is stored, be it closed, without bringing it to memory. Raises Refused (away)."""
        return TABLE_WORD.fullmatch(word) is not None and await self.ask(self.store.taken, word)

    def unload_later(self, table: LiveTable) -> None:
        """Take a table out of memory once nobody has been connected to it for a while."""
        asyncio.get_running_loop().call_later(self.settings.unload, self._unload, table)

    def _unload(self, table: LiveTable) -> None:
        if table.peers or table.dead:
            return
        if table.settled:
            self.forget(table)
            self._give(table)
        else:
            self.unload_later(table)

    def _give(self, table: LiveTable) -> None:
        """Let another server take a table that is in memory no longer."""
        if self.members is not None and not table.dead:
            table.rest()
            self.store.write([Given(table.core.word)], table.lane).add_done_callback(_heeded)

    def lose(self) -> None:
        """The other servers have taken this one for dead: nothing in memory counts any more."""
        for table in self.tables():
            table.drop()

    def forget(self, table: LiveTable) -> None:
        if self._tables.get(table.core.word) is table:
            del self._tables[table.core.word]

    async def erase(self, word: str, name: str = "") -> None:
        """Erase a table, or what tells of somebody there. Who is connected comes back to what is left.

        A table that another server holds is left to that one. Raises Refused.
        """
        holder = await self.ask(self.store.take, word)
        if holder is None or holder.server != self.store.me:
            return
        table = self._tables.get(word)
        if table is not None:
            table.drop()
        await self.keep(Erased(word, name), Given(word))

    # --- time

    async def drain(self) -> None:
        """The server stops: do nothing more, finish what is under way, give up every table, and say farewell."""
        self.pulse.phase = "stopping"
        self.sweeper.stop()
        self.watch.stop()
        for table in self.tables():
            table.sleep()
        with suppress(Exception):  # whoever comes next finds out that this server is no more
            await asyncio.wait_for(self.store.write((), Lane()), PARTING)
            if self.members is not None:
                await self.members.still()
            await asyncio.wait_for(self.store.leave(), PARTING)
        self.farewell()

    def farewell(self) -> None:
        """Tell every client to come back. What was acknowledged is stored already."""
        self.pulse.phase = "stopping"
        goodbye = json.dumps({"type": "closed", "reason": "shutdown"})
        for table in self.tables():
            for peer in table.peers.values():
                peer.send(goodbye)
                peer.end()

    async def stop(self) -> None:
        self.pulse.phase = "stopping"
        self.sweeper.stop()
        self.watch.stop()
        self.pool.stop()
        self._lag.stop()
        for table in self.tables():
            table.rest()
        if self.members is not None:
            await self.members.stop()
        await asyncio.to_thread(self.store.close)

    def tables(self) -> list[LiveTable]:
        """The tables that are in memory here."""
        return list(self._tables.values())

    def counts(self) -> dict[str, int]:
        """How busy the room is."""
        return {"tables": len(self._tables), "sockets": sum(len(table.peers) for table in self._tables.values())}

    def figures(self) -> dict[str, int]:
        """What is in memory, for whoever counts; may be asked from another thread."""
        tables = self.tables()
        peers = [peer for table in tables for peer in list(table.peers.values())]
        return {
            "tables_in_memory": len(tables),
            "people": sum(bool(person.connections) for table in tables for person in table.core.seats),
            "sockets": len(peers),
            "store_queue": self.store.waiting,
            "outbox": sum(peer.waiting for peer in peers),
            "given_up": self.watch.given_up,
            **self.pool.figures(),
        }

    def tables_by_status(self) -> dict[str, int]:
        """How many tables the store knows; none while it does not answer. Blocks."""
        try:
            return self.store.glance(self.store.by_status, GLANCE)
        except Exception as error:
            self.pulse.failed(error)
            return {}


class _Nowhere(Exception):
    """No such table is stored."""


class Held(Moved):
    """Another server holds it."""

    def __init__(self, holder: Holder) -> None:
        super().__init__()
        self.holder = holder


def _heeded(future: "asyncio.Future[None]") -> None:
    """What could not be given up is not lost: it is found again where it is held."""
    if not future.cancelled():
        future.exception()
