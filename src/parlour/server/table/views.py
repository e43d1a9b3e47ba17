"""View messages: each is computed once and sent to every connection it fits."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from pydantic_core import to_json

from parlour.engine import Game, View
from parlour.games.cells import ONLOOKER
from parlour.server.table.running import Running
from parlour.server.table.texts import texts_of
from parlour.server.wire.frames import STEP, up
from parlour.server.wire.shown.match import Deadline, TimeLeft, ViewShown, Waiting
from parlour.server.wire.told import ViewMessage

BESIDE = 1536  # bytes of a view's frame beside the view: its other members, a game's texts, and FEW events
FEW = 16  # events that one step seldom exceeds
EVENT = 128  # bytes that no event exceeds
QUANTUM = 1024
Look = Callable[[int, str, int], tuple[ViewMessage, int]]


class Times(NamedTuple):
    """What a view says of time: the same to everybody."""

    now: float
    clocks: list[Deadline]  # deadlines that run
    waits: list[Waiting]  # since when people are asked
    banks: list[TimeLeft]  # what people have left for the match; empty where they have no such time


@cache
def languages(folder: Path) -> tuple[str, ...]:
    """The languages a game's folder has words in, sorted."""
    return tuple(sorted(path.name.split(".")[1] for path in folder.glob("words.*.json")))


class Views:
    """Makes the view messages of one table's matches."""

    __slots__ = ("_frame", "_framed", "_languages", "_texts")

    def __init__(self, game: Game) -> None:
        self._texts = texts_of(game)
        self._languages = languages(game.folder)
        self._framed = 0  # the match whose frame is known
        self._frame = 0

    def frame(self, running: Running, names: Sequence[str], events: int) -> int:
        """The size in bytes of a view's frame with so many events, as everybody may know it.

        It follows from what an onlooker sees when the match begins, or is taken up again, with room for what a seat knows beside
        it: so every seat's frames are equal, whatever it holds, and nobody who sees their sizes can tell.
        """
        if self._framed != running.number:
            view = running.public
            texts = self._texts(view, "en", names) if self._texts is not None else {}
            public = len(to_json([view.to_json(), texts]))
            self._framed, self._frame = running.number, up(public + public // 2 + BESIDE, QUANTUM)
        return self._frame + up(max(0, events - FEW) * EVENT, STEP)

    def of(self, running: Running, names: Sequence[str], times: Times) -> Look:
        """A function of (seat, language, events had) that gives the message and the number of events then had."""
        views: dict[int, tuple[View, dict[str, Any]]] = {}
        messages: dict[tuple[int, str, int], tuple[ViewMessage, int]] = {}

        def look(seat: int, language: str, heard: int) -> tuple[ViewMessage, int]:
            if seat not in views:
                view = running.public if seat == ONLOOKER else running.match.view(seat)
                beside = next(reversed(views.values()), None)  # most of what one seat sees another sees too
                views[seat] = view, view.to_json(beside)
            view, shown = views[seat]
            spoken = language if language in self._languages else "en"
            since = heard if heard <= len(view.events) else 0
            key = (seat, spoken if self._texts is not None else "", since)
            if key not in messages:
                message: ViewMessage = {
                    "type": "view",
                    "match": running.number,
                    "taken": running.taken,
                    "seq": len(view.events),
                    "question": running.questions[seat] if seat < len(running.questions) else 0,
                    "view": cast(ViewShown, shown),
                    "texts": self._texts(view, spoken, names) if self._texts is not None else {},
                    "heard": since,
                    "events": view.told_json(since),
                    "clocks": times.clocks,
                    "waits": times.waits,
                    "now": times.now,
                }
                if times.banks:
                    message["banks"] = times.banks
                messages[key] = message, len(view.events)
            return messages[key]

        return look
