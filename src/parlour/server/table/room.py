"""A table without I/O: messages and time go in; what to store, what to send and when to wake come out.

Every input method returns an Outcome. An input that is refused changes nothing. After an exception that is not a refusal the room
must be thrown away and restored from the store.
"""

import hashlib
import random
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import parlour
from parlour.bots import bot, kinds, seated
from parlour.engine import Game, GameError, IllegalAction, Log, Match, load
from parlour.games.cells import CLOCK, ONLOOKER
from parlour.server.settings import Settings
from parlour.server.table import lobby
from parlour.server.table.bucket import Bucket
from parlour.server.table.clock import Due, Timers
from parlour.server.table.names import proper_name
from parlour.server.table.outcome import Outcome, Turn
from parlour.server.table.records import Acted, Answered, Begun, Forgotten, Kept, Saved, Touched
from parlour.server.table.running import Roll, Running
from parlour.server.table.seats import Person, Seats, proper_avatar
from parlour.server.table.views import Views
from parlour.server.wire.refused import Refused, refusal
from parlour.server.wire.requests import AnyRequest, Hello, Plan, Play, Signal, Stand, Time, Why
from parlour.server.wire.shown import Status, Summary, TableShown
from parlour.server.wire.told import Reason, ServerMessage

REMEMBERED = 512  # requests whose repetition is recognised, per person


def digest(token: str) -> str:
    """What is kept of a token: its SHA-256, in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(slots=True)
class Connection:
    """One socket: whose it is, in which language it wants to read, and how much of the story it has."""

    person: Person | None
    language: str
    match: int = 0
    heard: int = 0
    shown: tuple[Any, ...] = ()  # what the last view said


class Room:
    """A table. Made by `open` or `restore`; `roll(n)` gives an int in 0 .. n-1 for chance, bots and pauses."""

    def __init__(self, word: str, game: Game, settings: Settings, roll: Roll) -> None:
        self.word = word
        self.game = game
        self.settings = settings
        self.seats = Seats()
        self.options: dict[str, Any] = {}
        self.bots_allowed = True  # whether the game seats bots with these options
        self.use_options(game.options({}, game.seats.stop - 1))
        self.clock = settings.clocks[0]
        self.status: Status = "lobby"
        self.number = 0  # of the last match
        self.closed: Reason | None = None
        self.running: Running | None = None
        self.timers = Timers(settings, roll)
        self.connections: dict[int, Connection] = {}
        self._roll = roll
        self._rng = random.Random(roll(1 << 62))
        self._views = Views(game)
        self._answered: dict[int, OrderedDict[str, None]] = {}
        self._forgotten: list[Forgotten] = []  # still stored
        self._signals: dict[int, Bucket] = {}  # by person
        self.touched = 0.0
        self._unsaved = False  # what is stored is out of date already

    # --- making one

    @classmethod
    def open(
        cls, word: str, game: Game, settings: Settings, roll: Roll, now: float, *, options: dict[str, Any], clock: int | None
    ) -> "Room":
        """A new table with nobody at it yet: somebody must `join`. Raises Refused (bad_options)."""
        room = cls(word, game, settings, roll)
        lobby.choose_options(room, options)
        lobby.choose_clock(room, settings.clocks[0] if clock is None else clock)
        room.touched = now
        return room

    @classmethod
    def restore(cls, saved: Saved, settings: Settings, roll: Roll, now: float) -> "Room":
        """A table as it was stored, its match replayed. One of rules no longer installed is closed, its log kept."""
        state = saved.state
        room = cls(saved.word, load(saved.game), settings, roll)
        room.seats = Seats.restored(state["seats"], now)
        room.clock, room.status = state["clock"], state["status"]
        room.number, room.closed = state["match"], state["closed"]
        try:
            room.use_options(room.game.options(state["options"], room.game.seats.stop - 1))
        except GameError:  # of an older version: the lobby begins anew with the defaults
            room._unsaved = True
        room.touched = saved.touched
        sitting = {person.number for person in room.seats}
        for person, request in saved.answered:
            if person in sitting:
                room._remember(person, request)
            else:  # whoever gave up the chair sends no more
                room._forgotten.append(Forgotten(saved.word, person, request))
        if saved.log is not None and room.status in ("playing", "over"):
            room._resume(saved.log, now)
        return room

    def _resume(self, log: Log, now: float) -> None:
        try:
            if log.version != self.game.version:
                raise GameError(f"version {log.version} is not installed")
            match = Match.start(self.game, log.players, log.options)
            self.running = Running.resumed(self.number, match, log.actions)
        except (GameError, IllegalAction):
            self.status, self.closed, self._unsaved = "closed", "old_version", True
            return
        self.timers.follow(self.running, now)

    # --- what goes in

    def join(self, name: str, avatar: str, token: str, now: float) -> tuple[Person, Outcome]:
        """Seat a person who will prove himself by a token. Raises Refused."""
        proper_name(name)
        proper_avatar(avatar)
        if self.status == "playing":
            raise Refused("playing", "a match is being played here; you can watch it")
        if self.status == "closed":
            raise Refused("unknown_table", "this table is closed")
        if self.free <= 0:
            raise Refused("table_full", "all places at this table are taken")
        person = self.seats.add(self.seats.free_name(name), avatar, digest(token))
        person.gone = now
        return person, self._finish(Turn(now, table=True, kept=True))

    def receive(self, connection: int, message: Hello | Time | AnyRequest, now: float) -> Outcome:
        """A message from a connection. What is wrong with it is answered, never raised."""
        turn = Turn(now)
        try:
            if isinstance(message, Hello):
                self._hello(connection, message, turn)
            elif connection not in self.connections:
                raise Refused("bad_message", "the first message must be hello")
            elif isinstance(message, Time):
                turn.replies.append((connection, {"type": "time", "sent": message.sent, "now": now}))
            else:
                self._request(connection, message, turn)
        except Refused as refused:
            request = message.id if not isinstance(message, Hello | Time) else None
            turn.replies.append((connection, refusal(refused, request)))
        return self._finish(turn)

    def disconnect(self, connection: int, now: float) -> Outcome:
        """A connection is gone; one that never said hello is nobody's business."""
        turn = Turn(now)
        gone = self.connections.pop(connection, None)
        if gone is not None:
            turn.table = True
            if gone.person is not None:
                gone.person.connections.discard(connection)
                gone.person.gone = now
        return self._finish(turn)

    def wake(self, now: float) -> Outcome:
        """Time has come: does the first thing that is due, if any is."""
        turn = Turn(now)
        due = self._next_due()
        if due is not None and due.at <= now:
            self._fall_due(due, turn)
        return self._finish(turn)

    def close(self, reason: Reason, now: float) -> Outcome:
        """Close the table for good; its log is kept."""
        self.status, self.closed = "closed", reason
        return self._finish(Turn(now, table=True, kept=True))

    # --- hello and requests

    def _hello(self, connection: int, message: Hello, turn: Turn) -> None:
        if connection in self.connections:
            raise Refused("bad_message", "hello was said already")
        person = self.holder(message.token)
        if message.token is not None and person is None:
            raise Refused("bad_token", "this token opens no chair at this table")
        if person is None and self._onlookers() >= self.settings.limits.onlookers:
            raise Refused("table_full", "too many people are watching this table")
        known = Connection(person, message.language or "en")
        if self.running is not None and message.match == self.number:
            known.match, known.heard = self.number, message.heard or 0
        self.connections[connection] = known
        if person is not None:
            if not self.seats.anybody:
                self._wait_no_longer(turn.now)
            person.connections.add(connection)
            if person.covered:
                person.covered = False
                self.timers.back(person, turn.now)
        turn.table = True
        turn.greeted.append(connection)

    def _wait_no_longer(self, now: float) -> None:
        """The first person is back at a table that stood still: every clock and every grace period begins anew."""
        for person in self.seats:
            person.gone = now
        self.timers.restart(now)

    def _request(self, connection: int, message: AnyRequest, turn: Turn) -> None:
        person = self.connections[connection].person
        if person is None:
            raise Refused("not_seated", "onlookers only watch")
        once = not isinstance(message, Signal)  # a camera sends hundreds, and they would push out what must not be done twice
        if once and message.id in self._answered.get(person.number, ()):
            turn.replies.append((connection, {"type": "done", "id": message.id}))
            return
        answer = self._answer(person, message, turn)
        if answer is not None:
            turn.replies.append((connection, answer))
            return
        if once:
            self._remember(person.number, message.id)
        if turn.kept or turn.stepped:
            turn.records.append(Answered(self.word, person.number, message.id, turn.now))
        turn.replies.append((connection, {"type": "done", "id": message.id}))

    def _answer(self, person: Person, message: AnyRequest, turn: Turn) -> ServerMessage | None:
        """Do what is asked. None: it is done. Raises Refused."""
        match message:
            case Play():
                running, seat = self._seated(person)
                if message.match != running.number:
                    raise Refused("stale", "that match is past")
                running.answer(seat, message.question, message.actions)
                turn.stepped = True
            case Plan():
                running, seat = self._seated(person)
                if message.match != running.number:
                    raise Refused("stale", "that match is past")
                legal, chance = running.plan(seat, message.question, message.actions)
                return {"type": "planned", "id": message.id, "legal": legal, "chance": chance}
            case Why():
                running, seat = self._seated(person)
                return {"type": "because", "id": message.id, "reason": running.why(seat, message.action)}
            case Signal():
                self._signal(person, message, turn)
            case Stand():
                self._stand(person, turn)
            case _:
                lobby.answer(self, person, message, turn)
        return None

    def _seated(self, person: Person) -> tuple[Running, int]:
        if self.status != "playing" or self.running is None:
            raise Refused("wrong_status", "no match is being played")
        if person.seat is None:
            raise Refused("not_seated", "you have no seat in this match")
        return self.running, person.seat

    def _signal(self, person: Person, message: Signal, turn: Turn) -> None:
        limits = self.settings.limits
        bucket = self._signals.setdefault(person.number, Bucket(limits.signals_per_second, limits.signal_burst, turn.now))
        if not bucket.take(turn.now):
            raise Refused("too_fast", "too many signals; this one was not passed on")
        lobby.bounded(message.data, limits.signal_bytes)
        listener = self.seats.person(message.person)
        if not listener.chair:
            raise Refused("no_such_person", "only to a person who sits here can signals be passed on", field="person")
        for connection in listener.connections:
            turn.replies.append((connection, {"type": "signal", "person": person.number, "data": message.data}))

    def _stand(self, person: Person, turn: Turn) -> None:
        """Give up the chair. During a match the seat stays, and the game's `leave` is played or a bot goes on."""
        for connection in sorted(person.connections):
            self.connections[connection].person = None
            turn.greeted.append(connection)
        person.connections.clear()
        person.token = None
        if person.seat is not None:  # a finished match's sheet still shows the name
            person.left = True
            self.seats.pass_on(turn.now, self.settings.grace)
        else:
            self.seats.remove(person, turn.now)
        turn.table = turn.kept = True

    # --- the match

    def begin(self, turn: Turn) -> None:
        """Start a match with the people here, in their order. Raises Refused."""
        try:
            match = Match.start(self.game, len(self.seats), self.options)
        except GameError as error:
            raise Refused("bad_options", str(error), field="options") from None
        self.number += 1
        self.seats.take_seats()
        self.status = "playing"
        self.running = Running(self.number, match)
        log = match.log()
        turn.records.append(Begun(self.word, self.number, log.game, log.version, log.players, log.options))
        turn.table = turn.kept = turn.stepped = True

    def _go_on(self, turn: Turn) -> None:
        """After any input: chance, leaving seats, and the end, until somebody or the clock is to act."""
        running = self.running
        if running is None or self.status != "playing":
            return
        running.settle(self._roll)
        for person in self.seats:
            if person.left and person.seat is not None and (action := running.leaving(person.seat)) is not None:
                running.play(person.seat, action)
                running.settle(self._roll)
                turn.stepped = True
        if running.fresh:
            turn.stepped = True
            first = running.steps - len(running.fresh)
            for i, (seat, action) in enumerate(running.fresh):
                turn.records.append(Acted(self.word, running.number, first + i, seat, action, turn.now))
            running.fresh = []
        if running.match.over:
            self.status = "over"
            for person in self.seats:
                person.covered = False
            turn.table = turn.kept = True
        self.timers.follow(running, turn.now)

    def would_seat_bots(self, options: Any) -> bool:
        """Whether the game seats bots with these options."""
        return seated(self.game, options)

    def use_options(self, options: Any) -> None:
        """Play with these options from the next start on."""
        self.options = self.game.read_options(options)
        self.bots_allowed = self.would_seat_bots(options)

    @property
    def free(self) -> int:
        """Places nobody has taken."""
        return self.game.seats.stop - 1 - sum(1 for person in self.seats if not person.left)

    def holder(self, token: str | None) -> Person | None:
        """Whose token this is, if anybody's."""
        return self.seats.holder(digest(token)) if token is not None else None

    def _played_by_bot(self, person: Person) -> bool:
        return person.bot is not None or ((person.covered or person.left) and self.bots_allowed)

    def _next_due(self) -> Due | None:
        """The first thing that only waits for time. While nobody is here, nothing is."""
        if not self.seats.anybody or self.status == "closed":
            return None
        dues: list[Due] = []
        grace = self.settings.grace
        if (host := self.seats.host_gone()) is not None:
            dues.append(Due(host.gone + grace, "host", 0))
        if self.running is not None and self.status == "playing":
            dues.extend(self.timers.dues(self.running, self.seats, self.clock, self._played_by_bot))
            if self.bots_allowed:
                away = [p for p in self.seats if p.chair and p.seat is not None and not p.connections and not p.covered]
                dues.extend(Due(p.gone + grace, "cover", p.number) for p in away)
        return min(dues, default=None)

    def _fall_due(self, due: Due, turn: Turn) -> None:
        if due.what == "host":
            turn.table = turn.kept = self.seats.pass_on(turn.now, self.settings.grace)
        elif due.what == "cover":
            self.seats.person(due.who).covered = True
            self.timers.back(self.seats.person(due.who), turn.now)
            turn.table = True
        else:
            self._play_for(due.who, turn)

    def _play_for(self, seat: int, turn: Turn) -> None:
        """Time is up for a seat or the clock, or a bot has thought long enough."""
        running = self.running
        assert running is not None
        if seat == CLOCK:
            running.play(CLOCK, running.match.legal(CLOCK)[0])
        elif self._played_by_bot(person := self.seats.at(seat)):
            running.play(seat, self._bot_choice(running.match, seat, person.bot or kinds(self.game)[0], turn))
        else:
            running.play(seat, self._idle(running.match, seat))
        turn.stepped = True

    def _idle(self, match: Match, seat: int) -> int:
        """The ordinary action for a seat that runs out of time, from what the seat itself knows."""
        view = match.view(seat)
        return self.game.idle(view.state, seat, [self._roll(1 << 62)])

    def _bot_choice(self, match: Match, seat: int, kind: str, turn: Turn) -> int:
        """A bot's choice; one that fails, or answers nonsense, is replaced by the game's idle: the table must go on."""
        view = match.view(seat)
        legal = view.legal
        try:
            choice = bot(self.game, kind)(view, legal, self._rng)
        except Exception as error:  # a stranger's bot may raise anything
            turn.notes.append(f"bot {kind} of {self.game.name} failed: {type(error).__name__}")
            return self._idle(match, seat)
        if choice not in legal:
            turn.notes.append(f"bot {kind} of {self.game.name} chose what is not legal")
            return self._idle(match, seat)
        return choice

    # --- what comes out

    def _remember(self, person: int, request: str) -> None:
        done = self._answered.setdefault(person, OrderedDict())
        done[request] = None
        if len(done) > REMEMBERED:
            self._forgotten.append(Forgotten(self.word, person, done.popitem(last=False)[0]))

    def _finish(self, turn: Turn) -> Outcome:
        self._go_on(turn)
        turn.kept, self._unsaved = turn.kept or self._unsaved, False
        outcome = Outcome(notes=turn.notes)
        if turn.kept:
            outcome.records.append(self._kept(turn.now))
        elif turn.table or turn.records:
            outcome.records.extend(self._touch(turn.now))
        outcome.records.extend(turn.records)
        if outcome.records:
            outcome.records.extend(self._forgotten)
            self._forgotten = []
        for connection in turn.greeted:
            outcome.sends.append((connection, self._welcome(connection, turn.now)))
        if turn.table:
            message: ServerMessage = {"type": "table", "table": self.shown()}
            outcome.sends.extend((connection, message) for connection in self.connections)
        outcome.sends.extend(self._view_sends(turn))
        outcome.sends.extend(sorted(turn.replies, key=_ends))  # who takes himself out is answered before the socket ends
        if self.closed is not None:
            outcome.sends.extend(self._goodbyes(turn))
        due = self._next_due()
        outcome.wake_at = due.at if due is not None else None
        return outcome

    def _touch(self, now: float) -> list[Touched]:
        """Keep the table from expiring; once an hour is often enough."""
        if now < self.touched + 3600:
            return []
        self.touched = now
        return [Touched(self.word, now)]

    def _goodbyes(self, turn: Turn) -> list[tuple[int, ServerMessage]]:
        assert self.closed is not None
        told = turn.greeted if not turn.kept else list(self.connections)
        return [(connection, {"type": "closed", "reason": self.closed}) for connection in told]

    def _welcome(self, connection: int, now: float) -> ServerMessage:
        person = self.connections[connection].person
        number = person.number if person is not None else None
        return {"type": "welcome", "table": self.word, "person": number, "now": now, "version": parlour.__version__}

    def _view_sends(self, turn: Turn) -> list[tuple[int, ServerMessage]]:
        """Views for those to whom they say something new: an empty one would tell that somebody chose in secret."""
        if self.running is None or self.status not in ("playing", "over"):
            return []
        wanted = self.connections if turn.stepped else turn.greeted
        clocks = self.timers.shown(self.running, self.seats, self.clock, self._played_by_bot) if self.seats.anybody else []
        look = self._views.of(self.running, clocks, turn.now)
        sends: list[tuple[int, ServerMessage]] = []
        for connection in wanted:
            known = self.connections[connection]
            seat = known.person.seat if known.person is not None and known.person.seat is not None else ONLOOKER
            if known.match != self.number:
                known.match, known.heard = self.number, 0
            message, known.heard = look(seat, known.language, known.heard)
            shown = (message["match"], message["view"], message["question"], message["seq"], clocks)
            if shown != known.shown or connection in turn.greeted:
                sends.append((connection, message))
            known.shown = shown
        return sends

    def dismiss(self, person: Person, turn: Turn) -> None:
        """Take somebody out of the lobby; a person's connections are told and become nobody's."""
        for connection in sorted(person.connections):
            turn.replies.append((connection, {"type": "closed", "reason": "removed"}))
            del self.connections[connection]
        self.seats.remove(person, turn.now)

    def _onlookers(self) -> int:
        return sum(1 for known in self.connections.values() if known.person is None)

    def shown(self) -> TableShown:
        """What everybody at the table may know."""
        return {
            "table": self.word,
            "game": self.game.name,
            "version": self.game.version,
            "status": self.status,
            "match": self.number,
            "options": self.options,
            "clock": self.clock,
            "bots": self.bots_allowed,
            "host": self.seats.host,
            "people": [person.shown() for person in self.seats],
            "onlookers": self._onlookers(),
        }

    def summary(self) -> Summary:
        """What the door shows to whoever knows the table word."""
        free = self.free if self.status in ("lobby", "over") else 0
        return {
            "table": self.word,
            "game": self.game.name,
            "status": self.status,
            "people": self.seats.guests(),
            "free": free,
        }

    def _kept(self, now: float) -> Kept:
        self.touched = now
        state = {
            "seats": self.seats.kept(),
            "options": self.options,
            "clock": self.clock,
            "status": self.status,
            "match": self.number,
            "closed": self.closed,
        }
        return Kept(self.word, self.game.name, self.status, now, state)


def _ends(send: tuple[int, ServerMessage]) -> bool:
    """Whether nothing more can be said after this."""
    return send[1]["type"] == "closed"
