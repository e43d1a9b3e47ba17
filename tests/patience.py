"""How long tests wait before they take something for stuck. None is about speed: on a busy machine all of it takes longer."""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 120.0  # seconds


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Look again and again until it holds. Raises AssertionError."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.01)


async def until(holds: Callable[[], bool], what: str) -> None:
    """The same within an event loop."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.001)
