"""A player who thinks at one seat of one match: carries its belief from step to step, and searches when it is asked."""

import random
from collections.abc import Callable, Sequence

from parlour.bots.belief import Belief, Seen
from parlour.bots.levels import by_heart
from parlour.bots.think import Thought, think
from parlour.engine import View
from parlour.games.cells import seeded


class Mind:
    """Told every step as its seat sees it, and nothing else. The same steps, seed and iterations: the same thoughts."""

    def __init__(self, view: View, *, iterations: int, worlds: int = 200, seed: int = 0) -> None:
        """At the beginning of a match. Raises NoPolicy."""
        self.view = view
        self.iterations = iterations
        self.seed = seed
        self.steps = 0  # seen so far
        self.belief = Belief(view, worlds=worlds, seed=seed)

    def see(self, step: Seen) -> None:
        """A step of the match."""
        self.belief.see(*step)
        self.steps += 1

    def think(self) -> Thought:
        """What the seat thinks now. Raises GameError where it is not asked."""
        view = View(self.view.game, self.view.seat, self.view.players, self.belief.state, ())
        return think(view, iterations=self.iterations, belief=self.belief, seed=seeded(self.seed, self.steps))

    def __call__(self, view: View, legal: Sequence[int], rng: random.Random) -> int:
        """What it plays, as every bot is asked: the view is the one that it has followed."""
        return legal[0] if len(legal) == 1 else self.think().action


class Reciting:
    """A player who knows what to do by heart, at one seat of one match."""

    def __init__(self, play: Callable[[View, Sequence[int], random.Random], int]) -> None:
        self.play = play

    def see(self, step: Seen) -> None:
        """Whatever happens, it stands in the view."""

    def __call__(self, view: View, legal: Sequence[int], rng: random.Random) -> int:
        return self.play(view, legal, rng)


class Sharp:
    """Plays by heart where the game knows how, else thinks as long as the game's policy says.

    Who follows a match remembers what it saw; else each view is guessed anew.
    """

    def follow(self, view: View, seed: int) -> Mind | Reciting:
        """From a match's beginning on. Raises NoPolicy."""
        known = by_heart(view.game, view.state)
        if known is not None:
            return Reciting(known)
        return Mind(view, iterations=view.game.policy.thought if view.game.policy is not None else 0, seed=seed)

    def __call__(self, view: View, legal: Sequence[int], rng: random.Random) -> int:
        if len(legal) == 1 or view.game.policy is None:
            return legal[0]
        known = by_heart(view.game, view.state)
        if known is not None:
            return known(view, legal, rng)
        return think(view, iterations=view.game.policy.thought, seed=rng.getrandbits(62)).action


sharp = Sharp()
