"""Talk at a table: lines, which are kept, and reactions, which are not."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from parlour.games.cells import ONLOOKER
from parlour.server.settings import Limits
from parlour.server.table.bucket import Bucket
from parlour.server.table.names import drawn, likeness
from parlour.server.table.outcome import Turn
from parlour.server.table.records import Spoke
from parlour.server.table.running import Running
from parlour.server.table.seats import Person, Seats
from parlour.server.wire.of_people import Hush, React, Say, SayPhrase
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.people import LineShown
from parlour.server.wire.told import ServerMessage

KEPT = 100  # lines of a table
ONLOOKERS = -1  # whose applause has one measure: the number of no person
LENGTH = 200  # code points of a line

Talking = Say | SayPhrase | React


@dataclass(frozen=True, slots=True)
class Silence:
    """Who may not talk now: the seats that the game bids be quiet."""

    seats: frozenset[int] = frozenset()

    @classmethod
    def of(cls, running: Running | None) -> "Silence":
        """By what an onlooker sees of a match, for everybody sees who is to be quiet."""
        return cls(frozenset(running.match.view(ONLOOKER).quiet)) if running is not None else cls()


class Hushed(NamedTuple):
    """By what a person is known again who has stood up meanwhile: the device (as SHA-256, in hex), or else the name."""

    device: str | None = None
    likeness: str = ""

    def is_(self, person: Person) -> bool:
        return (self.device is not None and self.device == person.device) or self.likeness == likeness(person.name)


class Talk:
    """The talk of one table, from its opening on."""

    __slots__ = ("_buckets", "_hushed", "_last", "_limits", "_word", "lines")

    def __init__(self, word: str, limits: Limits) -> None:
        self.lines: list[LineShown] = []
        self._hushed: dict[int, Hushed] = {}  # persons from whom the host has taken the word, as they were then
        self._word = word
        self._limits = limits
        self._last = 0  # number of the last line
        self._buckets: dict[int, Bucket] = {}

    def restore(self, lines: Iterable[LineShown], kept: dict[str, object]) -> None:
        """Take up what was stored."""
        self.lines = list(lines)
        self._last = self.lines[-1]["number"] if self.lines else 0
        hushed = kept.get("hushed", ())
        for one in hushed if isinstance(hushed, list) else ():
            number, *who = one if isinstance(one, list) else [one]  # a number alone: kept by an older room
            self._hushed[number] = Hushed(*who)

    def kept(self) -> dict[str, object]:
        """What is stored with the table, beside the lines."""
        return {"hushed": [[number, *who] for number, who in sorted(self._hushed.items())]}

    def history(self) -> ServerMessage:
        """All that is kept of it, for whoever comes in."""
        return {"type": "talk", "lines": self.lines}

    def hushed(self, person: Person) -> bool:
        """Whether the host has taken the word from them; whoever stands up and sits down again is no other person."""
        return person.bot is None and any(person.number == number or who.is_(person) for number, who in self._hushed.items())

    def take(self, person: Person, message: Talking, silence: Silence, turn: Turn) -> ServerMessage:
        """Somebody says something: what everybody is told. Raises Refused (hushed, quiet, bad_line, too_fast)."""
        if self.hushed(person):
            raise Refused("hushed", "the host has taken the word from you")
        if person.seat in silence.seats:
            raise Refused("quiet", "the game wants you to be quiet now")
        text = _proper(message.text) if isinstance(message, Say) else None
        self._measure(person.number, turn)
        if isinstance(message, React):
            return {"type": "reacted", "person": person.number, "reaction": message.reaction}
        return {"type": "said", "line": self._keep(person, text, message, turn)}

    def applause(self, silence: Silence, turn: Turn) -> ServerMessage:
        """Somebody who looks on applauds: what everybody is told. Raises Refused (quiet, too_fast)."""
        if silence.seats:
            raise Refused("quiet", "the game wants people to be quiet now")
        self._measure(ONLOOKERS, turn)
        return {"type": "applauded"}

    def _measure(self, whose: int, turn: Turn) -> None:
        """Raises Refused (too_fast)."""
        rate, burst = self._limits.lines_per_second, self._limits.line_burst
        if not self._buckets.setdefault(whose, Bucket(rate, burst, turn.now)).take(turn.now):
            raise Refused("too_fast", "you say too much at once; this was not passed on")

    def _keep(self, person: Person, text: str | None, message: Say | SayPhrase, turn: Turn) -> LineShown:
        self._last += 1
        phrase = message.phrase if isinstance(message, SayPhrase) else None
        line: LineShown = {
            "number": self._last,
            "person": person.number,
            "name": person.name,
            "avatar": person.avatar,
            "at": turn.now,
            "text": text,
            "phrase": phrase,
        }
        self.lines = [*self.lines, line][-KEPT:]
        turn.records.append(Spoke(self._word, **line, gone=self._last - KEPT))
        return line

    def forget(self, person: int) -> None:
        """What somebody said is gone: it may tell who they are."""
        self.lines = [line for line in self.lines if line["person"] != person]
        self._hushed = {number: who for number, who in self._hushed.items() if number != person}

    def hush(self, message: Hush, seats: Seats) -> None:
        """Take the word from a person, or give it back. Raises Refused (no_such_person)."""
        person = seats.person(message.person)
        if not person.chair or person.number == seats.host:
            raise Refused("no_such_person", "the word is taken from another person who sits here", field="person")
        if message.hushed:
            self._hushed[person.number] = Hushed(person.device, likeness(person.name))
        else:
            kept = {number: who for number, who in self._hushed.items() if number != person.number and not who.is_(person)}
            self._hushed = kept


def _proper(text: str) -> str:
    """A line as it is kept. Raises Refused (bad_line)."""
    line = drawn(text)
    if not line:
        raise Refused("bad_line", "a line has at least one character that can be seen", field="text")
    if len(line) > LENGTH:
        raise Refused("bad_line", f"a line has at most {LENGTH} characters", field="text")
    return line
