"""What a good host answers at this table: how far everybody is on each way to win."""

from parlour.games.cells import Sight, Way


def progress(view: Sight) -> list[list[Way]]:
    """By seat, the points. That somebody else is the last one with coasters cannot be measured."""
    s = view.state
    return [[{"way": "points", "have": s.points[p], "need": s.to_win}] for p in range(s.players)]
