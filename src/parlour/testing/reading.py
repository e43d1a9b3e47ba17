"""How a failure is read by people: actions and events in their JSON form, and the way that leads there step by step."""

import json
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.contract.words import BadWord
from parlour.engine.match import Match
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, UNKNOWN

SEATS = {CHANCE: "chance", CLOCK: "the clock", ONLOOKER: "the onlooker", UNKNOWN: "nobody"}


def who(seat: int) -> str:
    """A seat as one says it."""
    return SEATS.get(seat, f"seat {seat}")


def form(thing: Any) -> str:
    """A JSON form on one line."""
    return json.dumps(thing, ensure_ascii=False)


def deed(game: Game, action: int) -> str:
    """An action in its JSON form; its number where it has none."""
    try:
        return form(game.actions.read(action))
    except BadWord:
        return f"the number {action}, which is no action"


def deeds(game: Game, actions: Iterable[int]) -> str:
    """Actions in their JSON forms."""
    return ", ".join(deed(game, action) for action in actions) or "nothing"


def tale(game: Game, told: tuple[int, int, int, int]) -> str:
    """A told event in its JSON form; its numbers where it has none."""
    try:
        return form(game.events.read(told))
    except (LookupError, BadWord):
        return f"(event, seat, where, value) {told}"


def tales(game: Game, told: Iterable[tuple[int, int, int, int]]) -> str:
    """Told events in their JSON forms."""
    return ", ".join(tale(game, one) for one in told) or "nothing"


def way(match: Match) -> str:
    """How to get there: a line a step, and the log for `parlour replay` and `Match.replay`."""
    log = match.log()
    begun = "from the position in the log" if log.position else f"options {form(log.options)}"
    lines = [f"{log.players} players, {begun}"]
    lines += [f"  {i + 1}. {who(seat)}: {deed(match.game, action)}" for i, (seat, action) in enumerate(log.actions)]
    return "\n".join([*lines, log.dumps()])


def difference(game: Game, one: Any, other: Any) -> str:
    """The cells in which two states differ, in their JSON form."""
    mine, theirs = game.read_cells(one), game.read_cells(other)
    return ", ".join(f"{name} {form(mine[name])} and {form(theirs[name])}" for name in mine if mine[name] != theirs[name])


def raised(error: BaseException) -> str:
    """An exception out of the rules: what it is, and the line of the rules that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else "nowhere"
    return f"{type(error).__name__}: {error} ({place})"
