"""Virtual time: an event loop that never waits."""

import asyncio
import selectors
from typing import Any


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
