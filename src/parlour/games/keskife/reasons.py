"""Why an action is not legal, or options do not fit."""

from typing import Any

from parlour.games.keskife.lines import unblocked
from parlour.games.keskife.seats import here, unit_of
from parlour.games.keskife.state import NAMING, PACK, POINT, Action, Reason


def why(s: Any, seat: int, action: int) -> int:
    if Action.POINT <= action < Action.POINT_OVER and s.phase == POINT:
        return Reason.OWN_TEAM if unit_of(s, action - Action.POINT) == unit_of(s, seat) else Reason.NOT_IN_ROUND
    if Action.COLOUR <= action < Action.COLOUR_OVER and s.phase == PACK:
        return Reason.COLOUR_USED
    if Action.NAME <= action < Action.NAME_OVER and s.phase == NAMING:
        unit = unit_of(s, action - Action.NAME)
        return Reason.HAS_LED if unit < s.units and here(s, unit) else Reason.GONE
    return Reason.NOT_NOW


def unfit(players: int, options: Any) -> int:
    """KSK-Q26: a filter that leaves a colour without an entry is refused."""
    return 0 if unblocked(options.blocked) else Reason.NO_ACTION_LEFT
