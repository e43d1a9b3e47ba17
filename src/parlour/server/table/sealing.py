"""The sealed secret of a table's next match, and what the people's pages have added to it (docs/fairness.md)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from parlour.engine.record.deal import Deal
from parlour.engine.record.draws import Draws, sealed
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.past import DealShown

SECRET = 1 << 256
NAMED = 12  # digits of the seal that name a match


def deal_shown(draws: Draws | None) -> DealShown | None:
    """The match that is dealt again in the one with these draws."""
    return named(draws.deal) if draws is not None and draws.deal is not None else None


def named(deal: Deal) -> DealShown:
    """What anybody may know of a deal."""
    return {"match": deal.match, "players": deal.players}


@dataclass(slots=True)
class Sealing:
    """Made when a table opens, and anew when a match has ended. The secret leaves it only into the match's draws."""

    secret: str = field(repr=False)
    parts: dict[int, str] = field(default_factory=dict, repr=False)  # by person

    @classmethod
    def drawn(cls, roll: Callable[[int], int]) -> "Sealing":
        """A new secret; `roll(n)` gives an int in 0 .. n-1."""
        return cls(f"{roll(SECRET):064x}")

    @property
    def seal(self) -> str:
        """What everybody is shown of the secret."""
        return sealed(self.secret)

    def shake(self, person: int, seal: str, part: str) -> None:
        """Add what a page drew for this seal; what it added before is replaced. Raises Refused (stale)."""
        if seal != self.seal:
            raise Refused("stale", "that seal is past; look at the table's present one")
        self.parts[person] = part

    def draws(self, number: int, people: list[int], deal: Deal | None) -> Draws:
        """What decides chance in the match that begins now, with these people by seat, where `deal` has no answer.

        The match is named by the seal and its number: a log is sent about, and the table's word in it would let anybody in.
        """
        return Draws(self.secret, f"{self.seal[:NAMED]}/{number}", tuple(self.parts.get(person) for person in people), deal)

    def kept(self) -> dict[str, Any]:
        return {"secret": self.secret, "parts": [list(pair) for pair in self.parts.items()]}

    @classmethod
    def restored(cls, kept: dict[str, Any]) -> "Sealing":
        return cls(kept["secret"], dict(kept["parts"]))
