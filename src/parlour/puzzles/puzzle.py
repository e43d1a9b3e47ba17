"""A puzzle: a log up to a decision, the seat whose decision it is, and two independent judgements of its choices."""

import json
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Self

from parlour.engine import Log, LogError, Match, View


@dataclass(frozen=True, slots=True)
class Option:
    """One of the choices. Parts of the win go from 0 to 1; `error` and `doubt` are standard errors."""

    action: int
    share: float  # the part of the win that it promises
    error: float
    gap: float  # how much less than the best one, in the same worlds; 0 for the best
    doubt: float  # the standard error of that
    leaning: float  # how likely the rule of thumb plays it
    because: tuple[dict[str, Any], ...] = ()  # {"word": a sentence of the game's `puzzles.why`, and what fills its braces}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`options` begin with the best; `again` holds the gaps of the second judgement, in the same order."""

    game: str
    version: int
    players: int
    options_of: dict[str, Any]  # of the match: its house rules
    position: dict[str, Any] | None  # where the log begins, where that is not a set-up
    actions: tuple[tuple[int, int], ...]  # of the log, up to the decision
    seat: int
    kind: str  # of decision, one of the game's
    options: tuple[Option, ...]
    again: tuple[float, ...]
    misses: dict[str, float]  # how often gentle, steady and a short search miss it, from 0 to 1
    lost: float  # the part of the win that Steady loses here, on average
    grade: int = 0  # from 1; 0 as long as it was not picked

    @property
    def name(self) -> str:
        """Of the position alone, so that a set made again calls the same position by the same name."""
        told = json.dumps([self.log().to_json(), self.options_of, self.seat], sort_keys=True)
        return sha256(told.encode()).hexdigest()[:8]

    @property
    def hardness(self) -> float:
        """The mean of its misses."""
        return sum(self.misses.values()) / len(self.misses)

    def log(self) -> Log:
        """The log up to the decision."""
        options = {} if self.position is not None else self.options_of
        return Log(self.game, self.version, self.players, options, self.actions, self.position)

    def view(self) -> View:
        """What the seat knew. Raises LogError where the rules have changed since."""
        return Match.replay(self.log()).view(self.seat)

    def graded(self, grade: int) -> Self:
        """The same, in a grade."""
        return replace(self, grade=grade)

    def to_json(self) -> dict[str, Any]:
        """As it is kept in a file."""
        form = asdict(self) | {"actions": [number for step in self.actions for number in step], "again": list(self.again)}
        form["options"] = [asdict(option) | {"because": list(option.because)} for option in self.options]
        return form

    @classmethod
    def from_json(cls, form: dict[str, Any]) -> Self:
        """Raises LogError where it is none."""
        try:
            flat = [int(number) for number in form["actions"]]
            options = tuple(Option(**(one | {"because": tuple(one["because"])})) for one in form["options"])
            made = {"actions": tuple(zip(flat[::2], flat[1::2], strict=True)), "options": options, "again": tuple(form["again"])}
            return cls(**(form | made))
        except (KeyError, TypeError, ValueError) as error:
            raise LogError(f"not a puzzle: {error}") from None
