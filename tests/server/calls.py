"""What tests have called in processes of the pool, which import no more for it than this."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Odd(Exception):
    """Cannot be unpickled: it takes two arguments, and keeps one."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def odd() -> None:
    raise Odd("so ", "strange")


def unsendable() -> Any:
    return lambda: 0


def niceness() -> int:
    return os.nice(0)


def steps(tell: Callable[[int], None]) -> str:
    for step in range(3):
        tell(step)
    return "through"


def touched(path: str, seconds: float) -> None:
    """Leaves a file, and then takes its time."""
    Path(path).write_text(str(os.getpid()))
    time.sleep(seconds)
