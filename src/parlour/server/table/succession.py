"""Who hosts next, where the host is here and does nothing: one person asks, and another one agrees."""

from parlour.server.settings import Settings
from parlour.server.table.seats import Person, Seats
from parlour.server.wire.of_people import Present, Show, Signal
from parlour.server.wire.of_table import Shake
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.kept import SuccessionShown

STANDS = 60.0  # seconds in which another person may agree
BY_ITSELF = (Present, Shake, Show, Signal)  # what a page sends without being pressed, or what says nothing of hosting


class Succession:
    """What is known of one table's host. It is not remembered: a server that comes back gives the host their time anew."""

    __slots__ = ("_by", "_quiet", "_until", "did")

    def __init__(self, settings: Settings) -> None:
        self._quiet = settings.quiet
        self.did = 0.0  # when the host did something last
        self._by: int | None = None  # who asks
        self._until = 0.0

    def note(self, message: object, now: float) -> bool:
        """The host does something: nobody is asked any more. True: somebody was."""
        if isinstance(message, BY_ITSELF):
            return False
        self.did = now
        asked, self._by = self._by is not None, None
        return asked

    def ask(self, person: Person, seats: Seats, now: float) -> bool:
        """Somebody asks to host, or agrees to who asks. True: two are agreed. Raises Refused (wrong_status, host_busy)."""
        if person.number == seats.host:
            raise Refused("wrong_status", "you are the host already")
        if now < self.did + self._quiet:
            raise Refused("host_busy", "the host has done something just now; wait a little")
        if self._by is not None and now < self._until and self._by != person.number:
            return any(one.number == self._by and one.chair for one in seats)
        self._by, self._until = person.number, now + STANDS
        return False

    def take(self) -> int:
        """Who hosts from now on; asked once two are agreed."""
        assert self._by is not None
        by, self._by = self._by, None
        return by

    def shown(self) -> SuccessionShown | None:
        """Who has asked, and until when another may agree."""
        return {"by": self._by, "until": self._until} if self._by is not None else None
