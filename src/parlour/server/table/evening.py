"""The evening's standings: what was played at one table, and who won."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from parlour.engine import Match
from parlour.server.table.seats import Seats
from parlour.server.wire.shown.results import MatchWon, Result, SeatResult

REMEMBERED = 50  # matches; what came before is no longer counted


def result_of(match: Match, seats: Seats, absent: Collection[int] = ()) -> Result:
    """How a match that is over went for those who sat in it; for those who were `absent` a bot has played."""
    game, state = match.game, match.state
    by_seat = [
        SeatResult(person=seats.at(seat).number, score=game.score(state, seat), rank=game.rank(state, seat))
        for seat in range(match.players)
    ]
    for seat in by_seat:
        if seat["person"] in absent:
            seat["absent"] = True
    return Result(lowest_wins=game.lowest_wins, seats=by_seat)


@dataclass(slots=True)
class Evening:
    """The matches that came to their end at a table, oldest first."""

    matches: list[MatchWon] = field(default_factory=list)

    def note(self, game: str, result: Result, practice: bool) -> None:
        """A match is over; nobody has won one that was broken off."""
        won = [seat["person"] for seat in result["seats"] if seat["rank"] == 1 and not seat.get("absent")]
        self.matches = [*self.matches, MatchWon(game=game, won=won, practice=practice)][-REMEMBERED:]

    def kept(self) -> list[dict[str, Any]]:
        return [dict(match) for match in self.matches]

    @classmethod
    def restored(cls, kept: list[dict[str, Any]]) -> "Evening":
        return cls([MatchWon(game=match["game"], won=match["won"], practice=match.get("practice", False)) for match in kept])
