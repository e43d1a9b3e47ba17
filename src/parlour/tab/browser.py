"""Where the house in a tab meets the browser: its messages, its store and its other worker, all handed in by JavaScript.

`web/src/tab/worker.ts` calls `begin` in the worker of the tables and `work` in the one beside it.
"""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from parlour.server.logs import Lines, log
from parlour.tab.aside import carry_out
from parlour.tab.door import Answer, answer
from parlour.tab.drawers import Change, InMemory, Put
from parlour.tab.house import House
from parlour.tab.line import Line

if TYPE_CHECKING:
    from parlour.tab.bench.bench import Bench


class Js(Protocol):
    """What JavaScript hands in."""

    def answer(self, number: int, status: int, kind: str, body: bytes) -> None:
        """A request is answered."""

    def told(self, line: int, text: str) -> None:
        """A table says something over a line."""

    def over(self, line: int) -> None:
        """A table says nothing more over a line."""

    def write(self, changes: str) -> Awaitable[None]:
        """Make changes in one transaction: a JSON list of [key, text] to put and [first, last, null] to clear."""

    def read(self, prefix: str) -> Awaitable[str]:
        """What lies under the keys that begin so: a JSON list of [key, text]."""

    def beside(self, call: bytes, told: Callable[[str], None]) -> Awaitable[Any]:
        """Have the other worker do something; a buffer is its answer, and each text is told on the way."""


class Indexed:
    """Drawers in the browser's IndexedDB."""

    def __init__(self, js: Js) -> None:
        self._js = js

    async def write(self, changes: Sequence[Change]) -> None:
        rows = [[one.key, one.text] if isinstance(one, Put) else [one.first, one.last, None] for one in changes]
        await self._js.write(json.dumps(rows, ensure_ascii=False))

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return [(key, text) for key, text in json.loads(await self._js.read(prefix))]


class Port:
    """What comes from the page, for the house that is there now."""

    def __init__(self, js: Js, house: Callable[[], House]) -> None:
        self._js = js
        self._there = house
        self._lines: dict[int, Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def _house(self) -> House:
        return self._there()

    def do(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def ask(self, number: int, method: str, url: str, body: str | None) -> None:
        """A request, by its number."""
        self.do(self._answer(number, method, url, body))

    async def _answer(self, number: int, method: str, url: str, body: str | None) -> None:
        told: Answer = await answer(self._house, method, url, body)
        self._js.answer(number, told.status, told.kind, told.body)

    def open(self, line: int, word: str) -> None:
        """A line to a table is opened."""
        self._lines[line] = Line(self._house, word, lambda text: self._js.told(line, text), lambda: self._over(line))

    def _over(self, line: int) -> None:
        self._lines.pop(line, None)
        self._js.over(line)

    def say(self, line: int, text: str) -> None:
        """A message of the page's over a line."""
        if line in self._lines:
            self._lines[line].hear(text)

    def leave(self, line: int) -> None:
        """The page closes a line."""
        found = self._lines.pop(line, None)
        if found is not None:
            found.leave()


def begin(js: Js) -> Port:
    """The house, in the worker of the tables."""
    _tell()

    async def beside(call: bytes, told: Callable[[Any], None]) -> bytes:
        found = await js.beside(call, lambda text: told(json.loads(text)))
        return bytes(found.to_py())

    house = House(Indexed(js), beside)
    port = Port(js, lambda: house)
    port.do(house.begin())
    return port


def work(call: Any, told: Callable[[str], None]) -> bytes:
    """In the worker beside it: do what is asked."""
    return carry_out(bytes(call.to_py()), lambda what: told(json.dumps(what)))


def bench(js: Js, beat: Callable[[], None]) -> "Bench[Port]":
    """The bench, in a worker of its own."""
    from parlour.tab.bench.bench import Bench  # noqa: PLC0415  what no other worker needs

    _tell()
    return Bench(InMemory(), beat, lambda house: Port(js, house))


def _tell() -> None:
    """What the house tells its operator goes to the browser's console."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    log.handlers[:] = [handler]
    log.setLevel(logging.WARNING)
    log.propagate = False
