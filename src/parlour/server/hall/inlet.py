"""The receiving end of a line: what another server relays to tables held here."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from parlour.server.hall.line import Kind, Wire
from parlour.server.hall.place import Moved, Place
from parlour.server.hall.studies import Studies
from parlour.server.logs import tell
from parlour.server.wire.bodies import ChairNamed, JoinTable, TakeChair
from parlour.server.wire.refused import Refused


class InletHub(Protocol):
    """The hub, as it is seen from a line."""

    studies: Studies

    async def held(self, word: str) -> Place | None: ...


class Far:
    """The sending side of a socket that is at another server, which bounds what waits for it."""

    __slots__ = ("_channel", "_line", "at", "connection", "ended")

    waiting = 0

    def __init__(self, line: Wire, channel: int) -> None:
        self._line, self._channel = line, channel
        self.ended = False
        self.at: Place | None = None  # the table it has come to
        self.connection = 0  # its number there

    def send(self, text: str) -> None:
        if not self.ended:
            self._line.send(Kind.TEXT, self._channel, text.encode())

    def end(self) -> None:
        if not self.ended:
            self.ended = True
            self._line.send(Kind.END, self._channel)


class Inlet:
    """The line of another server, seen by the one that holds the tables."""

    def __init__(self, hub: InletHub, line: Wire, forget: "Callable[[Inlet], None]") -> None:
        self.hub = hub
        self.line = line
        self._forget = forget
        self._sockets: dict[int, Far] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def heard(self, kind: Kind, channel: int, text: bytes) -> None:
        if kind is Kind.TEXT:
            far = self._sockets.get(channel)
            if far is not None and far.at is not None:
                far.at.hear(far.connection, text.decode())
        elif kind is Kind.LEAVE:
            self._leave(channel)
        elif kind is Kind.PING:
            self.line.send(Kind.PONG)
        elif kind is Kind.ENTER:
            far = self._sockets[channel] = Far(self.line, channel)
            self._run(self._answer(channel, Kind.ENTERED, partial(self._enter, channel, far, json.loads(text))))
        elif kind is Kind.ASK:
            self._run(self._answer(channel, Kind.ANSWER, partial(self._ask, json.loads(text))))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, channel: int, kind: Kind, work: Callable[[], Awaitable[Any]]) -> None:
        try:
            answer = await work()
        except Moved:
            self.line.send(Kind.MOVED, channel)
        except Refused as refused:
            self.line.send(Kind.REFUSED, channel, json.dumps(refused.to_json()).encode())
        except Exception as error:
            tell("passing on failed", level=40, error=type(error).__name__)
            self.line.send(Kind.REFUSED, channel, json.dumps({"code": "failed", "message": "something went wrong here"}).encode())
        else:
            self.line.send(kind, channel, json.dumps(answer).encode())

    async def _table(self, word: str) -> Place:
        table = await self.hub.held(word)
        if table is None:
            raise Refused("unknown_table", "there is no table of this word")
        return table

    async def _enter(self, channel: int, far: Far, form: dict[str, Any]) -> None:
        table = await self._table(form["word"])
        if channel in self._sockets:  # it may be gone again
            far.connection = await table.admit(far, form["hello"])
            far.at = table

    async def _ask(self, form: dict[str, Any]) -> Any:
        if form["what"] == "study":
            return await self.hub.studies.ask(form["game"], form["players"], form["options"], begin=form["begin"])
        table = await self._table(form["word"])
        match form["what"]:
            case "summary":
                return await table.summary()
            case "join":
                return await table.join(JoinTable(**form["asked"]))
            case "take_chair":
                return await table.take_chair(TakeChair(**form["asked"]))
            case "forget":
                return await table.forget(ChairNamed(**form["asked"]), form["device"])
            case "log":
                return (await table.log(form["match"])).to_json()
            case "advice":
                return await table.advice(form["match"], begin=form["begin"])
        raise Refused("bad_message", "this is not to be asked of another server")

    def _leave(self, channel: int) -> None:
        far = self._sockets.pop(channel, None)
        if far is not None:
            far.ended = True
            if far.at is not None:
                far.at.leave(far.connection)

    def lost(self) -> None:
        """The line is cut: its sockets are gone."""
        self._forget(self)
        for task in self._tasks:
            task.cancel()
        for channel in list(self._sockets):
            self._leave(channel)
