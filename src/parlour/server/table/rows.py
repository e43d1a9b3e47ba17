"""Rows of the table of requests: who may ask, when, whether once, what is stored, and the handler."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from parlour.server.table.outcome import Turn
from parlour.server.table.parts import Parts
from parlour.server.table.running import Running
from parlour.server.table.seats import Person
from parlour.server.wire.asking import Strict
from parlour.server.wire.refused import Refused
from parlour.server.wire.told import ServerMessage
from parlour.server.wire.values import Status

Who = Literal["anyone", "onlooker", "camera", "person", "seat", "host"]  # camera: a person, or a television
When = tuple[Status, ...]  # of the table; empty: whenever
Stores = Literal["table", "own"]

ANY: When = ()
LOBBY: When = ("lobby",)
OVER: When = ("over",)
BETWEEN: When = ("lobby", "over")


class AtSeat(NamedTuple):
    """Who asks something of the match that is being played."""

    person: Person
    running: Running
    seat: int


M = TypeVar("M", bound=Strict)
Does = Callable[[Parts, Any, Any, Turn], ServerMessage | None]
OfConnection = Callable[[Parts, int, M, Turn], ServerMessage | None]
OfPerson = Callable[[Parts, Person, M, Turn], ServerMessage | None]
OfSeat = Callable[[Parts, AtSeat, M, Turn], ServerMessage | None]


@dataclass(frozen=True, slots=True)
class Row:
    """How one type of request is treated.

    `remembered`: one that comes again under its id is answered, and not done again. `stores` says what is durable of it before it
    is answered: the `table`, which all are then told; of its `own` what `does` says; None: nothing. One that is remembered and
    stores something is known after a restart too. `does` does it for whoever asks (a connection, a Person or a AtSeat), or raises
    Refused and has changed nothing; it returns the answer, None being `done`.
    """

    kind: type[Strict]
    who: Who
    when: When
    does: Does
    of: Literal["connection", "person", "seat"]
    remembered: bool = True
    stores: Stores | None = None

    @property
    def word(self) -> str:
        """The request's `type`."""
        return str(get_args(self.kind.model_fields["type"].annotation)[0])

    def asker(self, table: Parts, connection: int) -> Person | None:
        """The person who may ask for it as far as the line tells; None: a line without a chair may. Raises Refused."""
        known = table.audience.connections[connection].person
        if self.who == "onlooker" and known is not None:
            raise Refused("wrong_status", "you have a chair here")
        television = self.who == "camera" and table.televisions.at(connection) is not None
        if television or self.who in ("anyone", "onlooker"):
            return None
        return table.audience.person(connection)

    def subject(self, table: Parts, connection: int, person: Person | None, message: Strict) -> int | Person | AtSeat:
        """Whom it is done for. Raises Refused where this person may not ask for it, or not now."""
        if self.who == "host" and person is not None and table.seats.host != person.number:
            raise Refused("not_host", "only the host may do this")
        if self.when and table.status not in self.when:
            wanted = " or ".join(repr(status) for status in self.when)
            raise Refused("wrong_status", f"this can be done at a table that is {wanted}; this one is {table.status!r}")
        if self.of == "connection" or person is None:
            return connection
        if self.of == "person":
            return person
        running, seat = table.course.seated(person, getattr(message, "match", table.number))
        return AtSeat(person, running, seat)


def line(kind: type[M], who: Who, does: OfConnection[M], *, remembered: bool = False) -> Row:
    """What regards the connection by which it comes; nothing of that is stored."""
    return Row(kind, who, ANY, does, "connection", remembered)


def person(kind: type[M], when: When, does: OfPerson[M], *, remembered: bool = True, stores: Stores | None = "table") -> Row:
    """What every person who has a chair may ask."""
    return Row(kind, "person", when, does, "person", remembered, stores)


def host(kind: type[M], when: When, does: OfPerson[M]) -> Row:
    """What the host alone may ask."""
    return Row(kind, "host", when, does, "person", stores="table")


def seat(kind: type[M], does: OfSeat[M], *, remembered: bool = True, stores: Stores | None = None) -> Row:
    """What is asked of the match by somebody who plays in it."""
    return Row(kind, "seat", ("playing",), does, "seat", remembered, stores)
