"""KEYS for two by a book that cannot be read: a restricted Nash response (Johanson, Zinkevich, Bowling 2007), round by round.

The rival plays a given book with odds `p`, and whatever is worst for us otherwise: p = 0 is the solution of keys_rounds.py, p = 1
the best reply to that book. A rival has twelve places: 0 to 5 are those of a KEY whose owner plays the worst, 6 to 11 the same of
one who plays the given book, in whose hands the rest of the match is worth something else. Vectors go down the tree as there.
"""

from collections.abc import Iterator

import numpy as np
from keys_rounds import (
    ACTORS,
    ACTS,
    BEGINNING,
    NODES,
    PLACES,
    SITUATIONS,
    Array,
    Books,
    Start,
    can_place,
    challenges,
    compiled,
    evaluate,
    place_in,
    priors,
    reply,
    starts,
)

from parlour.games.keys.state import HAND, OWNED

BOTH = 2 * PLACES  # the places of a rival: free, then bound to the given book


@compiled
def at_end(free: Array, bound: Array, me: int, reach: Array, worth: Array) -> None:
    """Fills in what every place is worth where a challenge has these results, by who begins the round."""
    worth[:] = 0.0
    for x in range(PLACES):
        for y in range(BOTH):
            result = free if y < PLACES else bound
            if me == 0:
                chance = result[x, y % PLACES]
                worth[0, x] += reach[1, y] * chance
                worth[1, y] -= reach[0, x] * chance
            else:
                chance = result[y % PLACES, x]
                worth[1, x] -= reach[0, y] * chance
                worth[0, y] += reach[1, x] * chance


@compiled
def strategies(node: int, legal: Array, regrets: Array, given: Array) -> Array:
    """How likely each act is by place: by regret where it is free, by the given book where it is bound."""
    chosen = np.zeros((BOTH, ACTS))
    for x in range(BOTH):
        total, count = 0.0, 0
        for a in range(ACTS):
            if legal[x % PLACES, a]:
                count += 1
                weight = regrets[node, x, a] if x < PLACES else given[node, x - PLACES, a]
                if weight > 0:
                    chosen[x, a] = weight
                    total += weight
        for a in range(ACTS):
            if legal[x % PLACES, a]:
                chosen[x, a] = chosen[x, a] / total if total > 0 else 1.0 / count
    return chosen


@compiled
def learn(learns: bool, node: int, legal: Array, chosen: Array, q: Array, worth: Array, reach: Array, weight: float,
          regrets: Array, book: Array) -> None:  # fmt: skip
    for x in range(BOTH):
        mean = 0.0
        for a in range(ACTS):
            if legal[x % PLACES, a]:
                mean += chosen[x, a] * q[x, a]
        worth[x] = mean
        if learns and x < PLACES:
            for a in range(ACTS):
                if legal[x, a]:
                    regrets[node, x, a] = max(0.0, regrets[node, x, a] + q[x, a] - mean)
                    book[node, x, a] += weight * reach[x] * chosen[x, a]


@compiled
def bidding(me: int, player: int, weight: float, free: Array, bound: Array, m: int, bids: int, bid: int, bidder: int,
            reach: Array, worth: Array, regrets: Array, book: Array, given: Array) -> None:  # fmt: skip
    if bid == m:
        at_end(free[m, bid, bidder], bound[m, bid, bidder], me, reach, worth)
        return
    actor = 1 - bidder
    node = 16 + (1 << m) + bids
    legal = np.zeros((PLACES, ACTS), np.bool_)
    legal[:, 0] = True
    legal[:, bid + 1 : m + 1] = True
    chosen, q, below = strategies(node, legal, regrets, given), np.zeros((BOTH, ACTS)), np.zeros((2, BOTH))
    worth[:] = 0.0
    for a in range(ACTS):
        if legal[0, a]:
            then = reach.copy()
            then[actor] *= chosen[:, a]
            if a == 0:
                at_end(free[m, bid, bidder], bound[m, bid, bidder], me, then, below)
            else:
                more = bids | 1 << (a - 1)
                bidding(me, player, weight, free, bound, m, more, a, actor, then, below, regrets, book, given)
            q[:, a] = below[actor]
            worth[1 - actor] += below[1 - actor]
    learn(player == actor, node, legal, chosen, q, worth[actor], reach[actor], weight, regrets, book)


@compiled
def placing(me: int, player: int, weight: float, free: Array, bound: Array, start: Array, m: int, reach: Array, worth: Array,
            regrets: Array, book: Array, given: Array) -> None:  # fmt: skip
    actor, height = m % 2, m // 2
    legal = can_place(start, m)
    chosen, q, below = strategies(m, legal, regrets, given), np.full((BOTH, ACTS), -1e9), np.zeros((2, BOTH))
    worth[:] = 0.0
    if start[2 + actor] > height:
        then = reach.copy()
        then[actor] *= chosen[:, 0]
        if height < OWNED:
            then[actor, height] += reach[actor, HAND] * chosen[HAND, 1]
            then[actor, PLACES + height] += reach[actor, PLACES + HAND] * chosen[PLACES + HAND, 1]
        placing(me, player, weight, free, bound, start, m + 1, then, below, regrets, book, given)
        q[:, 0] = below[actor]
        if height < OWNED:
            q[HAND, 1] = below[actor, height]
            q[PLACES + HAND, 1] = below[actor, PLACES + height]
        worth[1 - actor] += below[1 - actor]
    if m >= 2:
        for bid in range(1, m + 1):
            then = reach.copy()
            then[actor] *= chosen[:, 1 + bid]
            bidding(me, player, weight, free, bound, m, 1 << (bid - 1), bid, actor, then, below, regrets, book, given)
            q[:, 1 + bid] = below[actor]
            worth[1 - actor] += below[1 - actor]
    learn(player == actor, m, legal, chosen, q, worth[actor], reach[actor], weight, regrets, book)


@compiled
def respond(me: int, p: float, free: Array, bound: Array, start: Array, iterations: int, book: Array, given: Array) -> None:
    """Adds the response of who begins (`me` 0) or does not (1) to `book`, by CFR+."""
    known, regrets, worth = priors(start), np.zeros((NODES, PLACES, ACTS)), np.zeros((2, BOTH))
    for i in range(iterations):
        for player in range(2):  # in turns, as in keys_rounds
            reach = np.zeros((2, BOTH))
            reach[me, :PLACES] = known[me]
            reach[1 - me, :PLACES] = (1.0 - p) * known[1 - me]
            reach[1 - me, PLACES:] = p * known[1 - me]
            placing(me, player, i + 1.0, free, bound, start, 0, reach, worth, regrets, book, given)


def against(book: Array, other: Array, me: int) -> Array:
    """A book for both: `book` where I act, `other` where the rival does."""
    both = book.copy()
    theirs = me != ACTORS
    both[theirs] = other[theirs]
    return both


class Values:
    """What every situation is worth to me, by who begins, against the worst reply (0) and against the given book (1)."""

    def __init__(self) -> None:
        self.first = np.zeros((2, SITUATIONS, 2, 2))  # my chances where I begin the round
        self.second = np.zeros((2, SITUATIONS, 2, 2))  # and where I do not

    def of(self, me: int, kind: int) -> Array:
        """The chances of who begins this round, where that is me (0) or not (1)."""
        mine = [self.first[kind], 1.0 - self.second[kind]]
        return np.stack(mine if me == 0 else [1.0 - self.second[kind], self.first[kind]])

    def at_start(self, kind: int) -> tuple[float, float]:
        """My chances of the match where I begin it, and where I do not."""
        at = place_in(*BEGINNING)
        return float(self.first[kind, at, 0, 0]), float(self.second[kind, at, 0, 0])


def restricted(given: Books, p: float, iterations: int, values: Values) -> Iterator[tuple[Start, Array]]:
    """The response at each situation, the last ones first: of both seats in one, each at the nodes where it acts.

    What each is worth is filled into `values`.
    """
    for start in starts():
        form, at = np.array(start, np.int64), place_in(*start)
        mine, found = [], []
        for me in (0, 1):
            ahead = [values.of(me, kind) for kind in (0, 1)]
            free, bound = challenges(ahead[0], form), challenges(ahead[1], form)
            book, worst = np.zeros((NODES, PLACES, ACTS)), np.zeros((NODES, PLACES, ACTS))
            respond(me, p, free, bound, form, iterations, book, given[start])
            reply(ahead[0], form, 1 - me, book, worst)
            mine.append(book)
            rivals = (worst, given[start])
            found.append([evaluate(ahead[kind], form, against(book, rivals[kind], me)) for kind in (0, 1)])
        for kind in (0, 1):
            values.first[kind, at], values.second[kind, at] = found[0][kind], 1.0 - found[1][kind]
        yield start, against(mine[0], mine[1], 0)
