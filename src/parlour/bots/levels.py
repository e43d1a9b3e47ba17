"""How strong an opponent is: Gentle forgets and forgives, Steady plays by the rule of thumb, Sharp thinks.

The kinds are `gentle`, `simple` and `sharp`; a game has those that its policy bears (docs/writing-a-game.md).
"""

import random
from collections.abc import Sequence

from parlour.engine import Game, View

GENTLE, STEADY, SHARP = "gentle", "simple", "sharp"
SOFT = 0.4  # what Gentle's leanings are raised to: 1 is the rule of thumb, 0 anything
NEAR = 0.02  # of the likeliest action; what a sensible player would hardly ever do Gentle never does
WORLDS = 3  # in which an action must win for Gentle to see that it does
MOST_TRIED = 24  # actions that Gentle looks at for a win


def gentle(view: View, legal: Sequence[int], rng: random.Random) -> int:
    """A draw from the softened policy, with nothing remembered; never misses an outright win, never plays the absurd."""
    actions, policy = list(legal), view.game.policy
    if len(actions) == 1 or policy is None:
        return actions[0]
    won = _winning(view, actions, rng)
    if won is not None:
        return won
    weights = policy.weights(view.state, view.seat, policy.Memory(), actions)
    least = NEAR * max(weights)
    return rng.choices(actions, [weight**SOFT if weight >= least and weight > 0 else 0.0 for weight in weights])[0]


def _winning(view: View, actions: Sequence[int], rng: random.Random) -> int | None:
    """An action that wins at once, whatever is hidden: as far as some guesses of it show."""
    game = view.game
    if len(actions) > MOST_TRIED:
        return None
    worlds = []
    for _ in range(WORLDS):
        world = view.state.clone()
        game.fill(world, view.seat, [rng.getrandbits(62)])
        worlds.append(world)
    for action in actions:
        if all(_wins(game, world.clone(), view.seat, action) for world in worlds):
            return action
    return None


def _wins(game: Game, world: object, seat: int, action: int) -> bool:
    game.play(world, seat, action)
    return not game.to_act(world) and game.rank(world, seat) == 1
