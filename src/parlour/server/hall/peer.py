"""The sending side of one socket."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol


class Listener(Protocol):
    """Whom a table sends to."""

    def send(self, text: str) -> None: ...
    def end(self) -> None: ...
    @property
    def waiting(self) -> int: ...


class Peer:
    """A queue that the socket's writer empties. A socket that cannot keep up is dropped."""

    __slots__ = ("_bytes", "_waiting", "_wanted", "ended", "most", "most_bytes")

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most = most
        self.most_bytes = most_bytes
        self.ended = False
        self._bytes = 0
        self._waiting: deque[str] = deque()
        self._wanted = asyncio.Event()

    def send(self, text: str) -> None:
        if self.ended:
            return
        self._waiting.append(text)
        self._bytes += len(text)
        if self._too_much:
            self.end()
        self._wanted.set()

    @property
    def _too_much(self) -> bool:
        """A message alone may be of any length: what the room says is the room's own affair."""
        return len(self._waiting) > self.most or (self._bytes > self.most_bytes and len(self._waiting) > 1)

    @property
    def waiting(self) -> int:
        """Messages that the socket has not taken yet."""
        return len(self._waiting)

    def end(self) -> None:
        """Send what waits, unless that is too much, then close the socket."""
        if self._too_much:
            self._waiting.clear()
        self.ended = True
        self._wanted.set()

    async def pump(self, send: Callable[[str], Any]) -> None:
        """Send all that comes, until the end."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._bytes -= len(text)
                await send(text)
            if self.ended:
                return
            self._wanted.clear()
            await self._wanted.wait()
