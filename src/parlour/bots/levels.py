"""How strong an opponent is: Gentle forgets and forgives, Steady plays by the rule of thumb, Sharp thinks.

The kinds are `gentle`, `simple` and `sharp`; a game has those that its policy bears (docs/writing-a-game.md).
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from parlour.engine import Game, View

GENTLE, STEADY, SHARP = "gentle", "simple", "sharp"
SOFT = 0.3  # what Gentle's leanings are raised to: 1 is the rule of thumb, 0 anything
NEAR = 0.02  # of the likeliest action; what a sensible player would hardly ever do Gentle never does
WORLDS = 3  # in which an action must win for Gentle to see that it does
MOST_TRIED = 24  # actions that Gentle looks at for a win


def gentle(view: View, legal: Sequence[int], rng: random.Random) -> int:
    """A draw from the softened policy, with nothing remembered; never misses an outright win, never plays the absurd."""
    actions, policy = list(legal), view.game.policy
    if len(actions) == 1 or policy is None:
        return actions[0]
    won = _winning(view, actions, rng)
    if won:
        likely = dict(zip(actions, policy.weights(view.state, view.seat, policy.Memory(), actions), strict=True))
        return max(won, key=likely.__getitem__)  # what wins for sure before what won in some guesses
    weights = policy.weights(_forgotten(view), view.seat, policy.Memory(), actions)
    least = NEAR * max(weights)
    return rng.choices(actions, [weight**SOFT if weight >= least and weight > 0 else 0.0 for weight in weights])[0]


def by_heart(game: Game, state: Any) -> Callable[[View, Sequence[int], random.Random], int] | None:
    """Who plays `sharp` without a thought at a table that stands so (the game's `bot.by_heart`); None where it has to think."""
    ask = getattr(game.part("bot"), "by_heart", None)
    found: Callable[[View, Sequence[int], random.Random], int] | None = None if ask is None else ask(state)
    return found


def _forgotten(view: View) -> Any:
    """The state as a player takes it who does not keep in mind what the game's `bot.forget` names."""
    forget = getattr(view.game.part("bot"), "forget", None)
    if forget is None:
        return view.state
    state = view.state.clone()
    forget(state, view.seat)
    return state


def _winning(view: View, actions: Sequence[int], rng: random.Random) -> list[int]:
    """The actions that win at once, whatever is hidden: as far as some guesses of it show."""
    game = view.game
    if len(actions) > MOST_TRIED:
        return []
    worlds = []
    for _ in range(WORLDS):
        world = view.state.clone()
        game.fill(world, view.seat, [rng.getrandbits(62)])
        worlds.append(world)
    return [action for action in actions if all(_wins(game, world.clone(), view.seat, action) for world in worlds)]


def _wins(game: Game, world: object, seat: int, action: int) -> bool:
    game.play(world, seat, action)
    return not game.to_act(world) and game.rank(world, seat) == 1
