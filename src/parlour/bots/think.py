"""Thinking: a search over what a seat may know, and the chances of a position. See `parlour.engine.loops.search` for how."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from parlour.bots.belief import Belief, NoPolicy
from parlour.bots.comparison import Comparison
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best
from parlour.engine.contract.game import Game, GameError
from parlour.engine.contract.words import Json
from parlour.engine.loops.contests import SENSIBLE
from parlour.engine.loops.desk import Scratch, Sums, Tree, Trial, Worlds
from parlour.engine.loops.search import (
    DEEPEST,
    GAIN,
    MOST_EDGES,
    MOST_NODES,
    PRIOR,
    SQUARES,
    TRIES,
    WRAP,
)
from parlour.engine.loops.worlds import VIEW, WORLDS
from parlour.engine.match import Match
from parlour.engine.view import View
from parlour.games.cells import seeded

EXPLORE = 0.2  # how far what the policy leans to draws the search away from what came out best
GUESSES = 1000  # worlds at most, where no belief is given
ROOMY, BRANCHES = 1 << 16, 12  # nodes at most, and edges a node
FIRST_LOOK, LOOK = 20, 0.02  # iterations before the first thought, seconds between two of them
ITERATIONS = 1000  # where neither iterations nor seconds are given


@dataclass(frozen=True, slots=True)
class Thought:
    """What a seat thinks of its legal actions. The lists go by action; all that is tried more is known better."""

    game: Game
    seat: int
    actions: list[int]
    visits: list[int]
    shares: list[float]  # of the win, by the mean of what was tried; that of all where an action never was
    errors: list[float]  # their standard errors; 1 where an action was tried less than twice
    leanings: list[float]  # what the policy leans to, summing to 1
    iterations: int
    seconds: float

    @property
    def action(self) -> int:
        """The action thought of most."""
        at = max(range(len(self.actions)), key=lambda i: (self.visits[i], self.shares[i], self.leanings[i]))
        return self.actions[at]

    def to_json(self) -> dict[str, Json]:
        rows: list[Json] = [
            {"action": self.game.actions.read(action), "visits": n, "share": share, "error": error, "leaning": leaning}
            for action, n, share, error, leaning in zip(
                self.actions, self.visits, self.shares, self.errors, self.leanings, strict=True
            )
        ]
        return {
            "game": self.game.name,
            "seat": self.seat,
            "actions": rows,
            "iterations": self.iterations,
            "seconds": self.seconds,
        }


class Search:
    """A search in progress; `go` it on, and look at its `thought` at any time. The same seed and iterations: the same thought."""

    def __init__(self, view: View, *, belief: Belief | None = None, seed: int = 0, expected: int = ROOMY) -> None:
        """For the seat that is asked. `expected`: iterations, for the size of the tree.

        Without a belief the worlds are guesses of the view, and rivals play by the rule of thumb. Raises NoPolicy, GameError
        where the seat is not asked or the belief is of another moment.
        """
        game, seat = view.game, view.seat
        state = view.state.clone()
        game.hide(state, seat)  # changes nothing on an honest view
        self.actions = View(game, seat, view.players, state, ()).legal
        if not self.actions:
            raise GameError(f"seat {seat} is not asked for anything to think about")
        guessed = max(1, min(expected, GUESSES))
        self.belief = belief or Belief(view, worlds=guessed, seed=seed, certain=True)
        if self.belief.seat != seat or self.belief.state != state:
            raise GameError(f"the belief is not of what seat {seat} sees now")
        self.view, self.iterations, self.seconds = view, 0, 0.0
        make, slots = self.belief.carrier, 16
        while slots < 2 * min(expected, ROOMY) + 2:
            slots *= 2
        edges = max(slots // 2 * BRANCHES, 2 * game.actions.size)
        counts, path = make.numbers(5), make.table(DEEPEST, 2)
        self._tree = Tree(make.table(slots, 4), make.table(edges, 2), make.floats(edges, 3), counts, path)
        counts[WRAP], counts[MOST_NODES], counts[MOST_EDGES] = slots - 1, slots // 2, edges
        self._scratch = self.belief.scratch._replace(dice=make.numbers(1))
        self._scratch.dice[0] = seeded(seed, seat + 1)
        self._shares, self._cap = make.floats(1, 16)[0], game.longest(state)

    def go(self, iterations: int) -> None:
        """Think for so many iterations more."""
        known, begun = self.belief, time.perf_counter()
        if len(self.actions) > 1:
            run = iterations, self._cap, EXPLORE
            known.carrier.loops.search(known.held, self._tree, *run, self._scratch, self._shares)
        self.iterations += iterations
        self.seconds += time.perf_counter() - begun

    def compare(self, known: Comparison, rounds: int, *, deep: bool = True, whole: bool = False) -> None:
        """Try some of the actions in so many worlds more, each in every one; what came of them is added to `known`.

        Where `deep` and thought pays (`Policy.thought`) the seat goes on by the tree, which grows, else by its policy. Played to
        the end of the match if `whole`, else to where the policy says that a playout may be cut.
        """
        belief, make, k = self.belief, self.belief.carrier, len(known.actions)
        found, sums = make.floats(2, k)
        trial = Trial(k, int(whole), make.numbers(k), self._shares, found, sums, make.floats(k, k))
        for i, action in enumerate(known.actions):
            trial.tried[i] = action
        policy = self.view.game.policy
        tree = int(deep and policy is not None and policy.thought > 0)
        make.loops.compare(belief.held, self._tree, rounds, tree, self._cap, EXPLORE, self._scratch, trial)
        known.add(rounds, [float(x) for x in sums], [[float(x) for x in row] for row in trial.products])

    @property
    def thought(self) -> Thought:
        actions, k = self.actions, len(self.actions)
        if k == 1 or not self.iterations:
            even = [1 / k] * k
            return Thought(self.view.game, self.view.seat, actions, [0] * k, even, [1.0] * k, even, self.iterations, self.seconds)
        edges = [self._edge(i) for i in range(k)]
        whole = sum(gain for _, gain, *_ in edges) / max(1, sum(n for n, *_ in edges))
        return Thought(
            *(self.view.game, self.view.seat, actions, [n for n, *_ in edges]),
            [gain / n if n else whole for n, gain, *_ in edges],
            [error_of(n, gain, squares) for n, gain, squares, _ in edges],
            *([prior for *_, prior in edges], self.iterations, self.seconds),
        )

    def _edge(self, i: int) -> tuple[int, float, float, float]:
        """Visits, gains, their squares and the prior of the root's edge: the root is the first node that was made."""
        gains = self._tree.gains[i]
        return int(self._tree.taken[i][TRIES]), float(gains[GAIN]), float(gains[SQUARES]), float(gains[PRIOR])


@dataclass(frozen=True, slots=True)
class Chances:
    """Everybody's part of the win in a position, by playouts of the policy from its true state, and the standard errors."""

    shares: list[float]
    errors: list[float]
    playouts: int


def error_of(n: int, total: float, squares: float) -> float:
    """The standard error of a mean; 1 where it is not known."""
    if n < 2:
        return 1.0
    return sqrt(max(0.0, squares - total * total / n) / (n - 1) / n)


def chances(match: Match, *, playouts: int = 1000, seed: int = 0, carrier: Carrier | None = None) -> Chances:
    """How likely everybody is to win a match that stands so, all hidden cards known: for judging it afterwards.

    Exact, and without playouts, when it is over. The same position, playouts and seed give the same. Raises NoPolicy.
    """
    game, players = match.game, match.players
    if game.policy is None:
        raise NoPolicy(f"{game.name} has no policy to play on by")
    if match.over:
        ranks = match.rank()
        return Chances([1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks], [0.0] * players, 0)
    make = carrier or best(game)
    held, scratch, sums = _laid(match, 0, make), _scratch(make, seed), Sums(*make.floats(3, players))
    make.loops.chances(held, playouts, int(game.policy.whole), game.longest(match.state), scratch, sums)
    return _chances(sums, playouts)


def changed(match: Match, seat: int, action: int, *, pairs: int = 100, seed: int = 0, carrier: Carrier | None = None) -> Chances:
    """What a player's action changes in everybody's part of the win, against anything else that their policy would play there.

    By pairs of playouts from the true state, in which whatever comes afterwards comes by the same dice. Raises NoPolicy.
    """
    game, players = match.game, match.players
    if game.policy is None:
        raise NoPolicy(f"{game.name} has no policy to play on by")
    make = carrier or best(game)
    held, scratch = _laid(match, seat, make), _scratch(make, seed)
    before, *rest = make.floats(4, players)
    sums, cap = Sums(*rest), game.longest(match.state)
    make.loops.changes(held, action, pairs, int(game.policy.whole), cap, scratch, before, sums)
    return _chances(sums, pairs)


def _scratch(make: Carrier, seed: int) -> Scratch:
    scratch = Scratch(make.out(), make.weights(), make.numbers(1))
    scratch.dice[0] = seeded(seed, 0)
    return scratch


def _laid(match: Match, seat: int, make: Carrier) -> Worlds:
    """A match's true state, memories and sensible players as the loops take them: the one world there is."""
    policy, players = match.game.policy, match.players
    states, memories, types = make.states(WORLDS), make.memories(players), make.numbers(players)
    make.put(states, VIEW, match.state)
    for p in range(players):
        make.put(memories, p, match.memory(p) or (policy.Memory() if policy is not None else None))
        types[p] = SENSIBLE
    return Worlds(states, make.raw(states), memories, types, players, seat, 1, 1 << SENSIBLE)


def _chances(sums: Sums, n: int) -> Chances:
    errors = [error_of(n, float(a), float(b)) for a, b in zip(sums.sums, sums.squares, strict=True)]
    return Chances([float(total) / n for total in sums.sums], errors, n)


def thinking(
    view: View, *, iterations: int | None = None, seconds: float | None = None, belief: Belief | None = None, seed: int = 0
) -> Iterator[Thought]:
    """Ever better thoughts of a view, until so many iterations or seconds are over, whichever comes first; stop when you like.

    The last is that of `think`. Raises what `Search` raises.
    """
    if iterations is None and seconds is None:
        iterations = ITERATIONS
    search = Search(view, belief=belief, seed=seed, expected=iterations or ROOMY)
    begun, step, done = time.monotonic(), FIRST_LOOK, 0
    while True:
        if iterations is not None:
            step = min(step, iterations - done)
        before = search.seconds
        search.go(step)
        done += step
        yield search.thought
        if done == iterations or (seconds is not None and time.monotonic() - begun >= seconds):
            return
        took = search.seconds - before
        step = max(1, min(4 * step, int(step * LOOK / took) if took else 4 * step))


def think(
    view: View, *, iterations: int | None = None, seconds: float | None = None, belief: Belief | None = None, seed: int = 0
) -> Thought:
    """What the seat of a view thinks after so many iterations or seconds (1000 iterations where neither is given).

    The same view, belief, seed and iterations give the same thought. Raises what `Search` raises.
    """
    *_, thought = thinking(view, iterations=iterations, seconds=seconds, belief=belief, seed=seed)
    return thought
