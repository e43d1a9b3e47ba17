"""Every choice of some seats, judged from what they knew then."""

from dataclasses import dataclass, replace
from typing import Any

from parlour.advice.report import COSTLIEST, COSTLY, Choice, Decision
from parlour.bots.belief import Belief
from parlour.bots.comparison import Comparison
from parlour.bots.think import Search, Thought
from parlour.engine import Match, View
from parlour.engine.loops import Carrier
from parlour.games.cells import UNKNOWN, seeded

WORLDS = 200
DIGITS = 5  # of the numbers that are kept
CLOSE = 4  # actions looked at closely
WIDE = 16  # actions looked at at all, where no tree is searched
GLANCE = 4  # of the rounds of a look, for a wide one: one in so many
DOUBTFUL, SMALL = 1.5, 0.01  # standard errors, and part of the win, from which a difference is looked at again
SURE, COUNTS = 3.0, 0.02  # from which it is marked: some hundred differences are looked at in a match


@dataclass(frozen=True, slots=True)
class Look:
    """How long a decision is looked at."""

    iterations: int  # of the search
    rounds: int  # in which its best actions are tried side by side
    closer: int  # likewise, where those say that something was better


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
        match, look, belief = self._match, self._look, self._beliefs[seat]
        view = View(match.game, seat, match.players, belief.state, (), match.memory(seat))
        step = len(match.log().actions)
        expected = look.iterations + CLOSE * (look.rounds + look.closer) if self._deep else 1
        search = Search(view, belief=belief, seed=seeded(self._seed, step), expected=expected)
        leanings = _leanings(view, search.actions)
        known = Comparison(self._candidates(search, leanings, played))
        search.compare(known, look.rounds)
        best = max(range(len(known.actions)), key=known.share)
        cost, error = known.gap(best, known.actions.index(played))
        if cost >= max(SMALL, DOUBTFUL * error):
            known = Comparison(known.actions)  # what chose the best is not what judges it
            search.compare(known, look.closer)
            cost, error = known.gap(best, known.actions.index(played))
        elif cost == 0:
            error = known.error(best)
        mark = COSTLY if cost >= max(COUNTS, SURE * error) else ""
        order = sorted(range(len(known.actions)), key=lambda i: (i != best, -known.share(i)))
        read = match.game.actions.read
        return Decision(
            *(seat, step, frame, self._round, self._turns[seat], legal, read(played), read(known.actions[best])),
            *(_kept(max(0.0, cost)), _kept(error), mark),
            tuple(
                Choice(read(known.actions[i]), *map(_kept, (known.share(i), known.error(i), leanings[known.actions[i]])))
                for i in order
            ),
            self._because(view, belief, played, known.actions[best]) if mark else (),
        )

    def _candidates(self, search: Search, leanings: dict[int, float], played: int) -> list[int]:
        """Few actions to look at closely: the one that was played, what search or a glance found best, what the policy plays."""
        if self._deep:
            search.go(self._look.iterations)
            order = _by_visits(search.thought)
        else:
            wide = sorted(search.actions, key=lambda a: (a != played, -leanings[a]))[:WIDE]
            glance = Comparison(wide)
            search.compare(glance, max(2, self._look.rounds // GLANCE))
            order = [wide[i] for i in sorted(range(len(wide)), key=lambda i: -glance.share(i))]
        likeliest = max(search.actions, key=lambda a: leanings[a])
        return list(dict.fromkeys([played, order[0], likeliest, *order]))[:CLOSE]

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


def _leanings(view: View, actions: list[int]) -> dict[int, float]:
    policy = view.game.policy
    assert policy is not None
    memory = view.memory if view.memory is not None else policy.Memory()
    weights = policy.weights(view.state, view.seat, memory, actions)
    return {action: weight / sum(weights) for action, weight in zip(actions, weights, strict=True)}


def _by_visits(thought: Thought) -> list[int]:
    order = sorted(range(len(thought.actions)), key=lambda i: (-thought.visits[i], -thought.shares[i]))
    return [thought.actions[i] for i in order]
