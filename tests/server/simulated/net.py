"""Lines between simulated servers, in place of TCP."""

import asyncio
from random import Random
from typing import Any, Protocol

from parlour.server.hall.elsewhere import Outlet
from parlour.server.hall.hub import Hub
from parlour.server.hall.line import Kind
from parlour.server.hall.members import Members
from parlour.server.store.servers import Holder


class Machine(Protocol):
    """A server as its neighbours see it."""

    name: str
    dead: bool
    until: float
    hub: Hub

    async def travel(self) -> None: ...


class End:
    """One side of a simulated line: `Wire` to whoever sends."""

    def __init__(self, net: "Net", node: Machine) -> None:
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

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.nodes: dict[str, Machine] = {}
        self.ends: list[End] = []

    def delay(self) -> float:
        return self.rng.choice((0.0, 0.001, 0.01, 0.1))


class Network:
    """A server's way to the others."""

    def __init__(self, net: Net, node: Machine) -> None:
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
