"""The lifecycle of a table's matches: started by people, carried on by plays, chance, bots and timers, and ended."""

from collections.abc import Sequence
from typing import Any
from weakref import WeakMethod

from parlour.bots import kinds
from parlour.engine import GameError, IllegalAction, Log, Match
from parlour.games.cells import CLOCK
from parlour.server.settings import Settings
from parlour.server.table.audience import Audience
from parlour.server.table.bank import Bank
from parlour.server.table.chairs import Chairs
from parlour.server.table.clock import SHARE, STILL, Due, Timers
from parlour.server.table.consent import Consent
from parlour.server.table.counsel import Counsels
from parlour.server.table.evening import Evening, result_of
from parlour.server.table.lobby import Lobby
from parlour.server.table.minds import Minds
from parlour.server.table.outcome import Turn
from parlour.server.table.pausing import Pausing
from parlour.server.table.records import Acted, Begun, Ended
from parlour.server.table.running import Roll, Running
from parlour.server.table.sealing import Sealing, deal_shown, named
from parlour.server.table.seats import Person
from parlour.server.table.slips import Doubt, Slips
from parlour.server.table.views import Times
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.past import DealShown
from parlour.server.wire.told import MayTakeBack, Reason
from parlour.server.wire.values import Status


class Course:
    """Where a table stands: before, in or after a match, or closed; and what carries a match on when nobody says anything."""

    __slots__ = (
        "__weakref__",
        *("_audience", "_chairs", "_lobby", "_roll", "_settings", "_word"),
        *("absent", "begun", "closed", "consent", "counsels", "evening"),
        *("minds", "number", "pausing", "running", "sealing", "slips", "status", "timers"),
        "took_back",
    )

    def __init__(
        self, word: str, lobby: Lobby, audience: Audience, chairs: Chairs, timers: Timers, settings: Settings, roll: Roll
    ) -> None:
        self._word = word
        self._lobby = lobby
        self._audience = audience
        self._chairs = chairs
        self._settings = settings
        self._roll = roll
        self.minds = Minds(word, lobby, timers, settings, roll)
        self.counsels = Counsels(word, lobby)
        self.slips = Slips(roll)
        self.timers = timers
        self.status: Status = "lobby"
        self.closed: Reason | None = None
        self.number = 0  # of the last match
        self.running: Running | None = None
        self.sealing = Sealing.drawn(roll)  # of the match that runs, or else of the next
        self.evening = Evening()
        self.consent = Consent()
        self.pausing = Pausing(self.consent)
        self.took_back: list[int] = []  # who had something taken back in this match
        self.begun = 0.0  # when the last match began
        self.absent: set[int] = set()  # at a kept table, who has a seat in the match and has not come to it

    # --- from match to match

    def begin(self, turn: Turn) -> None:
        """Start a match with the people here, in their order. Raises Refused."""
        lobby, seats = self._lobby, self._lobby.seats
        lobby.fits()
        try:
            match = Match.start(lobby.game, len(seats), lobby.options)
        except GameError as error:
            raise Refused("bad_options", str(error), field="options") from None
        self.number += 1
        self.took_back = []
        self.timers.bank = Bank() if lobby.per == "match" else None
        seats.take_seats()
        self.begun = turn.now
        self.timers.gathering.begin(turn.now)
        self._fill_in()
        self.status = "playing"
        draws = self.sealing.draws(self.number, [person.number for person in seats], lobby.deal)
        lobby.at_once = False
        lobby.deal = None  # it stands in the match from now on
        self.running = Running(self.number, match, draws, self._roll)
        self._think(self.running)
        log, people = match.log(), seats.guests()
        begun = Begun(
            *(self._word, self.number, log.game, log.version, log.players, log.options, people, draws.to_json(), turn.now),
            practice=lobby.practice,
        )
        turn.records.append(begun)
        turn.stepped = True

    def _fill_in(self) -> None:
        """At a kept table bots play from the first for those who are missing, until they come."""
        lobby = self._lobby
        kept = lobby.keeping.on and lobby.bots_allowed
        missing = [person for person in lobby.seats if kept and person.chair and not person.connections]
        self.absent = {person.number for person in missing}
        for person in missing:
            person.cover = "line"

    def _think(self, running: Running) -> None:
        """Begin to tell the bots that think, and whoever asks for advice, what they see."""
        able = self.minds.follow(running)
        self.counsels.follow(running, able)
        self.slips.follow(running)
        noted = WeakMethod(self._note)  # or else a table that is done with would wait for the collector

        def watch(who: int, action: int) -> None:
            if (note := noted()) is not None:
                note(who, action)

        running.watch = watch

    def _note(self, who: int, action: int) -> None:
        """A step was played."""
        self.minds.note(who, action)
        self.counsels.note(who, action)
        self.slips.note(who, action)

    def cut(self, left: int) -> None:
        """The match goes on from where so many of its steps are left."""
        assert self.running is not None
        self.running = self.running.cut(left)
        self._think(self.running)

    def to_lobby(self) -> None:
        """No match is shown any more: the next is arranged."""
        self._lobby.seats.clear_seats()
        self.status = "lobby"
        self.running = None
        self.pausing.end()
        self.timers.forget()

    def close(self, reason: Reason) -> None:
        """Nothing is played here any more."""
        self.status, self.closed = "closed", reason

    # --- who plays in it

    @property
    def played(self) -> Running | None:
        """The match that is being played."""
        return self.running if self.status == "playing" else None

    def seated(self, person: Person, match: int) -> tuple[Running, int]:
        """The match that is being played, and a person's seat in it. Raises Refused where it is not of this number."""
        running = self.played
        if running is None:
            raise Refused("wrong_status", "no match is being played")
        if person.seat is None:
            raise Refused("not_seated", "you have no seat in this match")
        if match != running.number:
            raise Refused("stale", "that match is past")
        return running, person.seat

    def go_on(self, turn: Turn) -> None:
        """After any input: chance, leaving seats, and the end, until somebody or the clock is to act."""
        if self.status == "lobby" and self._lobby.at_once and self._lobby.all_here:
            self.begin(turn)
            turn.table = turn.kept = True
        running = self.played
        if running is None:
            return
        if self.absent:
            self.absent -= {person.number for person in self._lobby.seats if person.connections}
        running.settle()
        for person in self._lobby.seats:
            if person.left and person.seat is not None and (action := running.leaving(person.seat)) is not None:
                running.play(person.seat, action)
                running.settle()
                turn.stepped = True
        if fresh := running.take_fresh():
            turn.stepped = True
            first = running.steps - len(fresh)
            for i, (seat, action, happened) in enumerate(fresh):
                turn.records.append(Acted(self._word, running.number, first + i, seat, action, turn.now, happened))
            turn.kept = turn.kept or self.timers.bank is not None  # what was spent is stored with the step
        if running.match.over:
            self._end(running, turn)
        self.timers.follow(running, turn.now, self._chairs.played_by_people())
        if self.timers.gathering.ends(self._lobby.seats, self._audience, turn.now) and self.timers.asked(CLOCK):
            self.timers.restart(turn.now)
            turn.stepped = True
        self.timers.stand(self.pausing.stands, turn.now)
        if self.status == "playing":
            self.minds.think(running, turn)

    def _end(self, running: Running, turn: Turn) -> None:
        self.status = "over"
        self.sealing = Sealing.drawn(self._roll)
        result = result_of(running.match, self._lobby.seats, self.absent)
        self.evening.note(running.match.game.name, result, self._lobby.practice)
        turn.records.append(Ended(self._word, running.number, turn.now, result))
        self.pausing.end()
        for person in self._lobby.seats:
            person.uncover()
        turn.table = turn.kept = True

    # --- time

    def next_due(self) -> Due | None:
        """The first thing that only waits for time. While nobody is here, nothing is."""
        seats = self._lobby.seats
        if not seats.anybody or self.status == "closed":
            return None
        dues = self._chairs.dues(self.status)
        if self.consent.proposal is not None:
            dues.append(Due(self.consent.proposal.until, "lapse", 0))
        running = self.played
        if running is not None and (rested := self.slips.due) is not None:
            dues.append(Due(rested, "slip", 0, patient=True))
        if running is not None and not self.pausing.stands:
            share = SHARE[self._lobby.pace] * (STILL if self._audience.still else 1.0)
            plays = self.timers.dues(running, seats, self._lobby.clock, self._chairs.played_by_bot, self.minds.thinks, share)
            dues.extend(self.minds.with_thought(due, running) for due in plays)
        return min(dues, default=None)

    def fall_due(self, turn: Turn) -> None:
        """Do the first thing that is due, if any is."""
        due = self.next_due()
        if due is None or due.at > turn.now:
            return
        seats = self._lobby.seats
        if due.what == "host":
            turn.table = turn.kept = seats.pass_on(turn.now, self._settings.grace)
        elif due.what == "lapse":
            self.consent.lapse(turn.now)
            turn.table = turn.stepped = True
        elif due.what == "slip":
            self._tell_slips(*self.slips.fall_due(turn.now), turn)
        elif due.what == "gathered":
            return  # the first clock begins
        elif due.what == "cover":
            self._chairs.cover(seats.person(due.who), "line", turn)
        else:
            self._play_for(due.who, turn)

    def looked(self, doubt: Doubt, found: Sequence[bool] | None, turn: Turn) -> None:
        """What a look at a doubt came to; None: nobody looked."""
        if self.played is not None and self.played.number == doubt.match:
            self._tell_slips(*self.slips.answered(doubt, found), turn)

    def _tell_slips(self, seats: list[int], doubt: Doubt | None, turn: Turn) -> None:
        """Tell whoever played last, and nobody else, that it may be taken back."""
        running = self.running
        assert running is not None
        if doubt is not None:
            turn.doubts.append(doubt)
        told: MayTakeBack = {
            "type": "may_take_back",
            "match": running.number,
            "taken": running.taken,
            "seq": running.match.events_so_far,
        }
        for seat in seats:
            turn.replies.extend((connection, told) for connection in sorted(self._lobby.seats.at(seat).connections))

    def _play_for(self, seat: int, turn: Turn) -> None:
        """Time is up for a seat or the clock, or a bot has thought long enough."""
        running = self.running
        assert running is not None
        if seat == CLOCK:
            running.play(CLOCK, running.match.legal(CLOCK)[0])
        elif self._chairs.played_by_bot(person := self._lobby.seats.at(seat)):
            before = running.steps
            self.minds.play(running, seat, person.bot or kinds(self._lobby.game)[0])
            self.timers.played(running.steps - before, turn.now)
        else:
            self.minds.idle(running, seat)
        turn.stepped = True

    def answered(self, match: int, seat: int, question: int, action: int | None, turn: Turn) -> None:
        """What a thinker answered to an `Ask`."""
        if self.running is not None and self.running.number == match:
            self.minds.answered(self.running, seat, question, action, turn, over=self.status != "playing")

    # --- what is told and kept of it

    def deal_shown(self) -> DealShown | None:
        """The match that is dealt again in the one that runs, or else in the next."""
        if self.running is not None:
            return deal_shown(self.running.draws)
        return named(self._lobby.deal) if self._lobby.deal is not None else None

    def times(self, running: Running, now: float) -> Times:
        """What everybody is told of time: of deadlines only while somebody is here and nothing is paused."""
        lobby, by_bot = self._lobby, self._chairs.played_by_bot
        runs = lobby.seats.anybody and not self.pausing.stands
        clocks = self.timers.shown(running, lobby.seats, lobby.clock, by_bot) if runs else []
        return Times(now, clocks, self.timers.waits(lobby.seats, by_bot), self.timers.banks(lobby.seats, lobby.clock))

    def kept(self) -> dict[str, Any]:
        """What is stored of it, beside the log of its match."""
        return {
            "status": self.status,
            "match": self.number,
            "closed": self.closed,
            "sealing": self.sealing.kept(),
            "evening": self.evening.kept(),
            "pause": self.pausing.kept(),
            "took_back": self.took_back,
            "begun": self.begun,
            "absent": sorted(self.absent),
            "bank": self.timers.bank.kept() if self.timers.bank is not None else None,
        }

    def restore(self, kept: dict[str, Any], log: Log | None, now: float) -> bool:
        """Take up what was stored, and replay the match. False: what is stored is out of date now.

        A match whose rules are not installed any more closes the table, its log kept.
        """
        self.status, self.number, self.closed = kept["status"], kept["match"], kept["closed"]
        sealed = "sealing" in kept  # else it was kept before there were seals
        if sealed:
            self.sealing = Sealing.restored(kept["sealing"])
        self.evening = Evening.restored(kept.get("evening", []))
        self.pausing.restore(kept.get("pause"))
        self.took_back = kept.get("took_back", [])
        self.begun, self.absent = kept.get("begun", 0.0), set(kept.get("absent", ()))
        spent = kept.get("bank")
        self.timers.bank = Bank.restored(spent) if spent is not None else None
        if log is None or self.status not in ("playing", "over"):
            return sealed
        return self._resume(log, now) and sealed

    def _resume(self, log: Log, now: float) -> bool:
        game = self._lobby.game
        try:
            if log.version != game.version:
                raise GameError(f"version {log.version} is not installed")
            match = Match.start(game, log.players, log.options)
            self.running = Running.resumed(self.number, match, log.draws, self._roll, log.actions, len(self.took_back))
            self._think(self.running)
        except (GameError, IllegalAction):
            self.close("old_version")
            return False
        self.timers.follow(self.running, now)
        self.timers.stand(self.pausing.stands, now)
        return True
