"""The connections of a table, and what each has been shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import parlour
from parlour.engine import Game
from parlour.games.cells import ONLOOKER
from parlour.server.table.running import Running
from parlour.server.table.seats import Person
from parlour.server.table.views import Times, Views
from parlour.server.wire.refused import Refused
from parlour.server.wire.told import Reason, ServerMessage

Sends = list[tuple[int, ServerMessage]]  # (connection, message)


@dataclass(slots=True)
class Connection:
    """One socket: whose it is, in which language it wants to read, and how much of the story it has."""

    person: Person | None
    language: str
    match: int = 0
    heard: int = 0
    still: bool = False  # its page shows no motion
    looking: bool = True  # its page is in sight
    ready: bool = True  # and has what it needs to play: a camera that is asked for
    device: str | None = None  # SHA-256, in hex, of what the device calls itself
    shown: tuple[Any, ...] = ()  # what the last view said


class Audience:
    """The connections of one table, by number."""

    __slots__ = ("_views", "_word", "connections")

    def __init__(self, word: str, game: Game) -> None:
        self._word = word
        self._views = Views(game)
        self.connections: dict[int, Connection] = {}

    def show(self, game: Game) -> None:
        """Another game is played from now on."""
        self._views = Views(game)

    def __contains__(self, connection: int) -> bool:
        return connection in self.connections

    def person(self, connection: int) -> Person:
        """Raises Refused (not_seated) for an onlooker's."""
        person = self.connections[connection].person
        if person is None:
            raise Refused("not_seated", "onlookers only watch")
        return person

    @property
    def still(self) -> bool:
        """Whether every page of somebody who sits here shows no motion, so that nobody waits for it."""
        seated = [known for known in self.connections.values() if known.person is not None]
        return bool(seated) and all(known.still for known in seated)

    def sees(self, connection: int) -> bool:
        """Whether a page is in sight, with all that it needs."""
        known = self.connections[connection]
        return known.looking and known.ready

    def asleep(self, person: Person) -> bool:
        """Whether a person is connected and none of their pages is in sight."""
        return bool(person.connections) and not any(self.connections[number].looking for number in person.connections)

    @property
    def onlookers(self) -> int:
        """How many connections are nobody's who sits here."""
        return sum(1 for known in self.connections.values() if known.person is None)

    def welcome(self, connection: int, now: float) -> ServerMessage:
        """The answer to hello."""
        person = self.connections[connection].person
        number = person.number if person is not None else None
        return {"type": "welcome", "table": self._word, "person": number, "now": now, "version": parlour.__version__}

    def send_off(self, person: Person, reason: Reason = "removed") -> Sends:
        """Remove a person: each of their connections is told so, and belongs to nobody any more."""
        gone = sorted(person.connections)
        for connection in gone:
            del self.connections[connection]
        person.connections.clear()
        return [(connection, {"type": "closed", "reason": reason}) for connection in gone]

    def make_room(self, person: Person, most: int) -> Sends:
        """A person comes in once more: of more than `most` connections the oldest go, which may be dead ones."""
        surplus = sorted(person.connections)[: max(0, len(person.connections) - most + 1)]
        for connection in surplus:
            person.connections.discard(connection)
            del self.connections[connection]
        return [(connection, {"type": "closed", "reason": "elsewhere"}) for connection in surplus]

    def release(self, person: Person) -> list[int]:
        """A person gives up the chair: their connections watch on. Returns these."""
        released = sorted(person.connections)
        for connection in released:
            self.connections[connection].person = None
        person.connections.clear()
        return released

    def views(self, running: Running, names: Sequence[str], times: Times, greeted: list[int], stepped: bool) -> Sends:
        """Views for those to whom they say something new: an empty one would tell that somebody chose in secret."""
        look = self._views.of(running, names, times)
        sends: Sends = []
        for connection in self.connections if stepped else greeted:
            known = self.connections[connection]
            seat = known.person.seat if known.person is not None and known.person.seat is not None else ONLOOKER
            if known.match != running.number:
                known.match, known.heard = running.number, 0
            message, known.heard = look(seat, known.language, known.heard)
            shown = (
                message["match"],
                message["seq"],
                message["question"],
                times.clocks,
                message["view"],
            )  # what is quickly compared first
            if shown != known.shown or connection in greeted:
                sends.append((connection, message))
            known.shown = shown
        return sends

    def hear_again(self) -> None:
        """What was told is told anew from its beginning: something of it was taken back."""
        for known in self.connections.values():
            known.heard, known.shown = 0, ()

    def frame(self, running: Running, names: Sequence[str], sends: Sends) -> int:
        """The size of the frames of these views, and of what else tells of what a seat may do."""
        events = (len(message["events"]) for _, message in sends if message["type"] == "view")
        return self._views.frame(running, names, max(events, default=0))

    def goodbyes(self, reason: Reason, told: Iterable[int] | None = None) -> Sends:
        """The table is closed: to those who are told, by default all."""
        return [(connection, {"type": "closed", "reason": reason}) for connection in (self.connections if told is None else told)]
