"""What bots that think are asked, beside the tables: never waited for.

A seat is always thought for by the same process, which remembers what the seat has seen. What is lost with a process, or not even
begun because too much waits, the room is told so.
"""

import asyncio
from collections.abc import Callable, Coroutine

from parlour.bots import pondered, thoughtful
from parlour.bots.levels import SHARP
from parlour.engine import Game, GameError, games, load
from parlour.engine.carriers.compiled import available
from parlour.server.hall.pool import COMPILING, Busy, Died, Importance, Pool
from parlour.server.logs import tell
from parlour.server.table.thinking import FAILED, Ask
from parlour.server.telling import stranger, thinker

TRIES = 3  # how often a game is begun to be compiled where the process that does it is killed
DEADLINE = 5.0  # seconds for a choice of a stranger's bot, its import included where it is the first
REST = 60.0  # seconds for which one whose process died, or had to be ended, is not asked again
BREATH = 1.0  # seconds after the start in which the first page has the machine to itself

Answer = Callable[[int | None], None]


class Thinkers:
    """Lives in one event loop. With no processes, or without the extra `fast`, nothing is ever thought."""

    def __init__(self, pool: Pool) -> None:
        self.count = pool.thinkers if available() else 0
        self.warming: set[str] = set()  # games that are still being compiled
        self.ready: set[str] = set()
        self.failed: set[str] = set()  # games that cannot be compiled here: nobody thinks at them
        self._resting: dict[tuple[str, str], float] = {}  # until when strangers' bots whose process was lost are not asked
        self._pool = pool
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
            done = await self._prepared(name)
            self.warming.discard(name)
            (self.ready if done else self.failed).add(name)

    async def _prepared(self, name: str) -> bool:
        """Whether a game is compiled now. A process that is killed over it is begun again, for the next may live."""
        for left in reversed(range(TRIES)):
            try:
                done: bool = await self._pool.ask(Importance.THOUGHT, thinker.prepare, name, seconds=COMPILING)
                return done
            except Exception as error:  # no compiler, no memory, a process killed: the rule of thumb plays on
                if isinstance(error, Died) and left:
                    tell("compiling again", level=30, game=name, tries_left=left)
                    continue
                why = str(error).strip().rpartition("\n")[2]  # of a compiler's trace the last line says it
                tell("game not compiled", level=30, game=name, error=type(error).__name__, why=why, not_offered=SHARP)
                return False
        return False

    def ask(self, ask: Ask, answer: Answer) -> None:
        """Have something thought about; `answer` is called once, with None where nothing came of it.

        A bot of another package is asked in a process of its kind's own, with a deadline; FAILED is answered where it failed.
        """
        if ask.kind:
            self._run(self._ask_stranger(ask, answer))
            return
        if ask.game not in self.ready:
            asyncio.get_running_loop().call_soon(answer, None)
            return
        self._run(self._think(ask, answer))

    async def _ask_stranger(self, ask: Ask, answer: Answer) -> None:
        key, loop = (ask.game, ask.kind), asyncio.get_running_loop()
        if loop.time() < self._resting.get(key, 0.0):
            loop.call_soon(answer, FAILED)
            return
        try:
            action = await self._pool.ask(Importance.STRANGER, stranger.choose, ask, key=key, seconds=DEADLINE)
        except Busy:
            action = None
        except Exception as error:  # whatever a stranger's bot may do: fail, die, never come to an end
            if isinstance(error, Died | TimeoutError):  # a new process is begun for it, which is no small thing
                self._resting[key] = loop.time() + REST
            tell("a stranger's bot failed", level=30, game=ask.game, kind=ask.kind, error=type(error).__name__, why=str(error))
            action = FAILED
        answer(action)

    async def _think(self, ask: Ask, answer: Answer) -> None:
        try:
            action = await self._pool.ask(Importance.THOUGHT, thinker.think, ask, key=ask.mind)
        except Exception as error:  # whatever happens over there, the table goes on
            tell("thought lost", level=30, game=ask.game, error=type(error).__name__)
            action = None
        answer(action)


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
