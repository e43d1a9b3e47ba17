"""Every choice of some seats, judged from what they knew then."""

from dataclasses import replace
from typing import Any

from parlour.advice.looking import Look, look, surely
from parlour.advice.report import COSTLIEST, COSTLY, Choice, Decision
from parlour.bots.belief import Belief
from parlour.bots.comparison import Comparison
from parlour.engine import Match, View
from parlour.engine.carriers.carrier import Carrier
from parlour.games.cells import UNKNOWN, seeded

WORLDS = 200
DIGITS = 5  # of the numbers that are kept
DOUBTFUL, SMALL = 1.5, 0.01  # standard errors, and part of the win, from which a difference is looked at again


class Judge:
    """Follows a match for some seats, each by its own belief; told every step as it is about to be played."""

    def __init__(self, match: Match, seats: tuple[int, ...], look: Look, seed: int, carrier: Carrier) -> None:
        self._match, self._look, self._seed = match, look, seed
        policy = match.game.policy
        self._deep = policy is not None and policy.thought > 0
        self._part = match.game.part("advice")
        self._beliefs = {
            seat: Belief(match.view(seat), worlds=WORLDS, seed=seeded(seed, seat), carrier=carrier) for seat in seats
        }
        self._decisions: list[Decision] = []
        self._round, self._turns, self._last = 0, [0] * match.players, UNKNOWN

    def before(self, who: int, action: int, frame: int) -> None:
        """A step is about to be played."""
        match = self._match
        if who >= match.players:
            return
        self._count(who)
        if who in self._beliefs:
            legal = match.legal(who)
            if len(legal) > 1 and action in legal:
                self._decisions.append(self._judged(who, action, frame, len(legal)))

    def after(self, who: int, action: int, asked: bool) -> None:
        """It was played."""
        game = self._match.game
        for seat, belief in self._beliefs.items():
            state = self._match.state.clone()
            game.hide(state, seat)
            if asked or who == seat or state != belief.state:
                belief.see(who, action if who == seat else UNKNOWN, state)

    def _count(self, who: int) -> None:
        """Rounds as the game tells them, and in them the turns of each seat: plays that another's parted from its last one."""
        now = int(self._part.round_of(self._match.state)) if self._part is not None else 0
        if now != self._round:
            self._round, self._turns, self._last = now, [0] * self._match.players, UNKNOWN
        if who != self._last:
            self._turns[who] += 1
        self._last = who

    def _judged(self, seat: int, played: int, frame: int, legal: int) -> Decision:
        match, belief = self._match, self._beliefs[seat]
        view = View(match.game, seat, match.players, belief.state, (), match.memory(seat))
        step = len(match.log().actions)
        looked = look(view, belief, self._look, seeded(self._seed, step), deep=self._deep, played=played)
        known, best = looked.known, looked.best
        cost, error = known.gap(best, known.actions.index(played))
        if cost >= max(SMALL, DOUBTFUL * error):
            known = Comparison(known.actions)  # what chose the best is not what judges it
            looked.search.compare(known, self._look.closer)
            cost, error = known.gap(best, known.actions.index(played))
        elif cost == 0:
            error = known.error(best)
        mark = COSTLY if surely(cost, error) else ""
        order = sorted(range(len(known.actions)), key=lambda i: (i != best, -known.share(i)))
        read = match.game.actions.read
        return Decision(
            *(seat, step, frame, self._round, self._turns[seat], legal, read(played), read(known.actions[best])),
            *(_kept(max(0.0, cost)), _kept(error), mark),
            tuple(
                Choice(read(action := known.actions[i]), *map(_kept, (known.share(i), known.error(i), looked.leanings[action])))
                for i in order
            ),
            self._because(view, belief, played, known.actions[best]) if mark else (),
        )

    def _because(self, view: View, belief: Belief, played: int, best: int) -> tuple[dict[str, Any], ...]:
        """What the game can say of it, from the worlds that the seat held possible."""
        if self._part is None:
            return ()
        said = self._part.because(view.state, view.seat, belief.worlds(), played, best)
        return tuple(said)

    def decisions(self) -> tuple[Decision, ...]:
        """Those judged so far, with the costliest of each seat marked so."""
        worst: dict[int, Decision] = {}
        for decision in self._decisions:
            if decision.mark and decision.cost > (worst[decision.seat].cost if decision.seat in worst else 0.0):
                worst[decision.seat] = decision
        return tuple(replace(d, mark=COSTLIEST) if worst.get(d.seat) is d else d for d in self._decisions)


def _kept(x: float) -> float:
    return round(x, DIGITS)
