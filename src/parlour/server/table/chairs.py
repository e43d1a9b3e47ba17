"""The chairs of a table: who may sit down, who comes back to theirs, who gets up, and where a bot plays for somebody."""

import hashlib

from parlour.server.settings import Settings
from parlour.server.table.audience import Audience, Connection
from parlour.server.table.bucket import Bucket
from parlour.server.table.claims import Claims
from parlour.server.table.clock import Due, Timers
from parlour.server.table.lobby import Lobby
from parlour.server.table.names import proper_name
from parlour.server.table.outcome import Turn
from parlour.server.table.seats import Person, Seats, proper_avatar
from parlour.server.wire.asking import Hello
from parlour.server.wire.bodies import JoinTable, TakeChair
from parlour.server.wire.of_match import Cover
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.people import PersonShown
from parlour.server.wire.values import CoveredBy, Status

LINK_FOR = 300.0  # seconds in which a chair can be brought to another device
COVER_RATE, COVER_BURST = 1 / 10, 6.0  # how often a seat may pass to a bot
NUDGE_RATE, NUDGE_BURST = 1 / 20, 2.0


def digest(token: str) -> str:
    """What is kept of a token: its SHA-256, in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


class Chairs:
    """The chairs of one table. Every method does what is asked, or raises Refused and changes nothing."""

    __slots__ = ("_audience", "_covers", "_lobby", "_nudges", "_settings", "_timers", "claims")

    def __init__(self, lobby: Lobby, audience: Audience, timers: Timers, settings: Settings) -> None:
        self._lobby = lobby
        self._audience = audience
        self._timers = timers
        self._settings = settings
        self.claims = Claims()
        self._covers: dict[int, Bucket] = {}  # by person
        self._nudges: dict[int, Bucket] = {}

    @property
    def _seats(self) -> Seats:
        return self._lobby.seats

    def holder(self, token: str | None) -> Person | None:
        """Whose token this is, if anybody's."""
        return self._seats.holder(digest(token)) if token is not None else None

    # --- coming and going

    def join(self, asked: JoinTable, token: str, status: Status, now: float) -> Person:
        """Seat a person, who will be identified by a token; during a match in the place of a bot, where the host allows it."""
        proper_name(asked.name)
        proper_avatar(asked.avatar)
        if status == "closed":
            raise Refused("unknown_table", "this table is closed")
        known = digest(asked.device) if asked.device is not None else None
        member = self._lobby.keeping.known(known, asked.name)
        number = member.person if member is not None else None
        if (mine := self._seats.back(number)) is not None:  # they sit here, and their device has lost the token
            self._lobby.admits(known, now)
            mine.token = digest(token)
            return mine
        if status == "playing":
            former = self._place(asked.instead_of)
            self._lobby.admits(known, now)
            avatar, unused = self._seats.animal(asked.avatar), self._seats.unused(number)
            person = self._seats.replace(former, asked.name, avatar, digest(token), unused)
        else:
            self._lobby.admits(known, now)
            if self._lobby.free <= 0:
                raise Refused("table_full", "all places at this table are taken")
            name, avatar = self._seats.free_name(asked.name), self._seats.animal(asked.avatar)
            person = self._seats.add(name, avatar, digest(token), known=self._seats.unused(number))
            if asked.place is not None:
                self._seats.move(person, asked.place)
        person.device, person.gone = known, now
        if person.seat is not None:
            self._timers.back(person, now)
        return person

    def _place(self, number: int | None) -> Person:
        """Whose seat a latecomer gets: that of this number, or else the first."""
        if not self._lobby.late:
            raise Refused("playing", "a match is being played here; you can watch it")
        places = self.late("playing")
        if number is None and places:
            return places[0]
        for person in places:
            if person.number == number:
                return person
        raise Refused("table_full", "no bot plays in that seat any more", field="instead_of")

    def late(self, status: Status) -> list[Person]:
        """The bots whose seats may be taken now."""
        allowed = status == "playing" and self._lobby.late
        return [person for person in self._seats if allowed and person.bot is not None and person.seat is not None]

    def away(self) -> list[Person]:
        """People whose devices are all gone, so that the host may let them back."""
        return [person for person in self._seats if person.chair and not person.connections]

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
        known = Connection(person, message.language or "en", still=message.still, device=device)
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
        self.claims.settle(person.number)
        if person.cover == "line":
            person.uncover()
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
        self.claims.withdraw(connection)
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

    def forget(self, number: int, device: str | None, token: str | None) -> None:
        """Nothing tells any more who somebody is who sits here, or sat at a kept table. Raises Refused (no_such_person)."""
        keeping, known = self._lobby.keeping, digest(device) if device is not None else None
        person = next((one for one in self._seats if one.number == number and one.bot is None), None)
        proven = person is not None and token is not None and person.token == digest(token)
        member = keeping.members.get(number)
        devices = {*(member.devices if member is not None else ()), person.device if person is not None else None}
        if not proven and (known is None or known not in devices):
            raise Refused("no_such_person", "nobody of this number here is known by this device", field="person")
        keeping.erase(number)
        if person is not None:
            self._seats.unname(person)

    # --- another device

    def hand_on(self, person: Person, code: str, turn: Turn) -> float:
        """The chair goes to whatever device brings this code; returns until when. One asked for before is void."""
        person.link, person.link_until = digest(code), turn.now + LINK_FOR
        turn.kept = True
        return person.link_until

    def take(self, asked: TakeChair, token: str, turn: Turn) -> Person:
        """Bring a chair to another device: the token is another one from now on, and the old devices are told."""
        code = digest(asked.code)
        person = next((one for one in self._seats if one.chair and one.link == code and turn.now < one.link_until), None)
        if person is None:
            raise Refused("bad_link", "this link has been used, or is too old", field="code")
        device = digest(asked.device) if asked.device is not None else None
        self._lobby.admits(device, turn.now)
        self._rotate(person, token, device, turn)
        return person

    def _rotate(self, person: Person, token: str, device: str | None, turn: Turn) -> None:
        turn.replies.extend(self._audience.send_off(person, "moved"))
        person.token, person.device, person.link = digest(token), device, None
        person.gone = turn.now
        turn.table = turn.kept = True

    def claim(self, connection: int, number: int, turn: Turn) -> None:
        """An onlooker claims to be somebody who is gone; the host is asked."""
        device = self._audience.connections[connection].device
        self.claims.ask(connection, self._seats.person(number), device, turn.now)
        turn.table = True

    def vouch(self, number: int, yes: bool, token: str, turn: Turn) -> None:
        """The host says whether whoever asks for this chair is the one whose it is."""
        claim = self.claims.take(number)
        if yes:
            self._rotate(self._seats.person(number), token, claim.device, turn)
            turn.replies.append((claim.connection, {"type": "seated", "person": number, "token": token}))
        else:
            self.claims.decline(claim)
        turn.table = True

    # --- where a bot plays for somebody

    def hand_over(self, by: Person, message: Cover, turn: Turn) -> None:
        """A bot plays for a person: for oneself, or where the host lets it."""
        person = self._played(by, message.person)
        if person.cover in ("own", "host"):
            raise Refused("wrong_status", "a bot plays for this person already")
        if not self._lobby.bots_allowed:
            raise Refused("no_bots_here", "bots cannot sit at a table with these options")
        if not self._covers.setdefault(person.number, Bucket(COVER_RATE, COVER_BURST, turn.now)).take(turn.now):
            raise Refused("too_fast", "this seat has just changed hands; wait a little")
        own = person is by
        self.cover(person, "own" if own else "host", turn)
        person.back_at = turn.now + 60 * message.minutes if own and message.minutes is not None else None

    def give_back(self, by: Person, number: int, turn: Turn) -> None:
        """A person plays in person again: because they say so, or the host does."""
        person = self._played(by, number)
        if not person.covered:
            raise Refused("wrong_status", "no bot plays for this person")
        if not person.connections:
            raise Refused("not_here", "this person is not here", field="person")
        self.returned(person, turn)

    def _played(self, by: Person, number: int) -> Person:
        """A person in the match, who is oneself or whom the host speaks for."""
        person = self._seats.person(number)
        if person is not by and self._seats.host != by.number:
            raise Refused("not_host", "only the host may do this for others")
        if not person.chair or person.seat is None:
            raise Refused("no_such_person", "only a person in the match can be played for", field="person")
        return person

    def returned(self, person: Person, turn: Turn) -> None:
        """A bot plays no longer for this person."""
        person.uncover()
        self._timers.back(person, turn.now)
        turn.table = turn.kept = turn.stepped = True

    def nudge(self, by: Person, number: int, turn: Turn) -> None:
        """Give a sign to the pages of somebody who is asked."""
        person = self._seats.person(number)
        if person is by or not person.chair or person.covered or not self._timers.asked(person.seat):
            raise Refused("no_such_person", "only somebody else who is asked can be nudged", field="person")
        if not self._nudges.setdefault(person.number, Bucket(NUDGE_RATE, NUDGE_BURST, turn.now)).take(turn.now):
            raise Refused("nudged", "this person was nudged a moment ago")
        turn.replies.extend((connection, {"type": "nudged", "person": by.number}) for connection in sorted(person.connections))

    def played_by_bot(self, person: Person) -> bool:
        return person.bot is not None or ((person.covered or person.left) and self._lobby.bots_allowed)

    def played_by_people(self) -> frozenset[int]:
        """The seats that a person plays in person."""
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

    def cover(self, person: Person, why: CoveredBy, turn: Turn) -> None:
        """A bot plays for this person from now on."""
        person.cover = why
        self._timers.back(person, turn.now)
        turn.table = turn.stepped = True

    def shown(self, person: Person, shook: bool, status: Status) -> PersonShown:
        """What everybody at the table may know of a person."""
        return person.shown(shook, self.kept_until(person, status), self._audience.asleep(person))
