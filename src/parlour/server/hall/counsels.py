"""The process of the advisor who is asked before a play: one, of low priority, begun when it is needed, and never waited for.

It compiles a game at the first question about it. One that dies is begun anew; what was being looked at can be asked again.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from parlour.engine.carriers.compiled import available
from parlour.server.hall import counsellor, thinker
from parlour.server.logs import tell
from parlour.server.table.thinking import Ask
from parlour.server.wire.shown import CounselShown

WAITING = 64  # questions that may wait for their turn; each seat has one at most
FAILED: CounselShown = {"state": "failed", "method": "search", "choices": []}

Answer = Callable[[CounselShown | None], None]
Warming = Callable[[], None]


class Counsellors:
    """Lives in one event loop. `on` is the operator's word; without the extra `fast` nothing is ever looked at."""

    def __init__(self, on: bool) -> None:
        self.on = on and available()
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready: set[str] = set()

    def ask(self, ask: Ask, answer: Answer, warming: Warming) -> None:
        """Have a question looked at; `answer` is called once. `warming` before that, where the game has to be compiled."""
        if not self.on or len(self._tasks) >= WAITING:
            asyncio.get_running_loop().call_soon(answer, FAILED)
            return
        self._run(self._look(ask, answer, warming))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, ask: Ask, answer: Answer, warming: Warming) -> None:
        found: CounselShown | None
        try:
            if ask.game not in self._ready:
                warming()
                await asyncio.wrap_future(self._process().submit(thinker.prepare, ask.game))
                self._ready.add(ask.game)
            found = await asyncio.wrap_future(self._process().submit(counsellor.advised, ask))
        except Exception as error:  # whatever happens over there, the table goes on
            tell("no counsel", level=30, game=ask.game, error=type(error).__name__)
            if isinstance(error, BrokenProcessPool):
                self.stop_process()
            found = FAILED
        answer(found)

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=thinker.begin)
        return self._pool

    def stop_process(self) -> None:
        """End the process at once."""
        if self._pool is not None:
            for process in list(self._pool._processes.values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def stop(self) -> None:
        """The server stops; what was looked at is lost."""
        for task in list(self._tasks):
            task.cancel()
        self.stop_process()
