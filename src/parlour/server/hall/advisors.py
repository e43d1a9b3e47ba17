"""Post-match analysis, one job at a time, in a process of the lowest priority.

What was found is kept with the match.
"""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from parlour.engine import Log
from parlour.engine.carriers.compiled import available
from parlour.server.hall.pool import Busy, Died, Importance, Pool
from parlour.server.logs import tell
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Advised
from parlour.server.telling.advice import NOTHING, Way, advised, begun, found, styles
from parlour.server.telling.thinker import prepare
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.advice import AdviceShown, StyleShown

SECONDS = 18.0  # of one core's time for a match, about
KEPT = 32  # reports in memory; all of them are in the store


@dataclass(slots=True)
class _Case:
    """One match that is thought about."""

    log: Log
    shown: AdviceShown


class Advisors:
    """Lives in one event loop. `on` is the operator's word; without the extra `fast` nothing is ever thought."""

    def __init__(self, store: Store, pool: Pool, on: bool) -> None:
        self.on = on and available()
        self._store = store
        self._cases: OrderedDict[tuple[str, int], _Case] = OrderedDict()
        self._pool = pool
        self._tasks: set[asyncio.Task[None]] = set()

    def about(self, word: str, match: int, log: Log, kept: dict[str, Any] | None, *, begin: bool) -> AdviceShown:
        """What is known of a finished match, `kept` being what is stored; thought about where `begin`. Raises Refused."""
        if kept is not None:
            return found(log, kept)
        case = self._cases.get((word, match))
        if case is not None and not (begin and case.shown["state"] == "failed"):
            return case.shown
        return self._begin(word, match, log) if begin else NOTHING

    def _begin(self, word: str, match: int, log: Log) -> AdviceShown:
        if not self.on:
            raise Refused("no_advice", "this room has no advisor")
        case = _Case(log, begun(log))
        try:
            asked = self._pool.ask(Importance.ADVICE, advised, prepare, log, SECONDS, None, told=partial(_at, case))
        except Busy:
            raise Refused("advisor_busy", "the advisor has other matches to analyse first; ask again in a few minutes") from None
        self._cases[word, match] = case
        self._cases.move_to_end((word, match))
        for key in [key for key, one in self._cases.items() if one.shown["state"] in ("done", "failed")][:-KEPT]:
            del self._cases[key]
        task = asyncio.get_running_loop().create_task(self._think(word, match, case, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return case.shown

    async def style(self, log: Log) -> StyleShown:
        """How everybody played in a finished match. Needs neither search nor compiler. Raises Refused."""
        try:
            found: StyleShown = await self._pool.ask(Importance.ADVICE, styles, log)
        except Busy:
            raise Refused("advisor_busy", "other matches are looked at first; ask again in a few minutes") from None
        except Died:
            raise Refused("busy", "the process that counted was ended; ask again") from None
        return found

    async def _think(self, word: str, match: int, case: _Case, asked: "asyncio.Future[dict[str, Any]]") -> None:
        try:
            report = await asked
        except Exception as error:  # a stranger's rules may fail in any way, a process be killed
            tell("no advice", level=30, game=case.log.game, error=type(error).__name__)
            case.shown["state"] = "failed"
            return
        case.shown |= found(case.log, report)
        with suppress(Exception):  # a store that fails is complained of by whoever needs it: this can be thought again
            if await self._store.ask(self._store.taken, word):
                await self._store.write([Advised(word, match, report)], Lane())


def _at(case: _Case, way: Way) -> None:
    """A match is thought about so far."""
    case.shown |= {"state": "thinking", "done": way["done"], "of": way["of"], "left": way["left"], "marks": way["marks"]}
