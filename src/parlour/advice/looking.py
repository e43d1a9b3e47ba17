"""A seat's actions looked at closely, from what it knows: few of them, tried side by side."""

from dataclasses import dataclass

from parlour.bots.belief import Belief
from parlour.bots.comparison import Comparison
from parlour.bots.think import Search, Thought
from parlour.engine import View

CLOSE = 4  # actions looked at closely
WIDE = 16  # actions looked at at all, where no tree is searched
GLANCE = 4  # of the rounds of a look, for a wide one: one in so many
SURE, COUNTS = 3.0, 0.02  # standard errors, and part of the win, from which a difference is one
HOPELESS = 2.0  # standard errors below which no difference is looked for any more
PARTS, LEAST = 16, 3  # into which a closer look is parted, and how many of them there are at least


@dataclass(frozen=True, slots=True)
class Look:
    """How long a decision is looked at."""

    iterations: int  # of the search
    rounds: int  # in which its best actions are tried side by side
    closer: int  # likewise, where those say that something was better


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of a look: more can be tried with the same search."""

    search: Search
    known: Comparison
    leanings: dict[int, float]  # of the policy, by action

    @property
    def best(self) -> int:
        """The place of the best action in `known`."""
        return max(range(len(self.known.actions)), key=self.known.share)


def look(view: View, belief: Belief, how: Look, seed: int, *, deep: bool, played: int | None = None) -> Looked:
    """Try the actions worth a look, and the one that was played. Where `deep` a tree is searched."""
    expected = how.iterations + CLOSE * (how.rounds + how.closer) if deep else 1
    search = Search(view, belief=belief, seed=seed, expected=expected)
    leanings = leanings_of(view, search.actions)
    known = Comparison(_candidates(search, leanings, how, deep, played))
    search.compare(known, how.rounds)
    return Looked(search, known, leanings)


def closely(search: Search, known: Comparison, best: int, played: int, rounds: int, whole: bool | None = None) -> None:
    """Try the actions again until it is sure that the best is better, or that it is not by much; in so many rounds at most.

    The seat goes on by the tree of the search, or by its policy where `whole` is given: to the end of the match if it is true.
    """
    part = max(1, rounds // PARTS)
    while known.rounds < rounds:
        search.compare(known, part, deep=whole is None, whole=bool(whole))
        gap, error = known.gap(best, played)
        if known.rounds >= LEAST * part and (surely(gap, error) or gap + HOPELESS * error < COUNTS):
            return


def surely(gap: float, error: float) -> bool:
    """Whether a difference is beyond the noise."""
    return gap >= max(COUNTS, SURE * error)


def _candidates(search: Search, leanings: dict[int, float], how: Look, deep: bool, played: int | None) -> list[int]:
    """Few actions to look at closely: the one that was played, what search or a glance found best, what the policy plays."""
    if deep:
        search.go(how.iterations)
        order = _by_visits(search.thought)
    else:
        wide = sorted(search.actions, key=lambda a: (a != played, -leanings[a]))[:WIDE]
        glance = Comparison(wide)
        search.compare(glance, max(2, how.rounds // GLANCE))
        order = [wide[i] for i in sorted(range(len(wide)), key=lambda i: -glance.share(i))]
    likeliest = max(search.actions, key=lambda a: leanings[a])
    first = [] if played is None else [played]
    return list(dict.fromkeys([*first, order[0], likeliest, *order]))[:CLOSE]


def leanings_of(view: View, actions: list[int]) -> dict[int, float]:
    """How likely the policy plays each action."""
    policy = view.game.policy
    assert policy is not None
    memory = view.memory if view.memory is not None else policy.Memory()
    weights = policy.weights(view.state, view.seat, memory, actions)
    return {action: weight / sum(weights) for action, weight in zip(actions, weights, strict=True)}


def _by_visits(thought: Thought) -> list[int]:
    order = sorted(range(len(thought.actions)), key=lambda i: (-thought.visits[i], -thought.shares[i]))
    return [thought.actions[i] for i in order]
