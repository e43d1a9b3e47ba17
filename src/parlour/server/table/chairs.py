"""The chairs of a table: who may sit down, who comes back to his, who gets up, and where a bot plays for somebody."""

import hashlib

from parlour.server.settings import Settings
from parlour.server.table.audience import Audience, Connection
from parlour.server.table.clock import Due, Timers
from parlour.server.table.lobby import Lobby
from parlour.server.table.names import proper_name
from parlour.server.table.outcome import Turn
from parlour.server.table.seats import Person, Seats, proper_avatar
from parlour.server.wire.refused import Refused
from parlour.server.wire.requests import Hello
from parlour.server.wire.shown import PersonShown, Status


def digest(token: str) -> str:
    """What is kept of a token: its SHA-256, in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


class Chairs:
    """The chairs of one table. Every method does what is asked, or raises Refused and changes nothing."""

    __slots__ = ("_audience", "_lobby", "_settings", "_timers")

    def __init__(self, lobby: Lobby, audience: Audience, timers: Timers, settings: Settings) -> None:
        self._lobby = lobby
        self._audience = audience
        self._timers = timers
        self._settings = settings

    @property
    def _seats(self) -> Seats:
        return self._lobby.seats

    def holder(self, token: str | None) -> Person | None:
        """Whose token this is, if anybody's."""
        return self._seats.holder(digest(token)) if token is not None else None

    # --- coming and going

    def join(self, name: str, avatar: str, token: str, device: str | None, status: Status, now: float) -> Person:
        """Seat a person who will prove himself by a token."""
        proper_name(name)
        proper_avatar(avatar)
        if status == "playing":
            raise Refused("playing", "a match is being played here; you can watch it")
        if status == "closed":
            raise Refused("unknown_table", "this table is closed")
        known = digest(device) if device is not None else None
        self._lobby.admits(known, now)
        if self._lobby.free <= 0:
            raise Refused("table_full", "all places at this table are taken")
        person = self._seats.add(self._seats.free_name(name), avatar, digest(token))
        person.device, person.gone = known, now
        return person

    def hello(self, connection: int, message: Hello, match: int | None, turn: Turn) -> None:
        """A connection says whose it is. `match`: the number of the one that is shown here."""
        if connection in self._audience:
            raise Refused("bad_message", "hello was said already")
        person = self.holder(message.token)
        if message.token is not None and person is None:
            raise Refused("bad_token", "this token opens no chair at this table")
        device = digest(message.device) if message.device is not None else None
        if person is None:
            self._lobby.admits(device, turn.now)
        if person is None and self._audience.onlookers >= self._settings.limits.onlookers:
            raise Refused("table_full", "too many people are watching this table")
        known = Connection(person, message.language or "en", still=message.still)
        if match is not None and message.match == match:
            known.match, known.heard = match, message.heard or 0
        self._audience.connections[connection] = known
        if person is not None:
            self._back(person, connection, device, turn)
        turn.table = True
        turn.greeted.append(connection)

    def _back(self, person: Person, connection: int, device: str | None, turn: Turn) -> None:
        if not self._seats.anybody:
            self._wait_no_longer(turn.now)
        turn.replies.extend(self._audience.make_room(person, self._settings.limits.sockets_per_person))
        person.connections.add(connection)
        if device not in (None, person.device):
            person.device, turn.kept = device, True
        if person.covered:
            person.covered = False
            self._timers.back(person, turn.now)

    def _wait_no_longer(self, now: float) -> None:
        """The first person is back at a table that stood still: every clock and every grace period begins anew."""
        for person in self._seats:
            person.gone = now
        self._timers.restart(now)

    def disconnect(self, connection: int, turn: Turn) -> None:
        """A connection is gone; one that never said hello is nobody's business."""
        gone = self._audience.connections.pop(connection, None)
        if gone is None:
            return
        turn.table = True
        if gone.person is not None:
            gone.person.connections.discard(connection)
            gone.person.gone = turn.now

    def dismiss(self, person: Person, stay_out: bool, turn: Turn) -> None:
        """Take somebody out of the lobby, for the evening where the host wants it so."""
        if stay_out:
            self._lobby.bar(person, turn.now)
        turn.replies.extend(self._audience.send_off(person))
        self._seats.remove(person, turn.now)

    def stand(self, person: Person, turn: Turn) -> None:
        """Give up the chair. During a match the seat stays, and the game's `leave` is played or a bot goes on."""
        turn.greeted.extend(self._audience.release(person))
        person.token = None
        if person.seat is not None:  # a finished match's sheet still shows the name
            person.left = True
            self._seats.pass_on(turn.now, self._settings.grace)
        else:
            self._seats.remove(person, turn.now)
        turn.table = turn.kept = True

    # --- where a bot plays for somebody

    def played_by_bot(self, person: Person) -> bool:
        return person.bot is not None or ((person.covered or person.left) and self._lobby.bots_allowed)

    def played_by_people(self) -> frozenset[int]:
        """The seats that a person plays himself."""
        return frozenset(one.seat for one in self._seats if one.seat is not None and not self.played_by_bot(one))

    def kept_until(self, person: Person, status: Status) -> float | None:
        """When a bot covers the seat of somebody whose line is down; None where that is not what will happen."""
        away = person.chair and person.seat is not None and not person.connections and not person.covered
        return person.gone + self._settings.grace if away and status == "playing" and self._lobby.bots_allowed else None

    def dues(self, status: Status) -> list[Due]:
        """When hosting passes on, and when seats whose people are gone are covered."""
        dues: list[Due] = []
        if (host := self._seats.host_gone()) is not None:
            dues.append(Due(host.gone + self._settings.grace, "host", 0))
        kept = [(self.kept_until(person, status), person.number) for person in self._seats]
        dues.extend(Due(until, "cover", number) for until, number in kept if until is not None)
        return dues

    def cover(self, person: Person, turn: Turn) -> None:
        """A bot plays for this person from now on."""
        person.covered = True
        self._timers.back(person, turn.now)
        turn.table = True

    def shown(self, person: Person, shook: bool, status: Status) -> PersonShown:
        """What everybody at the table may know of a person."""
        return person.shown(shook, self.kept_until(person, status), self._audience.asleep(person))
