"""Rooms, store, sockets and timers tied together: nothing is sent before what it tells of is durable."""

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from parlour.engine import Game, GameError, Log, LogError, load
from parlour.engine.fairness import check
from parlour.server.hall.peer import Peer
from parlour.server.hall.pulse import Pulse, away
from parlour.server.hall.replays import Replays
from parlour.server.hall.sweeper import Sweeper
from parlour.server.hall.thinkers import Thinkers
from parlour.server.logs import tag, tell
from parlour.server.meters import NONE, Meters
from parlour.server.settings import Settings
from parlour.server.store.store import Lane, Store
from parlour.server.table.names import proper_name
from parlour.server.table.outcome import Outcome
from parlour.server.table.records import Acted, Erased, Opened, Record
from parlour.server.table.room import Room
from parlour.server.table.running import Roll
from parlour.server.table.seats import Person, proper_avatar
from parlour.server.table.tablewords import TABLE_WORD, table_word
from parlour.server.table.thinking import Ask
from parlour.server.wire.frames import encode
from parlour.server.wire.refused import Refused
from parlour.server.wire.requests import AnyRequest, Hello, JoinTable, OpenTable, TakeChair, Time
from parlour.server.wire.shown import Chair, DrawsShown, ReplayShown
from parlour.server.wire.told import Reason, ServerMessage

LOOK = 0.5  # seconds between looks at how late the event loop is

T = TypeVar("T")


class Table:
    """A room in memory, with its sockets, its timer, and the messages that wait for their records to be durable."""

    def __init__(self, room: Room, hub: "Hub") -> None:
        self.room = room
        self.hub = hub
        self.peers: dict[int, Peer] = {}
        self.lane = Lane()
        self.dead = False  # what is in memory is not what is stored: it must be loaded anew
        self._outbox: deque[tuple[asyncio.Future[None] | None, list[tuple[int, ServerMessage]], int]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, peer: Peer) -> int:
        """Give a socket its number."""
        connection = self.hub.next_connection()
        self.peers[connection] = peer
        return connection

    def receive(self, connection: int, message: Hello | Time | AnyRequest) -> None:
        now = self.hub.now()
        self._do(lambda: self.room.receive(connection, message, now))

    def leave(self, connection: int) -> None:
        self.peers.pop(connection, None)
        if not self.dead:
            self._do(lambda: self.room.disconnect(connection, self.hub.now()))
        if not self.peers:
            self.hub.unload_later(self)

    def close(self, reason: Reason) -> None:
        self._do(lambda: self.room.close(reason, self.hub.now()))

    def _wake(self) -> None:
        self._timer = None
        self._do(lambda: self.room.wake(self.hub.now()), self.hub.meters.thought)

    def _do(self, what: Callable[[], Outcome], taken: Callable[[float], None] | None = None) -> None:
        """Do something with the room; `taken` is told how long it took, where the match went on."""
        if self.dead:
            return
        began = time.perf_counter()
        try:
            outcome = what()
        except Exception:  # a fault in rules or room: go back to what is stored, which is sound
            tell("room failed", level=40, trace=True, table=tag(self.room.word))
            self.drop()
            return
        future = self.take(outcome)
        steps = sum(isinstance(record, Acted) for record in outcome.records) if self.hub.meters.on else 0
        if steps and future is not None:
            if taken is not None:
                taken(time.perf_counter() - began)
            future.add_done_callback(partial(self._moved, began, steps))

    def _moved(self, began: float, steps: int, future: "asyncio.Future[None]") -> None:
        if future.exception() is None:
            self.hub.meters.moved(time.perf_counter() - began, steps)

    def take(self, outcome: Outcome) -> "asyncio.Future[None] | None":
        """Store, send and sleep as the room asks. The future is done when the records are durable."""
        for note in outcome.notes:
            tell(note, level=30, table=tag(self.room.word))
        future = self._write(outcome.records) if outcome.records else None
        if future is not None or outcome.sends:
            self._outbox.append((future, outcome.sends, outcome.frame))
        self._flush()
        self._sleep(outcome.wake_at)
        for ask in outcome.thoughts:
            self.hub.thinkers.ask(ask, partial(self._thought, ask))
        return future

    def _thought(self, ask: Ask, action: int | None) -> None:
        self._do(lambda: self.room.thought(ask.match, ask.seat, ask.question, action, self.hub.now()))

    def _write(self, records: list[Record]) -> "asyncio.Future[None]":
        future = self.hub.store.write(records, self.lane)
        future.add_done_callback(self._written)
        return future

    def _written(self, future: "asyncio.Future[None]") -> None:
        error = future.exception()
        if error is None:
            self.hub.pulse.well()
            self._flush()
        elif not self.dead:
            if not self.hub.pulse.failed(error):  # the fault is not the database's
                tell("could not store", level=40, table=tag(self.room.word), error=type(error).__name__)
            self.drop()

    def _flush(self) -> None:
        encoded: dict[int, str] = {}
        while self._outbox and _kept(self._outbox[0][0]) and not self.dead:
            _, sends, frame = self._outbox.popleft()
            encoded.clear()
            for connection, message in sends:
                if message["type"] == "refused":
                    self.hub.meters.refused(message["code"])
                peer = self.peers.get(connection)
                if peer is None:
                    continue
                if id(message) not in encoded:
                    encoded[id(message)] = encode(message, frame).decode()
                peer.send(encoded[id(message)])
                if message["type"] == "closed" or self._shut_out(connection, message):
                    peer.end()

    def _shut_out(self, connection: int, message: ServerMessage) -> bool:
        """Whether somebody's hello was refused: he is told why, and goes."""
        return message["type"] == "refused" and message["id"] is None and connection not in self.room.audience

    def _sleep(self, wake_at: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake_at is not None and not self.dead:
            pause = max(0.0, wake_at - self.hub.now())
            self._timer = asyncio.get_running_loop().call_later(pause, self._wake)

    @property
    def settled(self) -> bool:
        """Whether nothing waits to be stored or sent."""
        return not self._outbox

    def rest(self) -> None:
        """Do nothing more; what was handed in is still stored."""
        self.dead = True
        self._sleep(None)

    def drop(self) -> None:
        """Forget what is in memory; the clients come back to what is stored."""
        self.rest()
        self.lane.failed = True
        self._outbox.clear()
        for peer in self.peers.values():
            peer.end()
        self.hub.forget(self)


class Hub:
    """All tables. Lives in one event loop."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        roll: Roll = secrets.randbelow,
        now: Callable[[], float] = time.time,
        meters: Meters = NONE,
    ) -> None:
        self.settings = settings
        self.store = store
        self.roll = roll
        self.now = now
        self.meters = store.meters = meters
        self.replays = Replays()
        self.thinkers = Thinkers(settings.thinkers)
        self.pulse = Pulse(store)
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._connections = 0
        self.sweeper = Sweeper(self)
        self._lag: asyncio.Task[None] | None = None

    @property
    def closing(self) -> bool:
        return self.pulse.phase == "stopping"

    def start(self) -> None:
        self.pulse.phase = "ready"
        self.sweeper.start()
        self.thinkers.start()
        if self.meters.on:
            self._lag = asyncio.get_running_loop().create_task(self._watch_lag())

    async def _watch_lag(self) -> None:
        """Whether the loop comes to what is due in time."""
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + LOOK
            await asyncio.sleep(LOOK)
            self.meters.lagged(max(0.0, clock() - due))

    def has(self, word: str) -> bool:
        """Whether a table of this word is in memory."""
        return word in self._tables

    def next_connection(self) -> int:
        self._connections += 1
        return self._connections

    # --- tables

    async def open(self, asked: OpenTable, address: str) -> Chair:
        """A new table with its host, who is at this address (a household). Raises Refused."""
        game = _known(asked.game)
        proper_name(asked.name)  # before anything else, so that the form's first field is complained of first
        proper_avatar(asked.avatar)
        if await self.ask(self.store.count) >= self.settings.limits.tables:
            raise Refused("too_many_tables", "this room is full; close some tables first")
        if await self.ask(self.store.opened_by, address) >= self.settings.limits.tables_per_address:
            raise Refused("too_many_tables", "too many tables from your address are still open; clear one first")
        word = await self._free_word()
        room = Room.open(word, game, self.settings, self.roll, self.now(), options=asked.options, clock=asked.clock)
        table = self._tables[word] = Table(room, self)
        try:
            sit = partial(room.join, JoinTable(name=asked.name, avatar=asked.avatar))
            chair = await self._seat(table, sit, opened=Opened(word, address))
        except BaseException:
            table.drop()
            raise
        tell("table opened", table=tag(word), game=game.name)
        self.unload_later(table)
        return chair

    async def join(self, word: str, asked: JoinTable) -> Chair:
        """A chair at a table. Raises Refused."""
        table = await self.table(word)
        return await self._seat(table, partial(table.room.join, asked))

    async def take_chair(self, word: str, asked: TakeChair) -> Chair:
        """A chair that comes to another device. Raises Refused."""
        table = await self.table(word)
        return await self._seat(table, partial(table.room.take, asked))

    async def _seat(
        self, table: Table, sit: Callable[[str, float], tuple[Person, Outcome]], opened: Opened | None = None
    ) -> Chair:
        token = secrets.token_urlsafe(24)
        try:
            person, outcome = sit(token, self.now())
        except Refused:
            raise
        except Exception:
            table.drop()
            raise
        if opened is not None:
            outcome.records.append(opened)
        future = table.take(outcome)
        if future is not None:
            try:
                await future
            except Exception as error:
                raise away(error) from None
        return {"table": table.room.word, "person": person.number, "token": token}

    async def _free_word(self) -> str:
        while True:
            word = table_word(self.roll)
            if word not in self._tables and not await self.ask(self.store.taken, word):
                return word

    async def ask(self, look: Callable[..., T], *what: Any) -> T:
        """What the store says, asked in a thread. Raises Refused (away)."""
        try:
            found = await asyncio.to_thread(look, *what)
        except Exception as error:
            self.pulse.failed(error)
            raise away(error) from None
        self.pulse.well()
        return found

    async def find(self, word: str) -> Table | None:
        """The table of this word, from memory or the store."""
        table = self._tables.get(word)
        if table is not None:
            return table
        if not TABLE_WORD.fullmatch(word):
            return None
        if word not in self._loading:
            self._loading[word] = asyncio.ensure_future(self._load(word))
            self._loading[word].add_done_callback(lambda _: self._loading.pop(word, None))
        try:
            return await asyncio.shield(self._loading[word])
        except _Nowhere:
            return None

    async def table(self, word: str) -> Table:
        """Raises Refused (unknown_table)."""
        table = await self.find(word)
        if table is None:
            raise Refused("unknown_table", "there is no table of this word")
        return table

    async def _load(self, word: str) -> Table:
        await self.store.write((), Lane())  # what an earlier Table of this word handed in is settled
        saved = await self.ask(self.store.load, word)
        if saved is None:
            raise _Nowhere
        _known(saved.game)
        table = self._tables[word] = Table(Room.restore(saved, self.settings, self.roll, self.now()), self)
        self.unload_later(table)
        return table

    async def log(self, word: str, match: int | None = None) -> Log:
        """The log of a match at a table, by default the last. Raises Refused while it runs, and where there is none."""
        table = await self.table(word)
        last = table.room.number
        wanted = last if match is None else match
        if table.room.status == "playing" and wanted == last:
            raise Refused("playing", "the log is secret as long as the match runs")
        known = 0 < wanted <= last  # not one that begins meanwhile
        log = await self.ask(self.store.log, word, wanted) if known else None
        if log is None:
            raise Refused("wrong_status", "no match has been played at this table under this number")
        return log if log.names else replace(log, names=table.room.seats.names(log.players))

    async def replay(self, word: str, match: int, look: str, language: str) -> ReplayShown:
        """A finished match of a table, to be looked at again. Raises Refused."""
        log = await self.log(word, match)
        people = await self.ask(self.store.people, word, match)
        return await self.replays.show(log, people, look, language)

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
            "draws": [{"below": one.below, "drawn": one.drawn} for one in drawn],
        }

    def unload_later(self, table: Table) -> None:
        """Take a table out of memory once nobody has been connected to it for a while."""
        asyncio.get_running_loop().call_later(self.settings.unload, self._unload, table)

    def _unload(self, table: Table) -> None:
        if table.peers or table.dead:
            return
        if table.settled:
            self.forget(table)
        else:
            self.unload_later(table)

    def forget(self, table: Table) -> None:
        if self._tables.get(table.room.word) is table:
            del self._tables[table.room.word]

    async def erase(self, word: str, name: str = "") -> None:
        """Erase a table, or what tells of somebody there. Who is connected comes back to what is left. Raises Refused."""
        table = self._tables.get(word)
        if table is not None:
            table.drop()
        try:
            await self.store.write([Erased(word, name)], Lane())
        except Exception as error:
            self.pulse.failed(error)
            raise away(error) from None

    # --- time

    def farewell(self) -> None:
        """The server stops: tell every client to come back later. What was acknowledged is stored already."""
        self.pulse.phase = "stopping"
        goodbye = json.dumps({"type": "closed", "reason": "shutdown"})
        for table in list(self._tables.values()):
            for peer in table.peers.values():
                peer.send(goodbye)
                peer.end()

    async def stop(self) -> None:
        self.pulse.phase = "stopping"
        self.sweeper.stop()
        self.thinkers.stop()
        if self._lag is not None:
            self._lag.cancel()
        for table in list(self._tables.values()):
            table.rest()
        await asyncio.to_thread(self.store.close)

    def counts(self) -> dict[str, int]:
        """How busy the room is."""
        return {"tables": len(self._tables), "sockets": sum(len(table.peers) for table in self._tables.values())}

    def figures(self) -> dict[str, int]:
        """What is in memory, for whoever counts; may be asked from another thread."""
        tables = list(self._tables.values())
        peers = [peer for table in tables for peer in list(table.peers.values())]
        return {
            "tables_in_memory": len(tables),
            "people": sum(bool(person.connections) for table in tables for person in table.room.seats),
            "sockets": len(peers),
            "store_queue": self.store.waiting,
            "outbox": sum(peer.waiting for peer in peers),
        }

    def tables_by_status(self) -> dict[str, int]:
        """How many tables the store knows; none while it does not answer. Blocks."""
        try:
            return self.store.by_status()
        except Exception as error:
            self.pulse.failed(error)
            return {}


def _kept(future: "asyncio.Future[None] | None") -> bool:
    return future is None or (future.done() and future.exception() is None)


class _Nowhere(Exception):
    """No such table is stored."""


def _known(game: str) -> Game:
    try:
        return load(game)
    except GameError as error:
        raise Refused("unknown_game", str(error), field="game") from None
