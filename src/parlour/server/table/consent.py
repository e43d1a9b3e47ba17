"""Proposals put to everybody at the table: to pause, or to undo. They take effect when all have agreed."""

from dataclasses import dataclass, field

from parlour.server.table.seats import Person, Seats
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.table import ProposalShown
from parlour.server.wire.values import Proposed

STANDS = 30.0  # seconds that something is put to the table, at most
AGAIN = 30.0  # seconds until whoever was told no may ask again


@dataclass(slots=True)
class Proposal:
    """`what` a person asks of all, and who has agreed."""

    what: Proposed
    by: int
    until: float
    agreed: set[int] = field(default_factory=set)

    def shown(self) -> ProposalShown:
        return {"what": self.what, "by": self.by, "agreed": sorted(self.agreed), "until": self.until}


class Consent:
    """What is put to one table now. It is not remembered: a server that comes back asks nobody."""

    __slots__ = ("_told_no", "declined", "proposal")

    def __init__(self) -> None:
        self._told_no: dict[int, float] = {}  # by person: when they may ask again
        self.proposal: Proposal | None = None
        self.declined: int | None = None  # who said no to what was put last; nobody where whoever asked thought better of it

    def propose(self, what: Proposed, by: Person, now: float) -> None:
        """Put something to all. Raises Refused (wrong_status, too_often)."""
        if self.proposal is not None:
            raise Refused("wrong_status", "something else is put to the table already")
        if self._told_no.get(by.number, 0.0) > now:
            raise Refused("too_often", "the others have just said no to you; ask again in half a minute")
        self.proposal = Proposal(what, by.number, now + STANDS, {by.number})
        self.declined = None

    def answer(self, person: Person, yes: bool, now: float) -> None:
        """One no is enough. Raises Refused (wrong_status)."""
        if self.proposal is None:
            raise Refused("wrong_status", "nothing is put to the table")
        if yes:
            self.proposal.agreed.add(person.number)
        else:
            self.declined = None if person.number == self.proposal.by else person.number
            self.lapse(now)

    def lapse(self, now: float) -> None:
        """It is not done."""
        if self.proposal is not None:
            self._told_no[self.proposal.by] = now + AGAIN
        self.proposal = None

    def forget(self) -> None:
        """Nothing is put to the table any more."""
        self.proposal = None

    def agreed(self, seats: Seats) -> Proposal | None:
        """What all people who are here have agreed to; it is put to them no longer."""
        proposal = self.proposal
        asked = {person.number for person in seats if person.chair and person.connections}
        if proposal is None or not asked <= proposal.agreed:
            return None
        self.proposal = None
        return proposal

    def shown(self) -> ProposalShown | None:
        """What everybody sees of it."""
        return self.proposal.shown() if self.proposal is not None else None
