"""What the advisor is asked of a finished match, and what it says."""

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import asdict
from operator import itemgetter
from typing import Any, TypedDict

from parlour.bots import seated
from parlour.engine import CHANCE, Log, load
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.advice import AdviceShown, StyleShown

STEPS = 4_000  # of people and the clock, in one match, at most
NOTHING: AdviceShown = {"state": "none", "done": 0, "of": 0, "left": 0, "marks": [], "report": None}


class Way(TypedDict):
    """How far it is: see `AdviceShown`."""

    done: int
    of: int
    left: int
    marks: list[dict[str, Any]]


def found(log: Log, report: dict[str, Any]) -> AdviceShown:
    """What is told of a match that was thought about."""
    return {"state": "done", "done": len(log.actions), "of": len(log.actions), "left": 0, "marks": [], "report": report}


def begun(log: Log) -> AdviceShown:
    """What is told of a match that will be. Raises Refused (no_advice) where it cannot be judged."""
    game = load(log.game)
    if game.policy is None or not seated(game, game.options(log.options, log.players)):
        raise Refused("no_advice", "what was played at this table is not in its log: nobody can judge it from there")
    if sum(who != CHANCE for who, _ in log.actions) > STEPS:
        raise Refused("no_advice", f"the advisor does not look at matches of more than {STEPS} steps")
    return {"state": "waiting", "done": 0, "of": len(log.actions), "left": 0, "marks": [], "report": None}


def styles(log: Log) -> StyleShown:
    """How everybody played."""
    from parlour.advice import style  # noqa: PLC0415  the room itself never needs it

    return {
        "habits": [
            [{"name": one.name, "chances": one.chances, "done": one.done, "steady": one.steady} for one in seat]
            for seat in style(log)
        ]
    }


def advised(
    prepare: Callable[[str], object], log: Log, seconds: float, seats: Sequence[int] | None, at: Callable[[Way], None]
) -> dict[str, Any]:
    """The report on a match, in about so many seconds; `seats` are judged, or all; `at` is told how far it is."""
    from parlour.advice import Heard, advise  # noqa: PLC0415  the room itself never needs it

    marks: list[dict[str, Any]] = []
    way: Way = {"done": 0, "of": len(log.actions), "left": 0, "marks": marks}
    at(way)
    prepare(log.game)

    def on(done: int, of: int) -> None:
        way["done"], way["of"] = done, of
        at(way)

    def left(remaining: float) -> None:
        way["left"] = max(1, round(remaining))
        at(way)

    heard = Heard(marked=lambda one: insort(marks, asdict(one), key=itemgetter("step")), left=left)
    return advise(log, seats=seats, seconds=seconds, progress=on, heard=heard).to_json()
