"""What the advisor is asked of a finished match, and what it says."""

from collections.abc import Callable
from typing import Any

from parlour.bots import seated
from parlour.engine import CHANCE, Log, load
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown import AdviceShown

STEPS = 4_000  # of people and the clock, in one match, at most
NOTHING: AdviceShown = {"state": "none", "done": 0, "of": 0, "report": None}


def found(log: Log, report: dict[str, Any]) -> AdviceShown:
    """What is told of a match that was thought about."""
    return {"state": "done", "done": len(log.actions), "of": len(log.actions), "report": report}


def begun(log: Log) -> AdviceShown:
    """What is told of a match that will be. Raises Refused (no_advice) where it cannot be judged."""
    game = load(log.game)
    if game.policy is None or not seated(game, game.options(log.options, log.players)):
        raise Refused("no_advice", "what was played at this table is not in its log: nobody can judge it from there")
    if sum(who != CHANCE for who, _ in log.actions) > STEPS:
        raise Refused("no_advice", f"the advisor does not look at matches of more than {STEPS} steps")
    return {"state": "waiting", "done": 0, "of": len(log.actions), "report": None}


def advised(prepare: Callable[[str], object], log: Log, seconds: float, at: Callable[[int], None]) -> dict[str, Any]:
    """The report on a match, in about so many seconds; `at` is told how many of its steps are thought about."""
    from parlour.advice import advise  # noqa: PLC0415  the room itself never needs it

    at(0)
    prepare(log.game)
    return advise(log, seconds=seconds, progress=lambda done, of: at(done)).to_json()
