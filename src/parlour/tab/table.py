"""A table in a tab, with its lines, its timer, and the messages that wait for their records to be durable."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from parlour.server.logs import tell
from parlour.server.settings import Settings
from parlour.server.table.core import TableCore
from parlour.server.table.outcome import Outcome
from parlour.server.table.seats import Person
from parlour.server.table.slips import Doubt, looked
from parlour.server.table.thinking import Ask
from parlour.server.wire.asking import Hello, Time
from parlour.server.wire.bodies import JoinTable
from parlour.server.wire.frames import encode
from parlour.server.wire.reading import parse, readable_id
from parlour.server.wire.refused import Refused, refusal
from parlour.server.wire.requests import AnyRequest
from parlour.server.wire.shown.advice import CounselShown
from parlour.server.wire.shown.door import Chair
from parlour.server.wire.told import ServerMessage
from parlour.tab.store import Lane, Store


class Listener(Protocol):
    """Whom a table sends to: a line of the page's."""

    def send(self, text: str) -> None: ...
    def end(self) -> None: ...


class Thinkers(Protocol):
    """Who is asked beside the table; every question is answered once, later."""

    def think(self, ask: Ask, answer: Callable[[int | None], None]) -> None: ...
    def counsel(self, ask: Ask, answer: Callable[[CounselShown | None], None]) -> None: ...


class TableHouse(Protocol):
    """The house, as a table sees it."""

    settings: Settings
    store: Store
    now: Callable[[], float]

    @property
    def thinkers(self) -> Thinkers: ...
    def next_connection(self) -> int: ...
    def forget(self, table: "LiveTable") -> None: ...


class Parcel(NamedTuple):
    """What is told when it is stored."""

    stored: "asyncio.Future[None] | None"
    sends: list[tuple[int, ServerMessage]]
    frame: int


class LiveTable:
    """A core with lines and a timer. Lives in one event loop."""

    def __init__(self, core: TableCore, house: TableHouse) -> None:
        self.core = core
        self.house = house
        self.peers: dict[int, Listener] = {}
        self.dead = False  # what is in memory is not what is stored: it must be loaded anew
        self._lane = Lane()
        self._outbox: deque[Parcel] = deque()
        self._timer: asyncio.TimerHandle | None = None

    # --- lines

    def admit(self, peer: Listener, said: Hello) -> int:
        """Let in a line that said hello; returns its number. Raises Refused (bad_token, away)."""
        if said.token is not None and self.core.chairs.holder(said.token) is None:
            raise Refused("bad_token", "this token opens no chair at this table")
        if self.dead:
            raise away()
        connection = self.house.next_connection()
        self.peers[connection] = peer
        self._receive(connection, said)
        return connection

    def hear(self, connection: int, text: str) -> None:
        """A message as it came in."""
        try:
            self._receive(connection, parse(text))
        except Refused as refused:
            peer = self.peers.get(connection)
            if peer is not None:
                message = refusal(refused, readable_id(text, self.house.settings.limits.message_bytes))
                peer.send(encode(message, 0).decode())

    def leave(self, connection: int) -> None:
        """A line is gone."""
        self.peers.pop(connection, None)
        self._do(lambda: self.core.disconnect(connection, self.house.now()))

    def _receive(self, connection: int, message: Hello | Time | AnyRequest) -> None:
        now = self.house.now()
        self._do(lambda: self.core.receive(connection, message, now))

    # --- requests of HTTP

    async def seat(self, sit: Callable[[str, float], tuple[Person, Outcome]]) -> Chair:
        """A chair, once it is stored. Raises Refused."""
        if self.dead:
            raise away()
        token = secrets.token_urlsafe(24)
        try:
            person, outcome = sit(token, self.house.now())
            future = self.take(outcome)
        except Refused:
            raise
        except Exception as error:
            self._give_up(error)
            raise
        if future is not None:
            try:
                await asyncio.shield(future)
            except Exception:
                raise away() from None
        return {"table": self.core.word, "person": person.number, "token": token}

    async def join(self, asked: JoinTable) -> Chair:
        """Take a chair. Raises Refused."""
        return await self.seat(partial(self.core.join, asked))

    # --- what happens here

    def _wake(self) -> None:
        self._timer = None
        self._do(lambda: self.core.wake(self.house.now()))

    def _do(self, what: Callable[[], Outcome]) -> None:
        if self.dead:
            return
        try:
            self.take(what())
        except Exception as error:  # a fault in rules or room
            self._give_up(error)

    def take(self, outcome: Outcome) -> "asyncio.Future[None] | None":
        """Store, send and sleep as the core asks. The future is done when the records are durable."""
        for note in outcome.notes:
            tell(note, level=30)
        future = self.house.store.write(outcome.records, self._lane) if outcome.records else None
        if future is not None:
            future.add_done_callback(self._written)
        if future is not None or outcome.sends:
            self._outbox.append(Parcel(future, outcome.sends, outcome.frame))
        self._flush()
        self._sleep(outcome.wake_at)
        for ask in outcome.thoughts:
            self.house.thinkers.think(ask, partial(self._thought, ask))
        for ask in outcome.counsels:
            self.house.thinkers.counsel(ask, partial(self._counselled, ask))
        for doubt in outcome.doubts:
            asyncio.get_running_loop().call_soon(self._look, doubt)
        return future

    def _thought(self, ask: Ask, action: int | None) -> None:
        self._do(lambda: self.core.thought(ask.match, ask.seat, ask.question, action, self.house.now()))

    def _counselled(self, ask: Ask, found: CounselShown | None) -> None:
        self._do(lambda: self.core.counselled(ask.match, ask.seat, ask.question, found, self.house.now()))

    def _look(self, doubt: Doubt) -> None:
        self._do(lambda: self.core.looked(doubt, looked(doubt), self.house.now()))

    def _written(self, future: "asyncio.Future[None]") -> None:
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        if error is not None:
            self._give_up(error)
        else:
            self._flush()

    def _flush(self) -> None:
        while self._outbox and not self.dead and ((stored := self._outbox[0].stored) is None or stored.done()):
            _, sends, frame = self._outbox.popleft()
            for connection, message in sends:
                peer = self.peers.get(connection)
                if peer is None:
                    continue
                peer.send(encode(message, frame).decode())
                if message["type"] == "closed" or self._shut_out(connection, message):
                    peer.end()

    def _shut_out(self, connection: int, message: ServerMessage) -> bool:
        """Whether somebody's hello was refused: they are told why, and disconnected."""
        return message["type"] == "refused" and message["id"] is None and connection not in self.core.audience

    def _sleep(self, wake_at: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake_at is not None and not self.dead:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, wake_at - self.house.now()), self._wake)

    def _give_up(self, error: BaseException) -> None:
        """Forget what is in memory; the page comes back to what is stored."""
        if self.dead:
            return
        tell("table given up", level=40, error=f"{type(error).__name__}: {error}")
        self.put_away()

    def put_away(self) -> None:
        """Nothing more happens here; the lines end, and whoever comes is led to what is stored."""
        self.dead = True
        self._sleep(None)
        self._outbox.clear()
        for peer in self.peers.values():
            peer.end()
        self.house.forget(self)


def away() -> Refused:
    """What whoever comes to a table is told that is being loaded anew."""
    return Refused("away", "this browser does not store what is played; try again in a moment")
