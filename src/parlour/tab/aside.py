"""What is worked out beside the tables, one thing at a time: thoughts of bots, counsel, advice and studies.

A browser has another worker for it, which runs the same Python; `Run` is how it is reached.
"""

import asyncio
import pickle
from bisect import insort
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
WAITING = 64  # calls that may wait

Run = Callable[[bytes, Callable[[Any], None]], Awaitable[bytes]]  # a packed call, whom it tells on the way, and its packed answer


class Importance(IntEnum):
    """Of what is asked; the smaller comes first."""

    THOUGHT = 0  # a bot's, whose table waits
    COUNSEL = 1  # for a person who waits
    ADVICE = 2  # on a finished match
    STUDY = 3  # of house rules


class Busy(Exception):
    """As much waits as may."""


@dataclass(slots=True, order=True)
class _Job:
    place: tuple[int, int]
    call: bytes = field(compare=False)
    future: "asyncio.Future[Any]" = field(compare=False)
    told: Callable[[Any], None] = field(compare=False)


class Aside:
    """Lives in one event loop."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._waiting: list[_Job] = []
        self._numbers = count()
        self._task: asyncio.Task[None] | None = None

    def ask(
        self, importance: Importance, function: Callable[..., T], *args: Any, told: Callable[[Any], None] | None = None
    ) -> "asyncio.Future[T]":
        """Have a function called, with arguments that can be pickled. Raises Busy.

        Where `told` is given, the function gets one more argument: what it is called with, `told` is called with.
        """
        if len(self._waiting) >= WAITING:
            raise Busy(f"{WAITING} calls wait already")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        call = pickle.dumps((function, args, told is not None))
        insort(self._waiting, _Job((importance, next(self._numbers)), call, future, told or _nobody))
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._work())
        return future

    async def _work(self) -> None:
        while self._waiting:
            job = self._waiting.pop(0)
            try:
                good, found = pickle.loads(await self._run(job.call, job.told))
            except Exception as error:  # the worker is gone
                good, found = False, error
            if job.future.done():
                continue
            if good:
                job.future.set_result(found)
            else:
                job.future.set_exception(found)


def carry_out(call: bytes, tell: Callable[[Any], None]) -> bytes:
    """Do what was asked, over there. The answer says whether it went well, and what came of it."""
    function, args, telling = pickle.loads(call)
    try:
        return pickle.dumps((True, function(*args, tell) if telling else function(*args)))
    except Exception as error:
        return pickle.dumps((False, Failed(f"{type(error).__name__}: {error}")))


class Failed(Exception):
    """What went wrong over there, in words."""


def _nobody(what: Any) -> None:
    pass


async def here(call: bytes, told: Callable[[Any], None]) -> bytes:
    """Where there is no other worker: done at once, and whoever plays waits."""
    await asyncio.sleep(0)
    return carry_out(call, told)
