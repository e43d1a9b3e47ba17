"""Before the first clock of a match runs, everybody who plays has seen the table, or half a minute is over."""

from parlour.server.table.audience import Audience
from parlour.server.table.seats import Person, Seats

LONGEST = 30.0  # seconds


class Gathering:
    """Since when a match waits for the pages of those who play in it. A server that comes back waits no longer."""

    __slots__ = ("until",)

    def __init__(self) -> None:
        self.until: float | None = None  # None: nobody is waited for

    def begin(self, now: float) -> None:
        self.until = now + LONGEST

    def ends(self, seats: Seats, audience: Audience, now: float) -> bool:
        """Whether it has just come to its end: all are there, or time is up. Once."""
        if self.until is None or (now < self.until and any(_missing(person, audience) for person in seats)):
            return False
        self.until = None
        return True


def _missing(person: Person, audience: Audience) -> bool:
    """Somebody for whom no bot plays, of whom no page is in sight and ready."""
    plays = person.seat is not None and person.bot is None and not person.left and not person.covered
    return plays and not any(audience.sees(connection) for connection in person.connections)
