"""A game as it was played, for whoever measures something in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from parlour.engine.contract.game import Game
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.engine.record.log import Log


class Step(NamedTuple):
    """One step: of a seat, of CHANCE or of CLOCK."""

    seat: int
    action: int
    legal: tuple[int, ...]  # what could be played
    scores: list[int]  # by seat, what the score sheet shows after it


@dataclass(frozen=True)
class Trace:
    """A game from its beginning to its end, or to the game's bound on steps (then `finished` is false)."""

    game: Game
    players: int
    options: Mapping[str, Json]
    steps: list[Step] = field(repr=False)
    finished: bool
    wins: list[float]  # by seat, the share of the win
    bots: tuple[str, ...] = ()  # by seat, who played

    @cached_property
    def choices(self) -> list[Step]:
        """The steps of players."""
        return [step for step in self.steps if step.seat < self.players]

    @property
    def decisions(self) -> int:
        """How many there are."""
        return len(self.choices)

    @property
    def winner(self) -> int | None:
        """The seat that won alone."""
        return self.wins.index(1) if 1 in self.wins else None

    @cached_property
    def standings(self) -> list[list[float]]:
        """After each decision and before the first: how far up every seat stands, from 0 to 1.

        The score, from the worst to the best that any seat had in this game; high is good, also where the lowest score wins.
        """
        sign = -1 if self.game.lowest_wins else 1
        rows = [[sign * score for score in scores] for scores in self._scores()]
        low, high = min(map(min, rows)), max(map(max, rows))
        return [[(score - low) / (high - low) if high > low else 0.0 for score in row] for row in rows]

    def _scores(self) -> list[list[int]]:
        begin = Match.start(self.game, self.players, self.options).score()
        rows = [begin]
        for step in self.steps:
            if step.seat < self.players:
                rows.append(step.scores)
            else:
                rows[-1] = step.scores  # what chance does belongs to the decision before it
        return rows

    @cached_property
    def leaders(self) -> list[int]:
        """After each decision and before the first: the seat that leads alone, or -1."""
        return [row.index(max(row)) if row.count(max(row)) == 1 else -1 for row in self.standings]

    def matches(self) -> Iterator[tuple[Match, Step]]:
        """The match before every step, played again: one object that moves on, so clone what you keep."""
        match = Match.start(self.game, self.players, self.options)
        for step in self.steps:
            yield match, step
            match.play(step.seat, step.action)

    def log(self) -> Log:
        """The game as a log, which `parlour replay` and the page show."""
        read: dict[str, Any] = self.game.read_options(self.game.options(self.options, self.players))
        played = tuple((step.seat, step.action) for step in self.steps)
        return Log(self.game.name, self.game.version, self.players, read, played)
