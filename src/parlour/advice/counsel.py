"""What to play, asked before it is played: from what a seat knows, and nothing else."""

from dataclasses import dataclass
from typing import Literal

from parlour.advice.looking import Look, look, surely
from parlour.bots.belief import Belief
from parlour.engine import View

ITERATIONS = 1000  # of the search, where the game has one
ROUNDS = 400  # in which the best actions are tried side by side
WORLDS = 200


@dataclass(frozen=True, slots=True)
class Promise:
    """An action, and the part of the win that it promises."""

    action: int
    share: float
    error: float
    gap: float  # how much less than the best one
    doubt: float  # the standard error of that
    close: bool  # the best one is not surely better


@dataclass(frozen=True, slots=True)
class Counsel:
    """The actions worth a look, the best first."""

    method: Literal["search", "belief"]  # "search", or "belief" where no tree is searched
    promises: tuple[Promise, ...]


def counsel(
    view: View,
    *,
    belief: Belief | None = None,
    iterations: int = ITERATIONS,
    rounds: int = ROUNDS,
    worlds: int = WORLDS,
    seed: int = 0,
) -> Counsel:
    """What the seat of a view could play. Raises NoPolicy, GameError where it is not asked."""
    deep = view.game.policy is not None and view.game.policy.thought > 0
    known = belief or Belief(view, worlds=worlds, seed=seed)
    honest = View(view.game, view.seat, view.players, known.state, (), view.memory)
    looked = look(honest, known, Look(iterations if deep else 0, rounds, 0), seed, deep=deep)
    best, tried = looked.best, looked.known
    found = []
    for i, action in enumerate(tried.actions):
        gap, doubt = tried.gap(best, i) if i != best else (0.0, 0.0)
        found.append(Promise(action, tried.share(i), tried.error(i), gap, doubt, i == best or not surely(gap, doubt)))
    return Counsel("search" if deep else "belief", tuple(sorted(found, key=lambda promise: promise.gap)))
