"""A room in memory, with its sockets, its timer, and the messages that wait for their records to be durable."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from parlour.engine import Log
from parlour.server.hall.advisors import Advisors
from parlour.server.hall.counsels import Counsellors
from parlour.server.hall.lookers import Lookers
from parlour.server.hall.peer import Listener
from parlour.server.hall.place import Moved
from parlour.server.hall.pulse import Pulse, away
from parlour.server.hall.stories import beside
from parlour.server.hall.thinkers import Thinkers
from parlour.server.hall.watch import Watch
from parlour.server.logs import tag, tell
from parlour.server.meters import Meters
from parlour.server.settings import Settings
from parlour.server.store.error import TableLost
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.core import TableCore
from parlour.server.table.outcome import Outcome
from parlour.server.table.records import Acted, Opened, Record
from parlour.server.table.seats import Person
from parlour.server.table.slips import Doubt
from parlour.server.table.thinking import Ask
from parlour.server.wire.asking import Hello, Time
from parlour.server.wire.bodies import ChairNamed, JoinTable, TakeChair
from parlour.server.wire.frames import encode
from parlour.server.wire.reading import parse, readable_id
from parlour.server.wire.refused import Refused, refusal
from parlour.server.wire.requests import AnyRequest
from parlour.server.wire.shown.advice import AdviceShown, CounselShown
from parlour.server.wire.shown.door import Chair, Summary
from parlour.server.wire.told import Reason, ServerMessage

T = TypeVar("T")
GIVES_WAY = 4.0  # seconds by which a bot's play is put off, for each by which the event loop is late
LONGEST = 2.0  # by which it is at most
WARMING: CounselShown = {"state": "warming", "method": "search", "choices": []}


class TableHub(Protocol):
    """The hub, as a table sees it."""

    settings: Settings
    store: Store
    now: Callable[[], float]
    meters: Meters
    thinkers: Thinkers
    counsels: Counsellors
    lookers: Lookers
    pulse: Pulse
    watch: Watch
    advisors: Advisors

    @property
    def lag(self) -> float: ...
    @property
    def closing(self) -> bool: ...
    def next_connection(self) -> int: ...
    def unload_later(self, table: "LiveTable") -> None: ...
    def forget(self, table: "LiveTable") -> None: ...
    async def ask(self, look: Callable[..., T], *what: Any) -> T: ...


class Parcel(NamedTuple):
    """What is told when it is stored, and since when it waits for that, by the loop's clock."""

    stored: "asyncio.Future[None] | None"
    sends: list[tuple[int, ServerMessage]]
    frame: int
    since: float


class LiveTable:
    """A table that is held here."""

    def __init__(self, core: TableCore, hub: TableHub) -> None:
        self.core = core
        self.word = core.word
        self.hub = hub
        self.peers: dict[int, Listener] = {}
        self.lane = Lane()
        self.dead = False  # what is in memory is not what is stored: it must be loaded anew
        self._outbox: deque[Parcel] = deque()
        self._timer: asyncio.TimerHandle | None = None

    # --- sockets, of this server or passed on by another

    async def admit(self, peer: Listener, hello: str) -> int:
        """Let in a socket that said hello; returns its number. Raises Refused (bad_token), Moved."""
        said = parse(hello)
        if isinstance(said, Hello) and said.token is not None and self.core.chairs.holder(said.token) is None:
            raise Refused("bad_token", "this token opens no chair at this table")
        if self.hub.closing or self.dead:
            raise Moved
        connection = self.enter(peer)
        self.receive(connection, said)
        return connection

    def enter(self, peer: Listener) -> int:
        """Give a socket its number."""
        connection = self.hub.next_connection()
        self.peers[connection] = peer
        return connection

    def hear(self, connection: int, text: str) -> None:
        """A message as it came in."""
        try:
            self.receive(connection, parse(text))
        except Refused as refused:
            self.hub.meters.refused(refused.code)
            peer = self.peers.get(connection)
            if peer is not None:
                message = refusal(refused, readable_id(text, self.hub.settings.limits.message_bytes))
                peer.send(encode(message, 0).decode())

    def receive(self, connection: int, message: Hello | Time | AnyRequest) -> None:
        now = self.hub.now()
        self._do(lambda: self.core.receive(connection, message, now))

    def leave(self, connection: int) -> None:
        self.peers.pop(connection, None)
        if not self.dead:
            self._do(lambda: self.core.disconnect(connection, self.hub.now()))
        if not self.peers:
            self.hub.unload_later(self)

    # --- requests of HTTP

    async def summary(self) -> Summary:
        """The table as its door shows it."""
        return self.core.summary()

    async def join(self, asked: JoinTable) -> Chair:
        """A chair. Raises Refused."""
        return await self.seat(partial(self.core.join, asked))

    async def take_chair(self, asked: TakeChair) -> Chair:
        """A chair that comes to another device. Raises Refused."""
        return await self.seat(partial(self.core.take, asked))

    async def forget(self, asked: ChairNamed, device: str) -> None:
        """Erase who somebody is, whom this device or the chair's token proves. Raises Refused (no_such_person)."""
        if self.hub.closing or self.dead:
            raise Moved
        await self._stored(lambda: self.core.forget(asked.person, device, asked.token, self.hub.now()))

    async def seat(self, sit: Callable[[str, float], tuple[Person, Outcome]], opened: Opened | None = None) -> Chair:
        if self.hub.closing or self.dead:
            raise Moved
        token = secrets.token_urlsafe(24)
        seated: list[Person] = []

        def sat() -> Outcome:
            person, outcome = sit(token, self.hub.now())
            seated.append(person)
            if opened is not None:
                outcome.records.append(opened)
            return outcome

        await self._stored(sat)
        return {"table": self.core.word, "person": seated[0].number, "token": token}

    async def _stored(self, what: Callable[[], Outcome]) -> None:
        """Do something with the room, and wait until it is durable. Raises Refused."""
        try:
            future = self.take(what())
        except Refused:
            raise
        except Exception:
            self.hub.watch.give_up(self, "table failed")
            raise
        if future is not None:
            try:
                await asyncio.shield(future)  # whoever waits may go: what was handed in is the table's
            except Exception as error:
                raise away(error) from None

    async def log(self, match: int | None) -> Log:
        """The log of a match, by default the last. Raises Refused while it runs, and where there is none."""
        last = self.core.number
        wanted = last if match is None else match
        if self.core.status == "playing" and wanted == last:
            raise Refused("playing", "the log is secret as long as the match runs")
        known = 0 < wanted <= last  # not one that begins meanwhile
        log = await self.hub.ask(self.hub.store.log, self.core.word, wanted) if known else None
        if log is None:
            raise Refused("wrong_status", "no match has been played at this table under this number")
        return await beside(
            self.hub, log if log.names else replace(log, names=self.core.seats.names(log.players)), self.core.word, wanted
        )

    async def advice(self, match: int, *, begin: bool) -> AdviceShown:
        """What could have been done in a finished match, which is thought about where the table is held. Raises Refused."""
        log = await self.log(match)
        kept = await self.hub.ask(self.hub.store.advice, self.word, match)
        return self.hub.advisors.about(self.word, match, log, kept, begin=begin)

    # --- what happens here

    def close(self, reason: Reason) -> None:
        self._do(lambda: self.core.close(reason, self.hub.now()))

    def _wake(self) -> None:
        self._timer = None
        self._do(lambda: self.core.wake(self.hub.now()), self.hub.meters.thought)

    def _do(self, what: Callable[[], Outcome], taken: Callable[[float], None] | None = None) -> None:
        """Do something with the room; `taken` is told how long it took, where the match went on."""
        if self.dead or self.hub.closing:  # what comes in while the room closes is sent again, to whoever holds the table then
            return
        began = time.perf_counter()
        try:
            outcome = what()
            future = self.take(outcome)
        except Exception:  # a fault in rules or room
            self.hub.watch.give_up(self, "table failed")
            return
        steps = sum(isinstance(record, Acted) for record in outcome.records) if self.hub.meters.on else 0
        if steps and future is not None:
            if taken is not None:
                taken(time.perf_counter() - began)
            future.add_done_callback(partial(self._moved, began, steps))

    def _moved(self, began: float, steps: int, future: "asyncio.Future[None]") -> None:
        if _fault(future) is None:
            self.hub.meters.moved(time.perf_counter() - began, steps)

    def take(self, outcome: Outcome) -> "asyncio.Future[None] | None":
        """Store, send and sleep as the room asks. The future is done when the records are durable."""
        for note in outcome.notes:
            tell(note, level=30, table=tag(self.core.word))
        future = self._write(outcome.records) if outcome.records else None
        if future is not None or outcome.sends:
            self._outbox.append(Parcel(future, outcome.sends, outcome.frame, asyncio.get_running_loop().time()))
        self._flush()
        self._sleep(outcome.wake_at, outcome.patient)
        for ask in outcome.thoughts:
            self.hub.thinkers.ask(ask, partial(self._thought, ask))
        for ask in outcome.counsels:
            self.hub.counsels.ask(ask, partial(self._counselled, ask), partial(self._counselled, ask, WARMING))
        for doubt in outcome.doubts:
            self.hub.lookers.ask(doubt, partial(self._looked, doubt))
        return future

    def _thought(self, ask: Ask, action: int | None) -> None:
        self._do(lambda: self.core.thought(ask.match, ask.seat, ask.question, action, self.hub.now()))

    def _counselled(self, ask: Ask, found: CounselShown | None) -> None:
        self._do(lambda: self.core.counselled(ask.match, ask.seat, ask.question, found, self.hub.now()))

    def _looked(self, doubt: Doubt, found: Sequence[bool] | None) -> None:
        self._do(lambda: self.core.looked(doubt, found, self.hub.now()))

    def _write(self, records: list[Record]) -> "asyncio.Future[None]":
        future = self.hub.store.write(records, self.lane)
        future.add_done_callback(self._written)
        return future

    def _written(self, future: "asyncio.Future[None]") -> None:
        error = _fault(future)
        if error is None:
            self.hub.pulse.well()
            try:
                self._flush()
            except Exception:
                self.hub.watch.give_up(self, "telling failed")
        elif not self.dead:
            if isinstance(error, TableLost) or not self.hub.pulse.failed(error):  # the fault is not the database's
                self.hub.watch.give_up(self, "could not store", type(error).__name__)
            else:
                self.drop()

    def _flush(self) -> None:
        encoded: dict[int, str] = {}
        while self._outbox and _kept(self._outbox[0].stored) and not self.dead:
            _, sends, frame, _ = self._outbox.popleft()
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
        """Whether somebody's hello was refused: they are told why, and disconnected."""
        return message["type"] == "refused" and message["id"] is None and connection not in self.core.audience

    def _sleep(self, wake_at: float | None, patient: bool = False) -> None:
        """Wake the room in time; what is patient waits the longer the later the event loop is, so that people come first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake_at is not None and not self.dead:
            pause = max(0.0, wake_at - self.hub.now())
            if patient:
                pause += min(LONGEST, GIVES_WAY * self.hub.lag)
            self._timer = asyncio.get_running_loop().call_later(pause, self._wake)

    @property
    def waits_since(self) -> float | None:
        """Since when, by the loop's clock, something waits to be stored and told; None where nothing does."""
        return self._outbox[0].since if self._outbox and not self.dead else None

    @property
    def settled(self) -> bool:
        """Whether nothing waits to be stored or sent."""
        return not self._outbox

    def sleep(self) -> None:
        """Let no timer run any more."""
        self._sleep(None)

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


def _fault(future: "asyncio.Future[None]") -> BaseException | None:
    """Why a write failed. One that was cancelled counts as failed, whatever became of it: what is stored is loaded anew."""
    return asyncio.CancelledError() if future.cancelled() else future.exception()


def _kept(future: "asyncio.Future[None] | None") -> bool:
    return future is None or (future.done() and _fault(future) is None)
