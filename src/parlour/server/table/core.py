"""A table without I/O: messages and time go in; what to store, what to send and when to wake come out.

Every input method returns an Outcome. An input that is refused changes nothing. After an exception that is not a refusal the core
must be thrown away and restored from the store.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NotRequired, TypedDict, Unpack

from parlour.engine import Game, GameError, load, of_version
from parlour.engine.record.deal import Deal
from parlour.server.settings import Settings
from parlour.server.table.outcome import Outcome, Turn
from parlour.server.table.parts import Parts
from parlour.server.table.records import Answered, Cleared, Joined, Kept, Record, Saved, Touched, Unnamed
from parlour.server.table.repeats import Repeats
from parlour.server.table.requests import row_of
from parlour.server.table.running import Roll, Running
from parlour.server.table.seats import Person
from parlour.server.table.slips import Doubt
from parlour.server.table.texts import called
from parlour.server.wire.asking import Hello, Request, Time
from parlour.server.wire.bodies import JoinTable, TakeChair
from parlour.server.wire.refused import Refused, refusal
from parlour.server.wire.shown.advice import CounselShown
from parlour.server.wire.shown.door import ChairShown, Summary
from parlour.server.wire.shown.people import PersonShown
from parlour.server.wire.shown.table import TableShown
from parlour.server.wire.told import Reason, ServerMessage
from parlour.server.wire.values import Per

KEEP_ALIVE = 3600.0  # seconds after which somebody's presence is stored again, so that the table does not expire


class Terms(TypedDict):
    """What is played for at a new table."""

    options: dict[str, Any]
    clock: int  # seconds; 0: none
    per: Per
    deal: NotRequired[Deal | None]  # of a match with these options, which the table's first match deals again
    at_once: NotRequired[bool]  # that match begins as soon as all are here


class TableCore(Parts):
    """A table. Made by `open` or `restore`; `roll(n)` gives an int in 0 .. n-1 for chance, bots and pauses."""

    def __init__(self, word: str, game: Game, settings: Settings, roll: Roll) -> None:
        super().__init__(word, game, settings, roll)
        self.touched = 0.0
        self._repeats = Repeats(word)
        self._unsaved = False  # what is stored is out of date already

    # --- making one

    @classmethod
    def open(cls, word: str, game: Game, settings: Settings, roll: Roll, now: float, **terms: Unpack[Terms]) -> "TableCore":
        """A new table with nobody at it yet: somebody must `join`. Raises Refused (bad_options)."""
        table = cls(word, game, settings, roll)
        table.lobby.choose_options(terms["options"])
        table.lobby.choose_clock(terms["clock"], terms["per"])
        table.lobby.deal, table.lobby.at_once = terms.get("deal"), terms.get("at_once", False)
        table.touched = table.succession.did = now
        return table

    @classmethod
    def restore(cls, saved: Saved, settings: Settings, roll: Roll, now: float) -> "TableCore":
        """A table as it was stored, its match replayed: by the rules it began with, where those are still installed.

        One of rules that are not is closed, its log kept.
        """
        table = cls(saved.word, _game_of(saved), settings, roll)
        options_hold = table.lobby.restore(saved.state, now)
        table._unsaved = not table.course.restore(saved.state, saved.log, now) or not options_hold
        table.talk.restore(saved.talk, saved.state.get("talk", {}))
        table.touched, table.succession.did = saved.touched, now
        table._repeats.restore(saved.answered, {person.number for person in table.seats})
        return table

    @property
    def closed(self) -> Reason | None:
        """Why the table is closed, where it is."""
        return self.course.closed

    @property
    def running(self) -> Running | None:
        """The match that is shown."""
        return self.course.running

    # --- what goes in

    def join(self, asked: JoinTable, token: str, now: float) -> tuple[Person, Outcome]:
        """Seat a person, who will be identified by a token. Raises Refused."""
        person = self.chairs.join(asked, token, self.status, now)
        turn = Turn(now, table=True, kept=True)
        if person.seat is not None and self.running is not None:
            self.course.minds.drop(person.seat)
            turn.records.append(Joined(self.word, self.number, self.seats.played(self.running.match.players)))
        return person, self._finish(turn)

    def take(self, asked: TakeChair, token: str, now: float) -> tuple[Person, Outcome]:
        """Bring a chair to another device, which will prove itself by this token. Raises Refused."""
        turn = Turn(now)
        person = self.chairs.take(asked, token, turn)
        return person, self._finish(turn)

    def receive(self, connection: int, message: Hello | Time | Request, now: float) -> Outcome:
        """A message from a connection. What is wrong with it is answered, never raised."""
        turn = Turn(now)
        try:
            if isinstance(message, Hello):
                known = self.running is not None and message.taken == self.running.taken
                self.chairs.hello(connection, message, self.number if known else None, turn)
            elif connection not in self.audience:
                raise Refused("bad_message", "the first message must be hello")
            else:
                turn.replies.append((connection, self._do(connection, message, turn)))
        except Refused as refused:
            request = message.id if isinstance(message, Request) else None
            turn.replies.append((connection, refusal(refused, request)))
        return self._finish(turn)

    def disconnect(self, connection: int, now: float) -> Outcome:
        """A connection is gone; one that never said hello is nobody's business."""
        turn = Turn(now)
        self.chairs.disconnect(connection, turn)
        self.televisions.leave(connection)
        return self._finish(turn)

    def wake(self, now: float) -> Outcome:
        """Time has come: does the first thing that is due, if any is."""
        turn = Turn(now)
        self.course.fall_due(turn)
        return self._finish(turn)

    def thought(self, match: int, seat: int, question: int, action: int | None, now: float) -> Outcome:
        """What a thinker answers to an `Ask`; None: nothing. An answer to a question that is past is dropped."""
        turn = Turn(now)
        self.course.answered(match, seat, question, action, turn)
        return self._finish(turn)

    def counselled(self, match: int, seat: int, question: int, found: CounselShown | None, now: float) -> Outcome:
        """What the advisor answers to an `Ask` of `Outcome.counsels`; what speaks of a question that is past is dropped."""
        turn = Turn(now)
        self.course.counsels.answered(match, seat, question, found, turn)
        return self._finish(turn)

    def looked(self, doubt: Doubt, found: Sequence[bool] | None, now: float) -> Outcome:
        """Which steps of a doubt show anything hidden; None: nobody looked. What speaks of a match that is past is dropped."""
        turn = Turn(now)
        self.course.looked(doubt, found, turn)
        return self._finish(turn)

    def forget(self, person: int, device: str | None, token: str | None, now: float) -> Outcome:
        """Erase who this person is, as their device or their chair's token proves them. Raises Refused (no_such_person)."""
        turn = Turn(now, table=True, kept=True)
        self.chairs.forget(person, device, token)
        self.talk.forget(person)
        turn.records.append(Unnamed(self.word, person))
        turn.stepped = self.running is not None
        return self._finish(turn)

    def close(self, reason: Reason, now: float) -> Outcome:
        """Close the table for good; its log is kept."""
        self.course.close(reason)
        turn = Turn(now, table=True, kept=True)
        turn.records.append(Cleared(self.word))
        return self._finish(turn)

    def _do(self, connection: int, message: Request | Time, turn: Turn) -> ServerMessage:
        """Do what is asked, as its row says; what is remembered once, however often it comes. Raises Refused."""
        row = row_of(message)
        person = row.asker(self, connection)
        asked = (person.number, message.id) if row.remembered and person is not None and isinstance(message, Request) else None
        answer = None
        if asked is None or asked not in self._repeats:
            answer = row.does(self, row.subject(self, connection, person, message), message, turn)
            if row.stores == "table":
                turn.table = turn.kept = True
            if asked is not None:
                self._repeats.remember(*asked)
                if row.stores is not None:
                    turn.records.append(Answered(self.word, *asked, turn.now))
        if person is not None and person.number == self.seats.host and self.succession.note(message, turn.now):
            turn.table = True
        return answer if answer is not None else _done(message)

    # --- what comes out

    def _finish(self, turn: Turn) -> Outcome:
        self.standstill.agree(self.seats, turn)
        self.course.go_on(turn)
        sends = self._sends(turn)
        due = self.course.next_due()
        wake_at, patient = (due.at, due.patient) if due is not None else (None, False)
        notes = self.course.minds.take_notes()
        return Outcome(self._records(turn), sends, wake_at, patient, notes, turn.frame, turn.thoughts, turn.counsels, turn.doubts)

    def _records(self, turn: Turn) -> list[Record]:
        turn.kept, self._unsaved = turn.kept or self._unsaved, False
        records: list[Record] = []
        if turn.kept:
            self.touched = turn.now
            records.append(self._kept())
        elif (turn.table or turn.records) and turn.now >= self.touched + KEEP_ALIVE:
            self.touched = turn.now
            records.append(Touched(self.word, turn.now))
        records.extend(turn.records)
        if records:
            records.extend(self._repeats.take_forgotten())
        return records

    def _sends(self, turn: Turn) -> list[tuple[int, ServerMessage]]:
        sends = [(connection, self.audience.welcome(connection, turn.now)) for connection in turn.greeted]
        if turn.table:
            message: ServerMessage = {"type": "table", "table": self.shown()}
            sends.extend((connection, message) for connection in self.audience.connections)
        if self.running is not None and self.status in ("playing", "over"):
            players = self.running.match.players
            names = called(self.seats.names(players), players)
            times = self.course.times(self.running, turn.now)
            views = self.audience.views(self.running, names, times, turn.greeted, turn.stepped)
            turn.frame = self.audience.frame(self.running, names, views)
            sends.extend(views)
            for connection, _ in views:
                person = self.audience.connections[connection].person
                if person is not None and person.seat is not None:
                    self.course.slips.seen(person.seat, turn.now)
        sends.extend((connection, self.talk.history()) for connection in turn.greeted)
        sends.extend((connection, said) for said in turn.said for connection in self.audience.connections)
        sends.extend(sorted(turn.replies, key=_ends))  # who leaves is answered before the socket closes
        if self.closed is not None:
            sends.extend(self.audience.goodbyes(self.closed, None if turn.kept else turn.greeted))
        return sends

    def shown(self) -> TableShown:
        """What everybody at the table may know."""
        return {
            "table": self.word,
            "game": self.game.name,
            "version": self.game.version,
            "status": self.status,
            "match": self.number,
            "options": self.lobby.options,
            "clock": self.lobby.clock,
            "per": self.lobby.per,
            "pace": self.lobby.pace,
            "bots": self.lobby.bots_allowed,
            "late": self.lobby.late,
            "practice": self.lobby.practice,
            "host": self.seats.host,
            "seal": self.course.sealing.seal,
            "deal": self.course.deal_shown(),
            "people": [self._shown(person) for person in self.seats],
            "onlookers": self.audience.onlookers,
            "claims": self.chairs.claims.shown(),
            "evening": self.course.evening.matches,
            "hushed": sorted(person.number for person in self.seats if self.talk.hushed(person)),
            "pause": self.course.pausing.shown(),
            "proposal": self.course.consent.shown(),
            "declined": self.course.consent.declined,
            "took_back": self.course.took_back,
            "televisions": self.televisions.shown(self.number),
            "kept": self.keeping.shown(),
            "host_did": self.succession.did,
            "succession": self.succession.shown(),
        }

    def _shown(self, person: Person) -> PersonShown:
        return self.chairs.shown(person, person.number in self.course.sealing.parts, self.status)

    def summary(self) -> Summary:
        """What the door shows to whoever knows the table word."""
        free = self.lobby.free if self.status in ("lobby", "over") else 0
        return {
            "table": self.word,
            "game": self.game.name,
            "status": self.status,
            "people": self.seats.guests(),
            "free": free,
            "late": [_door(person) for person in self.chairs.late(self.status)],
            "away": [_door(person) for person in self.chairs.away() if self.status != "closed"],
            "kept": self.keeping.name if self.keeping.on else None,
        }

    def _kept(self) -> Kept:
        self.keeping.note(self.seats)
        state = {**self.lobby.kept(), **self.course.kept(), "talk": self.talk.kept()}
        return Kept(self.word, self.game.name, self.status, self.touched, state, self.keeping.on)


def _done(message: Request | Time) -> ServerMessage:
    assert isinstance(message, Request)  # the time is told by an answer of its own
    return {"type": "done", "id": message.id}


def _door(person: Person) -> ChairShown:
    return {"person": person.number, "name": person.name, "avatar": person.avatar}


def _ends(send: tuple[int, ServerMessage]) -> bool:
    """Whether nothing more can be said after this."""
    return send[1]["type"] == "closed"


def _game_of(saved: Saved) -> Game:
    """The game of a table, in the version of its match where there is one of it. Raises GameError."""
    if saved.log is not None and saved.state["status"] in ("playing", "over") and saved.log.game == saved.game:
        with suppress(GameError):
            return of_version(saved.game, saved.log.version)
    return load(saved.game)
