"""One history: servers, people and what goes wrong."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from parlour.engine import load
from parlour.server.settings import Settings
from parlour.server.table.records import Record
from parlour.server.wire.bodies import JoinTable, OpenTable
from tests.server.roaming import leads
from tests.server.simulated.database import Database
from tests.server.simulated.loop import VirtualLoop
from tests.server.simulated.net import Net
from tests.server.simulated.node import Node
from tests.server.simulated.people import CALM, Client, Newcomer

T = TypeVar("T")
SERVERS = 3
PAUSES = (0.0, 0.005, 0.02, 0.1)  # seconds between two tasks that are cancelled
PAGES = ("Client.run", "Newcomer.run", "World.play", "World.happen", "World._begin", "Node.begin", "Node.drain")
THREADS = ("FakeStore._run", "World.land.<locals>.landing", "often")  # nobody waits for these


@dataclass(frozen=True)
class Mishap:
    """Something that goes wrong: after so many seconds, to a server, for so long."""

    after: float
    what: str  # kill, drain, freeze, cut, away, fail, doubt, late, cancel
    node: int
    lasts: float


@dataclass
class World:
    """One history."""

    seed: int
    settings: Settings = field(default_factory=lambda: Settings(pace=(0.1, 0.4), grace=1e6, unload=3.0))

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.database = Database()
        self.net = Net(self.rng)
        self.lives = 0
        self.nodes: list[Node] = []
        self.clients: list[Client] = []
        self.newcomer = Newcomer(self)
        self.shown: dict[tuple[str, int, int, int], set[str]] = defaultdict(set)
        self.plays: dict[str, list[tuple[int, int, Any]]] = defaultdict(list)
        self.tasks: list[asyncio.Task[Any]] = []

    def roll(self, n: int) -> int:
        return self.rng.randrange(n)

    def anybody(self) -> Node | None:
        """Where a load balancer sends somebody."""
        living = [node for node in self.nodes if not node.dead and not node.hub.closing and node.hub.pulse.phase == "ready"]
        return self.rng.choice(living) if living else None

    def acknowledged(self, word: str, play: dict[str, Any]) -> None:
        number = load("toy").actions.number(play["actions"][0])
        self.plays[word].append((play["match"], number, play["id"]))

    def land(self, me: str, records: Sequence[Record], node: Node, leaves: bool, mishap: str) -> "asyncio.Future[None]":
        """A commit on its way to the disk; whatever becomes of who waits for it, it lands, or does not."""
        base = self.database

        async def landing() -> None:
            await asyncio.sleep(self.rng.choice((0.0, 0.002, 0.02)) + (self.rng.random() * 2 if mishap == "late" else 0.0))
            base.locked.discard(me)
            if mishap == "fail" or (node.dead and self.rng.random() < 0.5):
                return
            base.check(me, records)
            base.apply(me, records)
            if leaves:
                base.leave(me)

        return asyncio.ensure_future(landing())

    async def happen(self, mishap: Mishap) -> None:
        node = self.nodes[mishap.node]
        match mishap.what:
            case "kill" | "drain":
                if node.dead or node.hub.closing:
                    return
                if mishap.what == "kill":
                    node.kill()
                else:
                    await asyncio.wait_for(node.drain(), 20.0)
                await asyncio.sleep(mishap.lasts)
                self.nodes[mishap.node] = Node(self, mishap.node)
                await self._begin(self.nodes[mishap.node])
            case "freeze":
                node.until = asyncio.get_running_loop().time() + mishap.lasts
            case "cut":
                for end in self.net.ends:
                    if end.node is node:
                        end.cut()
            case "cancel":
                await self._cancel(mishap.lasts)
            case "away":
                self.database.away = True
                await asyncio.sleep(mishap.lasts)
                self.database.away = False
            case _:
                node.mishaps += [mishap.what] * 2

    async def _cancel(self, lasts: float) -> None:
        """One after the other, tasks that wait are cancelled, whoever's they are."""
        loop = asyncio.get_running_loop()
        end = loop.time() + lasts
        while loop.time() < end:
            await asyncio.sleep(self.rng.choice(PAUSES))
            tasks = sorted(asyncio.all_tasks(loop), key=lambda task: int(task.get_name().removeprefix("Task-")))
            waiting = [task for task in tasks if _called(task) not in PAGES + THREADS]
            if waiting:
                self.rng.choice(waiting).cancel()

    async def answer(self, node: Node, asked: Coroutine[Any, Any, T]) -> T | None:
        """What a server answers; None where it dies meanwhile, or somebody lets go of it."""
        asking = asyncio.ensure_future(asked)
        while not asking.done():
            await asyncio.wait([asking], timeout=0.5)
            if node.dead:
                asking.cancel()
                return None
        return None if asking.cancelled() else asking.result()

    async def _begin(self, node: Node) -> None:
        """Have a server begin, again and again while the database is away; one that is killed meanwhile never will."""
        while True:
            beginning = asyncio.ensure_future(node.begin())
            while not beginning.done():
                await asyncio.wait([beginning], timeout=0.5)
                if node.dead:
                    beginning.cancel()
                    return
            with suppress(ConnectionError):
                beginning.result()
                return
            await asyncio.sleep(0.2)

    async def play(self, mishaps: Sequence[Mishap]) -> list[str]:
        """Returns what was wrong."""
        self.nodes = [Node(self, number) for number in range(SERVERS)]
        for node in self.nodes:
            await self._begin(node)
        chair = await self.nodes[0].hub.open(OpenTable(game="toy", name="Ana", avatar="fox"), "192.0.2.1")
        asked = JoinTable(name="Ben", avatar="owl")
        other = await self.nodes[1].hub.at(chair["table"], lambda place: place.join(asked))
        self.clients = [Client(self, chair["table"], who["token"], who is chair) for who in (chair, other)]
        self.tasks = [asyncio.ensure_future(client.run()) for client in self.clients]
        await self._until(lambda: all(client.place is not None for client in self.clients), "nobody gets in")
        self.clients[0].send(type="start")
        await self._until(lambda: all(client.view is not None for client in self.clients), "no match begins")
        self.tasks.append(asyncio.ensure_future(self.newcomer.run()))
        happening = []
        for mishap in mishaps:
            await asyncio.sleep(mishap.after)
            happening.append(asyncio.ensure_future(self.happen(mishap)))
        await asyncio.gather(*happening)
        calm = asyncio.get_running_loop().time() + max((mishap.lasts for mishap in mishaps), default=0.0)
        await self._until(
            lambda: all(client.answered_at > calm for client in self.clients), "somebody is never answered again", CALM + 10
        )
        tasks, self.tasks = self.tasks, []
        for task in tasks:
            task.cancel()
        await self._settle(chair["table"])
        return self._wrong(chair["table"]) + await self.newcomer.wrong()

    async def _until(self, holds: Callable[[], bool], what: str, seconds: float = 10.0) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not holds():
            for task in self.tasks:
                if task.done():  # a page never ends by itself
                    task.result()
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(what)
            await asyncio.sleep(0.05)

    async def _settle(self, word: str) -> None:
        """What was not answered yet is sent once more."""
        for client in self.clients:
            if client.waiting is not None:
                await self._finish(client)

    async def _finish(self, client: Client) -> None:
        node = self.anybody()
        assert node is not None
        client.ask = lambda: None  # type: ignore[method-assign]
        visit = asyncio.ensure_future(client.visit(node))
        await self._until(lambda: client.waiting is None or visit.done(), "never answered")
        visit.cancel()
        await asyncio.gather(visit, return_exceptions=True)

    def _wrong(self, word: str) -> list[str]:
        """Acknowledged plays that are not stored once, and views to which no log leads."""
        found, stored = [], sorted(key[1] for key in self.database.begun)
        by_id = {id_: (match, number) for match, number, id_ in self.plays[word]}
        for match in stored:
            log = self.database.log(word, match)
            assert log is not None
            led = leads(log)
            for (_, number, seat, told), digests in self.shown.items():
                if number == match and not digests <= led.get((seat, told), set()):
                    found.append(f"match {match}: seat {seat} was shown after {told} events what the log does not lead to")
            played = sorted(step.action for step in self.database.acted[word, match] if 0 <= step.seat < 2)
            acknowledged = sorted(number for of, number in by_id.values() if of == match)
            unknown = [client.waiting for client in self.clients if client.waiting is not None]
            if played != acknowledged and not unknown:
                found.append(f"match {match}: acknowledged {acknowledged}, stored {played}")
        return found


def _called(task: "asyncio.Task[Any]") -> str:
    """The name of what a task does."""
    return str(getattr(task.get_coro(), "__qualname__", ""))


def simulate(seed: int, mishaps: Sequence[Mishap]) -> list[str]:
    """One history; returns what was wrong with it."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(World(seed).play(mishaps))
    finally:
        loop.set_exception_handler(lambda *_: None)
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.close()
        asyncio.set_event_loop(None)
