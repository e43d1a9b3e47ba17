"""Every open connection, counted before a byte of it is read; the oldest idle one makes room for a new one."""

from asyncio import Transport
from collections.abc import Callable, Iterable

from parlour.server.door.limiter import household


class Connections:
    """`per_address` is the most of one household, `most` of all; `exempt` tells of addresses that speak for many (proxies)."""

    def __init__(self, per_address: int, most: int, exempt: Callable[[str], bool] = lambda address: False) -> None:
        self.per_address = per_address
        self.most = most
        self._exempt = exempt
        self._address: dict[Transport, str] = {}
        self._of: dict[str, dict[Transport, None]] = {}
        self._idle: dict[Transport, None] = {}  # the longest idle first

    def __len__(self) -> int:
        return len(self._address)

    def enter(self, transport: Transport) -> bool:
        """Count a new connection, which is idle as yet. False: there is no room, and it is not counted."""
        peer = transport.get_extra_info("peername")
        name = str(peer[0]) if peer else ""
        address = household(name)
        mine = self._of.get(address, {})
        if len(mine) >= self.per_address and not self._exempt(name) and not self._make_room(t for t in self._idle if t in mine):
            return False
        if len(self) >= self.most and not self._make_room(self._idle):
            return False
        self._address[transport] = address
        self._of.setdefault(address, {})[transport] = None
        self._idle[transport] = None
        return True

    def _make_room(self, idle: Iterable[Transport]) -> bool:
        oldest = next(iter(idle), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.abort()
        return True

    def busy(self, transport: Transport) -> None:
        """A request of it is being answered, or it has become a WebSocket: it is not cut for another's sake."""
        self._idle.pop(transport, None)

    def idle(self, transport: Transport) -> None:
        """It is waited for."""
        if transport in self._address:
            self._idle[transport] = None

    def leave(self, transport: Transport) -> None:
        """It is gone; told twice, it is gone once."""
        address = self._address.pop(transport, None)
        self._idle.pop(transport, None)
        if address is not None:
            del self._of[address][transport]
            if not self._of[address]:
                del self._of[address]
