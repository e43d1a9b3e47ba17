"""A table that another server holds: what comes in here is passed on to it as it stands, and what it sends is passed back."""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from typing import Any

from parlour.engine import Log
from parlour.server.hall.line import Kind, Wire
from parlour.server.hall.peer import Listener
from parlour.server.hall.place import Moved
from parlour.server.wire.bodies import ChairNamed, JoinTable, TakeChair
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.advice import AdviceShown
from parlour.server.wire.shown.door import Chair, Summary

PATIENCE = 10.0  # seconds the other server has to answer


def away() -> Refused:
    return Refused("away", "the server of this table does not answer; try again in a moment")


class Outlet:
    """The line to another server, seen by the one that passes on."""

    def __init__(self, server: str, line: Wire, forget: "Callable[[Outlet], None]") -> None:
        self.server = server
        self.line = line
        self.cut = False
        self.unanswered = 0  # pings
        self._forget = forget
        self._channels = count(1)
        self._peers: dict[int, Listener] = {}
        self._asked: dict[int, asyncio.Future[Any]] = {}

    async def ask(self, what: str, word: str, **more: Any) -> Any:
        """What the other server answers. Raises Refused, Moved."""
        return await self._await(next(self._channels), Kind.ASK, {"what": what, "word": word, **more})

    async def enter(self, word: str, hello: str, peer: Listener) -> int:
        """Bring a socket that said hello to a table; returns its channel. Raises Refused, Moved."""
        channel = next(self._channels)
        self._peers[channel] = peer
        try:
            await self._await(channel, Kind.ENTER, {"word": word, "hello": hello})
        except BaseException:
            self.leave(channel)
            raise
        return channel

    async def _await(self, channel: int, kind: Kind, form: dict[str, Any]) -> Any:
        if self.cut:
            raise away()
        future = self._asked[channel] = asyncio.get_running_loop().create_future()
        self.line.send(kind, channel, json.dumps(form).encode())
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            raise away() from None
        finally:
            del self._asked[channel]

    def say(self, channel: int, text: str) -> None:
        self.line.send(Kind.TEXT, channel, text.encode())

    def leave(self, channel: int) -> None:
        if self._peers.pop(channel, None) is not None:
            self.line.send(Kind.LEAVE, channel)

    def ping(self) -> None:
        self.unanswered += 1
        self.line.send(Kind.PING)

    def heard(self, kind: Kind, channel: int, text: bytes) -> None:
        self.unanswered = 0
        if kind is Kind.TEXT:
            if channel in self._peers:
                self._peers[channel].send(text.decode())
        elif kind is Kind.END:
            if channel in self._peers:
                self._peers[channel].end()  # which will leave
        elif channel in self._asked and not self._asked[channel].done():
            self._settle(self._asked[channel], kind, text)

    def _settle(self, future: "asyncio.Future[Any]", kind: Kind, text: bytes) -> None:
        if kind is Kind.MOVED:
            future.set_exception(Moved())
        elif kind is Kind.REFUSED:
            future.set_exception(Refused(**json.loads(text)))
        elif kind in (Kind.ANSWER, Kind.ENTERED):
            future.set_result(json.loads(text) if text else None)

    def lost(self) -> None:
        """The line is cut: who was passed on comes again, by whatever server takes the table."""
        self.cut = True
        self._forget(self)
        for future in self._asked.values():
            if not future.done():
                future.set_exception(away())
        for peer in self._peers.values():
            peer.end()
        self._peers.clear()


class Elsewhere:
    """A table at another server, to be used as one that is here."""

    __slots__ = ("_outlet", "word")

    def __init__(self, word: str, outlet: Outlet) -> None:
        self.word = word
        self._outlet = outlet

    async def summary(self) -> Summary:
        summary: Summary = await self._outlet.ask("summary", self.word)
        return summary

    async def join(self, asked: JoinTable) -> Chair:
        chair: Chair = await self._outlet.ask("join", self.word, asked=asked.model_dump(exclude_none=True))
        return chair

    async def take_chair(self, asked: TakeChair) -> Chair:
        chair: Chair = await self._outlet.ask("take_chair", self.word, asked=asked.model_dump(exclude_none=True))
        return chair

    async def forget(self, asked: ChairNamed, device: str) -> None:
        await self._outlet.ask("forget", self.word, asked=asked.model_dump(exclude_none=True), device=device)

    async def log(self, match: int | None) -> Log:
        return Log.from_json(await self._outlet.ask("log", self.word, match=match))

    async def advice(self, match: int, *, begin: bool) -> AdviceShown:
        told: AdviceShown = await self._outlet.ask("advice", self.word, match=match, begin=begin)
        return told

    async def admit(self, peer: Listener, hello: str) -> int:
        return await self._outlet.enter(self.word, hello, peer)

    def hear(self, connection: int, text: str) -> None:
        self._outlet.say(connection, text)

    def leave(self, connection: int) -> None:
        self._outlet.leave(connection)
