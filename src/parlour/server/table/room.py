"""A table without I/O: messages and time go in; what to store, what to send and when to wake come out.

Every input method returns an Outcome. An input that is refused changes nothing. After an exception that is not a refusal the room
must be thrown away and restored from the store.
"""

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from parlour.bots import kinds, thoughtful
from parlour.bots.levels import SHARP, STEADY
from parlour.engine import Game, GameError, IllegalAction, Log, Match, load, of_version
from parlour.engine.deal import Deal
from parlour.engine.takeback import cut
from parlour.games.cells import CLOCK
from parlour.server.settings import Settings
from parlour.server.table.audience import Audience
from parlour.server.table.bank import Bank
from parlour.server.table.chairs import Chairs
from parlour.server.table.clock import SHARE, STILL, Due, Timers
from parlour.server.table.consent import Consent
from parlour.server.table.evening import Evening
from parlour.server.table.lobby import Lobby
from parlour.server.table.outcome import Outcome, Turn
from parlour.server.table.pausing import Pausing
from parlour.server.table.records import Acted, Answered, Begun, Cleared, Joined, Kept, Record, Saved, TookBack, Touched
from parlour.server.table.repeats import Repeats
from parlour.server.table.running import Roll, Running
from parlour.server.table.sealing import Sealing, deal_shown, named
from parlour.server.table.seats import Person, Seats
from parlour.server.table.signals import Signals
from parlour.server.table.standin import StandIn
from parlour.server.table.talk import Silence, Talk
from parlour.server.table.texts import called
from parlour.server.table.thinking import Thinking
from parlour.server.wire.refused import Refused, refusal
from parlour.server.wire.requests import (
    Agree,
    AnyRequest,
    ChangeGame,
    Claim,
    Close,
    Cover,
    HandOn,
    Hello,
    Hurry,
    Hush,
    JoinTable,
    Nudge,
    Pause,
    Plan,
    Play,
    Present,
    React,
    Rematch,
    Remove,
    Resume,
    Say,
    SayPhrase,
    Shake,
    Signal,
    Stand,
    Start,
    TakeBack,
    TakeChair,
    Time,
    Uncover,
    Vouch,
    Why,
)
from parlour.server.wire.shown import ChairShown, Deadline, DealShown, Per, PersonShown, Status, Summary, TableShown
from parlour.server.wire.told import Reason, ServerMessage

Relief = Hurry | Cover | Uncover | Nudge
Standstill = Pause | Resume | TakeBack | Agree

KEEP_ALIVE = 3600.0  # seconds after which somebody's presence is stored again, so that the table does not expire


class Room:
    """A table. Made by `open` or `restore`; `roll(n)` gives an int in 0 .. n-1 for chance, bots and pauses."""

    def __init__(self, word: str, game: Game, settings: Settings, roll: Roll) -> None:
        self.word = word
        self.game = game
        self.settings = settings
        self.lobby = Lobby(game, settings)
        self.status: Status = "lobby"
        self.number = 0  # of the last match
        self.closed: Reason | None = None
        self.running: Running | None = None
        self.timers = Timers(settings, roll)
        self.sealing = Sealing.drawn(roll)  # of the match that runs, or else of the next
        self.audience = Audience(word, game)
        self.chairs = Chairs(self.lobby, self.audience, self.timers, settings)
        self.evening = Evening()
        self.talk = Talk(word, settings.limits)
        self.consent = Consent()
        self.pausing = Pausing(self.consent)
        self.took_back: list[int] = []  # who had something taken back in this match
        self._cuts: tuple[tuple[int, int, int], dict[int, int | None]] = ((0, 0, 0), {})  # by seat, of one step
        self.touched = 0.0
        self._roll = roll
        self._standin = StandIn(game, roll)
        self._thinking: Thinking | None = None  # of the match that runs
        self._repeats = Repeats(word)
        self._signals = Signals(settings.limits)
        self._unsaved = False  # what is stored is out of date already

    # --- making one

    @classmethod
    def open(
        cls,
        word: str,
        game: Game,
        settings: Settings,
        roll: Roll,
        now: float,
        *,
        options: dict[str, Any],
        clock: int,
        per: Per,
        deal: Deal | None = None,
    ) -> "Room":
        """A new table with nobody at it yet: somebody must `join`. Raises Refused (bad_options).

        `deal`: of a match with these options, which the table's first match deals again.
        """
        room = cls(word, game, settings, roll)
        room.lobby.choose_options(options)
        room.lobby.choose_clock(clock, per)
        room.lobby.deal = deal
        room.touched = now
        return room

    @classmethod
    def restore(cls, saved: Saved, settings: Settings, roll: Roll, now: float) -> "Room":
        """A table as it was stored, its match replayed: by the rules it began with, where those are still installed.

        One of rules that are not is closed, its log kept.
        """
        state = saved.state
        room = cls(saved.word, _game_of(saved), settings, roll)
        room._unsaved = not room.lobby.restore(state, now)
        room.status, room.number, room.closed = state["status"], state["match"], state["closed"]
        if "sealing" in state:
            room.sealing = Sealing.restored(state["sealing"])
        else:  # kept before there were seals
            room._unsaved = True
        room.evening = Evening.restored(state.get("evening", []))
        room.talk.restore(saved.talk, state.get("talk", {}))
        room.pausing.restore(state.get("pause"))
        room.took_back = state.get("took_back", [])
        spent = state.get("bank")
        room.timers.bank = Bank.restored(spent) if spent is not None else None
        room.touched = saved.touched
        room._repeats.restore(saved.answered, {person.number for person in room.seats})
        if saved.log is not None and room.status in ("playing", "over"):
            room._resume(saved.log, now)
        return room

    def _resume(self, log: Log, now: float) -> None:
        try:
            if log.version != self.game.version:
                raise GameError(f"version {log.version} is not installed")
            match = Match.start(self.game, log.players, log.options)
            self.running = Running.resumed(self.number, match, log.draws, self._roll, log.actions, len(self.took_back))
            self._think(self.running)
        except (GameError, IllegalAction):
            self.status, self.closed, self._unsaved = "closed", "old_version", True
            return
        self.timers.follow(self.running, now)
        self.timers.stand(self.pausing.stands, now)

    @property
    def seats(self) -> Seats:
        """The people here."""
        return self.lobby.seats

    # --- what goes in

    def join(self, asked: JoinTable, token: str, now: float) -> tuple[Person, Outcome]:
        """Seat a person who will prove himself by a token. Raises Refused."""
        person = self.chairs.join(asked, token, self.status, now)
        turn = Turn(now, table=True, kept=True)
        if person.seat is not None and self.running is not None:
            if self._thinking is not None:
                self._thinking.drop(person.seat)
            turn.records.append(Joined(self.word, self.number, self.seats.played(self.running.match.players)))
        return person, self._finish(turn)

    def take(self, asked: TakeChair, token: str, now: float) -> tuple[Person, Outcome]:
        """Bring a chair to another device, which will prove itself by this token. Raises Refused."""
        turn = Turn(now)
        person = self.chairs.take(asked, token, turn)
        return person, self._finish(turn)

    def receive(self, connection: int, message: Hello | Time | AnyRequest, now: float) -> Outcome:
        """A message from a connection. What is wrong with it is answered, never raised."""
        turn = Turn(now)
        try:
            if isinstance(message, Hello):
                known = self.running is not None and message.taken == self.running.taken
                self.chairs.hello(connection, message, self.number if known else None, turn)
            elif connection not in self.audience:
                raise Refused("bad_message", "the first message must be hello")
            elif isinstance(message, Claim):
                self.chairs.claim(connection, message.person, turn)
                turn.replies.append((connection, {"type": "done", "id": message.id}))
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
        self.chairs.disconnect(connection, turn)
        return self._finish(turn)

    def wake(self, now: float) -> Outcome:
        """Time has come: does the first thing that is due, if any is."""
        turn = Turn(now)
        due = self._next_due()
        if due is not None and due.at <= now:
            self._fall_due(due, turn)
        return self._finish(turn)

    def thought(self, match: int, seat: int, question: int, action: int | None, now: float) -> Outcome:
        """What a thinker answers to an `Ask`; None: nothing. An answer to a question that is past is dropped."""
        turn = Turn(now)
        if self._thinking is not None and self.running is not None and self.running.number == match:
            turn.thoughts.extend(self._thinking.answered(seat, question, action))
        return self._finish(turn)

    def close(self, reason: Reason, now: float) -> Outcome:
        """Close the table for good; its log is kept."""
        self.status, self.closed = "closed", reason
        turn = Turn(now, table=True, kept=True)
        turn.records.append(Cleared(self.word))
        return self._finish(turn)

    # --- requests

    def _request(self, connection: int, message: AnyRequest, turn: Turn) -> None:
        person = self.audience.person(connection)
        once = not isinstance(message, Signal | Present | React)  # sent often, they would push out what must not be done twice
        if once and (person.number, message.id) in self._repeats:
            turn.replies.append((connection, {"type": "done", "id": message.id}))
            return
        if isinstance(message, Present):
            self.audience.connections[connection].looking = message.looking
            turn.table = True
        answer = self._answer(person, message, turn)
        if answer is not None:
            turn.replies.append((connection, answer))
            return
        if once:
            self._repeats.remember(person.number, message.id)
        if turn.kept or turn.stepped or turn.records:
            turn.records.append(Answered(self.word, person.number, message.id, turn.now))
        turn.replies.append((connection, {"type": "done", "id": message.id}))

    def _answer(self, person: Person, message: AnyRequest, turn: Turn) -> ServerMessage | None:
        """Do what is asked. None: it is done. Raises Refused."""
        match message:
            case Play():
                running, seat = self._seated(person, message.match)
                self.pausing.goes_on()
                running.answer(seat, message.question, message.actions)
                turn.stepped = True
                if person.covered:  # whoever plays is back
                    self.chairs.returned(person, turn)
            case Plan():
                running, seat = self._seated(person, message.match)
                legal, chance = running.plan(seat, message.question, message.actions)
                return {"type": "planned", "id": message.id, "legal": legal, "chance": chance}
            case Why():
                running, seat = self._seated(person, self.number)
                reason, values = running.why(seat, message.action)
                return {"type": "because", "id": message.id, "reason": reason, "values": values}
            case Signal():
                turn.replies.extend(self._signals.passed(person, message, self.seats, turn.now))
            case Say() | SayPhrase() | React():
                turn.said.append(self.talk.take(person, message, Silence.of(self._played), turn))
            case Present():
                pass
            case Hurry() | Cover() | Uncover() | Nudge() | Pause() | Resume() | TakeBack() | Agree():
                self._relieve(person, message, turn)
            case HandOn():
                code = f"{self._roll(1 << 128):032x}"
                until = self.chairs.hand_on(person, code, turn)
                return {"type": "handed", "id": message.id, "code": code, "until": until}
            case Stand():
                self.chairs.stand(person, turn)
            case Shake():
                self._shake(person, message, turn)
            case _:
                self._arrange(person, message, turn)
        return None

    @property
    def _played(self) -> Running | None:
        """The match that is being played."""
        return self.running if self.status == "playing" else None

    def _relieve(self, person: Person, message: Relief | Standstill, turn: Turn) -> None:
        """What somebody in the match asks so that it goes on, or stands still."""
        self._seated(person, self.number)
        if isinstance(message, Hurry):
            self.timers.hurry()
        elif isinstance(message, Standstill):
            self._stand_still(person, message, turn)
        else:
            self.chairs.relieve(person, message, turn)

    def _seated(self, person: Person, match: int) -> tuple[Running, int]:
        if self.status != "playing" or self.running is None:
            raise Refused("wrong_status", "no match is being played")
        if person.seat is None:
            raise Refused("not_seated", "you have no seat in this match")
        if match != self.running.number:
            raise Refused("stale", "that match is past")
        return self.running, person.seat

    def _stand_still(self, person: Person, message: Standstill, turn: Turn) -> None:
        """What somebody asks so that the match stands still, goes on, or goes back. Raises Refused."""
        running, seat = self._seated(person, self.number)
        match message:
            case Pause():
                if self.pausing.by is not None:
                    raise Refused("wrong_status", "the match is paused already")
                if self.seats.host == person.number:
                    self.consent.forget()
                    self.pausing.pause(person.number, turn.now)
                else:
                    self.consent.propose("pause", person, turn.now)
            case Resume():
                self.pausing.resume(person, self.seats)
            case TakeBack():
                self.consent.propose("take_back", person, turn.now)
                if self._left_of(running, seat) is None:
                    self.consent.forget()
                    raise Refused("shown", "nothing can be taken back: there is no play of yours, or something was shown since")
            case Agree():
                self.consent.answer(person, message.yes, turn.now)
        turn.table = turn.kept = turn.stepped = True

    def _left_of(self, running: Running, seat: int) -> int | None:
        """The steps that are left when a seat's last play is taken back; None where it may not be."""
        now = (running.number, running.taken, running.steps)
        if self._cuts[0] != now:
            self._cuts = (now, {})
        found = self._cuts[1]
        if seat not in found:  # it is costly: once a step and seat, however often it is asked
            found[seat] = cut(running.match.log(), seat, Random(self._roll(1 << 62)))
        return found[seat]

    def _agree(self, turn: Turn) -> None:
        """Do what all have agreed to."""
        proposal = self.consent.agreed(self.seats) if self._played is not None else None
        if proposal is None:
            return
        if proposal.what == "pause":
            self.pausing.pause(proposal.by, turn.now)
        else:
            self._take_back(self.seats.person(proposal.by), turn)
        turn.table = turn.kept = turn.stepped = True

    def _take_back(self, person: Person, turn: Turn) -> None:
        """Cut the match back to before a person's last play; what was taken back is kept beside its log."""
        running = self.running
        assert running is not None
        left = self._left_of(running, person.seat) if person.seat is not None else None
        if left is None:  # somebody has got up meanwhile
            return
        self.took_back = [*self.took_back, person.number]
        steps = [list(step) for step in running.match.log().actions[left:]]
        back = TookBack(self.word, running.number, len(self.took_back), left, person.number, steps, turn.now)
        turn.records.append(back)
        self.running = running.cut(left)
        self._think(self.running)
        self.audience.hear_again()

    def _shake(self, person: Person, message: Shake, turn: Turn) -> None:
        """Add to the secret of the next match what this person's page drew."""
        if self.status not in ("lobby", "over"):
            raise Refused("wrong_status", "what decides a match is fixed when it begins")
        self.sealing.shake(person.number, message.seal, message.part)
        turn.table = turn.kept = True

    def _arrange(self, person: Person, message: AnyRequest, turn: Turn) -> None:
        """What is arranged between matches."""
        self.lobby.admit(person, message, self.status)
        match message:
            case Start():
                self._begin(turn)
            case Rematch():
                self._rematch()
            case ChangeGame():
                self._change_game(message.game)
            case Remove():
                self.chairs.dismiss(self.seats.person(message.person), message.stay_out, turn)
            case Hush():
                self.talk.hush(message, self.seats)
            case Vouch():
                self.chairs.vouch(message.person, message.yes, f"{self._roll(1 << 192):048x}", turn)
            case Close():
                self.status, self.closed = "closed", "cleared"
            case _:
                self.lobby.change(person, message)
        turn.table = turn.kept = True

    # --- the match

    def _begin(self, turn: Turn) -> None:
        """Start a match with the people here, in their order. Raises Refused."""
        self.lobby.fits()
        try:
            match = Match.start(self.game, len(self.seats), self.lobby.options)
        except GameError as error:
            raise Refused("bad_options", str(error), field="options") from None
        self.number += 1
        self.took_back = []
        self.timers.bank = Bank() if self.lobby.per == "match" else None
        self.seats.take_seats()
        self.status = "playing"
        draws = self.sealing.draws(f"{self.word}/{self.number}", [person.number for person in self.seats], self.lobby.deal)
        self.lobby.deal = None  # it stands in the match from now on
        self.running = Running(self.number, match, draws, self._roll)
        self._think(self.running)
        log, people = match.log(), self.seats.guests()
        begun = Begun(self.word, self.number, log.game, log.version, log.players, log.options, people, draws.to_json())
        turn.records.append(begun)
        turn.stepped = True

    def _think(self, running: Running) -> None:
        """Begin to tell the bots that think what they see."""
        able = self.settings.thinkers > 0 and self.game is load(self.game.name)  # thinkers know only today's rules
        kinds = {person.seat: person.bot for person in self.seats if able and person.seat is not None}
        self._thinking = Thinking.of(self.word, running.number, running.match, kinds)
        running.watch = self._thinking.note

    def _rematch(self) -> None:
        newest = load(self.game.name)
        if newest is not self.game:  # rules of before end with their match
            self._show(newest)
        self._to_lobby()

    def _to_lobby(self) -> None:
        self.seats.clear_seats()
        self.status = "lobby"
        self.running = None
        self.pausing.end()
        self.timers.forget()

    def _change_game(self, name: str) -> None:
        """The people go on to another game, under the same word. Raises Refused (unknown_game, no_bots_here)."""
        try:
            game = load(name)
        except GameError as error:
            raise Refused("unknown_game", str(error), field="game") from None
        self._show(game)
        self._to_lobby()

    def _show(self, game: Game) -> None:
        """Another game, or another version of its rules, is played from now on."""
        self.lobby.change_game(game)
        self.game = game
        self.audience.show(game)
        self._standin = StandIn(game, self._roll)

    def _go_on(self, turn: Turn) -> None:
        """After any input: chance, leaving seats, and the end, until somebody or the clock is to act."""
        running = self.running
        if running is None or self.status != "playing":
            return
        running.settle()
        for person in self.seats:
            if person.left and person.seat is not None and (action := running.leaving(person.seat)) is not None:
                running.play(person.seat, action)
                running.settle()
                turn.stepped = True
        if running.fresh:
            turn.stepped = True
            first = running.steps - len(running.fresh)
            for i, (seat, action) in enumerate(running.fresh):
                turn.records.append(Acted(self.word, running.number, first + i, seat, action, turn.now))
            running.fresh = []
            turn.kept = turn.kept or self.timers.bank is not None  # what was spent is stored with the step
        if running.match.over:
            self.status = "over"
            self.sealing = Sealing.drawn(self._roll)
            self.evening.note(running.match, self.seats)
            self.pausing.end()
            for person in self.seats:
                person.uncover()
            turn.table = turn.kept = True
        self.timers.follow(running, turn.now, self.chairs.played_by_people())
        self.timers.stand(self.pausing.stands, turn.now)

    # --- time

    def _next_due(self) -> Due | None:
        """The first thing that only waits for time. While nobody is here, nothing is."""
        if not self.seats.anybody or self.status == "closed":
            return None
        dues = self.chairs.dues(self.status)
        if self.consent.proposal is not None:
            dues.append(Due(self.consent.proposal.until, "lapse", 0))
        if self.running is not None and self.status == "playing" and not self.pausing.stands:
            share = SHARE[self.lobby.pace] * (STILL if self.audience.still else 1.0)
            plays = self.timers.dues(self.running, self.seats, self.lobby.clock, self.chairs.played_by_bot, share)
            dues.extend(self._with_thought(due, self.running) for due in plays)
        return min(dues, default=None)

    def _with_thought(self, due: Due, running: Running) -> Due:
        """A bot whose thought is under way is given a little longer."""
        if due.what != "play" or self._thinking is None or not self._thinking.waits(due.who, running):
            return due
        return replace(due, at=max(due.at, self.timers.since(due.who) + self.settings.patience))

    def _fall_due(self, due: Due, turn: Turn) -> None:
        if due.what == "host":
            turn.table = turn.kept = self.seats.pass_on(turn.now, self.settings.grace)
        elif due.what == "lapse":
            self.consent.lapse(turn.now)
            turn.table = turn.stepped = True
        elif due.what == "cover":
            self.chairs.cover(self.seats.person(due.who), "line", turn)
        else:
            self._play_for(due.who, turn)

    def _play_for(self, seat: int, turn: Turn) -> None:
        """Time is up for a seat or the clock, or a bot has thought long enough."""
        running = self.running
        assert running is not None
        if seat == CLOCK:
            running.play(CLOCK, running.match.legal(CLOCK)[0])
        elif self.chairs.played_by_bot(person := self.seats.at(seat)):
            self._play_bot(running, seat, person.bot or kinds(self.game)[0])
        else:
            running.play(seat, self._standin.idle(running.match, seat))
        turn.stepped = True

    def _play_bot(self, running: Running, seat: int, kind: str) -> None:
        """A bot's turn, or as much of it as one thought is of: what comes after that is thought of first."""
        thought = self._thinking.take(seat, running) if self._thinking is not None else None
        if thought is None:
            thinks = kind == SHARP and thoughtful(self.game)
            self._standin.take_turn(running, seat, STEADY if thinks else kind)
            return
        running.play(seat, thought)
        running.settle()
        if self._standin.goes_on(running, seat):
            self.timers.go_on(seat)

    # --- what comes out

    def _finish(self, turn: Turn) -> Outcome:
        self._agree(turn)
        self._go_on(turn)
        if self.status == "playing" and self._thinking is not None and self.running is not None:
            turn.thoughts.extend(self._thinking.asks(self.running))
        sends = self._sends(turn)
        notes = self._standin.take_notes()
        return Outcome(self._records(turn), sends, self._wake_at(), notes, turn.frame, turn.thoughts)

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
            players, clocks = self.running.match.players, self._clocks(self.running)
            names = called(self.seats.names(players), players)
            waits = self.timers.waits(self.seats, self.chairs.played_by_bot)
            views = self.audience.views(self.running, names, clocks, waits, turn.now, turn.greeted, turn.stepped)
            turn.frame = self.audience.frame(self.running, names, views)
            sends.extend(views)
        sends.extend((connection, self.talk.history()) for connection in turn.greeted)
        sends.extend((connection, said) for said in turn.said for connection in self.audience.connections)
        sends.extend(sorted(turn.replies, key=_ends))  # who takes himself out is answered before the socket ends
        if self.closed is not None:
            sends.extend(self.audience.goodbyes(self.closed, None if turn.kept else turn.greeted))
        return sends

    def _clocks(self, running: Running) -> list[Deadline]:
        if not self.seats.anybody or self.pausing.stands:
            return []
        return self.timers.shown(running, self.seats, self.lobby.clock, self.chairs.played_by_bot)

    def _wake_at(self) -> float | None:
        due = self._next_due()
        return due.at if due is not None else None

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
            "host": self.seats.host,
            "seal": self.sealing.seal,
            "deal": self._deal_shown(),
            "people": [self._shown(person) for person in self.seats],
            "onlookers": self.audience.onlookers,
            "claims": self.chairs.claims.shown(),
            "evening": self.evening.matches,
            "hushed": sorted(self.talk.hushed),
            "pause": self.pausing.shown(),
            "proposal": self.consent.proposal.shown() if self.consent.proposal is not None else None,
            "took_back": self.took_back,
        }

    def _deal_shown(self) -> DealShown | None:
        """The match that is dealt again in the one that runs, or else in the next."""
        if self.running is not None:
            return deal_shown(self.running.draws)
        return named(self.lobby.deal) if self.lobby.deal is not None else None

    def _shown(self, person: Person) -> PersonShown:
        return self.chairs.shown(person, person.number in self.sealing.parts, self.status)

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
        }

    def _kept(self) -> Kept:
        state = {**self.lobby.kept(), "status": self.status, "match": self.number, "closed": self.closed}
        state["sealing"] = self.sealing.kept()
        state["evening"] = self.evening.kept()
        state["talk"] = self.talk.kept()
        state["pause"] = self.pausing.kept()
        state["took_back"] = self.took_back
        state["bank"] = self.timers.bank.kept() if self.timers.bank is not None else None
        return Kept(self.word, self.game.name, self.status, self.touched, state)


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
