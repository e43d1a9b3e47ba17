"""What was played at one table this evening, and who won."""

from dataclasses import dataclass, field
from typing import Any

from parlour.engine import Match
from parlour.server.table.seats import Seats
from parlour.server.wire.shown import MatchWon

REMEMBERED = 50  # matches; what came before is no longer counted


@dataclass(slots=True)
class Evening:
    """The matches that came to their end at a table, oldest first."""

    matches: list[MatchWon] = field(default_factory=list)

    def note(self, match: Match, seats: Seats) -> None:
        """A match is over; nobody has won one that was broken off."""
        ranks = [match.game.rank(match.state, seat) for seat in range(match.players)]
        won = [seats.at(seat).number for seat, rank in enumerate(ranks) if rank == 1]
        self.matches = [*self.matches, MatchWon(game=match.game.name, won=won)][-REMEMBERED:]

    def kept(self) -> list[dict[str, Any]]:
        return [dict(match) for match in self.matches]

    @classmethod
    def restored(cls, kept: list[dict[str, Any]]) -> "Evening":
        return cls([MatchWon(game=match["game"], won=match["won"]) for match in kept])
