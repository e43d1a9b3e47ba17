"""Televisions: screens that ask for people's pictures, and who shows themselves to which. Nothing of it is stored."""

from collections.abc import Callable
from dataclasses import dataclass, field

from parlour.server.table.bucket import Bucket
from parlour.server.table.lobby import Lobby
from parlour.server.table.seats import Person
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.people import TelevisionShown

LOWEST, NUMBERS = 1000, 9000  # four digits, which a screen shows and a person compares
RATE, BURST = 1 / 5, 6.0  # how often televisions may ask at one table


@dataclass(slots=True, eq=False)
class Television:
    """An onlooker's page that asked for pictures, under a number drawn for it."""

    number: int
    connection: int | None  # None: its line is down
    device: str | None  # SHA-256, in hex: the same device has its number again
    agreed: dict[int, tuple[str | None, int]] = field(default_factory=dict)  # by person: with which token, and in which match


class Televisions:
    """The televisions of one table. Every method raises Refused and then changes nothing."""

    __slots__ = ("_bucket", "_lobby", "_most", "_roll", "_sets")

    def __init__(self, most: int, lobby: Lobby, roll: Callable[[int], int]) -> None:
        self._most = most
        self._lobby = lobby
        self._roll = roll
        self._sets: list[Television] = []  # who asked first comes first
        self._bucket: Bucket | None = None

    # --- the screens

    def ask(self, connection: int, device: str | None, match: int, now: float) -> int:
        """An onlooker's page asks for pictures; returns its number. Raises Refused (too_fast, table_full).

        The newest page of a device has the device's number. Where all places are taken, a television whose line is down gives
        way, or else one that nobody shows themselves to.
        """
        known = self.at(connection)
        if known is not None:
            return known.number
        self._bucket = self._bucket or Bucket(RATE, BURST, now)
        if not self._bucket.take(now):
            raise Refused("too_fast", "too many televisions ask here; wait a little")
        known = next((one for one in self._sets if device is not None and one.device == device), None)
        if known is not None:
            known.connection = connection
            return known.number
        if len(self._sets) >= self._most:
            self._sets.remove(self._spare(match))
        number = self._free_number()
        self._sets.append(Television(number, connection, device))
        return number

    def _spare(self, match: int) -> Television:
        away = [one for one in self._sets if one.connection is None]
        unseen = [one for one in self._sets if not self._shows(one, match)]
        if not away and not unseen:
            raise Refused("table_full", "people show themselves to as many televisions as may be at a table")
        return (away or unseen)[0]

    def _free_number(self) -> int:
        while True:
            number = LOWEST + self._roll(NUMBERS)
            if all(one.number != number for one in self._sets):
                return number

    def at(self, connection: int) -> Television | None:
        """The television that this connection is, if it is one."""
        return next((one for one in self._sets if one.connection == connection), None)

    def leave(self, connection: int) -> None:
        """A connection is gone; a television has its number kept, in case it comes back."""
        known = self.at(connection)
        if known is not None:
            known.connection = None

    # --- who is seen there

    def show(self, person: Person, number: int, yes: bool, match: int | None) -> None:
        """A person shows themselves to a television, or no longer. `match`: the one that is being played; None: none is.

        Raises Refused (no_such_television, wrong_status).
        """
        television = self._of(number)
        if not yes:
            television.agreed.pop(person.number, None)
            return
        if match is None:
            raise Refused("wrong_status", "people show themselves to a television while they play")
        television.agreed = {one: given for one, given in television.agreed.items() if given[1] == match}
        television.agreed[person.number] = (person.token, match)

    def connection_for(self, person: Person, number: int, match: int) -> list[int]:
        """Where a person's signals to a television go. Raises Refused (no_such_television, not_shown)."""
        television = self._of(number)
        if person.number not in self._shows(television, match):
            raise Refused("not_shown", "you do not show yourself to this television", field="television")
        return [television.connection] if television.connection is not None else []

    def connections_of(self, television: Television, number: int, match: int) -> list[int]:
        """Where a television's signals to a person go. Raises Refused (not_shown, not_here)."""
        if number not in self._shows(television, match):
            raise Refused("not_shown", "this person does not show themselves here", field="person")
        person = self._lobby.seats.person(number)
        if not person.connections:
            raise Refused("not_here", "this person is not here", field="person")
        return sorted(person.connections)

    def _of(self, number: int) -> Television:
        for television in self._sets:
            if television.number == number:
                return television
        raise Refused("no_such_television", f"no television here has the number {number}", field="television")

    def _shows(self, television: Television, match: int) -> list[int]:
        """Who shows themselves: it holds for one match, and for the chair as long as it stays with the same device."""
        chairs = {person.number: person.token for person in self._lobby.seats if person.chair}
        given = television.agreed.items()
        return sorted(one for one, (token, during) in given if during == match and one in chairs and chairs[one] == token)

    def shown(self, match: int) -> list[TelevisionShown]:
        """What everybody at the table may know."""
        return [
            {"television": one.number, "here": one.connection is not None, "shows": self._shows(one, match)} for one in self._sets
        ]
