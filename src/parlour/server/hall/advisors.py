"""Post-match analysis, one job at a time, in a process of the lowest priority.

What was found is kept with the match.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from parlour.bots import seated
from parlour.engine import CHANCE, Log, load
from parlour.engine.carriers.compiled import available
from parlour.server.hall.helper import follow_parent, give_way
from parlour.server.hall.thinker import prepare
from parlour.server.logs import tell
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Advised
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown import AdviceShown

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

SECONDS = 20.0  # of one core's time for a match, about
STEPS = 4_000  # of people and the clock, in one match, at most
WAITING = 8  # matches that may wait for their turn
KEPT = 32  # reports in memory; all of them are in the store
NICE = 19
NOTHING: AdviceShown = {"state": "none", "done": 0, "of": 0, "report": None}

_step: "Synchronized[int] | None" = None  # in the process that thinks: how far it is


def _give_way(step: "Synchronized[int]", nice: int) -> None:
    """What the process does first."""
    global _step  # noqa: PLW0603  a process has one
    _step = step
    follow_parent()
    give_way(nice)


def _advised(log: Log, seconds: float) -> dict[str, Any]:
    from parlour.advice import advise  # noqa: PLC0415  the room itself never needs it

    return advise(log, seconds=seconds, progress=_at).to_json()


def _at(done: int, of: int) -> None:
    if _step is not None:
        _step.value = done


@dataclass(slots=True)
class _Case:
    """One match that is thought about."""

    log: Log
    shown: AdviceShown


class Advisors:
    """Lives in one event loop. `on` is the operator's word; without the extra `fast` nothing is ever thought."""

    def __init__(self, store: Store, on: bool) -> None:
        self.on = on and available()
        self._store = store
        self._cases: OrderedDict[tuple[str, int], _Case] = OrderedDict()
        self._turn = asyncio.Lock()
        self._context = get_context("spawn")
        self._step: Synchronized[int] = self._context.Value("q", 0)
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def about(self, word: str, match: int, log: Log, kept: dict[str, Any] | None, *, begin: bool) -> AdviceShown:
        """What is known of a finished match, `kept` being what is stored; thought about where `begin`. Raises Refused."""
        if kept is not None:
            return {"state": "done", "done": len(log.actions), "of": len(log.actions), "report": kept}
        case = self._cases.get((word, match))
        if case is not None and not (begin and case.shown["state"] == "failed"):
            if case.shown["state"] == "thinking":
                case.shown["done"] = self._step.value
            return case.shown
        return self._begin(word, match, log) if begin else NOTHING

    def _begin(self, word: str, match: int, log: Log) -> AdviceShown:
        if not self.on:
            raise Refused("no_advice", "this room has no advisor")
        game = load(log.game)
        if game.policy is None or not seated(game, game.options(log.options, log.players)):
            raise Refused("no_advice", "what was played at this table is not in its log: nobody can judge it from there")
        if sum(who != CHANCE for who, _ in log.actions) > STEPS:
            raise Refused("no_advice", f"the advisor does not look at matches of more than {STEPS} steps")
        if sum(case.shown["state"] in ("waiting", "thinking") for case in self._cases.values()) >= WAITING:
            raise Refused("advisor_busy", "the advisor has other matches to analyse first; ask again in a few minutes")
        case = _Case(log, {"state": "waiting", "done": 0, "of": len(log.actions), "report": None})
        self._cases[word, match] = case
        self._cases.move_to_end((word, match))
        for key in [key for key, one in self._cases.items() if one.shown["state"] in ("done", "failed")][:-KEPT]:
            del self._cases[key]
        task = asyncio.get_running_loop().create_task(self._think(word, match, case))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return case.shown

    async def _think(self, word: str, match: int, case: _Case) -> None:
        async with self._turn:
            self._step.value = 0
            case.shown["state"] = "thinking"
            try:
                self._pool = self._pool or ProcessPoolExecutor(1, self._context, _give_way, (self._step, NICE))
                await asyncio.wrap_future(self._pool.submit(prepare, case.log.game))
                report = await asyncio.wrap_future(self._pool.submit(_advised, case.log, SECONDS))
            except Exception as error:  # a stranger's rules may fail in any way, a process be killed
                tell("no advice", level=30, game=case.log.game, error=type(error).__name__)
                if isinstance(error, BrokenProcessPool):
                    self._pool = None
                case.shown["state"] = "failed"
                return
        case.shown |= {"state": "done", "done": case.shown["of"], "report": report}
        with suppress(Exception):  # a store that fails is complained of by whoever needs it: this can be thought again
            if await self._store.ask(self._store.taken, word):
                await self._store.write([Advised(word, match, report)], Lane())

    def stop(self) -> None:
        """End the process at once."""
        for task in list(self._tasks):
            task.cancel()
        if self._pool is not None:
            for process in list(self._pool._processes.values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
