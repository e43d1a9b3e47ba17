"""Studies of house rules, for pages: one at a time, when nothing else needs the machine; what was found is kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from parlour.server.hall.pool import Importance, Pool
from parlour.server.logs import tell
from parlour.server.telling.studies import PART, Study, asked, key, nothing, sort_in, study_of, told, watched
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.studies import StudyShown

GAMES = 600  # of each of the two rules, and about as many for what decides who wins
FEWEST = 60  # with fewer nothing is said
SECONDS = 60.0  # of play, after which a study ends with what it has
WAITING = 8  # studies that may wait for their turn
KEPT = 256


class Studies:
    """All studies of a room. Lives in one event loop; `on` is the operator's word."""

    def __init__(self, pool: Pool, on: bool) -> None:
        self.on = on
        self._known: OrderedDict[str, Study] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._pool = pool

    async def ask(self, name: str, players: int, options: Mapping[str, Any], *, begin: bool = True) -> StudyShown:
        """How far the study of these rules is; begun where nobody did before, unless it is only looked for. Raises Refused."""
        if not self.on:
            raise Refused("no_lab", "this room makes no studies of house rules")
        game, tried, printed = asked(name, players, options)
        known = key(game, players, tried)
        study = self._known.get(known)
        if study is not None and study.shown["state"] == "failed":
            return self._known.pop(known).shown  # told once; who asks again has it played again
        if study is None and not begin:
            return nothing(GAMES)
        if study is None:
            if sum(one.shown["state"] in ("waiting", "playing") for one in self._known.values()) >= WAITING:
                raise Refused("lab_busy", "other studies are being played; ask again in a minute")
            study = self._known[known] = study_of(game, players, tried, printed, GAMES)
            task = asyncio.get_running_loop().create_task(self._play(study))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._known.move_to_end(known)
        self._forget()
        return study.shown

    def _forget(self) -> None:
        """Of the answers that are there the oldest go first."""
        done = [one for one, study in self._known.items() if study.shown["state"] in ("done", "failed")]
        for one in done[: max(0, len(self._known) - KEPT)]:
            del self._known[one]

    async def _play(self, study: Study) -> None:
        async with self._turn:
            study.shown["state"] = "playing"
            try:
                await self._games(study)
            except Exception as error:  # a stranger's bot or rules may fail in any way
                tell("a study of rules failed", level=30, game=study.game.name, error=type(error).__name__)
                study.shown["state"] = "failed"

    async def _games(self, study: Study) -> None:
        from parlour.lab.study import seconds_a_move  # noqa: PLC0415

        spent = 0.0
        pace = await self._pool.ask(Importance.STUDY, seconds_a_move, study.game.name, study.bot)
        for start, parts in enumerate(study.parts()):
            for part in parts:
                seen, seconds = await self._pool.ask(Importance.STUDY, watched, part[0])
                spent += seconds
                sort_in(part, seen)
            study.shown["played"] += 2 * PART
            if spent > SECONDS and PART * start >= FEWEST:
                break
        study.shown = await asyncio.to_thread(told, study, pace)
