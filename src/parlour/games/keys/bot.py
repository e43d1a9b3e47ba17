"""A rule of thumb for KEYS: count the odds, lay a KEY now and then, and bluff about it.

It reads its own coasters and what lies open to everybody, nothing else.
"""

import random
from collections.abc import Sequence
from typing import Any

from parlour.games.cells import Sight
from parlour.games.keys.rules import A_BID, A_FLIP, A_PASS, A_PLACE, BID, FLIP, GONE, HAND, HELD, KEY, OWNED, REGULAR, TO_WIN

TRAP = 0.75  # how often a KEY is laid where there is a choice and the others may well have laid theirs
SAFE = 0.2  # below this risk in the others' stacks it lays a KEY only now and then
SURPRISE = 0.2  # how often that is
LURE = 0.8  # how often it overbids, over its own KEY, a bid that needs nobody else's coasters
BLUFF = 0.15  # how often it overbids otherwise, over its own KEY
BAIT = 0.6  # how often it opens over its own KEY, with a bid of 1
OPEN = 0.8  # how often it challenges as soon as it thinks it can
NERVE = 0.55  # the odds it wants before it bids
DESPERATE = 0.4  # likewise where another player needs one more point


def simple(view: Sight, legal: Sequence[int], rng: random.Random) -> int:
    """Plays one seat; draws from `rng` alone."""
    s, me = view.state, view.seat
    if s.phase == FLIP:
        return _flip(s, me, legal, rng)
    if s.phase == BID:
        return _raise(s, me, legal, rng)
    bids = [action for action in legal if action >= A_BID]
    placings = [action for action in legal if action < A_BID]
    if bids and (not placings or _opens(s, me, rng)):
        return _opening(s, me, bids, rng)
    return _place(s, me, placings, rng)


def _trapped(s: Any, me: int) -> bool:
    """Whether its own KEY lies in its own stack."""
    return bool(0 <= s.key_at[me] < HAND)


def _place(s: Any, me: int, placings: Sequence[int], rng: random.Random) -> int:
    others = [risk(s, p) for p in range(s.players) if p != me and s.owned[p]]
    trap = rng.random() < (TRAP if sum(others) / len(others) > SAFE else SURPRISE)
    wanted = A_PLACE + (KEY if trap else REGULAR)
    return wanted if wanted in placings else placings[0]


def _opens(s: Any, me: int, rng: random.Random) -> bool:
    if _trapped(s, me):
        return s.on_table > s.height[me] + 1 and rng.random() < BAIT
    return rng.random() < OPEN and chance_of(s, me, s.height[me] + 1) >= _nerve(s, me)


def _opening(s: Any, me: int, bids: Sequence[int], rng: random.Random) -> int:
    """As much as it dares; over its own KEY as little as it can."""
    if _trapped(s, me):
        return bids[0]
    good = [action for action in bids if chance_of(s, me, action - A_BID + 1) >= _nerve(s, me)]
    return rng.choice(good[-2:]) if good else bids[0]


def _raise(s: Any, me: int, legal: Sequence[int], rng: random.Random) -> int:
    bids = [action for action in legal if A_BID <= action < A_PASS]
    if _trapped(s, me):
        lure = LURE if s.bid <= s.height[s.bidder] else BLUFF
        return bids[0] if len(bids) > 1 and rng.random() < lure else A_PASS
    good = [action for action in bids if chance_of(s, me, action - A_BID + 1) >= _nerve(s, me)]
    return rng.choice(good[:2]) if good else A_PASS


def _nerve(s: Any, me: int) -> float:
    rivals = [s.points[p] for p in range(s.players) if p != me and s.owned[p]]
    return DESPERATE if max(rivals, default=0) == TO_WIN - 1 else NERVE


def risk(s: Any, p: int, more: int = 0) -> float:
    """The odds that the next coaster of another player's stack is the KEY, after `more` regular ones beyond those face up.

    A KEY is as likely to be any coaster of four that has not been seen, the lost ones included where nothing tells.
    """
    if s.key_known[p] == GONE:
        return 0.0
    kept = s.owned[p] if s.key_known[p] == HELD else OWNED
    return 1 / (kept - s.flipped[p] - more)


def chance_of(s: Any, me: int, bid: int) -> float:
    """The odds of meeting a bid with an own stack that is clean, flipping wherever the risk is least."""
    taken = [0] * s.players
    chance = 1.0
    for _ in range(bid - s.height[me]):
        open_to = [p for p in range(s.players) if p != me and s.flipped[p] + taken[p] < s.height[p]]
        best = min(open_to, key=lambda p: risk(s, p, taken[p]))
        chance *= 1 - risk(s, best, taken[best])
        taken[best] += 1
    return chance


def _flip(s: Any, me: int, legal: Sequence[int], rng: random.Random) -> int:
    if legal[0] == A_FLIP + me:
        return legal[0]
    least = min(risk(s, action - A_FLIP) for action in legal)
    return rng.choice([action for action in legal if risk(s, action - A_FLIP) == least])


BOTS = {"simple": simple}
