"""The processes that work beside the tables: thought, looks, counsel, advice and studies, each as important as it is.

Who asks says what and how important it is, and gets a future. What is more important has processes of its own or comes first;
what waits is bounded; a call that takes too long, or that nobody waits for any more, is ended with its process; and a process
that died is begun anew at the next call.
"""

import asyncio
from bisect import insort
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any, TypeVar
from zlib import crc32

from parlour.server.hall.process import Process, Word, packed_call

T = TypeVar("T")


class Importance(IntEnum):
    """Of what is asked; the smaller comes first."""

    THOUGHT = 0  # a bot's, whose table waits
    COUNSEL = 1  # for a person who waits
    ADVICE = 2  # on a finished match
    STUDY = 3  # of house rules
    STRANGER = 4  # of what another package brings, a bot or rules: each in a process of its own
    LOOK = 5  # at what a step showed: an offer to take it back


@dataclass(frozen=True, slots=True)
class Terms:
    """What a call of some importance gets."""

    at: str  # the processes it shares with others
    nice: int  # how far they give way to the tables: added to their niceness
    waiting: int  # calls that may wait
    seconds: float  # in which it ends, from when a process took it


# Seconds after which a call is taken to hang, and the same where a game is compiled. Both are generous: on a machine that starves
# the first thought of a process takes more than a minute, and ending it would make all of it slower.
HANGING, COMPILING = 600.0, 1800.0

KINDS = 1 << 32  # of what strangers bring, each asked in a process of its own: as many as are installed are ever begun

TERMS = {
    Importance.THOUGHT: Terms("thought", 10, 512, HANGING),
    Importance.COUNSEL: Terms("counsel", 10, 64, HANGING),
    Importance.ADVICE: Terms("study", 19, 8, COMPILING),
    Importance.STUDY: Terms("study", 19, 8, HANGING),
    Importance.STRANGER: Terms("stranger", 15, 512, HANGING),
    Importance.LOOK: Terms("look", 10, 256, HANGING),
}


class Busy(Exception):
    """As much waits as may."""


class Died(Exception):
    """A process has died of a call, or been killed at it."""


@dataclass(slots=True)
class _Job:
    """One call that waits, or is at work."""

    importance: Importance
    number: int
    call: bytes = field(repr=False)
    seconds: float
    future: "asyncio.Future[Any]"
    told: Callable[[Any], None] | None
    timer: asyncio.TimerHandle | None = None

    @property
    def place(self) -> tuple[int, int]:
        """By which it is taken: the most important first, of those the oldest."""
        return (self.importance, self.number)


class _Worker:
    """One process, which takes calls one at a time; there while it is needed."""

    def __init__(self, pool: "Pool", nice: int) -> None:
        self._pool, self._nice = pool, nice
        self.waiting: list[_Job] = []  # in the order in which they are taken
        self.job: _Job | None = None
        self.process: Process | None = None
        self._ready = False

    def put(self, job: _Job) -> None:
        insort(self.waiting, job, key=lambda one: one.place)
        job.future.add_done_callback(lambda _: self._settled(job))
        self._next()

    def _next(self) -> None:
        if self.job is not None or not self.waiting:
            return
        if self.process is None:
            self._begin()
        elif self._ready:
            job = self.job = self.waiting.pop(0)
            self._pool.left(job.importance)
            job.timer = asyncio.get_running_loop().call_later(job.seconds, self._late, job)
            self.process.send(job.call)

    def _begin(self) -> None:
        self._ready = False
        try:
            self.process = Process(self._nice, self._heard)
        except Exception as error:  # no memory, no process
            _fail(self.waiting[0], error)

    def _heard(self, process: Process, word: Word, what: Any) -> None:
        if process is not self.process:
            return  # of one that was given up
        job = self.job
        if word is Word.READY:
            self._ready = True
            self._next()
        elif word is Word.DIED:
            self._died()
        elif job is None or job.future.done():
            return
        elif word is Word.TOLD and job.told is not None:
            job.told(what)
        elif word is Word.DONE:
            job.future.set_result(what)
        elif word is Word.FAILED:
            job.future.set_exception(what)

    def _died(self) -> None:
        """Of a call, at leisure, or before it could take any: then one call pays, so that not for ever new ones are begun."""
        self._pool.died += 1
        began, self.process = self._ready, None
        paying = self.job or (self.waiting[0] if self.waiting and not began else None)
        if paying is not None:
            _fail(paying, Died("the process has died"))
        else:
            self._next()

    def _late(self, job: _Job) -> None:
        if not job.future.done():
            self._give_up()
            _fail(job, TimeoutError(f"not done in {job.seconds:g} seconds"))

    def _settled(self, job: _Job) -> None:
        """A call has come to its end, or nobody waits for it any more."""
        if job is self.job:
            if job.timer is not None:
                job.timer.cancel()
            self.job = None
            if job.future.cancelled():
                self._give_up()
        elif job in self.waiting:
            self.waiting.remove(job)
            self._pool.left(job.importance)
        self._next()

    def _give_up(self) -> None:
        """End the process, which is at what nobody waits for."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            self._pool.died += 1

    def stop(self) -> None:
        for job in [*self.waiting, *([self.job] if self.job is not None else [])]:
            job.future.cancel()
        if self.process is not None:
            self.process.kill()
            self.process = None
        self.waiting.clear()
        self.job = None


def _fail(job: _Job, error: Exception) -> None:
    if not job.future.done():  # cancelled a moment ago, it is about to be settled
        job.future.set_exception(error)


class Pool:
    """Lives in one event loop. `thinkers` processes think for bots; there is one for each other kind, begun when it is needed."""

    def __init__(self, thinkers: int = 1) -> None:
        self.thinkers = thinkers
        self.died = 0  # processes that died, or were ended at a call, since the start
        self._workers: dict[tuple[str, int], _Worker] = {}
        self._waiting = Counter[Importance]()
        self._numbers = count()
        self._stopped = False

    def ask(
        self,
        importance: Importance,
        function: Callable[..., T],
        *args: Any,
        key: object = None,
        seconds: float | None = None,
        told: Callable[[Any], None] | None = None,
    ) -> "asyncio.Future[T]":
        """Have a function called beside the server, with arguments that can be pickled. Raises Busy.

        What is asked with the same `key` is asked of the same process. Where `told` is given, the function gets one more
        argument: what it is called with, `told` is called with. The future raises what the function raises, Died, or
        TimeoutError after `seconds` (else as usual for what is so important); who cancels it ends the call.
        """
        terms = TERMS[importance]
        if self._waiting[importance] >= terms.waiting:
            raise Busy(f"{terms.waiting} calls wait already")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._stopped:
            future.cancel()
            return future
        call = packed_call((function, args, told is not None))
        job = _Job(importance, next(self._numbers), call, terms.seconds if seconds is None else seconds, future, told)
        self._waiting[importance] += 1
        self._worker(importance, key).put(job)
        return future

    def _worker(self, importance: Importance, key: object) -> _Worker:
        terms = TERMS[importance]
        many = self.thinkers if importance is Importance.THOUGHT else KINDS if importance is Importance.STRANGER else 1
        place = (terms.at, crc32(repr(key).encode()) % max(1, many))
        if place not in self._workers:
            self._workers[place] = _Worker(self, terms.nice)
        return self._workers[place]

    def left(self, importance: Importance) -> None:
        """A call waits no more."""
        self._waiting[importance] -= 1

    def pids(self, importance: Importance) -> list[int]:
        """The processes that are there for calls of such importance."""
        at = TERMS[importance].at
        return [one.process.pid for (where, _), one in list(self._workers.items()) if where == at and one.process is not None]

    def figures(self) -> dict[str, int]:
        """How much there is to do, for whoever counts; may be asked from another thread."""
        workers = list(self._workers.values())
        return {
            "pool_waiting": sum(self._waiting.values()),
            "pool_working": sum(one.job is not None for one in workers),
            "pool_died": self.died,
        }

    def stop(self) -> None:
        """End all processes at once; what they were asked is cancelled."""
        self._stopped = True
        for worker in self._workers.values():
            worker.stop()
