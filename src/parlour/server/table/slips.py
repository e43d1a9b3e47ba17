"""Whose last play may be taken back, which is told to whoever played it once the table has come to rest.

Each step is looked at once, and only where somebody could ask: not before REST, and not where chance or the clock has followed.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from parlour.engine import Match
from parlour.engine.match.takeback import FAR, shown
from parlour.games.cells import CHANCE, CLOCK
from parlour.server.table.running import Roll, Running

REST = 0.5  # seconds for which a seat has seen nothing new


@dataclass(slots=True)
class _Step:
    """A step that neither chance nor the clock has followed."""

    who: int
    action: int
    before: Any  # the state
    shows: bool | None = None  # not looked at yet


class Slips:
    """Of one match. What a seat is told, and when, follows from what it sees: nobody learns that another chose in secret."""

    __slots__ = ("_dues", "_roll", "_running", "_state", "_steps")

    def __init__(self, roll: Roll) -> None:
        self._roll = roll
        self._running: Running | None = None
        self._state: Any = None  # after the last step; None while chance is asked, whose step ends what may be taken back
        self._steps: list[_Step] = []
        self._dues: dict[int, float] = {}

    def follow(self, running: Running) -> None:
        """A match begins, or goes on from one of its steps."""
        self._running, self._dues, self._steps = running, {}, []
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

    def fall_due(self, now: float) -> list[int]:
        """The seats that are to be told now that their last play may be taken back."""
        those = [seat for seat, due in self._dues.items() if due <= now]
        for seat in those:
            del self._dues[seat]
        return [seat for seat in those if self._open(seat)]

    def _open(self, seat: int) -> bool:
        """Whether nothing hidden was shown since a seat's last play began."""
        if not any(step.who == seat for step in self._steps):
            return False
        first = max(i for i, step in enumerate(self._steps) if step.who == seat)
        assert self._running is not None
        game = self._running.match.game
        while first and self._steps[first - 1].who == seat and self._steps[first - 1].action in game.plans:
            first -= 1
        return not any(self._shows(step) for step in self._steps[first:])

    def _shows(self, step: _Step) -> bool:
        if step.shows is None:
            assert self._running is not None
            match = self._running.match
            try:
                step.shows = shown(match.game, match.players, step.before, step.who, step.action, Random(self._roll(1 << 62)))
            except Exception:  # a stranger's rules may fail at a guess in any way: the match goes on without this offer
                step.shows = True
        return step.shows
