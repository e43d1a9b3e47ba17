"""The room's other servers: signs of life, lines to those who hold tables, and taking for dead whoever gives no sign."""

import asyncio
import hmac
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from parlour.server.hall.elsewhere import Outlet
from parlour.server.hall.inlet import Inlet, InletHub
from parlour.server.hall.line import Line, Wire
from parlour.server.hall.often import often
from parlour.server.logs import tell
from parlour.server.settings import Settings
from parlour.server.store.error import LeaseLost
from parlour.server.store.lease import alive
from parlour.server.store.servers import BEAT, LAPSE, LATE, Holder, Seen
from parlour.server.store.store import Store

REACH = 1.0  # seconds to connect to another server
LOOKS = 2  # looks at the others for each of our own signs
FORGIVING = 600.0  # seconds between two looks for addresses that need not be known any more
UNANSWERED = 8  # pings, one a look, after which a line is cut
T = TypeVar("T")


class MembersHub(InletHub, Protocol):
    """The hub, as the members see it."""

    store: Store
    settings: Settings

    async def ask(self, look: Callable[..., T], *what: Any) -> T: ...
    def lose(self) -> None: ...


class Network(Protocol):
    """How servers reach each other: TCP, or a simulated one."""

    def bind(self, address: str) -> str: ...
    async def listen(self, members: "Members") -> None: ...
    async def call(self, holder: Holder, members: "Members") -> Outlet: ...
    def close(self) -> None: ...


class Tcp:
    """Lines over TCP, at an address of this server's own."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._server: asyncio.Server | None = None

    def bind(self, address: str) -> str:
        """Take an address, "host" or "host:port"; returns it as others reach it. Raises OSError."""
        host, _, port = address.rpartition(":") if address.rpartition(":")[2].isdigit() else (address, "", "0")
        host = host.strip("[]")
        self._socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((host, int(port)))
        except OSError as error:
            self._socket.close()
            raise OSError(error.errno, f"the other servers cannot reach this one at {address}: {error.strerror}") from None
        return f"{host}:{self._socket.getsockname()[1]}"

    async def listen(self, members: "Members") -> None:
        """Let the others call."""
        made = partial(Line, proven=members.inlet)
        assert self._socket is not None
        self._server = await asyncio.get_running_loop().create_server(
            lambda: made(members.secret, members.hub.store.me, calls=False), sock=self._socket
        )

    async def call(self, holder: Holder, members: "Members") -> Outlet:
        """A line to another server. Raises OSError."""
        loop = asyncio.get_running_loop()
        reached: asyncio.Future[Outlet] = loop.create_future()

        def proven(line: Line) -> Outlet:
            outlet = Outlet(holder.server, line, members.forget)
            if not reached.done():
                reached.set_result(outlet)
            return outlet

        def hung_up() -> None:
            if not reached.done():
                reached.set_exception(ConnectionRefusedError("this server is not at its address any more"))

        host, _, port = holder.address.rpartition(":")
        made = partial(Line, members.secret, holder.server, True, proven, hung_up)
        transport, _ = await loop.create_connection(made, host, int(port))
        try:
            return await reached
        except BaseException:
            transport.abort()
            raise

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        elif self._socket is not None:
            self._socket.close()


class Members:
    """Lives in one event loop, beside the hub."""

    def __init__(self, hub: MembersHub, network: "Network | None" = None) -> None:
        self.hub = hub
        self.network: Network = network or Tcp()
        self.secret = ""
        self.address = ""
        self._outlets: dict[str, Outlet] = {}
        self._inlets: set[Inlet] = set()
        self._calling: dict[str, asyncio.Future[Outlet]] = {}
        self._refused: set[str] = set()  # servers at whose address nobody answers
        self._well_since: float | None = None  # since when every sign of ours was written
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Be one of the room's servers. Raises OSError, StoreError."""
        self.address = self.network.bind(self.hub.settings.inside)
        self.secret = await self.hub.store.ask(self.hub.store.join, self.address)
        await self.network.listen(self)
        loop = asyncio.get_running_loop()
        what = ((BEAT, self.sign), (BEAT / LOOKS, self.look), (FORGIVING, self.forgive))
        self._tasks = [loop.create_task(often(pause, done, _failed)) for pause, done in what]

    async def still(self) -> None:
        """Give no sign of life any more, and watch nobody."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Cut every line."""
        await self.still()
        self.network.close()
        for line in [outlet.line for outlet in self._outlets.values()] + [inlet.line for inlet in self._inlets]:
            line.cut()

    def inlet(self, line: Wire) -> Inlet:
        """Another server has proved to be of this room."""
        inlet = Inlet(self.hub, line, self._inlets.discard)
        self._inlets.add(inlet)
        return inlet

    # --- signs of life

    async def sign(self) -> None:
        """Give a sign; whoever was buried meanwhile forgets all it held, and begins anew."""
        began = _now()
        try:
            await self.hub.store.beat()
        except LeaseLost:
            self._well_since = None
            tell("taken for dead by the other servers; beginning anew", level=30)
            self.hub.lose()
            await self.hub.ask(self.hub.store.join, self.address)
        except Exception:
            self._well_since = None
        else:
            late = _now() - began > LATE
            self._well_since = None if late else self._well_since or began

    async def look(self) -> None:
        """See who is there; take for dead who gives no sign, and cut the lines to those who are."""
        if self.hub.store.lost:
            return
        seen = await self.hub.ask(self.hub.store.look)
        there = {one.id for one in seen}
        for one in seen:
            if one.id != self.hub.store.me and self._dead(one) and await self.hub.ask(self.hub.store.bury, one.id, one.age):
                tell("another server is dead", level=30, address=one.address, seconds=round(one.age, 1))
                there.discard(one.id)
        self._refused &= there
        for outlet in list(self._outlets.values()):
            if outlet.server not in there or outlet.unanswered > UNANSWERED:
                outlet.line.cut()
            else:
                outlet.ping()

    def _dead(self, one: Seen) -> bool:
        """A server that could not write its own heartbeats judges nobody by theirs: then the database was away for all."""
        if alive(one.process) is False:  # it was of this machine
            return True
        if self._well_since is None or _now() - self._well_since < LAPSE:
            return False
        return one.age > (LATE if one.id in self._refused else LAPSE)

    # --- limits

    async def spend(self, kind: str, address: str, rate: float, burst: float) -> bool:
        """Count something that an address (a household) does, at whatever server. False: too much. Raises Refused (away)."""
        servers = self.hub.store.servers
        assert servers is not None
        known = hmac.digest(self.secret.encode(), address.encode(), "sha256").hex()
        return await self.hub.ask(servers.spend, kind, known, rate, burst)

    async def forgive(self) -> None:
        """Forget who has done nothing for long."""
        servers = self.hub.store.servers
        assert servers is not None
        await self.hub.ask(servers.forgive)

    # --- lines

    async def outlet(self, holder: Holder) -> Outlet | None:
        """The line to a server; None where it cannot be reached."""
        known = self._outlets.get(holder.server)
        if known is not None:
            return known
        if holder.server not in self._calling:
            self._calling[holder.server] = asyncio.ensure_future(self._call(holder))
            self._calling[holder.server].add_done_callback(lambda _: self._calling.pop(holder.server, None))
        with suppress(OSError, TimeoutError):
            return await asyncio.shield(self._calling[holder.server])
        return None

    async def _call(self, holder: Holder) -> Outlet:
        try:
            outlet = await asyncio.wait_for(self.network.call(holder, self), REACH)
        except ConnectionRefusedError:
            self._refused.add(holder.server)
            raise
        self._outlets[holder.server] = outlet
        return outlet

    async def keeper(self, what: str) -> Outlet | None:
        """The line to the server that sees to something no table has; None where that is this one, or cannot be reached."""
        seen = await self.hub.ask(self.hub.store.look)
        there = [one for one in seen if one.age < LAPSE or one.id == self.hub.store.me]
        chosen = max(there, key=lambda one: sha256(f"{one.id} {what}".encode()).digest(), default=None)
        if chosen is None or chosen.id == self.hub.store.me:
            return None
        return await self.outlet(Holder(chosen.id, chosen.address))

    def forget(self, outlet: Outlet) -> None:
        """Its line is cut."""
        if self._outlets.get(outlet.server) is outlet:
            del self._outlets[outlet.server]


def _failed(_: Exception) -> None:
    tell("watching the other servers failed", level=40, trace=True)


def _now() -> float:
    """Seconds that only pass, for this server alone."""
    return asyncio.get_running_loop().time()
