"""How a sensible player of KEYS plays: lay a KEY where others may fall for it, lure them, challenge when the odds are good.

It reads its own coasters and what lies open to everybody, nothing else. `lean` is a mixture: each way of playing has its weight.
"""

from typing import Any

from parlour.games.cells import UNKNOWN, cell
from parlour.games.keys.state import (
    A_BID,
    A_FLIP,
    BID,
    FLIP,
    HAND,
    KEY,
    MAX_SEATS,
    OVER,
    OWNED,
    REGULAR,
    RESULT,
)

TRAP = 0.95  # how often it lays its KEY on the first lap
DUEL_TRAP = 0.67  # against one other: a KEY that lay there nearly always would decide, with who begins, the whole match
RECKLESS_LEFT = 0.25  # what is left of the rest with every reckless challenge it saw
FIRST_TRAP = 0.02  # how often it does where it lays the first coaster of all, and may still cover it with the KEY
COVER = 0.95  # how often it lays its KEY on a clean stack, where it does not challenge
PATIENCE = 0.9  # how often it goes on placing over its own KEY and waits for a challenger
LURE = 0.6  # how often it overbids, over its own KEY, a bid that needs nobody else's coasters
HOLD = 0.03  # how often it bids its own stack alone, against one other, where it dares more
OPEN = 0.4  # how often it challenges as soon as it thinks it can
NERVE = 0.7  # the odds it wants before it bids
DESPERATE = 0.35  # likewise where another player needs one more point
COASTER = 0.45  # of a coaster beyond the first, in a player's part of the win
POINT = 2.2  # by what factor one point raises a player's share


class Memory:
    """How this table plays, from the challenges everybody saw."""

    round = cell(high=5 * MAX_SEATS)  # the last one whose challenge was counted
    reckless = cell(MAX_SEATS, high=5)  # challenges that a player lost on their own KEY
    flips = cell(high=5 * MAX_SEATS * MAX_SEATS * OWNED)  # coasters flipped in stacks of players who were not the challenger
    keys = cell(high=5 * MAX_SEATS)  # the KEYs among them


def remember(s: Any, seat: int, memory: Any) -> None:
    """Counts every challenge once, while the table still lies as it ended."""
    if s.phase == RESULT and memory.round != s.round:
        memory.round = s.round
        count_flips(s, memory)


def count_flips(s: Any, memory: Any) -> None:
    for p in range(s.players):
        if p != s.actor:
            memory.flips += s.flipped[p]
    if s.failed_on == s.actor:
        memory.reckless[s.actor] += 1
    elif s.failed_on != UNKNOWN:
        memory.keys += 1


def lean(s: Any, seat: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    for i in range(k):
        weights[i] = 0.0
    if s.phase == FLIP:
        lean_flip(s, seat, out, k, weights)
    elif s.phase == BID:
        lean_bid(s, seat, memory, out, k, weights)
    else:
        lean_turn(s, seat, memory, out, k, weights)


# What is known


def trapped(s: Any, me: int) -> bool:
    """Whether its own KEY lies in its own stack."""
    return 0 <= s.key_at[me] and s.key_at[me] < HAND


def threatened(s: Any, me: int) -> bool:
    """Whether another player needs only one more point."""
    for p in range(s.players):
        if p != me and s.points[p] == s.to_win - 1 and s.owned[p]:
            return True
    return False


def duel(s: Any) -> bool:
    """Whether one other player is left."""
    count = 0
    for p in range(s.players):
        if s.owned[p]:
            count += 1
    return count == 2


def wariness(memory: Any) -> float:
    """By how much KEYs lie in stacks oftener than blind chance would have it."""
    return (memory.keys + 2.0) / (memory.flips / OWNED + 2.0)


def risk(s: Any, p: int, more: int) -> float:
    """The odds that the next coaster of another player's stack is the KEY, after `more` regular ones beyond those face up.

    A KEY is as likely to be any coaster that has not been seen; how likely it is lost, everybody has counted along.
    """
    kept = (s.owned[p] - s.flipped[p] - more) * s.kept_odds[p]
    return s.kept_odds[p] / (kept + s.lost_odds[p])


def also(taken: int, p: int) -> int:
    """How many coasters of p's stack one thinks of as flipped: three bits a player."""
    return taken >> 3 * p & 7


def safest(s: Any, me: int, taken: int) -> int:
    """The player whose next coaster is the least risk; UNKNOWN where no other stack has any left."""
    best = UNKNOWN
    least = 9.0
    for p in range(s.players):
        if p != me and s.flipped[p] + also(taken, p) < s.height[p]:
            here = risk(s, p, also(taken, p))
            if here < least:
                best = p
                least = here
    return best


def dared(s: Any, me: int, memory: Any, out: Any, first: int, k: int) -> int:
    """How many of the bids out[first:k] it dares to make with a clean stack, flipping wherever the risk is least.

    The bids rise, so the odds of meeting them fall: those it dares come first.
    """
    nerve = DESPERATE if threatened(s, me) else NERVE
    wary = wariness(memory)
    chance = 1.0
    taken = 0
    foreign = 0  # coasters flipped in others' stacks
    for i in range(first, k):
        while foreign < out[i] - A_BID + 1 - s.height[me]:
            p = safest(s, me, taken)
            chance *= 1.0 - min(1.0, risk(s, p, also(taken, p)) * wary)
            taken += 1 << 3 * p
            foreign += 1
        if chance < nerve:
            return i - first
    return k - first


# What is played


def lean_flip(s: Any, me: int, out: Any, k: int, weights: Any) -> None:
    """Its own stack, which comes first, or wherever the risk is least."""
    if out[0] == A_FLIP + me:
        weights[0] = 1.0
        return
    least = 9.0
    for i in range(k):
        least = min(least, risk(s, out[i] - A_FLIP, 0))
    for i in range(k):
        if risk(s, out[i] - A_FLIP, 0) == least:
            weights[i] = 1.0


def lean_bid(s: Any, me: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    """out[0] is to pass; the bids follow, the lowest first."""
    if trapped(s, me):
        lure = lures(s, me)
        weights[0] = 1.0 - lure
        weights[1] = lure
        return
    good = dared(s, me, memory, out, 1, k)
    weights[good] = 1.0  # to pass, where there is none
    if good > 1:
        weights[good - 1] = 1.0


def lures(s: Any, me: int) -> float:
    """How often it overbids over its own KEY: everything on the table only rather than let the game be won."""
    if s.bid > s.height[s.bidder]:
        return 0.0
    if s.bid + 1 == s.on_table:
        return 1.0 if s.points[s.bidder] == s.to_win - 1 and s.owned[me] > 1 else 0.0
    return 1.0 if threatened(s, me) else LURE


def lean_turn(s: Any, me: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    """The placings come first, the regular coaster before the KEY; the bids follow, the lowest first."""
    placings = 0
    while placings < k and out[placings] < A_BID:
        placings += 1
    if placings == k:
        lay(out, placings, trap(s, me, memory) if s.on_table else FIRST_TRAP, 1.0, weights)
    elif trapped(s, me):
        lean_trapped(s, me, placings, k, weights)
    else:
        lean_clean(s, me, memory, out, placings, k, weights)


def trap(s: Any, me: int, memory: Any) -> float:
    """Reckless players walk into it again and again; careful ones would soon expect it."""
    left = 1.0 - (DUEL_TRAP if duel(s) else TRAP)
    for p in range(s.players):
        if p != me:
            for _ in range(memory.reckless[p]):
                left *= RECKLESS_LEFT
    return 1.0 - left


def lay(out: Any, placings: int, often: float, weight: float, weights: Any) -> None:
    """Lays the KEY so often, where there is a choice."""
    if placings == 2:
        weights[REGULAR] += weight * (1.0 - often)
        weights[KEY] += weight * often
    else:
        weights[0] += weight


def lean_trapped(s: Any, me: int, placings: int, k: int, weights: Any) -> None:
    """Waits for a challenger, or bids the second lowest, with a lowest one left for others to fall for."""
    bids = k - placings
    waits = 0.0
    if placings:
        waits = 1.0 - PATIENCE if threatened(s, me) and bids > 2 else PATIENCE
        weights[0] = waits
    weights[placings + max(0, min(1, bids - 2))] += 1.0 - waits


def lean_clean(s: Any, me: int, memory: Any, out: Any, placings: int, k: int, weights: Any) -> None:
    good = dared(s, me, memory, out, placings, k)
    alone = duel(s)
    bids = 0.0
    if good:
        bids = 1.0 if placings == 0 or alone else OPEN
        holds = HOLD if alone and good > s.height[me] else 0.0
        weights[placings + s.height[me] - 1] = bids * holds
        weights[placings + good - 1] = bids * (1.0 - holds)
    if placings:
        lay(out, placings, 0.0 if alone else COVER, 1.0 - bids, weights)
    elif good == 0:
        weights[0] = 1.0


# How far a playout goes


THOUGHT = 1000  # iterations with which a search beats the rule of thumb


WHOLE = True  # a match judged afterwards is played on to its end: it is short, and `worth` is for choosing, not for counting


def until(s: Any, root: Any) -> bool:
    """To the end of the round that is played at the root."""
    return s.round > root.round and s.phase != OVER


def worth(s: Any, seat: int) -> float:
    """A player's part of the win by points and coasters."""
    whole = 0.0
    for p in range(s.players):
        whole += part(s, p)
    return part(s, seat) / whole


def part(s: Any, p: int) -> float:
    if s.owned[p] == 0 or s.left[p]:
        return 0.0
    own = 1.0 + COASTER * (s.owned[p] - 1)
    return own * POINT if s.points[p] else own
