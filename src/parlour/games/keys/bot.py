"""A rule of thumb for KEYS: lay a KEY where others may fall for it, lure them into bidding, and challenge when the odds are good.

It reads its own coasters and what lies open to everybody, nothing else.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parlour.games.cells import Sight
from parlour.games.keys.state import (
    A_BID,
    A_FLIP,
    A_PASS,
    A_PLACE,
    BID,
    E_CHALLENGER,
    E_FLIPPED,
    FLIP,
    GONE,
    HAND,
    HELD,
    KEY,
    OWNED,
    REGULAR,
)

TRAP = 0.95  # how often it lays its KEY on the first lap
CERTAIN = 4  # by how much it fails to do so less often with every reckless challenge it saw
FIRST_TRAP = 0.02  # how often it does where it lays the first coaster of all, and may still cover it with the KEY
COVER = 0.95  # how often it lays its KEY on a clean stack, where it does not challenge
PATIENCE = 0.9  # how often it goes on placing over its own KEY and waits for a challenger
LURE = 0.6  # how often it overbids, over its own KEY, a bid that needs nobody else's coasters
OPEN = 0.4  # how often it challenges as soon as it thinks it can
NERVE = 0.7  # the odds it wants before it bids
DESPERATE = 0.35  # likewise where another player needs one more point


@dataclass(frozen=True, slots=True)
class Habits:
    """How this table plays, from the flips everybody saw."""

    reckless: int  # challenges that others lost on a KEY of their own
    flips: int  # coasters flipped in stacks of players who were not the challenger
    keys: int  # the KEYs among them

    @property
    def wariness(self) -> float:
        """By how much KEYs lie in stacks oftener than blind chance would have it."""
        return (self.keys + 2) / (self.flips / OWNED + 2)


def habits(view: Sight) -> Habits:
    """Read the table's habits from the events the seat has heard."""
    reckless = flips = keys = 0
    challenger = view.seat
    for event, seat, _, value in view.events:
        if event == E_CHALLENGER:
            challenger = seat
        elif event == E_FLIPPED and seat != challenger:
            flips += 1
            keys += value == KEY
        elif event == E_FLIPPED and value == KEY and seat != view.seat:
            reckless += 1
    return Habits(reckless, flips, keys)


def simple(view: Sight, legal: Sequence[int], rng: random.Random) -> int:
    """Plays one seat; draws from `rng` alone."""
    s, me = view.state, view.seat
    if s.phase == FLIP:
        return _flip(s, me, legal, rng)
    bids = [action for action in legal if A_BID <= action < A_PASS]
    placings = [action for action in legal if action < A_BID]
    known = habits(view)
    if s.phase == BID:
        return _raise(s, me, bids, known, rng)
    if not bids:
        return _lay(placings, _trap(known) if s.on_table else FIRST_TRAP, rng)
    return _place_or_open(s, me, placings, bids, known, rng)


def _trapped(s: Any, me: int) -> bool:
    """Whether its own KEY lies in its own stack."""
    return bool(0 <= s.key_at[me] < HAND)


def _trap(known: Habits) -> float:
    """Reckless players walk into it again and again; careful ones would soon expect it."""
    return 1 - (1 - TRAP) / float(CERTAIN**known.reckless)


def _lay(placings: Sequence[int], trap: float, rng: random.Random) -> int:
    wanted = A_PLACE + (KEY if rng.random() < trap else REGULAR)
    return wanted if wanted in placings else placings[0]


def _place_or_open(s: Any, me: int, placings: Sequence[int], bids: Sequence[int], known: Habits, rng: random.Random) -> int:
    if _trapped(s, me):
        waits = rng.random() < (1 - PATIENCE if _threatened(s, me) and len(bids) > 2 else PATIENCE)
        return placings[0] if placings and waits else bids[min(1, len(bids) - 2)]
    good = _good(s, me, bids, known)
    if good and (not placings or rng.random() < (1.0 if _duel(s, me) else OPEN)):
        return good[-1]
    return _lay(placings, 0.0 if _duel(s, me) else COVER, rng) if placings else bids[0]


def _raise(s: Any, me: int, bids: Sequence[int], known: Habits, rng: random.Random) -> int:
    if _trapped(s, me):
        return bids[0] if _lures(s, me, rng) else A_PASS
    good = _good(s, me, bids, known)
    return rng.choice(good[-2:]) if good else A_PASS


def _lures(s: Any, me: int, rng: random.Random) -> bool:
    """Overbids over its own KEY: everything on the table only rather than let the game be won."""
    if s.bid > s.height[s.bidder]:
        return False
    if s.bid + 1 == s.on_table:
        return bool(s.points[s.bidder] == s.to_win - 1 and s.owned[me] > 1)
    return _threatened(s, me) or rng.random() < LURE


def _good(s: Any, me: int, bids: Sequence[int], known: Habits) -> list[int]:
    """The bids it dares to make with a clean stack."""
    nerve = DESPERATE if _threatened(s, me) else NERVE
    return [action for action in bids if chance_of(s, me, action - A_BID + 1, known.wariness) >= nerve]


def _threatened(s: Any, me: int) -> bool:
    """Whether another player needs only one more point."""
    return any(s.points[p] == s.to_win - 1 and s.owned[p] for p in range(s.players) if p != me)


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


def chance_of(s: Any, me: int, bid: int, wariness: float) -> float:
    """The odds of meeting a bid with an own stack that is clean, flipping wherever the risk is least."""
    taken = [0] * s.players
    chance = 1.0
    for _ in range(bid - s.height[me]):
        open_to = [p for p in range(s.players) if p != me and s.flipped[p] + taken[p] < s.height[p]]
        best = min(open_to, key=lambda p: risk(s, p, taken[p]))
        chance *= 1 - min(1.0, risk(s, best, taken[best]) * wariness)
        taken[best] += 1
    return chance


def _flip(s: Any, me: int, legal: Sequence[int], rng: random.Random) -> int:
    if legal[0] == A_FLIP + me:
        return legal[0]
    least = min(risk(s, action - A_FLIP) for action in legal)
    return rng.choice([action for action in legal if risk(s, action - A_FLIP) == least])


BOTS = {"simple": simple}
