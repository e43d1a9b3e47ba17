"""A rule of thumb for KEYS: lay a KEY where others may fall for it, lure them into bidding, and challenge when the odds are good.

It reads its own coasters and what lies open to everybody, nothing else.
"""

import random
from collections.abc import Sequence
from typing import Any

from parlour.games.cells import Sight
from parlour.games.keys.rules import A_BID, A_FLIP, A_PASS, A_PLACE, BID, FLIP, GONE, HAND, HELD, KEY, OWNED, REGULAR, TO_WIN

TRAP = 0.85  # how often it lays its KEY on the first lap; oftener with every challenge the others have failed
FIRST_TRAP = 0.05  # likewise where it lays the first coaster of all, and may still cover it with the KEY
COVER = 0.9  # how often it lays its KEY on a clean stack, where it does not challenge
PATIENCE = 0.95  # how often it goes on placing over its own KEY and waits for a challenger
LURE = 0.7  # how often it overbids, over its own KEY, a bid that needs nobody else's coasters
OPEN = 0.5  # how often it challenges as soon as it thinks it can
NERVE = 0.6  # the odds it wants before it bids
DESPERATE = 0.35  # likewise where another player needs one more point


def simple(view: Sight, legal: Sequence[int], rng: random.Random) -> int:
    """Plays one seat; draws from `rng` alone."""
    s, me = view.state, view.seat
    if s.phase == FLIP:
        return _flip(s, me, legal, rng)
    bids = [action for action in legal if A_BID <= action < A_PASS]
    placings = [action for action in legal if action < A_BID]
    if s.phase == BID:
        return _raise(s, me, bids, rng)
    if not bids:
        return _lay(placings, _trap(s, me) if s.on_table else FIRST_TRAP, rng)
    return _place_or_open(s, me, placings, bids, rng)


def _trapped(s: Any, me: int) -> bool:
    """Whether its own KEY lies in its own stack."""
    return bool(0 <= s.key_at[me] < HAND)


def _trap(s: Any, me: int) -> float:
    """Reckless players walk into it again and again; careful ones would soon expect it."""
    failed = sum(OWNED - s.owned[p] for p in range(s.players) if p != me)
    return float(1 - (1 - TRAP) / 4**failed)


def _lay(placings: Sequence[int], trap: float, rng: random.Random) -> int:
    wanted = A_PLACE + (KEY if rng.random() < trap else REGULAR)
    return wanted if wanted in placings else placings[0]


def _place_or_open(s: Any, me: int, placings: Sequence[int], bids: Sequence[int], rng: random.Random) -> int:
    if _trapped(s, me):
        waits = rng.random() < (1 - PATIENCE if _threatened(s, me) and len(bids) > 2 else PATIENCE)
        return placings[0] if placings and waits else bids[min(1, len(bids) - 2)]
    good = _good(s, me, bids)
    if good and (not placings or rng.random() < (1.0 if _duel(s, me) else OPEN)):
        return good[-1]
    return _lay(placings, 0.0 if _duel(s, me) else COVER, rng) if placings else bids[0]


def _raise(s: Any, me: int, bids: Sequence[int], rng: random.Random) -> int:
    if _trapped(s, me):
        return bids[0] if _lures(s, me, rng) else A_PASS
    good = _good(s, me, bids)
    return rng.choice(good[-2:]) if good else A_PASS


def _lures(s: Any, me: int, rng: random.Random) -> bool:
    """Overbids over its own KEY: everything on the table only rather than let the game be won."""
    if s.bid > s.height[s.bidder]:
        return False
    if s.bid + 1 == s.on_table:
        return bool(s.points[s.bidder] == TO_WIN - 1 and s.owned[me] > 1)
    return _threatened(s, me) or rng.random() < LURE


def _good(s: Any, me: int, bids: Sequence[int]) -> list[int]:
    """The bids it dares to make with a clean stack."""
    nerve = DESPERATE if _threatened(s, me) else NERVE
    return [action for action in bids if chance_of(s, me, action - A_BID + 1) >= nerve]


def _threatened(s: Any, me: int) -> bool:
    """Whether another player needs only one more point."""
    return any(s.points[p] == TO_WIN - 1 and s.owned[p] for p in range(s.players) if p != me)


def _duel(s: Any, me: int) -> bool:
    """Whether one other player is left."""
    return sum(1 for p in range(s.players) if s.owned[p]) == 2


def risk(s: Any, p: int, more: int = 0) -> float:
    """The odds that the next coaster of another player's stack is the KEY, after `more` regular ones beyond those face up.

    A KEY is as likely to be any coaster of four that has not been seen, the lost ones included where nothing tells.
    """
    if s.key_known[p] == GONE:
        return 0.0
    kept = s.owned[p] if s.key_known[p] == HELD else OWNED
    return float(1 / (kept - s.flipped[p] - more))


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
