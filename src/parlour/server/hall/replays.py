"""Finished matches gone through again, one at a time: all that takes long, to the bytes that are sent, is done in a thread."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from parlour.engine import Log
from parlour.server.telling.replays import instead, seat_from, written
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.people import Guest

T = TypeVar("T")
WAITING = 20_000  # steps of all matches that may wait for their turn, the one that is being made included


class Replays:
    """Goes through one match at a time, in a thread, so that the tables go on meanwhile."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0  # steps

    async def show(self, log: Log, people: list[Guest] | None, look: str, language: str) -> bytes:
        """The JSON of a ReplayShown: a finished match from a seat ("0", "1" …), to an "onlooker", or with everything "open".

        `people` are those of a match that was played here, as far as they are known; None: a stranger brings the log.
        Raises Refused (bad_message, bad_log, busy).
        """
        seat = seat_from(log, look, brought=people is None)
        return await self.through(log, partial(written, log, people, seat, language))

    async def otherwise(
        self, log: Log, people: list[Guest], look: str, language: str, report: dict[str, Any] | None, step: int
    ) -> bytes:
        """The same of a match that goes on from a step as the advisor would have it. Raises Refused (no_advice as well)."""
        seat = seat_from(log, look, brought=False)
        return await self.through(log, lambda: written(instead(log, report, step), people, seat, language, ended=False))

    async def through(self, log: Log, done: Callable[[], T]) -> T:
        """What comes of something that goes through a whole match. Raises Refused (busy), and what `done` raises."""
        steps = len(log.actions)
        if self._waiting + steps > WAITING:
            raise Refused("busy", "other matches are being looked at again; try again in a moment")
        self._waiting += steps
        try:
            async with self._turn:
                return await asyncio.to_thread(done)
        finally:
            self._waiting -= steps
