"""The processes that think for bots: few, of low priority, and never waited for.

A seat is always thought for by the same process, which remembers what the seat has seen. A process that dies is begun anew; what
was being thought is lost, and the room is told so.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from zlib import crc32

from parlour.bots import pondered, thoughtful
from parlour.bots.levels import SHARP
from parlour.engine import Game, GameError, games, load
from parlour.engine.carriers.compiled import available
from parlour.server.hall import thinker
from parlour.server.logs import tell
from parlour.server.table.thinking import Ask

BREATH = 1.0  # seconds after the start in which the first page has the machine to itself

Answer = Callable[[int | None], None]


class Thinkers:
    """Lives in one event loop. With no processes, or without the extra `fast`, nothing is ever thought."""

    def __init__(self, count: int) -> None:
        self.count = count if available() else 0
        self.warming: set[str] = set()  # games that are still being compiled
        self.ready: set[str] = set()
        self.failed: set[str] = set()  # games that cannot be compiled here: nobody thinks at them
        self._pools: dict[int, ProcessPoolExecutor] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Compile, in the background, every game whose bots think."""
        if not self.count:
            return
        self.warming = set(_those(thoughtful))
        self.ready = set(_those(pondered)) - self.warming  # of whose bots none searches
        asyncio.get_running_loop().call_later(BREATH, lambda: self._run(self._warm(sorted(self.warming))))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _warm(self, names: list[str]) -> None:
        for name in names:
            try:
                done = await asyncio.wrap_future(self._pool(0).submit(thinker.prepare, name))
            except Exception as error:  # no compiler, no memory, a process killed: the rule of thumb plays on
                why = str(error).strip().rpartition("\n")[2]  # of a compiler's trace the last line says it
                tell("game not compiled", level=30, game=name, error=type(error).__name__, why=why, not_offered=SHARP)
                self._broken(0, error)
                done = False
            self.warming.discard(name)
            (self.ready if done else self.failed).add(name)

    def ask(self, ask: Ask, answer: Answer) -> None:
        """Have something thought about; `answer` is called once, with None where nothing came of it."""
        if ask.game not in self.ready:
            asyncio.get_running_loop().call_soon(answer, None)
            return
        self._run(self._think(ask, answer))

    async def _think(self, ask: Ask, answer: Answer) -> None:
        number = crc32(repr(ask.mind).encode()) % self.count
        try:
            action = await asyncio.wrap_future(self._pool(number).submit(thinker.think, ask))
        except Exception as error:  # whatever happens over there, the table goes on
            tell("thought lost", level=30, game=ask.game, error=type(error).__name__)
            self._broken(number, error)
            action = None
        answer(action)

    def _pool(self, number: int) -> ProcessPoolExecutor:
        if number not in self._pools:
            self._pools[number] = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=thinker.begin)
        return self._pools[number]

    def _broken(self, number: int, error: Exception) -> None:
        if isinstance(error, BrokenProcessPool) and number in self._pools:
            self._pools.pop(number).shutdown(wait=False)

    def stop(self) -> None:
        """End the processes at once; what they were thinking is lost."""
        for task in list(self._tasks):
            task.cancel()
        for pool in self._pools.values():
            for process in list(pool._processes.values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
        self._pools.clear()


def _those(which: Callable[[Game], bool]) -> list[str]:
    """The games of some kind, of those that load."""
    found = []
    for name in games():
        try:
            if which(load(name)):
                found.append(name)
        except GameError:
            continue
    return found
