"""Claims: people whose device lost its token, at the door, asking the host to be let back to their chairs."""

from dataclasses import dataclass

from parlour.server.table.bucket import Bucket
from parlour.server.table.seats import Person
from parlour.server.wire.refused import Refused

MOST = 8  # open at one table at once
RATE, BURST = 1 / 15, 8.0  # at one table: the host is asked no faster than they can answer
DECLINED = 64  # devices remembered that were sent off


@dataclass(frozen=True, slots=True)
class Claim:
    """An onlooker's, on the chair of a person. It lasts as long as their connection: their page repeats it after a break."""

    connection: int
    person: int
    device: str | None  # SHA-256, in hex


class Claims:
    """The claims at one table. Every method raises Refused and then changes nothing."""

    __slots__ = ("_bucket", "_declined", "_open")

    def __init__(self) -> None:
        self._open: list[Claim] = []
        self._declined: list[tuple[int, str]] = []  # person and device
        self._bucket: Bucket | None = None

    def ask(self, connection: int, person: Person, device: str | None, now: float) -> None:
        """Raises Refused (no_such_person, here_already, declined, claimed, too_fast)."""
        if not person.chair:
            raise Refused("no_such_person", "only the chair of a person can be asked for", field="person")
        if person.connections:
            raise Refused("here_already", "this person is here", field="person")
        if device is not None and (person.number, device) in self._declined:
            raise Refused("declined", "the host has said no")
        if any(claim.person == person.number and claim.connection != connection for claim in self._open):
            raise Refused("claimed", "somebody asks for this chair already")
        self._bucket = self._bucket or Bucket(RATE, BURST, now)
        if len(self._open) >= MOST or not self._bucket.take(now):
            raise Refused("too_fast", "too many ask for chairs here; wait a little")
        self.withdraw(connection)
        self._open.append(Claim(connection, person.number, device))

    def take(self, person: int) -> Claim:
        """The open claim on a person's chair, which is answered now. Raises Refused (no_such_person)."""
        claim = next((claim for claim in self._open if claim.person == person), None)
        if claim is None:
            raise Refused("no_such_person", "nobody asks for that chair", field="person")
        self._open.remove(claim)
        return claim

    def decline(self, claim: Claim) -> None:
        """The host does not know this device: it asks no more for this chair."""
        if claim.device is not None:
            self._declined = [*self._declined, (claim.person, claim.device)][-DECLINED:]

    def withdraw(self, connection: int) -> None:
        """A connection is gone, or is somebody's now."""
        self._open = [claim for claim in self._open if claim.connection != connection]

    def settle(self, person: int) -> list[int]:
        """This person is here in person. Returns the connections whose claims to the chair have lapsed."""
        vain = [claim.connection for claim in self._open if claim.person == person]
        self._open = [claim for claim in self._open if claim.person != person]
        return vain

    def shown(self) -> list[int]:
        """The people whose chairs are asked for."""
        return [claim.person for claim in self._open]
