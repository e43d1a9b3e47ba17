"""View messages: each is computed once and sent to every connection it fits."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from parlour.engine import Game, View
from parlour.server.table.running import Running
from parlour.server.table.texts import texts_of
from parlour.server.wire.shown import Deadline, ViewShown
from parlour.server.wire.told import ViewMessage

Look = Callable[[int, str, int], tuple[ViewMessage, int]]


@cache
def languages(folder: Path) -> tuple[str, ...]:
    """The languages a game's folder has words in, sorted."""
    return tuple(sorted(path.name.split(".")[1] for path in folder.glob("words.*.json")))


class Views:
    """Makes the view messages of one table's matches."""

    __slots__ = ("_languages", "_texts")

    def __init__(self, game: Game) -> None:
        self._texts = texts_of(game)
        self._languages = languages(game.folder)

    def of(self, running: Running, names: Sequence[str], clocks: list[Deadline], now: float) -> Look:
        """A function of (seat, language, events had) that gives the message and the number of events then had."""
        views: dict[int, tuple[View, ViewShown]] = {}
        messages: dict[tuple[int, str, int], tuple[ViewMessage, int]] = {}

        def look(seat: int, language: str, heard: int) -> tuple[ViewMessage, int]:
            if seat not in views:
                view = running.match.view(seat)
                views[seat] = view, cast(ViewShown, view.to_json())
            view, shown = views[seat]
            spoken = language if language in self._languages else "en"
            since = heard if heard <= len(view.events) else 0
            key = (seat, spoken if self._texts is not None else "", since)
            if key not in messages:
                message: ViewMessage = {
                    "type": "view",
                    "match": running.number,
                    "seq": len(view.events),
                    "question": running.questions[seat] if seat < len(running.questions) else 0,
                    "view": shown,
                    "texts": self._texts(view, spoken, names) if self._texts is not None else {},
                    "heard": since,
                    "events": view.told_json(since),
                    "clocks": clocks,
                    "now": now,
                }
                messages[key] = message, len(view.events)
            return messages[key]

        return look
