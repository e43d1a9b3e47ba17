"""Whose last play may be taken back, which is told to whoever played it once the table has come to rest.

Each step is looked at once, and only where somebody could ask: not before REST, and not where chance or the clock has followed.
A look takes as long as many plays do, so it is had elsewhere: a table puts its doubt, and goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from parlour.engine import Game, Match
from parlour.engine.match.takeback import FAR, shown
from parlour.games.cells import CHANCE, CLOCK
from parlour.server.table.running import Roll, Running

REST = 0.5  # seconds for which a seat has seen nothing new


@dataclass(frozen=True, slots=True)
class Doubt:
    """Steps of which it is not known yet whether they show anything hidden; it can be sent to another process."""

    match: int
    number: int
    game: Game
    players: int
    steps: tuple[tuple[int, int, Any], ...] = field(repr=False)  # who acted, what they did, and the state before it
    dice: int = field(repr=False)


def looked(doubt: Doubt) -> list[bool]:
    """Of each of its steps, whether it shows anybody anything hidden."""
    rng, found = Random(doubt.dice), []
    for who, action, before in doubt.steps:
        try:
            found.append(shown(doubt.game, doubt.players, before, who, action, rng))
        except Exception:  # a stranger's rules may fail at a guess in any way: the match goes on without this offer
            found.append(True)
    return found


@dataclass(slots=True, eq=False)
class _Step:
    """A step that neither chance nor the clock has followed."""

    who: int
    action: int
    before: Any  # the state
    shows: bool | None = None  # not looked at yet


@dataclass(slots=True)
class _Asked:
    """A doubt that was put: of which steps, and who is told what comes of it."""

    steps: list[_Step]
    seats: list[int]


class Slips:
    """Of one match. What a seat is told, and when, follows from what it sees: nobody learns that another chose in secret."""

    __slots__ = ("_asked", "_dues", "_number", "_roll", "_running", "_state", "_steps")

    def __init__(self, roll: Roll) -> None:
        self._roll = roll
        self._number = 0  # of the last doubt
        self._asked: dict[int, _Asked] = {}
        self._running: Running | None = None
        self._state: Any = None  # after the last step; None while chance is asked, whose step ends what may be taken back
        self._steps: list[_Step] = []
        self._dues: dict[int, float] = {}

    def follow(self, running: Running) -> None:
        """A match begins, or goes on from one of its steps."""
        self._running, self._dues, self._steps, self._asked = running, {}, [], {}
        log = running.match.log()
        near = log.actions[-FAR:]
        open_ = next((i for i, (who, _) in enumerate(reversed(near)) if who in (CHANCE, CLOCK)), len(near))
        match = Match.start(running.match.game, log.players, log.options) if open_ else running.match
        for i, (who, action) in enumerate(log.actions if open_ else ()):
            if i >= len(log.actions) - open_:
                self._steps.append(_Step(who, action, match.state.clone()))
            match.play(who, action)
        self._state = match.state.clone()

    def note(self, who: int, action: int) -> None:
        """A step was played."""
        assert self._running is not None
        if who in (CHANCE, CLOCK):
            self._steps.clear()
        elif self._state is not None:
            self._steps = [*self._steps[1 - FAR :], _Step(who, action, self._state)]
        match = self._running.match
        self._state = match.state.clone() if CHANCE not in match.to_act else None

    def seen(self, seat: int, now: float) -> None:
        """A seat was shown something new: what it was told before counts no more."""
        if any(step.who == seat for step in self._steps):
            self._dues[seat] = now + REST
        else:
            self._dues.pop(seat, None)

    @property
    def due(self) -> float | None:
        """When somebody is to be told next."""
        return min(self._dues.values(), default=None)

    def fall_due(self, now: float) -> tuple[list[int], Doubt | None]:
        """The seats that are to be told now that their last play may be taken back, and what has to be looked at for others."""
        those = [seat for seat, due in self._dues.items() if due <= now]
        for seat in those:
            del self._dues[seat]
        return self._told(those)

    def answered(self, doubt: Doubt, found: Sequence[bool] | None) -> tuple[list[int], Doubt | None]:
        """The same, where a doubt was looked at. None: nobody looked, and nothing is offered."""
        asked = self._asked.pop(doubt.number, None)
        if asked is None or found is None:
            return [], None
        for step, shows in zip(asked.steps, found, strict=True):
            step.shows = shows
        return self._told([seat for seat in asked.seats if seat not in self._dues])  # who saw something new waits anew

    def _told(self, seats: list[int]) -> tuple[list[int], Doubt | None]:
        since = {seat: steps for seat in seats if (steps := self._since(seat)) and not any(step.shows for step in steps)}
        doubtful = [seat for seat, steps in since.items() if any(step.shows is None for step in steps)]
        unknown = [step for step in self._steps if step.shows is None and any(step in since[seat] for seat in doubtful)]
        doubt = self._put(unknown, doubtful) if doubtful else None
        return [seat for seat in since if seat not in doubtful], doubt

    def _put(self, steps: list[_Step], seats: list[int]) -> Doubt:
        assert self._running is not None
        match = self._running.match
        self._number += 1
        self._asked[self._number] = _Asked(steps, seats)
        those = tuple((step.who, step.action, step.before) for step in steps)
        return Doubt(self._running.number, self._number, match.game, match.players, those, self._roll(1 << 62))

    def _since(self, seat: int) -> list[_Step]:
        """The steps since a seat's last play began, that among them; none where it is not open any more."""
        if not any(step.who == seat for step in self._steps):
            return []
        first = max(i for i, step in enumerate(self._steps) if step.who == seat)
        assert self._running is not None
        game = self._running.match.game
        while first and self._steps[first - 1].who == seat and self._steps[first - 1].action in game.plans:
            first -= 1
        return self._steps[first:]
