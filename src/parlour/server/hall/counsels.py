"""What the advisor is asked before a play: looked at beside the tables, and never waited for.

A game is compiled at the first question about it. What is lost with a process can be asked again.
"""

import asyncio
from collections.abc import Callable, Coroutine

from parlour.engine.carriers.compiled import available
from parlour.server.hall.pool import COMPILING, Importance, Pool
from parlour.server.logs import tell
from parlour.server.table.thinking import Ask
from parlour.server.telling import counsellor, thinker
from parlour.server.wire.shown.advice import CounselShown

FAILED: CounselShown = {"state": "failed", "method": "search", "choices": []}

Answer = Callable[[CounselShown | None], None]
Warming = Callable[[], None]


class Counsellors:
    """Lives in one event loop. `on` is the operator's word; without the extra `fast` nothing is ever looked at."""

    def __init__(self, pool: Pool, on: bool) -> None:
        self.on = on and available()
        self._pool = pool
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready: set[str] = set()

    def ask(self, ask: Ask, answer: Answer, warming: Warming) -> None:
        """Have a question looked at; `answer` is called once. `warming` before that, where the game has to be compiled."""
        if not self.on:
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
                await self._pool.ask(Importance.COUNSEL, thinker.prepare, ask.game, seconds=COMPILING)
                self._ready.add(ask.game)
            found = await self._pool.ask(Importance.COUNSEL, counsellor.advised, ask)
        except Exception as error:  # whatever happens over there, the table goes on
            tell("no counsel", level=30, game=ask.game, error=type(error).__name__)
            found = FAILED
        answer(found)
