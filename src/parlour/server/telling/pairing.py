"""Who sits with whom in a round of a league: Swiss, or everybody against everybody, at tables of two or more.

Two to a table in Swiss are found by a search that takes the highest who has no partner yet and tries those next to them first,
and goes back where nobody is left whom they have not met: it finds a round without a second meeting where there is one. Larger
tables are filled down the ranking and then bettered by exchanging two people as long as that costs less; to meet again costs more
than any difference in points. Two to a table in all-play-all go round a circle (Berger's tables).

The pairing libraries that were looked at (caissify-pairings, cardarena-tournament-core, gambit-pairing, gacrux) seat two to a
board, most of them with chess's colours and floats; networkx's matching is for two as well.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from random import Random

AGAIN = 1e6  # what it costs that two meet again
BUDGET = 20_000  # steps of the search for a round without a second meeting
TRIES = 12  # beginnings from which larger tables are bettered

Met = frozenset[frozenset[int]]
Tables = list[list[int]]


def sizes(players: int, most: int) -> list[int]:
    """How many sit at each table: as evenly as it goes, at most so many. One who would sit alone sits out, as size 1."""
    tables = -(-players // most)
    return sorted((players // tables + (i < players % tables) for i in range(tables)), reverse=True)


def swiss(players: Sequence[int], points: Mapping[int, float], met: Met, most: int, out: Mapping[int, int], seed: int) -> Tables:
    """The tables of a round, the highest first; one who sits out is a table of one.

    `points` that everybody has, `met` who has met whom, `out` how often somebody sat out: nobody does twice before all have.
    `seed` settles what is equal.
    """
    rng = Random(seed)
    order = sorted(players, key=lambda player: (-points.get(player, 0.0), rng.random()))
    alone: Tables = []
    if most == 2 and len(order) % 2:
        rests = min(reversed(order), key=lambda player: out.get(player, 0))
        order.remove(rests)
        alone = [[rests]]
    if most == 2 and (pairs := _pairs(order, met, [BUDGET])) is not None:
        return pairs + alone
    return _grouped(order, points, met, most, rng) + alone


def circle(players: Sequence[int], nth: int) -> Tables:
    """Round `nth` (from 0) in which everybody meets everybody once, two to a table; one who sits out is a table of one."""
    ring: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    turned = nth % (len(ring) - 1)
    ring = [ring[0], *ring[1 + turned :], *ring[1 : 1 + turned]]
    half = len(ring) // 2
    pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
    return sorted(([one for one in pair if one is not None] for pair in pairs), key=lambda table: -len(table))


def _pairs(order: Sequence[int], met: Met, budget: list[int]) -> Tables | None:
    """Pairs of neighbours in this order who have not met; None where there are none, or none were found within the budget."""
    if not order:
        return []
    first, *rest = order
    for other in rest:
        budget[0] -= 1
        if budget[0] < 0:
            return None
        if frozenset((first, other)) not in met:
            left = _pairs([one for one in rest if one != other], met, budget)
            if left is not None:
                return [[first, other], *left]
    return None


def _grouped(order: Sequence[int], points: Mapping[int, float], met: Met, most: int, rng: Random) -> Tables:
    """Tables that cost as little as is found."""

    def cost(table: Sequence[int]) -> float:
        pairs = list(combinations(table, 2))
        apart = sum((points.get(one, 0.0) - points.get(other, 0.0)) ** 2 for one, other in pairs)
        return apart + AGAIN * sum(frozenset(pair) in met for pair in pairs)

    best: tuple[float, Tables] | None = None
    for attempt in range(TRIES):
        people = list(order)
        if attempt:
            people.sort(key=lambda player: -points.get(player, 0.0) + rng.gauss(0, 0.5))
        tables, at = [], 0
        for size in sizes(len(people), most):
            tables.append(people[at : at + size])
            at += size
        _better(tables, cost)
        total = sum(map(cost, tables))
        if best is None or total < best[0]:
            best = (total, tables)
    assert best is not None
    return best[1]


def _better(tables: Tables, cost: Callable[[Sequence[int]], float]) -> None:
    """Exchange two people of two tables as long as that costs less."""
    went = True
    while went:
        went = False
        for one, other in combinations(tables, 2):
            for i, j in product(range(len(one)), range(len(other))):
                before = cost(one) + cost(other)
                one[i], other[j] = other[j], one[i]
                if cost(one) + cost(other) < before - 1e-9:
                    went = True
                else:
                    one[i], other[j] = other[j], one[i]
