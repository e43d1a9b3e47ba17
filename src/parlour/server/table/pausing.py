"""A match that stands still because somebody asked for it: clocks stand, bots wait, nothing is played until it goes on."""

from dataclasses import dataclass
from typing import Any

from parlour.server.table.consent import Consent
from parlour.server.table.seats import Person, Seats
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.table import PauseShown


@dataclass(slots=True)
class Pausing:
    """Who has the match of one table paused, and since when."""

    consent: Consent
    by: int | None = None
    since: float = 0.0

    @property
    def stands(self) -> bool:
        """Whether nothing goes on: it is paused, or a step is to be taken back and all are asked."""
        proposal = self.consent.proposal
        return self.by is not None or (proposal is not None and proposal.what == "take_back")

    def goes_on(self) -> None:
        """Raises Refused (paused)."""
        if self.stands:
            raise Refused("paused", "the match stands still")

    def pause(self, by: int, now: float) -> None:
        """The match stands still from now on."""
        self.by, self.since = by, now

    def resume(self, person: Person, seats: Seats) -> None:
        """Who asked for it, or the host, lets it go on. Raises Refused (wrong_status, not_host)."""
        if self.by is None:
            raise Refused("wrong_status", "the match is not paused")
        if person.number not in (self.by, seats.host):
            raise Refused("not_host", "the host, or who asked for the pause, lets it go on")
        self.by = None

    def end(self) -> None:
        """There is no match any more."""
        self.by = None
        self.consent.forget()

    def shown(self) -> PauseShown | None:
        return {"by": self.by, "since": self.since} if self.by is not None else None

    def kept(self) -> dict[str, Any] | None:
        return {"by": self.by, "since": self.since} if self.by is not None else None

    def restore(self, kept: dict[str, Any] | None) -> None:
        """Take up what was stored."""
        if kept is not None:
            self.by, self.since = kept["by"], kept["since"]
