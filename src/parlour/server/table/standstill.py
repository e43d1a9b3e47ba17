"""Pause, resume and undo."""

from random import Random

from parlour.engine.match.takeback import cut
from parlour.server.table.audience import Audience
from parlour.server.table.course import Course
from parlour.server.table.outcome import Turn
from parlour.server.table.records import TookBack
from parlour.server.table.running import Roll, Running
from parlour.server.table.seats import Person, Seats
from parlour.server.wire.refused import Refused

KEPT = {  # why a play is not taken back
    "not_played": "you have played nothing yet that could be taken back",
    "shown": "nothing can be taken back: something was drawn or shown since",
}


class Standstill:
    """What is wanted at one table. It is done at once where the host may, and else when all have agreed."""

    __slots__ = ("_audience", "_course", "_cuts", "_roll", "_word")

    def __init__(self, word: str, course: Course, audience: Audience, roll: Roll) -> None:
        self._word = word
        self._course = course
        self._audience = audience
        self._roll = roll
        self._cuts: tuple[tuple[int, int, int], dict[int, int | None]] = ((0, 0, 0), {})  # by seat, of one step

    def pause(self, person: Person, seats: Seats, turn: Turn) -> None:
        """The host has the match stand still; anybody else puts it to all. Raises Refused (wrong_status, too_often)."""
        course = self._course
        if course.pausing.by is not None:
            raise Refused("wrong_status", "the match is paused already")
        if seats.host == person.number:
            course.consent.forget()
            course.pausing.pause(person.number, turn.now)
        else:
            course.consent.propose("pause", person, turn.now)
        turn.stepped = True

    def resume(self, person: Person, seats: Seats, turn: Turn) -> None:
        """The match goes on. Raises Refused (wrong_status, not_host)."""
        self._course.pausing.resume(person, seats)
        turn.stepped = True

    def take_back(self, person: Person, running: Running, seat: int, turn: Turn) -> None:
        """Put to all that a seat's last play be taken back. Raises Refused (wrong_status, too_often, not_played, shown)."""
        consent = self._course.consent
        consent.propose("take_back", person, turn.now)
        if (reason := self.kept_by(running, seat)) is not None:
            consent.forget()
            raise Refused(reason, KEPT[reason])
        turn.stepped = True

    def answer(self, person: Person, yes: bool, turn: Turn) -> None:
        """Yes or no to what is put to all. Raises Refused (wrong_status)."""
        self._course.consent.answer(person, yes, turn.now)
        turn.stepped = True

    def agree(self, seats: Seats, turn: Turn) -> None:
        """Do what all have agreed to."""
        course = self._course
        proposal = course.consent.agreed(seats) if course.played is not None else None
        if proposal is None:
            return
        if proposal.what == "pause":
            course.pausing.pause(proposal.by, turn.now)
        else:
            self._take_back(seats.person(proposal.by), turn)
        turn.table = turn.kept = turn.stepped = True

    def kept_by(self, running: Running, seat: int) -> str | None:
        """A word of KEPT for why a seat's last play may not be taken back; None where it may."""
        if self._left_of(running, seat) is not None:
            return None
        return "shown" if any(who == seat for who, _ in running.match.log().actions) else "not_played"

    def _left_of(self, running: Running, seat: int) -> int | None:
        """The steps that are left when a seat's last play is taken back; None where it may not be."""
        now = (running.number, running.taken, running.steps)
        if self._cuts[0] != now:
            self._cuts = (now, {})
        found = self._cuts[1]
        if seat not in found:  # it is costly: once a step and seat, however often it is asked
            found[seat] = cut(running.match.log(), seat, Random(self._roll(1 << 62)))
        return found[seat]

    def _take_back(self, person: Person, turn: Turn) -> None:
        """Cut the match back to before a person's last play; what was taken back is kept beside its log."""
        course = self._course
        running = course.running
        assert running is not None
        left = self._left_of(running, person.seat) if person.seat is not None else None
        if left is None:  # somebody has got up meanwhile
            return
        course.took_back = [*course.took_back, person.number]
        steps = [list(step) for step in running.match.log().actions[left:]]
        back = TookBack(self._word, running.number, len(course.took_back), left, person.number, steps, turn.now)
        turn.records.append(back)
        course.cut(left)
        self._audience.hear_again()
