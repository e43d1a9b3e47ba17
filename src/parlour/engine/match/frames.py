"""A finished match looked at again, step by step, from one seat or with everything open."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from parlour.engine.contract.game import of_version
from parlour.engine.match.match import OPEN, Match
from parlour.engine.record.log import Log, LogError
from parlour.engine.view.view import View
from parlour.games.cells import CHANCE


@dataclass(frozen=True, slots=True)
class Frame:
    """What was seen after a step: one play of a seat or of the clock, with the chance that followed it.

    `seat` is whose play it was; None in the first frame, before anybody has played.
    """

    view: View
    seat: int | None


def frames(log: Log, seat: int, *, ended: bool = True) -> Iterator[Frame]:
    """The frames of a finished match from a seat, ONLOOKER, or OPEN. Raises LogError, Seating.

    Only whoever knows that no such match is being played may go through one that is not `ended`.
    """
    if ended and not Match.replay(log).over:
        raise LogError("the match is not over, and its log is secret until then")
    match = (
        Match.start(of_version(log.game, log.version), log.players, log.options)
        if log.position is None
        else Match.from_position(log.position)
    )

    def seen() -> View:
        return match.opened() if seat == OPEN else match.view(seat)

    played: int | None = None
    for who, action in log.actions:
        if who != CHANCE:
            if CHANCE not in match.to_act:
                yield Frame(seen(), played)
            played = who
        match.play(who, action)
    yield Frame(seen(), played)


def as_json(
    log: Log, seat: int, texts: Callable[[View], dict[str, Any]] | None = None, *, ended: bool = True
) -> list[dict[str, Any]]:
    """Frames as the page reads them: of each what differs from the one before, and the events that came with it.

    The first holds everything of a view (see View.to_json), a later one only what changed, cell by cell. Nobody is asked to
    choose, so `legal` and `may` are left out. `texts` gives the words that the seat alone may read; `ended` as for `frames`.
    Raises LogError, Seating.
    """
    told = 0
    last: dict[str, Any] = {"cells": {}}
    made: list[dict[str, Any]] = []
    for frame in frames(log, seat, ended=ended):
        shown = frame.view.to_json()
        del shown["legal"], shown["may"], shown["quiet"]
        if texts is not None:
            shown["texts"] = texts(frame.view)
        changed = {**_changed(last, shown), "cells": _changed(last["cells"], shown["cells"])}
        made.append({**changed, "by": frame.seat, "events": frame.view.told_json(told)})
        last, told = shown, told + len(made[-1]["events"])
    return made


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if name not in before or before[name] != value}
