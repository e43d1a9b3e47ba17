"""Deadlines: the turn clock, the rulebook's own times, and the pauses in which bots think."""

from collections.abc import Callable
from dataclasses import dataclass, field

from parlour.games.cells import CLOCK
from parlour.server.settings import Settings
from parlour.server.table.bank import Bank
from parlour.server.table.gathering import Gathering
from parlour.server.table.running import Roll, Running
from parlour.server.table.seats import Person, Seats
from parlour.server.wire.shown.match import Deadline, TimeLeft, Waiting
from parlour.server.wire.values import Pace

SHARE: dict[Pace, float] = {"calm": 1.0, "brisk": 0.4, "at_once": 0.0}  # of the pause in which a bot seems to think
STILL = 0.5  # of that, where every page shows no motion
LEAST = (0.08, 0.16)  # seconds that a bot's turn takes at any pace, drawn between these
THOUGHT = (0.36, 0.48)  # the same of a bot that thinks, whether it has a choice or not: it is longer than nearly all thoughts
STEPS_A_SECOND = 5.0  # that bots play at one table in the long run, of people's patience and the machine's
AT_A_STRETCH = 40.0  # steps that they play before that counts


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """Something that happens by itself.

    `what` is "play" (who: a seat or CLOCK), "cover" (who: a person), "host", "lapse", "slip" (see `Slips`) or "gathered".
    """

    at: float
    what: str
    who: int
    patient: bool = field(default=False, compare=False)  # it may wait where the machine has more to do than it can


@dataclass(slots=True)
class _Asked:
    turn: int  # the step at which the seat came to be asked
    since: float  # when its time began
    pause: float | None  # how long a bot would think; None: that is not drawn yet
    least: float | None = None  # how long its turn takes at any pace; None: that is not drawn yet
    ruled: bool = False  # the rulebook has a time for it


class Timers:
    """Since when each seat, and CLOCK, has been asked. Times are seconds since 1970."""

    __slots__ = ("_asked", "_going_on", "_hurried", "_pace", "_roll", "_spent", "_stood", "_tolerance", "bank", "gathering")

    def __init__(self, settings: Settings, roll: Roll) -> None:
        self._pace = settings.pace
        self._tolerance = settings.tolerance
        self._roll = roll
        self._asked: dict[int, _Asked] = {}
        self._hurried = False
        self.bank: Bank | None = None  # where people have one time for the whole match
        self.gathering = Gathering()  # as long as it lasts CLOCK's time does not run
        self._going_on: int | None = None
        self._stood: float | None = None  # since when all of it stands still
        self._spent = 0.0  # until when bots would have played what they have, at STEPS_A_SECOND

    def follow(self, running: Running, now: float, persons: frozenset[int] = frozenset()) -> None:
        """Start the time of those newly asked, and stop that of the others; a hurry is over where one of `persons` is asked."""
        asked: dict[int, _Asked] = {}
        for seat, turn in running.turns.items():
            before = self._asked.get(seat)
            pause = 0.0 if seat == self._going_on else None
            asked[seat] = before if before is not None and before.turn == turn else _Asked(turn, now, pause)
        if self.bank is not None:
            self._charge(self.bank, running, asked, now, persons)
        self._asked, self._going_on = asked, None
        self._hurried = self._hurried and persons.isdisjoint(asked)

    def _charge(self, bank: Bank, running: Running, asked: dict[int, _Asked], now: float, persons: frozenset[int]) -> None:
        """Whoever is asked no longer has spent the time since they were asked."""
        for seat, before in self._asked.items():
            if asked.get(seat) is not before and seat in persons and not before.ruled:
                bank.spend(seat, (now if self._stood is None else self._stood) - before.since)
        for seat, fresh in asked.items():
            fresh.ruled = running.seconds(seat) > 0

    def stand(self, still: bool, now: float) -> None:
        """All times stand still, or go on where they stood."""
        if still and self._stood is None:
            self._stood = now
        elif not still and self._stood is not None:
            for asked in self._asked.values():
                asked.since += now - max(self._stood, asked.since)
            self._stood = None

    def go_on(self, seat: int) -> None:
        """What this seat is asked next belongs to the same turn: its bot takes no pause before it."""
        self._going_on = seat

    def asked(self, seat: int | None) -> bool:
        """Whether a seat is asked now."""
        return seat in self._asked

    def since(self, seat: int) -> float:
        """When a seat's time began."""
        return self._asked[seat].since

    def hurry(self) -> None:
        """Bots think no longer until a person is asked."""
        self._hurried = True
        for asked in self._asked.values():
            asked.pause = 0.0

    def _drawn(self, low: float, high: float) -> float:
        return low + (high - low) * self._roll(1001) / 1000

    def played(self, steps: int, now: float) -> None:
        """A bot has played, chance that followed included."""
        self._spent = max(self._spent, now) + steps / STEPS_A_SECOND

    def back(self, person: Person, now: float) -> None:
        """Another plays for this seat from now on (a bot covers it, or its person is back): its time begins anew."""
        if person.seat in self._asked:
            self._asked[person.seat].since = now

    def restart(self, now: float) -> None:
        """All times begin anew: the table stood still."""
        for asked in self._asked.values():
            asked.since = now

    def forget(self) -> None:
        """No match is on."""
        self._asked = {}
        self._stood = None

    def ends(self, running: Running, seat: int, clock: int) -> float | None:
        """When time is up for a person at a seat, or for CLOCK; None where it never is, or nobody can say yet."""
        seconds = running.seconds(seat)
        if seat == CLOCK:
            return self._asked[seat].since + seconds if self.gathering.until is None else None
        limit = seconds or (self.bank.turn(seat, clock) if self.bank is not None and clock else clock)
        return self._asked[seat].since + limit if limit else None

    def dues(
        self,
        running: Running,
        seats: Seats,
        clock: int,
        by_bot: Callable[[Person], bool],
        thinks: Callable[[int], bool],
        share: float = 1.0,
    ) -> list[Due]:
        """When each of those asked is played for, unless they play before. A seat left for good plays at a bot's pace.

        `thinks`: whether a seat's bot does. `share`: of a bot's pause. Where the game's clock runs beside it, a bot's pace is
        part of the play and keeps its measure.
        """
        dues = []
        share = 1.0 if CLOCK in self._asked else 0.0 if self._hurried else share
        for seat, asked in self._asked.items():
            person = seats.at(seat) if seat != CLOCK else None
            if person is not None and (person.left or by_bot(person)):
                if asked.pause is None:
                    asked.pause = self._drawn(*self._pace)
                if asked.least is None:
                    asked.least = self._drawn(*(THOUGHT if thinks(seat) else LEAST))
                at = asked.since + max(asked.pause * share, asked.least)
                dues.append(Due(max(at, self._spent - AT_A_STRETCH / STEPS_A_SECOND), "play", seat, CLOCK not in self._asked))
            elif (ends := self.ends(running, seat, clock)) is not None:
                late = self._lateness(ends - asked.since, seats, by_bot) if seat == CLOCK else 0.0
                dues.append(Due(ends + late, "play", seat))
            elif seat == CLOCK and self.gathering.until is not None:
                dues.append(Due(self.gathering.until, "gathered", seat))
        return dues

    def _lateness(self, seconds: float, seats: Seats, by_bot: Callable[[Person], bool]) -> float:
        """How long CLOCK's step waits after time is up, while a person is asked: what was sent in time may still be under way.

        A wait of less than five times that is a beat of play, not a deadline, and keeps its measure.
        """
        people = any(seat != CLOCK and not by_bot(seats.at(seat)) for seat in self._asked)
        return self._tolerance if people and seconds >= 5 * self._tolerance else 0.0

    def waits(self, seats: Seats, by_bot: Callable[[Person], bool]) -> list[Waiting]:
        """Since when the people are asked who are."""
        asked = sorted(seat for seat in self._asked if seat != CLOCK)
        return [{"seat": seat, "since": self._asked[seat].since} for seat in asked if not by_bot(seats.at(seat))]

    def banks(self, seats: Seats, clock: int) -> list[TimeLeft]:
        """What people have left of one time for the whole match; empty where they have none."""
        if self.bank is None or not clock:
            return []
        spent = self.bank.spent
        people = sorted(person.seat for person in seats if person.bot is None and person.seat is not None)
        return [{"seat": seat, "left": max(0.0, clock - spent.get(seat, 0.0))} for seat in people]

    def shown(self, running: Running, seats: Seats, clock: int, by_bot: Callable[[Person], bool]) -> list[Deadline]:
        """The deadlines everybody sees: those of persons and of the clock."""
        clocks: list[Deadline] = []
        for seat in sorted(self._asked):
            if seat != CLOCK and by_bot(seats.at(seat)):
                continue
            if (ends := self.ends(running, seat, clock)) is not None:
                clocks.append({"seat": "clock" if seat == CLOCK else seat, "ends": ends})
        return clocks
