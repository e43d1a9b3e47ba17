"""A seat at a table, for programs: `AsyncTable` for asyncio, `Table` the same for everybody else."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from itertools import chain, repeat
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parlour.client.door import post, socket_root, why_not
from parlour.client.session import Message, Refused, Session, written

Action = dict[str, Any]
T = TypeVar("T")
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)  # seconds between attempts to reconnect; the last one repeats
HURRIED = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds before a request that came too fast is sent again; the last one repeats
TOO_BIG = 1009  # the WebSocket code of who hangs up on a message too long to read


class AsyncTable:
    """A seat, or a place to watch from. Made by `open`, `join`, `sit` or `watch`; leave with `close` or `async with`.

    It reconnects by itself: requests under way are sent again and done once; one sent too fast waits and is sent again. All
    methods raise Refused where the server says no, and TableClosed once the table is closed for good; those that make a table
    raise Unreachable where no room is.
    """

    def __init__(self, url: str, session: Session) -> None:
        self.session = session
        self._address = f"{socket_root(url)}/api/tables/{quote(session.word, safe='')}/socket"
        self._socket: ClientConnection | None = None
        self._news = asyncio.Condition()
        self._asking = asyncio.Lock()
        self._reader = asyncio.create_task(self._run())

    # --- coming and going

    @classmethod
    async def open(
        cls,
        url: str,
        game: str,
        name: str,
        *,
        avatar: str = "cog",
        options: Message | None = None,
        clock: int | None = None,
        language: str = "en",
    ) -> Self:
        """Open a table at the room with this URL, as its host."""
        wanted = {"clock": clock} if clock is not None else {}
        body = {"game": game, "name": name, "avatar": avatar, "options": options or {}, **wanted}
        return await cls._chair(url, await post(url, "tables", body), language)

    @classmethod
    async def join(cls, url: str, word: str, name: str, *, avatar: str = "cog", language: str = "en") -> Self:
        """Join a table by its word."""
        chair = await post(url, f"tables/{quote(word, safe='')}/people", {"name": name, "avatar": avatar})
        return await cls._chair(url, chair, language)

    @classmethod
    async def sit(cls, url: str, word: str, token: str, *, language: str = "en") -> Self:
        """Come back to the chair this token holds."""
        return await cls._chair(url, {"table": word, "token": token}, language)

    @classmethod
    async def watch(cls, url: str, word: str, *, language: str = "en") -> Self:
        """Watch a table without a chair."""
        return await cls._chair(url, {"table": word, "token": None}, language)

    @classmethod
    async def _chair(cls, url: str, chair: Message, language: str) -> Self:
        table = cls(url, Session(chair["table"], chair["token"], language))
        try:
            await table.until(lambda: table.session.table is not None)
        except BaseException:
            await table.close()
            raise
        return table

    async def close(self) -> None:
        """Go away; the chair stays, and `sit` brings back to it."""
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    # --- what one may know

    @property
    def word(self) -> str:
        """The table word."""
        return self.session.word

    @property
    def token(self) -> str | None:
        """The secret that holds the chair."""
        return self.session.token

    @property
    def view(self) -> Message | None:
        """What this seat may know of the match: the protocol's `view`; None in the lobby."""
        return self.session.view

    @property
    def events(self) -> list[Message]:
        """What this seat has heard since the match began."""
        return self.session.events

    @property
    def table(self) -> Message:
        """What everybody may know of the table."""
        return self.session.table or {}

    # --- doing

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Any request of the protocol; returns its answer. They go one at a time. Raises Refused, or TypeError for an `id`."""
        message = self.session.request(kind, **fields)
        pauses = chain(HURRIED, repeat(HURRIED[-1]))
        async with self._asking:
            while True:
                try:
                    return await self._answer(message)
                except Refused as refused:
                    if refused.code != "too_fast":
                        raise
                await asyncio.sleep(next(pauses))

    async def _answer(self, message: Message) -> Message:
        session = self.session
        answer: list[Message] = []

        def answered() -> bool:
            found = session.answer(message["id"])
            answer.extend([found] if found is not None else [])
            return bool(answer)

        session.wait_for(message)
        try:
            await self._send(message)
            await self.until(answered)
        finally:
            session.forget(message)
        return answer[0]

    async def play(self, *actions: Action) -> bool:
        """Play one or more actions, all or none. False: the question has changed meanwhile, so look again."""
        session = self.session
        try:
            await self.ask("play", match=session.match, question=session.question, actions=list(actions))
        except Refused as refused:
            if refused.code != "stale":
                raise
            return False
        return True

    async def plan(self, *actions: Action) -> tuple[list[Action], bool]:
        """What could follow these actions, and whether chance would be next."""
        session = self.session
        answer = await self.ask("plan", match=session.match, question=session.question, actions=list(actions))
        return answer["legal"], answer["chance"]

    async def start(self) -> None:
        """Start the match (as the host)."""
        await self.ask("start")

    async def add_bot(self, kind: str = "random") -> None:
        """Seat a bot (as the host)."""
        await self.ask("seat_bot", bot=kind)

    async def turns(self) -> AsyncIterator[Message]:
        """The view, each time something is asked of this seat, until the match is over; waits for a match to begin."""
        session = self.session
        answered = (0, 0)

        def asked_anew() -> bool:
            return _over(session) or (_asked(session) and (session.match, session.question) != answered)

        while True:
            await self.until(asked_anew)
            if _over(session) or session.view is None:
                return
            answered = (session.match, session.question)
            yield session.view

    async def until(self, what: Any) -> None:
        """Wait until `what()` is true; it is looked at after every message. Raises what ended the connection for good."""
        async with self._news:
            while not what():
                if self.session.failure is not None:
                    raise self.session.failure
                await self._news.wait()

    # --- the connection

    async def _send(self, message: Message) -> None:
        if self._socket is None:
            return  # on its way: everything that waits is sent after the next hello
        try:
            await self._socket.send(written(message))
        except ConnectionClosed:
            return

    async def _run(self) -> None:
        try:
            await self._connected()
        except Exception as error:  # whatever it is, somebody waits for news
            self.session.failure = error
        async with self._news:
            self._news.notify_all()

    async def _connected(self) -> None:
        """Be connected until the table is closed for good. Raises Refused and Unreachable if the first attempt fails."""
        attempt = 0
        while self.session.failure is None:
            error: Exception | None = None
            try:
                async with connect(self._address, max_size=None, compression=None) as socket:
                    await socket.send(written(self.session.hello()))
                    async for text in socket:
                        attempt = 0
                        await self._take(json.loads(text), socket)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as lost:
                error = lost
            self._socket = None
            await self._lost(error)
            await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
            attempt += 1

    async def _lost(self, error: Exception | None) -> None:
        session = self.session
        if session.table is None and session.failure is None:
            raise why_not(error) from error
        if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == TOO_BIG:
            async with self._news:
                session.fail("too_large", "the request is too long for the server to read")
                self._news.notify_all()

    async def _take(self, message: Message, socket: ClientConnection) -> None:
        async with self._news:
            self.session.take(message)
            self._news.notify_all()
        if message["type"] == "welcome":
            self._socket = socket
            for waiting in list(self.session.waiting.values()):
                await self._send(waiting)


class Table:
    """A seat, or a place to watch from, without asyncio: as AsyncTable, whose methods it has. Use it in a `with` block."""

    def __init__(self, make: Coroutine[Any, Any, AsyncTable]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="parlour-client", daemon=True)
        self._thread.start()
        try:
            self._table = self._wait(make)
        except BaseException:
            self._stop()
            raise

    @classmethod
    def open(cls, url: str, game: str, name: str, **more: Any) -> Self:
        """Open a table at the room with this URL, as its host; more: avatar, options, clock, language."""
        return cls(AsyncTable.open(url, game, name, **more))

    @classmethod
    def join(cls, url: str, word: str, name: str, **more: Any) -> Self:
        """Join a table by its word; more: avatar, language."""
        return cls(AsyncTable.join(url, word, name, **more))

    @classmethod
    def sit(cls, url: str, word: str, token: str, **more: Any) -> Self:
        """Come back to the chair this token holds."""
        return cls(AsyncTable.sit(url, word, token, **more))

    @classmethod
    def watch(cls, url: str, word: str, **more: Any) -> Self:
        """Watch a table without a chair."""
        return cls(AsyncTable.watch(url, word, **more))

    def _wait(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def close(self) -> None:
        """Go away; the chair stays, and `sit` brings back to it."""
        self._wait(self._table.close())
        self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def word(self) -> str:
        """The table word."""
        return self._table.word

    @property
    def token(self) -> str | None:
        """The secret that holds the chair."""
        return self._table.token

    @property
    def view(self) -> Message | None:
        """What this seat may know of the match; None in the lobby."""
        return self._table.view

    @property
    def events(self) -> list[Message]:
        """What this seat has heard since the match began."""
        return self._table.events

    @property
    def table(self) -> Message:
        """What everybody may know of the table."""
        return self._table.table

    def ask(self, kind: str, **fields: Any) -> Message:
        """Any request of the protocol; returns its answer. Raises Refused."""
        return self._wait(self._table.ask(kind, **fields))

    def play(self, *actions: Action) -> bool:
        """Play one or more actions, all or none. False: the question has changed meanwhile, so look again."""
        return self._wait(self._table.play(*actions))

    def plan(self, *actions: Action) -> tuple[list[Action], bool]:
        """What could follow these actions, and whether chance would be next."""
        return self._wait(self._table.plan(*actions))

    def start(self) -> None:
        """Start the match (as the host)."""
        self._wait(self._table.start())

    def add_bot(self, kind: str = "random") -> None:
        """Seat a bot (as the host)."""
        self._wait(self._table.add_bot(kind))

    def turns(self) -> Iterator[Message]:
        """The view, each time something is asked of this seat, until the match is over; waits for a match to begin."""
        turns = self._table.turns()
        while True:
            try:
                yield self._wait(_next(turns))
            except _Ended:
                return


class _Ended(Exception):
    """No more turns."""


async def _next(turns: AsyncIterator[Message]) -> Message:
    try:
        return await anext(turns)
    except StopAsyncIteration:  # may not pass through a future
        raise _Ended from None


def _asked(session: Session) -> bool:
    return session.view is not None and bool(session.view["legal"])


def _over(session: Session) -> bool:
    return session.view is not None and bool(session.view["over"])
