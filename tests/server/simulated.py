"""Servers, their database and the lines between them in one process, in virtual time: the real hub, tables and rooms.

What is simulated is what fails: `Database` stands for PostgreSQL with the conditions of `store/servers.py`, `Net` for TCP. A
history is drawn from a seed (how long everything takes) and a list of mishaps; the same two make the same history again.
"""

import asyncio
import json
import random
import selectors
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, TypeVar, cast

from parlour.engine import Log, load
from parlour.engine.record.draws import Draws
from parlour.server.hall.elsewhere import Outlet
from parlour.server.hall.hub import Hub
from parlour.server.hall.line import Kind
from parlour.server.hall.members import Members
from parlour.server.hall.peer import Peer
from parlour.server.hall.place import Place
from parlour.server.meters import Meters
from parlour.server.settings import Settings
from parlour.server.store.error import LeaseLost, StoreError, TableLost
from parlour.server.store.servers import Holder, Seen
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import (
    Acted,
    Answered,
    Begun,
    Cleared,
    Forgotten,
    Given,
    Kept,
    Opened,
    Record,
    Saved,
    Touched,
    Tried,
    Worded,
)
from parlour.server.wire.bodies import JoinTable, OpenTable
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import Chair
from tests.server.roaming import digest, leads

T = TypeVar("T")
NOON = 1_800_000_000.0
NEVER = 1e9
SERVERS = 3
CALM = 12.0  # seconds without a mishap after which everybody must have been answered
PAUSES = (0.0, 0.005, 0.02, 0.1)  # seconds between two tasks that are cancelled
PAGES = ("Client.run", "Newcomer.run", "World.play", "World.happen", "World._begin", "Node.begin", "Node.drain")
THREADS = ("FakeStore._run", "World.land.<locals>.landing", "often")  # nobody waits for these


class Instant(selectors.SelectSelector):
    """Nothing comes from outside: instead of waiting, time passes."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("everybody waits for ever")
        self.loop.passed += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes when nothing is left to do."""

    def __init__(self) -> None:
        self.passed = 0.0
        instant = Instant()
        super().__init__(instant)
        instant.loop = self

    def time(self) -> float:
        return self.passed


class Database:
    """What all servers share. A method is one transaction."""

    def __init__(self) -> None:
        self.servers: dict[str, tuple[str, float]] = {}  # address and sign of life
        self.holdings: dict[str, str] = {}
        self.locked: set[str] = set()  # servers in the middle of a commit
        self.tables: dict[str, Kept] = {}
        self.begun: dict[tuple[str, int], Begun] = {}
        self.acted: dict[tuple[str, int], list[Acted]] = defaultdict(list)
        self.answered: dict[str, dict[tuple[int, str], None]] = defaultdict(dict)
        self.away = False

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def check(self, me: str, records: Sequence[Record]) -> None:
        """Raises what the conditions of a commit raise, and what a primary key does."""
        if me not in self.servers:
            raise LeaseLost("buried")
        opened = {record.word for record in records if isinstance(record, Opened)}
        mine = {record.word for record in records if not isinstance(record, Worded | Tried)}
        if any(self.holdings.get(word) != me and word not in opened for word in mine):
            raise TableLost("held by another")
        steps: dict[tuple[str, int], int] = {}
        for record in records:
            if isinstance(record, Acted):
                key = record.word, record.match
                at = steps.get(key, len(self.acted[key]))
                if record.seq != at:
                    raise StoreError(f"step {record.seq} is there already, or those before are not")
                steps[key] = at + 1
            elif isinstance(record, Begun) and (record.word, record.match) in self.begun:
                raise StoreError("the match is there already")

    def apply(self, me: str, records: Sequence[Record]) -> None:
        self.servers[me] = self.servers[me][0], self.now()
        for record in records:
            match record:
                case Kept():
                    self.tables[record.word] = record
                case Opened():
                    self.holdings[record.word] = me
                case Begun():
                    self.begun[record.word, record.match] = record
                case Acted():
                    self.acted[record.word, record.match].append(record)
                case Answered():
                    self.answered[record.word][record.person, record.id] = None
                case Forgotten():
                    self.answered[record.word].pop((record.person, record.id), None)
                case Cleared():
                    self.answered[record.word].clear()
                case Given():
                    del self.holdings[record.word]
                case Touched():
                    pass

    def bury(self, them: str, age: float) -> bool:
        if them in self.locked or them not in self.servers or self.now() - self.servers[them][1] < age:
            return False
        self.leave(them)
        return True

    def leave(self, me: str) -> None:
        self.servers.pop(me, None)
        self.holdings = {word: server for word, server in self.holdings.items() if server != me}

    def log(self, word: str, match: int) -> Log | None:
        begun = self.begun.get((word, match))
        if begun is None:
            return None
        steps = tuple((step.seat, step.action) for step in self.acted[word, match])
        draws = Draws.from_json(begun.draws, begun.players)
        return Log(begun.game, begun.version, begun.players, begun.options, steps, draws=draws)


@dataclass
class _Write:
    records: Sequence[Record]
    lane: Lane
    future: "asyncio.Future[None]"
    kind: str = "write"


class FakeStore:
    """A server's way to the database, with the manners of `Store`."""

    def __init__(self, world: "World", node: "Node") -> None:
        self.world, self.node = world, node
        self.lost = False
        self.me = ""
        self.servers = self
        self.waiting = 0
        self._queue: asyncio.Queue[_Write] = asyncio.Queue()
        self._writer = asyncio.get_running_loop().create_task(self._run())

    # --- reading

    def measure(self, meters: Meters) -> None:
        pass

    async def ask(self, look: Callable[..., T], *what: Any) -> T:
        await self.node.travel()
        if self.world.database.away:
            raise ConnectionError("the database is away")
        found = look(*what)
        await self.node.travel()
        return found

    def claim(self) -> None:
        pass

    def join(self, address: str) -> str:
        self.world.lives += 1
        self.me = f"life {self.world.lives}"
        self.world.database.servers[self.me] = address, self.world.database.now()
        self.lost = False
        return "secret"

    def take(self, word: str) -> Holder | None:
        base = self.world.database
        if word not in base.tables:
            return None
        holder = base.holdings.get(word)
        if holder is None:
            if self.me not in base.servers:
                raise LeaseLost("buried")
            holder = base.holdings[word] = self.me
        return Holder(holder, base.servers[holder][0])

    def look(self) -> list[Seen]:
        base = self.world.database
        return [Seen(name, address, None, base.now() - beat) for name, (address, beat) in base.servers.items()]

    def bury(self, them: str, age: float) -> bool:
        return self.world.database.bury(them, age)

    def forgive(self) -> None:
        pass

    def count(self) -> int:
        return len(self.world.database.tables)

    def opened_by(self, address: str) -> int:
        return 0

    def taken(self, word: str) -> bool:
        return word in self.world.database.tables

    def load(self, word: str) -> Saved | None:
        base = self.world.database
        kept = base.tables[word]
        state = json.loads(json.dumps(kept.state))
        return Saved(word, kept.game, kept.touched, state, base.log(word, state["match"]), tuple(base.answered[word]), ())

    def log(self, word: str, match: int) -> Log | None:
        return self.world.database.log(word, match)

    # --- writing

    def write(self, records: Sequence[Record], lane: Lane, kind: str = "write") -> "asyncio.Future[None]":
        write = _Write(list(records), lane, asyncio.get_running_loop().create_future(), kind)
        self._queue.put_nowait(write)
        return write.future

    def beat(self) -> "asyncio.Future[None]":
        return self.write((), Lane(), "beat")

    def leave(self) -> "asyncio.Future[None]":
        return self.write((), Lane(), "leave")

    def close(self) -> None:
        self._writer.cancel()

    async def _run(self) -> None:
        while True:
            group = [await self._queue.get()]
            while not self._queue.empty():
                group.append(self._queue.get_nowait())
            await self._commit(group)

    async def _commit(self, group: list[_Write]) -> None:
        me = self.me
        try:
            await self._keep(group)
        except Exception as error:
            if len(group) > 1:
                for write in group:
                    await self._commit([write])
                return
            group[0].lane.failed = True
            if isinstance(error, LeaseLost) and me == self.me:
                self.lost = True
            self._finish(group[0], error)
            return
        for write in group:
            self._finish(write, StoreError("an earlier write failed") if write.lane.failed else None)

    def _finish(self, write: _Write, error: Exception | None) -> None:
        if self.node.dead or write.future.done():
            return
        if error is None:
            write.future.set_result(None)
        else:
            write.future.set_exception(error)

    async def _keep(self, group: list[_Write]) -> None:
        records = [record for write in group if not write.lane.failed for record in write.records]
        if not records and all(write.kind == "write" for write in group):
            return
        base, me = self.world.database, self.me
        await self.node.travel()
        if base.away or me in base.locked:
            raise ConnectionError("the database is away")
        base.check(me, records)
        base.locked.add(me)
        mishap = self.node.mishap()
        landing = self.world.land(base, me, records, self.node, any(write.kind == "leave" for write in group), mishap)
        if mishap in ("doubt", "fail"):
            await self.node.travel()
            raise ConnectionError("the answer of the database is lost")
        await landing
        await self.node.travel()


class End:
    """One side of a simulated line: `Wire` to whoever sends."""

    def __init__(self, net: "Net", node: "Node") -> None:
        self.net, self.node = net, node
        self.other: End
        self.listener: Any = None
        self.open = True
        self._last = 0.0

    def send(self, kind: Kind, channel: int = 0, text: bytes = b"") -> None:
        if not self.open or self.node.dead:
            return
        loop = asyncio.get_running_loop()
        self._last = max(self._last + 1e-9, loop.time() + self.net.delay(), self.node.until)  # in order
        loop.call_at(self._last, self.other._arrive, kind, channel, text)

    def _arrive(self, kind: Kind, channel: int, text: bytes) -> None:
        if not self.open or self.node.dead:
            return
        if asyncio.get_running_loop().time() < self.node.until:  # it is frozen
            asyncio.get_running_loop().call_at(self.node.until, self._arrive, kind, channel, text)
            return
        self.listener.heard(kind, channel, text)

    def cut(self) -> None:
        for side in (self, self.other):
            if side.open:
                side.open = False
                if not side.node.dead:
                    asyncio.get_running_loop().call_soon(side.listener.lost)


class Net:
    """Addresses, and who answers there."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.nodes: dict[str, Node] = {}
        self.ends: list[End] = []

    def delay(self) -> float:
        return self.world.rng.choice((0.0, 0.001, 0.01, 0.1))


class Network:
    """A server's way to the others."""

    def __init__(self, net: Net, node: "Node") -> None:
        self.net, self.node = net, node

    def bind(self, address: str) -> str:
        return self.node.name

    async def listen(self, members: Members) -> None:
        self.net.nodes[self.node.name] = self.node

    async def call(self, holder: Holder, members: Members) -> Outlet:
        await self.node.travel()
        there = self.net.nodes.get(holder.address)
        if there is None or there.dead or there.hub.store.me != holder.server:
            raise ConnectionRefusedError("nobody answers")
        mine, theirs = End(self.net, self.node), End(self.net, there)
        mine.other, theirs.other = theirs, mine
        assert there.hub.members is not None
        theirs.listener = there.hub.members.inlet(theirs)
        outlet = mine.listener = Outlet(holder.server, mine, members.forget)
        self.net.ends += [mine, theirs]
        return outlet

    def close(self) -> None:
        self.net.nodes.pop(self.node.name, None)


class Node:
    """A server's process."""

    def __init__(self, world: "World", number: int) -> None:
        self.world, self.number = world, number
        self.name = f"node {number} {world.rng.random()}"
        self.dead = False
        self.until = 0.0  # it is frozen
        self.mishaps: list[str] = []  # of its next commits
        self.peers: set[Peer] = set()
        store = cast(Store, FakeStore(world, self))
        skew = (number - 1) * 1.0
        loop = asyncio.get_running_loop()
        self.hub = Hub(world.settings, store, world.roll, now=lambda: NOON + loop.time() + skew, network=Network(world.net, self))

    async def begin(self) -> None:
        await self.hub.begin()
        self.hub.pulse.phase = "ready"
        self.hub.watch.start()

    async def travel(self) -> None:
        """A way to somewhere: to be frozen is to wait, and to be dead is never to arrive."""
        await asyncio.sleep(self.world.net.delay())
        while asyncio.get_running_loop().time() < self.until:
            await asyncio.sleep(self.until - asyncio.get_running_loop().time())
        if self.dead:
            await asyncio.sleep(NEVER)

    def mishap(self) -> str:
        return self.mishaps.pop() if self.mishaps else ""

    def kill(self) -> None:
        self.dead = True
        for end in self.world.net.ends:
            if end.node is self and end.open:
                end.cut()
        self.hub.watch.stop()
        for table in self.hub.tables():
            table.rest()
        for peer in self.peers:
            peer.end()
        assert self.hub.members is not None
        for task in self.hub.members._tasks:
            task.cancel()

    async def drain(self) -> None:
        await self.hub.drain()
        self.kill()


class Client:
    """A person whose page comes back to some server, and sends again what was not answered."""

    def __init__(self, world: "World", word: str, token: str, host: bool) -> None:
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

    def __init__(self, world: "World") -> None:
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
        """What is wrong with a chair. Who is asked to try again, as by a server that has just woken, does."""
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
        got: asyncio.Queue[str] = asyncio.Queue()
        pump = asyncio.ensure_future(peer.pump(got.put))
        try:
            place, connection = await node.hub.bring(chair["table"], lambda place: place.admit(peer, hello))
            place.hear(connection, json.dumps({"type": "present", "id": "x", "looking": True}))
            while json.loads(await asyncio.wait_for(got.get(), CALM))["type"] != "done":
                pass
            place.leave(connection)
        except (Refused, TimeoutError) as error:
            return f"{type(error).__name__} {error}"
        finally:
            pump.cancel()
        return ""


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
        self.net = Net(self)
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

    def land(
        self, base: Database, me: str, records: Sequence[Record], node: Node, leaves: bool, mishap: str
    ) -> "asyncio.Future[None]":
        """A commit on its way to the disk; whatever becomes of who waits for it, it lands, or does not."""

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


def _joined(asked: JoinTable, place: Place) -> Coroutine[Any, Any, Chair]:
    return place.join(asked)


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
