"""Gentle at King's Keys: sees how a play shifts the race, but not to the point; sets, payments and cards kept stay sensible."""

from collections.abc import Sequence
from math import exp
from random import Random

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.kings_keys import policy
from parlour.games.kings_keys.prospects import NEVER
from parlour.games.kings_keys.race import fill_gains, fill_shares
from parlour.games.kings_keys.state import CARDS, MAX_SEATS, NAMING, PLAYING, TARGETING

BLUR = 4.0  # of the race: a play that shifts it by so much less is e times less likely (bench/ladder.py)


def gentle(view: Sight, legal: Sequence[int], rng: Random) -> int:
    """A draw by what every play is worth; what can be shown is shown, and what is absurd is never played."""
    s, me, actions = view.state, view.seat, list(legal)
    if s.phase in (PLAYING, TARGETING, NAMING) and policy.first_shown(actions, len(actions)) == UNKNOWN:
        weights = blurred(s, me, actions)
    else:
        weights = [0.0] * len(actions)
        policy.lean(s, me, None, actions, len(actions), weights)
    return rng.choices(actions, weights)[0]


def blurred(s: object, me: int, actions: Sequence[int]) -> list[float]:
    """How likely Gentle plays each action of a turn."""
    share, gains = [0.0] * MAX_SEATS, [0.0] * CARDS
    fill_shares(s, me, share)
    fill_gains(s, me, share, gains)
    worth = [policy.action_worth(s, me, action, share, gains) for action in actions]
    best = max(worth)
    absurd = NEVER / 2
    return [exp((here - best) / BLUR) if here > absurd or here == best else 0.0 for here in worth]


BOTS = {"gentle": gentle}
