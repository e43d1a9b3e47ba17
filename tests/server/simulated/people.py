"""People in a simulated world: pages that come back and send again, and newcomers who open tables."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any, Protocol, TypeVar

from parlour.server.hall.peer import Peer
from parlour.server.hall.place import Place
from parlour.server.wire.bodies import JoinTable, OpenTable
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import Chair
from tests.server.roaming import digest
from tests.server.simulated.node import Node

T = TypeVar("T")
CALM = 12.0  # seconds without a mishap after which everybody must have been answered


class Around(Protocol):
    """What people find in their world."""

    rng: Random
    shown: dict[tuple[str, int, int, int], set[str]]

    def anybody(self) -> Node | None: ...
    def acknowledged(self, word: str, play: dict[str, Any]) -> None: ...
    async def answer(self, node: Node, asked: Coroutine[Any, Any, T]) -> T | None: ...


class Client:
    """A person whose page comes back to some server, and sends again what was not answered."""

    def __init__(self, world: Around, word: str, token: str, host: bool) -> None:
        self.world, self.word, self.token, self.host = world, word, token, host
        self.waiting: dict[str, Any] | None = None
        self.noted: dict[tuple[int, int], list[int]] = defaultdict(list)
        self.view: dict[str, Any] | None = None
        self.count = 0
        self.answered_at = 0.0
        self.place: Any = None
        self.connection = 0

    async def run(self) -> None:
        while True:
            node = self.world.anybody()
            if node is not None:
                with suppress(Refused, ConnectionError):
                    await self.visit(node)
            await asyncio.sleep(self.world.rng.choice((0.05, 0.1, 0.2)))

    async def visit(self, node: Node) -> None:
        peer = Peer(10_000, 100_000_000)
        node.peers.add(peer)
        try:
            hello = json.dumps({"type": "hello", "token": self.token})
            entered = await self.world.answer(node, node.hub.bring(self.word, lambda place: place.admit(peer, hello)))
            if entered is None:
                return
            self.place, self.connection = entered
            if self.waiting is not None:
                self.place.hear(self.connection, json.dumps(self.waiting))
            try:
                await peer.pump(self.take)
            finally:
                if not node.dead:
                    self.place.leave(self.connection)
        finally:
            node.peers.discard(peer)
            self.place = None

    async def take(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            self.view = message
            shown = message["view"]
            self.world.shown[self.word, message["match"], shown["seat"], message["seq"]].add(digest(shown["cells"]))
        elif message["type"] in ("done", "refused") and self.waiting is not None and message["id"] == self.waiting["id"]:
            self.answered_at = asyncio.get_running_loop().time()
            waiting, self.waiting = self.waiting, None
            if message["type"] == "done" and waiting["type"] == "play":
                self.world.acknowledged(self.word, waiting)
        self.ask()

    def ask(self) -> None:
        """The next thing to do, if there is any and nothing is under way."""
        view = self.view
        if self.waiting is not None or self.place is None or view is None:
            return
        if view["view"]["over"]:
            if self.host:
                self.send(type=self.world.rng.choice(("rematch", "start")))
            else:
                self.send(type="present", looking=True)
        elif view["view"]["legal"] and self.world.rng.random() < 0.9:
            action = self.world.rng.choice(view["view"]["legal"])
            self.send(type="play", match=view["match"], question=view["question"], actions=[action])
        else:
            self.send(type="present", looking=True)

    def send(self, **form: Any) -> None:
        self.count += 1
        self.waiting = {"id": f"{self.token[:8]}-{self.count}", **form}
        place, connection, text = self.place, self.connection, json.dumps(self.waiting)
        delay = self.world.rng.choice((0.02, 0.1, 0.4))
        asyncio.get_running_loop().call_later(delay, lambda: place.hear(connection, text) if self.place is place else None)


class Newcomer:
    """Opens tables and takes chairs at them by way of any server; what nobody answered is begun anew."""

    def __init__(self, world: Around) -> None:
        self.world = world
        self.chairs: list[Chair] = []  # as far as that was answered

    async def run(self) -> None:
        for number in count():
            asked = JoinTable(name=f"Cas {number}", avatar="owl")
            await asyncio.sleep(self.world.rng.choice((0.05, 0.2, 0.4)))
            node = self.world.anybody()
            if node is None:
                continue
            anew = not self.chairs or self.world.rng.random() < 0.2
            sit = node.hub.open(OpenTable(game="toy", name="Dan", avatar="cat"), "192.0.2.2") if anew else None
            with suppress(Refused, ConnectionError):
                chair = await self.world.answer(node, sit or node.hub.at(self.chairs[-1]["table"], partial(_joined, asked)))
                if chair is not None:
                    self.chairs.append(chair)

    async def wrong(self) -> list[str]:
        """Chairs that were promised and are not there, and tables that answer nobody, however often they are asked."""
        found = [(chair, await self._asked(chair)) for chair in self.chairs]
        return [f"table {chair['table']}, person {chair['person']}: {fault}" for chair, fault in found if fault]

    async def _asked(self, chair: Chair) -> str:
        """What is wrong with a chair. Who is asked to try again, as by a server that has just woken, or is hung up on, does."""
        end = asyncio.get_running_loop().time() + CALM
        while fault := await self._visited(chair):
            if asyncio.get_running_loop().time() > end:
                break
            await asyncio.sleep(0.5)
        return fault

    async def _visited(self, chair: Chair) -> str:
        peer, node = Peer(100, 1_000_000), self.world.anybody()
        assert node is not None
        hello = json.dumps({"type": "hello", "token": chair["token"]})
        answered = asyncio.Event()

        async def take(text: str) -> None:
            if json.loads(text)["type"] == "done":
                answered.set()

        waits = [asyncio.ensure_future(peer.pump(take)), asyncio.ensure_future(answered.wait())]
        try:
            place, connection = await node.hub.bring(chair["table"], lambda place: place.admit(peer, hello))
            place.hear(connection, json.dumps({"type": "present", "id": "x", "looking": True}))
            await asyncio.wait(waits, timeout=CALM, return_when=asyncio.FIRST_COMPLETED)
            place.leave(connection)
        except (Refused, TimeoutError) as error:
            return f"{type(error).__name__} {error}"
        finally:
            for wait in waits:
                wait.cancel()
        return "" if answered.is_set() else "hung up" if peer.ended else "no answer"


def _joined(asked: JoinTable, place: Place) -> Coroutine[Any, Any, Chair]:
    return place.join(asked)
