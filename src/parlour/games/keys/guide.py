"""What a good host answers at this table: how far everybody is on each way to win."""

from parlour.games.cells import Sight, Way
from parlour.games.keys.reasons import why
from parlour.games.keys.state import Reason


def progress(view: Sight) -> list[list[Way]]:
    """By seat, the points. That somebody else is the last one with coasters cannot be measured."""
    s = view.state
    return [[{"way": "points", "have": s.points[p], "need": s.to_win}] for p in range(s.players)]


def lacking(view: Sight, action: int) -> dict[str, str | int]:
    """The bid to beat, how many coasters there are, and how many of one's own are still to be flipped."""
    s, p = view.state, view.seat
    reason = why(s, p, action)
    if reason == Reason.BID_TOO_LOW:
        return {"bid": s.bid}
    if reason == Reason.BID_TOO_HIGH:
        return {"n": s.on_table}
    if reason == Reason.OWN_FIRST:
        return {"n": s.height[p] - s.flipped[p]}
    return {}
