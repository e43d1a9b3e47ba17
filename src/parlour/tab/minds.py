"""Bots that think, the advisor and the lab, in a tab: the same as at a house, with less of the machine's time."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any

from parlour.engine import Log, load
from parlour.server.logs import tell
from parlour.server.table.records import Advised
from parlour.server.table.thinking import Ask
from parlour.server.telling import counsellor, thinker
from parlour.server.telling.advice import NOTHING, Way, advised, begun, found
from parlour.server.telling.studies import PART, Study, asked, key, nothing, sort_in, study_of, told, watched
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.advice import AdviceShown, CounselShown
from parlour.server.wire.shown.studies import StudyShown
from parlour.tab.aside import Aside, Importance
from parlour.tab.store import Lane, Store

ITERATIONS = 60  # of Sharp's search, a sixteenth of a house's: the browser's Python takes its time
SECONDS = 20.0  # of the advisor's time for a match, about
GAMES = 60  # of each of two house rules, a tenth of a house's
LONGEST = 60.0  # seconds of play, after which a study ends with what it has
FAILED: CounselShown = {"state": "failed", "method": "search", "choices": []}


def thought(ask: Ask) -> int | None:
    """In the other worker: what Sharp plays."""
    return thinker.think(ask, most=ITERATIONS)


class Ready:
    """As the catalogue asks: Sharp thinks at every game from the first moment on."""

    count = 1
    warming: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()


class Minds(Ready):
    """What a house has processes for. Lives in one event loop."""

    def __init__(self, aside: Aside, store: Store) -> None:
        self._aside = aside
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        self._cases: dict[tuple[str, int], AdviceShown] = {}
        self._studies: dict[str, Study] = {}

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- before a play

    def think(self, ask: Ask, answer: Callable[[int | None], None]) -> None:
        """What a bot plays; `answer` is called once, with None where nothing came of it."""
        self._begin(self._answered(Importance.THOUGHT, thought, ask, answer, None))

    def counsel(self, ask: Ask, answer: Callable[[CounselShown | None], None]) -> None:
        """What a person could play; `answer` is called once."""
        self._begin(self._answered(Importance.COUNSEL, counsellor.advised, ask, answer, FAILED))

    async def _answered(
        self, importance: Importance, function: Callable[[Ask], Any], ask: Ask, answer: Callable[[Any], None], otherwise: Any
    ) -> None:
        try:
            come = await self._aside.ask(importance, function, ask)
        except Exception as error:  # whatever happens over there, the table goes on
            tell("nothing thought", level=30, game=ask.game, error=f"{type(error).__name__}: {error}")
            come = otherwise
        answer(come)

    # --- after a match

    def about(
        self, word: str, match: int, log: Log, seats: Sequence[int], kept: dict[str, Any] | None, *, begin: bool
    ) -> AdviceShown:
        """What is known of a finished match, `kept` being what is stored; thought about where `begin`. Raises Refused.

        Only the decisions of these seats are judged, the people's: a browser is slow, and nobody wants to know it of a bot.
        """
        if kept is not None:
            return found(log, kept)
        case = self._cases.get((word, match))
        if case is not None and not (begin and case["state"] == "failed"):
            return case
        if not begin:
            return NOTHING
        case = self._cases[word, match] = begun(log)
        self._begin(self._advise(word, match, log, seats, case))
        return case

    async def _advise(self, word: str, match: int, log: Log, seats: Sequence[int], case: AdviceShown) -> None:
        try:
            told = partial(_at, case)
            report = await self._aside.ask(Importance.ADVICE, advised, load, log, SECONDS, seats, told=told)
        except Exception as error:
            tell("no advice", level=30, game=log.game, error=f"{type(error).__name__}: {error}")
            case["state"] = "failed"
            return
        case |= found(log, report)
        await self._store.write([Advised(word, match, report)], Lane())

    # --- of house rules

    async def study(self, name: str, players: int, options: Mapping[str, Any], *, begin: bool) -> StudyShown:
        """How far the study of these rules is; begun where nobody did before, unless it is only looked for. Raises Refused."""
        game, tried, printed = asked(name, players, options)
        known = key(game, players, tried)
        study = self._studies.get(known)
        if study is not None and study.shown["state"] == "failed":
            return self._studies.pop(known).shown
        if study is None and not begin:
            return nothing(GAMES)
        if study is None:
            if any(one.shown["state"] in ("waiting", "playing") for one in self._studies.values()):
                raise Refused("lab_busy", "other studies are being played; ask again in a minute")
            study = self._studies[known] = study_of(game, players, tried, printed, GAMES)
            self._begin(self._play(study))
        return study.shown

    async def _play(self, study: Study) -> None:
        from parlour.lab.study import seconds_a_move  # noqa: PLC0415

        study.shown["state"] = "playing"
        try:
            spent = 0.0
            pace = await self._aside.ask(Importance.STUDY, seconds_a_move, study.game.name, study.bot)
            for parts in study.parts():
                for part in parts:
                    seen, seconds = await self._aside.ask(Importance.STUDY, watched, part[0])
                    spent += seconds
                    sort_in(part, seen)
                study.shown["played"] += 2 * PART
                if spent > LONGEST:
                    break
            study.shown = told(study, pace)
        except Exception as error:  # a stranger's bot or rules may fail in any way
            tell("a study of rules failed", level=30, game=study.game.name, error=f"{type(error).__name__}: {error}")
            study.shown["state"] = "failed"


def _at(case: AdviceShown, way: Way) -> None:
    case |= {"state": "thinking", "done": way["done"], "of": way["of"], "left": way["left"], "marks": way["marks"]}
