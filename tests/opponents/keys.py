"""KEYS by ways of playing that are told of Skull, such as in github.com/Jonyski/Skulls_Simulation; written anew."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from parlour.engine import View
from parlour.games.keys.state import A_BID, A_FLIP, A_PASS, A_PLACE, HAND, KEY, PLACE, REGULAR

Bot = Callable[[View, Sequence[int], Random], int]
LIKELY = 0.5  # odds with which a reasonable player bids


def bids(legal: Sequence[int]) -> list[int]:
    return [action for action in legal if A_BID <= action < A_PASS]


def placings(legal: Sequence[int]) -> list[int]:
    return [action for action in legal if action < A_BID]


def clean(s: Any, me: int) -> bool:
    """Whether one's own stack holds no KEY."""
    return not 0 <= s.key_at[me] < HAND


def hopes(s: Any, me: int, bid: int) -> float:
    """How likely a bid succeeds over a clean stack, where a KEY is any one of its owner's coasters."""
    chance, foreign = 1.0, bid - s.height[me]
    others = sorted((p for p in range(s.players) if p != me), key=lambda p: -s.owned[p])
    for p in others:
        flipped = max(0, min(foreign, s.height[p]))
        chance *= 1.0 - flipped / s.owned[p] if s.owned[p] else 1.0
        foreign -= flipped
    return chance


def reasonable(view: View, legal: Sequence[int], rng: Random) -> int:
    """Bids as high as it is likely to reach; lays its KEY one time in four, and passes over it."""
    return _by_odds(view, legal, rng, 0.25, 0.0)


def balanced(view: View, legal: Sequence[int], rng: Random) -> int:
    """Lays its KEY as often as not, and bids over it one time in three, as over a clean stack."""
    return _by_odds(view, legal, rng, 0.5, 1 / 3)


def _by_odds(view: View, legal: Sequence[int], rng: Random, trap: float, bluff: float) -> int:
    s, me = view.state, view.seat
    if legal[0] >= A_FLIP:
        return legal[rng.randrange(len(legal))]
    raises = bids(legal)
    if clean(s, me):
        good = [bid for bid in raises if hopes(s, me, bid - A_BID + 1) >= LIKELY]
        if good and (s.phase != PLACE or s.height[me] > 1 or rng.random() < LIKELY):
            return good[-1]
    elif len(raises) > 1 and rng.random() < bluff:
        return raises[0]
    if A_PASS in legal:
        return A_PASS
    laid = placings(legal)
    if not laid:
        return raises[0]
    return A_PLACE + KEY if A_PLACE + KEY in laid and (len(laid) == 1 or rng.random() < trap) else laid[0]


def always_trap(view: View, legal: Sequence[int], rng: Random) -> int:
    """A child's trick: the KEY first, and then let the others fall for it."""
    if A_PLACE + KEY in legal:
        return A_PLACE + KEY
    return A_PASS if A_PASS in legal else legal[0]


def never_trap(view: View, legal: Sequence[int], rng: Random) -> int:
    """A child's trick: no KEY is ever laid, and the own stack is bid."""
    s, own = view.state, int(view.state.height[view.seat])
    wanted = A_BID + max(own, int(s.bid) + 1) - 1
    if own > 1 and wanted in legal and wanted - A_BID + 1 <= own + 1:
        return wanted
    return A_PASS if A_PASS in legal else A_PLACE + REGULAR if A_PLACE + REGULAR in legal else legal[0]


def bid_everything(view: View, legal: Sequence[int], rng: Random) -> int:
    """A child's trick: all on the table, as soon as may be."""
    return bids(legal)[-1] if bids(legal) else legal[0]


def always_pass(view: View, legal: Sequence[int], rng: Random) -> int:
    """A child's trick: places, passes, and lets the others lose; its KEY lies at the bottom or not, as it comes."""
    if A_PASS in legal:
        return A_PASS
    laid = placings(legal)
    return rng.choice(laid) if laid else legal[0]


PUBLIC = (reasonable, balanced)
CHILDREN = (always_trap, never_trap, bid_everything, always_pass)
