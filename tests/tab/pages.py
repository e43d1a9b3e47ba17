"""A page at a house in a tab, in virtual time: what it asks and what it hears."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from parlour.server.settings import Settings
from parlour.tab.door import Answer, answer
from parlour.tab.drawers import Drawers
from parlour.tab.house import House
from parlour.tab.line import Line
from tests.server.simulated.loop import VirtualLoop

Message = dict[str, Any]
T = TypeVar("T")
NOON = 1_800_000_000.0


def alone(work: Callable[[], Awaitable[T]]) -> T:
    """Do something in an event loop of its own, whose time passes when nothing is left to do."""
    loop = VirtualLoop()

    async def done() -> T:
        return await work()

    try:
        return loop.run_until_complete(done())
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


def house_of(drawers: Drawers, seed: int, **settings: Any) -> House:
    """A house over these drawers, whose clock is the loop's."""
    loop = asyncio.get_running_loop()
    return House(
        drawers,
        settings=Settings(**{"pace": (0.01, 0.02), **settings}),
        roll=random.Random(seed).randrange,
        now=lambda: NOON + loop.time(),
    )


async def ask(house: House, path: str, body: Any = None) -> Answer:
    """Ask as the page does; a body is posted."""
    return await answer(house, "GET" if body is None else "POST", path, None if body is None else json.dumps(body))


class Page:
    """A line to a table, and what came over it. `first`: what its requests are numbered from, for none is done twice."""

    def __init__(self, house: House, chair: Message, first: int = 0) -> None:
        self.got: list[Message] = []
        self.over = False
        self._came = asyncio.Event()
        self._count = first
        self.line = Line(house, chair["table"], self._hear, self._end)
        self.line.hear(json.dumps({"type": "hello", "token": chair["token"]}))

    def _hear(self, text: str) -> None:
        self.got.append(json.loads(text))
        self._came.set()

    def _end(self) -> None:
        self.over = True
        self._came.set()

    def say(self, **message: Any) -> None:
        self.line.hear(json.dumps(message))

    def last(self, kind: str) -> Message | None:
        return next((message for message in reversed(self.got) if message["type"] == kind), None)

    async def until(self, there: Callable[[], T | None]) -> T:
        """What is there, as soon as it is. Raises ConnectionError where the line is over before."""
        while (found := there()) is None:
            if self.over:
                raise ConnectionError("the line is over")
            self._came.clear()
            await asyncio.wait_for(self._came.wait(), 300)
        return found

    async def answered(self, **request: Any) -> Message:
        """Send a request; what it is answered."""
        if "id" not in request:
            self._count += 1
            request["id"] = f"r{self._count}"
        self.say(**request)
        return await self.until(lambda: next((one for one in self.got if one.get("id") == request["id"]), None))

    def asked(self) -> Message | None:
        """The view in which this page is asked something, or all is over."""
        view = self.last("view")
        return view if view is not None and (view["view"]["legal"] or view["view"]["over"]) else None

    async def play_out(self) -> Message:
        """Play the first thing allowed until the match is over; gives the last view."""
        while True:
            view = await self.until(self.asked)
            if view["view"]["over"]:
                return view
            play = {"match": view["match"], "question": view["question"], "actions": [view["view"]["legal"][0]]}
            done = await self.answered(type="play", **play)
            assert done["type"] == "done", done
            await self.until(lambda view=view: (last := self.last("view")) is not view or None)  # type: ignore[misc]
