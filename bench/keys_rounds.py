"""A round of KEYS for two as a tree, solved by CFR+ (Tammelin 2014), and a match as a chain of rounds.

A match is a chain of rounds: who has which points and coasters, and what the flips have proved of each KEY. A round is a tree of
placings and bids that both see, with one thing private to each player: where their KEY is. Rounds are solved from the last ones
back, vectors of private places going down the tree and values coming up; what a round leads to is the value of the next. Of a
KEY everybody knows the proof: of how many coasters it was one when it was last seen. It is lost as likely as any of those, in
every round anew: what the play tells beyond that is not used.

Nodes: m coasters on the table, and then the set of bids made. Places of a KEY: 0 to 3 in the stack, in the hand, lost.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from parlour.games.keys.state import HAND, LOST, OWNED

PLACES = 6
NODES, ACTS = (
    16 + 512,
    10,
)  # placings by coasters on the table, bids by coasters and set of bids; pass or place, place the KEY, bids
BY_REGRET, BY_BOOK, BEST = 0, 1, 2  # how a walk down the tree plays; `player` learns in it, or replies best
SITUATIONS = 2 * 2 * 5**4
GONE_FOR_GOOD = 0  # as a proof: all coasters have been seen, the KEY is not among them
Array = Any
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A function compiled by Numba, of whose types mypy knows less than of the function's."""
    return cast(F, njit(function))


@compiled
def place_in(points_a: int, points_b: int, owned_a: int, owned_b: int, proof_a: int, proof_b: int) -> int:
    return ((((points_a * 2 + points_b) * 5 + owned_a) * 5 + owned_b) * 5 + proof_a) * 5 + proof_b


@compiled
def next_value(values: Array, points: Array, owned: Array, proof: Array, starter: int, lost: Array) -> float:
    """A's chance of the match from the next round on, which `starter` begins; the values are those of who begins."""
    a, b = starter, 1 - starter
    place = place_in(points[a], points[b], owned[a], owned[b], proof[a], proof[b])
    own: float = values[starter, place, lost[a], lost[b]]
    return own if starter == 0 else 1.0 - own


@compiled
def challenge(values: Array, start: Array, m: int, bid: int, c: int, result: Array) -> None:
    """result[x, y]: A's chance where c challenges with a bid on m coasters, the KEYs being in x and y."""
    heights = np.array([(m + 1) // 2, m // 2])
    own_height, other_height = heights[c], heights[1 - c]
    foreign = max(bid, own_height) - own_height
    for x in range(PLACES):
        for y in range(PLACES):
            mine, theirs = (x, y) if c == 0 else (y, x)
            points, owned, proof = start[0:2].copy(), start[2:4].copy(), start[4:6].copy()
            lost = np.array([int(x == LOST), int(y == LOST)])
            on_mine = mine < own_height
            on_theirs = not on_mine and other_height - foreign <= theirs < other_height
            if not on_mine and own_height == owned[c]:
                proof[c] = GONE_FOR_GOOD
            if on_mine:
                proof[c] = owned[c]
            elif on_theirs:
                proof[1 - c] = owned[1 - c]
            elif foreign == owned[1 - c] and foreign > 0:
                proof[1 - c] = GONE_FOR_GOOD
            result[x, y] = settled(values, points, owned, proof, lost, c, on_mine or on_theirs)


@compiled
def settled(values: Array, points: Array, owned: Array, proof: Array, lost: Array, c: int, failed: bool) -> float:
    """A's chance once the challenger has won a point or loses a coaster, any of theirs as likely."""
    won = 1.0 if c == 0 else 0.0
    if not failed:
        points[c] += 1
        return won if points[c] == 2 else next_value(values, points, owned, proof, c, lost)
    if owned[c] == 1:
        return 1.0 - won
    key_goes = 0.0 if lost[c] else 1.0 / owned[c]
    owned[c] -= 1
    chance = 0.0
    if key_goes < 1.0:
        chance += (1.0 - key_goes) * next_value(values, points, owned, proof, c, lost)
    if key_goes > 0.0:
        lost[c] = 1
        chance += key_goes * next_value(values, points, owned, proof, c, lost)
    return chance


@compiled
def challenges(values: Array, start: Array) -> Array:
    results = np.zeros((9, 9, 2, PLACES, PLACES))
    for m in range(2, start[2] + start[3] + 1):
        for bid in range(1, m + 1):
            for c in range(2):
                challenge(values, start, m, bid, c, results[m, bid, c])
    return results


# The tree of a round. A walk takes how likely each player's own choices lead to each node (reach) and fills in each node's value


@compiled
def at_challenge(result: Array, reach: Array, worth: Array) -> None:
    for x in range(PLACES):
        worth[0, x] = 0.0
        worth[1, x] = 0.0
        for y in range(PLACES):
            worth[0, x] += reach[1, y] * result[x, y]
            worth[1, x] -= reach[0, y] * result[y, x]


@compiled
def strategy(mode: int, node: int, x: int, legal: Array, regrets: Array, book: Array, chosen: Array) -> None:
    table = regrets if mode == BY_REGRET else book
    total, count = 0.0, 0
    for a in range(ACTS):
        chosen[x, a] = 0.0
        if legal[x, a]:
            count += 1
            if table[node, x, a] > 0:
                chosen[x, a] = table[node, x, a]
                total += table[node, x, a]
    for a in range(ACTS):
        if legal[x, a]:
            chosen[x, a] = chosen[x, a] / total if total > 0 else 1.0 / count


@compiled
def close(best: bool, learns: bool, node: int, legal: Array, chosen: Array, q: Array, worth: Array, reach: Array, weight: float,
          regrets: Array, book: Array) -> None:  # fmt: skip
    """What a node is worth to who acts there; regrets and average, or the best reply, are written down."""
    for x in range(PLACES):
        top, which, mean = -1e9, 0, 0.0
        for a in range(ACTS):
            if legal[x, a]:
                mean += chosen[x, a] * q[x, a]
                if q[x, a] > top:
                    top, which = q[x, a], a
        worth[x] = top if best else mean
        for a in range(ACTS):
            if best:
                regrets[node, x, a] = 1.0 if a == which else 0.0
            elif learns and legal[x, a]:
                regrets[node, x, a] = max(0.0, regrets[node, x, a] + q[x, a] - mean)
                book[node, x, a] += weight * reach[x] * chosen[x, a]


@compiled
def bidding(mode: int, player: int, weight: float, results: Array, m: int, bids: int, bid: int, bidder: int, reach: Array,
            worth: Array, regrets: Array, book: Array) -> None:  # fmt: skip
    if bid == m:
        at_challenge(results[m, bid, bidder], reach, worth)
        return
    actor = 1 - bidder
    node = 16 + (1 << m) + bids
    legal = np.zeros((PLACES, ACTS), np.bool_)
    legal[:, 0] = True
    legal[:, bid + 1 : m + 1] = True
    chosen, q, below = np.zeros((PLACES, ACTS)), np.zeros((PLACES, ACTS)), np.zeros((2, PLACES))
    for x in range(PLACES):
        strategy(mode, node, x, legal, regrets, book, chosen)
    worth[:] = 0.0
    for a in range(ACTS):
        if legal[0, a]:
            then = reach.copy()
            then[actor] *= chosen[:, a]
            if a == 0:
                at_challenge(results[m, bid, bidder], then, below)
            else:
                bidding(mode, player, weight, results, m, bids | 1 << (a - 1), a, actor, then, below, regrets, book)
            q[:, a] = below[actor]
            worth[1 - actor] += below[1 - actor]
    best, learns = mode == BEST and player == actor, mode == BY_REGRET and player == actor
    close(best, learns, node, legal, chosen, q, worth[actor], reach[actor], weight, regrets, book)


@compiled
def can_place(start: Array, m: int) -> Array:
    """By place of the KEY: place a regular coaster, place the KEY, bid."""
    in_hand = start[2 + m % 2] - m // 2
    legal = np.zeros((PLACES, ACTS), np.bool_)
    for x in range(PLACES):
        legal[x, 0] = in_hand > 1 if x == HAND else in_hand > 0
        legal[x, 1] = x == HAND and in_hand > 0
        if m >= 2:
            legal[x, 2 : m + 2] = True
        if m < 2 and in_hand == 0:
            legal[x, 0] = True  # cannot be
    return legal


@compiled
def placing(mode: int, player: int, weight: float, results: Array, start: Array, m: int, reach: Array, worth: Array,
            regrets: Array, book: Array) -> None:  # fmt: skip
    actor, height = m % 2, m // 2
    legal = can_place(start, m)
    chosen, q, below = np.zeros((PLACES, ACTS)), np.full((PLACES, ACTS), -1e9), np.zeros((2, PLACES))
    for x in range(PLACES):
        strategy(mode, m, x, legal, regrets, book, chosen)
    worth[:] = 0.0
    if start[2 + actor] > height:
        then = reach.copy()
        then[actor] *= chosen[:, 0]
        if height < OWNED:
            then[actor, height] += reach[actor, HAND] * chosen[HAND, 1]
        placing(mode, player, weight, results, start, m + 1, then, below, regrets, book)
        q[:, 0] = below[actor]
        if height < OWNED:
            q[HAND, 1] = below[actor, height]
        worth[1 - actor] += below[1 - actor]
    if m >= 2:
        for bid in range(1, m + 1):
            then = reach.copy()
            then[actor] *= chosen[:, 1 + bid]
            bidding(mode, player, weight, results, m, 1 << (bid - 1), bid, actor, then, below, regrets, book)
            q[:, 1 + bid] = below[actor]
            worth[1 - actor] += below[1 - actor]
    best, learns = mode == BEST and player == actor, mode == BY_REGRET and player == actor
    close(best, learns, m, legal, chosen, q, worth[actor], reach[actor], weight, regrets, book)


# A whole match


@compiled
def prior(owned: int, proof: int) -> Array:
    """Where a KEY is at the start of a round, as far as everybody knows: in the hand or lost."""
    reach = np.zeros(PLACES)
    lost = 1.0 if proof == GONE_FOR_GOOD else (proof - owned) / proof
    reach[HAND], reach[LOST] = 1.0 - lost, lost
    return reach


@compiled
def priors(start: Array) -> Array:
    reach = np.zeros((2, PLACES))
    reach[0], reach[1] = prior(start[2], start[4]), prior(start[3], start[5])
    return reach


@compiled
def solve(values: Array, start: Array, iterations: int, regrets: Array, book: Array) -> None:
    results, worth = challenges(values, start), np.zeros((2, PLACES))
    for i in range(iterations):
        for player in range(2):  # in turns: at once, regrets that are never below nothing go round in circles
            placing(BY_REGRET, player, i + 1.0, results, start, 0, priors(start), worth, regrets, book)


@compiled
def evaluate(values: Array, start: Array, book: Array) -> Array:
    """A's chance by whether A's KEY and the other's are lost, both playing by the book."""
    results, worth, found = challenges(values, start), np.zeros((2, PLACES)), np.zeros((2, 2))
    for lost in range(2):
        reach = np.zeros((2, PLACES))
        reach[0, HAND] = 1.0
        reach[1, HAND + lost] = 1.0
        placing(BY_BOOK, -1, 0.0, results, start, 0, reach, worth, book, book)
        found[0, lost], found[1, lost] = worth[0, HAND], worth[0, LOST]
    return found


@compiled
def reply(values: Array, start: Array, who: int, book: Array, best: Array) -> None:
    worth = np.zeros((2, PLACES))
    placing(BEST, who, 0.0, challenges(values, start), start, 0, priors(start), worth, best, book)


Start = tuple[int, int, int, int, int, int]
BEGINNING: Start = (0, 0, OWNED, OWNED, OWNED, OWNED)


def starts() -> list[Start]:
    """Every situation at the start of a round, what follows before what comes first."""
    proofs = {owned: (*range(owned, OWNED + 1), *((GONE_FOR_GOOD,) if owned < OWNED else ())) for owned in range(1, OWNED + 1)}
    found = [
        (pa, pb, oa, ob, ka, kb)
        for pa in (0, 1)
        for pb in (0, 1)
        for oa in proofs
        for ob in proofs
        for ka in proofs[oa]
        for kb in proofs[ob]
    ]
    return sorted(found, key=lambda start: start[2] + start[3] - start[0] - start[1])


Books = dict[Start, Array]


def equilibrium(iterations: int) -> tuple[Array, Books]:
    """The values of all situations, and how to play them."""
    values, books = np.zeros((2, SITUATIONS, 2, 2)), {}
    for start in starts():
        regrets, book = np.zeros((NODES, PLACES, ACTS)), np.zeros((NODES, PLACES, ACTS))
        form = np.array(start, np.int64)
        solve(values, form, iterations, regrets, book)
        values[:, place_in(*start)] = evaluate(values, form, book)
        books[start] = book
    return values, books


def actor_of(node: int) -> int:
    """Who acts at a node: 0 is who starts the round."""
    if node < 16:
        return node % 2
    m = (node - 16).bit_length() - 1
    return (m + (node - 16 - (1 << m)).bit_count()) % 2


ACTORS = np.array([actor_of(node) if node != 16 else 0 for node in range(NODES)])


def exploited(books: Books) -> tuple[float, float, dict[int, Books]]:
    """What the best reply to the books wins of the match, where it begins and where the other does, and by that the reply."""
    replies: dict[int, Books] = {0: {}, 1: {}}
    first, second = np.zeros((SITUATIONS, 2, 2)), np.zeros((SITUATIONS, 2, 2))  # the replier's chances where they start or not
    for start in starts():
        form, found = np.array(start, np.int64), []
        for role in (0, 1):
            values = np.stack([first, 1.0 - second] if role == 0 else [1.0 - second, first])
            best = np.zeros((NODES, PLACES, ACTS))
            reply(values, form, role, books[start], best)
            both = books[start].copy()
            both[role == ACTORS] = best[role == ACTORS]
            replies[role][start] = both
            found.append(evaluate(values, form, both))
        first[place_in(*start)], second[place_in(*start)] = found[0], 1.0 - found[1]
    at = place_in(*BEGINNING)
    return float(first[at, 0, 0]), float(second[at, 0, 0]), replies
