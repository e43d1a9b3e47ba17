"""Every choice of some seats, judged from what they knew then."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from parlour.advice.effort import Effort
from parlour.advice.looking import closely, leanings_of, look
from parlour.advice.named import named
from parlour.advice.report import COSTLIEST, COSTLY, Choice, Decision
from parlour.advice.standing import framed
from parlour.advice.verdict import Verdict
from parlour.bots.belief import Belief, Seen, expected
from parlour.bots.comparison import Comparison
from parlour.bots.think import Search
from parlour.engine import CHANCE, Match, View
from parlour.engine.carriers.carrier import Carrier
from parlour.games.cells import UNKNOWN, seeded

DIGITS = 5  # of the numbers that are kept
DOUBTFUL, SMALL = 1.5, 0.01  # standard errors, and part of the win, from which a difference is looked at again
HARDLY = 0.05  # how likely the policy would have played at most what it would hardly have played
OTHERS = 1 << 20  # what tells the dice of the second judgement from those of the first

Marked = Callable[[Decision], None]


class Judge:
    """Follows a match for some seats, each by beliefs of its own; told every step as it is about to be played.

    There are two judgements of what seems to cost something. The first goes on by the search that found something better, as
    far as playouts go. The second has other worlds and other dice, takes rivals for players of more kinds, each by what they
    have shown, and goes on by the policy. Only what both are sure of is marked.
    """

    def __init__(
        self,
        match: Match,
        seats: tuple[int, ...],
        effort: Effort,
        seed: int,
        carrier: Carrier,
        marked: Marked | None = None,
        only: bool | None = None,
    ) -> None:
        """`only`: judge only what is `likely` (True), or only what is not (False)."""
        self._match, self.look, self._seed, self._marked, self._only = match, effort.look, seed, marked, only
        policy = match.game.policy
        self._deep = policy is not None and policy.thought > 0
        self._whole = policy is not None and policy.whole
        self._part = match.game.part("advice")
        self._beliefs = {
            seat: Belief(match.view(seat), worlds=effort.worlds, seed=seeded(seed, seat), carrier=carrier) for seat in seats
        }
        kinds = expected(match.game, soft=True)
        self._others = {
            seat: Belief(
                match.view(seat), worlds=effort.worlds // 2, seed=seeded(seed, OTHERS + seat), kinds=kinds, carrier=carrier
            )
            for seat in seats
        }
        self._unseen: dict[int, list[Seen]] = {seat: [] for seat in seats}  # by the beliefs of the second judgement
        self._decisions: list[Decision] = []
        self._frames, self._round, self._turns, self._last = 0, 0, [0] * match.players, UNKNOWN

    def before(self, who: int, action: int) -> None:
        """A step is about to be played."""
        match = self._match
        frame = self._frames - (CHANCE in match.to_act)  # what a player sees who acts now
        self._frames += framed(match, who)
        if who >= match.players:
            return
        self._count(who)
        if self._decides(who, action) and (self._only is None or self._only == self.likely(who, action)):
            decision = self._judged(who, action, frame, len(match.legal(who)))
            self._decisions.append(decision)
            if decision.mark and self._marked is not None:
                self._marked(decision)

    def _decides(self, who: int, action: int) -> bool:
        """Whether what is about to be played is a choice of a seat that is judged."""
        legal = self._match.legal(who) if who in self._beliefs else []
        return len(legal) > 1 and action in legal

    def likely(self, who: int, action: int) -> bool | None:
        """Whether a choice that is about to be made is one that the policy might make; None where nothing is to be judged."""
        if not self._decides(who, action):
            return None
        return leanings_of(self._view(who), self._match.legal(who))[action] > HARDLY

    def _view(self, seat: int) -> View:
        match = self._match
        return View(match.game, seat, match.players, self._beliefs[seat].state, (), match.memory(seat))

    def after(self, who: int, action: int, asked: bool) -> None:
        """It was played."""
        game = self._match.game
        for seat, belief in self._beliefs.items():
            state = self._match.state.clone()
            game.hide(state, seat)
            if asked or who == seat or state != belief.state:
                step = Seen(who, action if who == seat else UNKNOWN, state)
                belief.see(*step)
                self._unseen[seat].append(step)

    def _count(self, who: int) -> None:
        """Rounds as the game tells them, and in them the turns of each seat: plays that another's parted from its last one."""
        now = int(self._part.round_of(self._match.state)) if self._part is not None else 0
        if now != self._round:
            self._round, self._turns, self._last = now, [0] * self._match.players, UNKNOWN
        if who != self._last:
            self._turns[who] += 1
        self._last = who

    def _judged(self, seat: int, played: int, frame: int, legal: int) -> Decision:
        match, belief, view = self._match, self._beliefs[seat], self._view(seat)
        step = len(match.log().actions)
        looked = look(view, belief, self.look, seeded(self._seed, step), deep=self._deep, played=played)
        known, best = looked.known, looked.best
        at = known.actions.index(played)
        verdict = Verdict.of(known, best, at)
        if verdict.cost >= max(SMALL, DOUBTFUL * verdict.doubt):
            known = Comparison(known.actions)  # what chose the best is not what judges it
            closely(looked.search, known, best, at, self.look.closer)
            verdict = Verdict.of(known, best, at)
            if verdict.sure:
                known = Comparison(known.actions)
                closely(self._second(view, step), known, best, at, self.look.closer, self._whole)
                verdict = verdict.and_by(known, best, at)
        read = match.game.actions.read
        mark = COSTLY if verdict.costly else ""
        order = sorted(range(len(known.actions)), key=lambda i: (i != best, -known.share(i)))
        return Decision(
            *(seat, step, frame, self._round, self._turns[seat], legal, read(played), read(known.actions[best])),
            *(_kept(max(0.0, verdict.cost)), _kept(verdict.doubt), mark),
            tuple(
                Choice(
                    *(read(action), _kept(known.share(i)), _kept(known.error(i)), _kept(looked.leanings[action])),
                    named(match.game, view.state, seat, action),
                )
                for i, action in ((i, known.actions[i]) for i in order)
            ),
            self._because(view, belief, played, known.actions[best]) if mark else (),
        )

    def _second(self, view: View, step: int) -> Search:
        """A search for the second judgement, which only compares. Its belief is carried this far now, for few ask for it."""
        belief, unseen = self._others[view.seat], self._unseen[view.seat]
        for seen in unseen:
            belief.see(*seen)
        unseen.clear()
        return Search(view, belief=belief, seed=seeded(self._seed, OTHERS + step), expected=1)

    def _because(self, view: View, belief: Belief, played: int, best: int) -> tuple[dict[str, Any], ...]:
        """What the game can say of it, from the worlds that the seat held possible."""
        if self._part is None:
            return ()
        said = self._part.because(view.state, view.seat, belief.worlds(), played, best)
        return tuple(said)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Those judged so far."""
        return tuple(self._decisions)


def in_order(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """By step, with the costliest of each seat marked so."""
    every = sorted(decisions, key=lambda decision: decision.step)
    worst: dict[int, Decision] = {}
    for decision in every:
        if decision.mark and decision.cost > (worst[decision.seat].cost if decision.seat in worst else 0.0):
            worst[decision.seat] = decision
    return tuple(replace(d, mark=COSTLIEST) if worst.get(d.seat) is d else d for d in every)


def _kept(x: float) -> float:
    return round(x, DIGITS)
