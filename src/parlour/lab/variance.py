"""What decides who wins: the variance of the result taken apart by the law of total variance.

A result is the share of the win of every seat. It follows from three things that are drawn independently: the line-up (which
level of the ladder sits where), the deal (all that chance answers) and the bots' own mixed choices. Every deal is dealt again to
every line-up, and each of these is played `AGAIN` times, with other choices of the bots' own. For a seat,

    Var(result) = Var(E[result | line-up]) + E[Var(E[result | line-up, deal])] + E[Var(result | line-up, deal)]
                      skill                        cards                              mixing

and between the seats lies what the seat alone decides: the variance of their means. All four are estimated without bias, skill
and seat by products of different deals, cards by the variance between deals less the part of it that is mixing.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import sqrt
from random import Random
from statistics import fmean

from parlour.bots import kinds
from parlour.bots.levels import GENTLE, STEADY
from parlour.engine.contract.game import Game
from parlour.lab.figure import Figure
from parlour.lab.simulate import NINETY_FIVE

AGAIN = 2  # times that one line-up plays one deal
MOST_LINE_UPS = 6  # more of them would leave fewer deals
FEWEST_DEALS = 8
FOLDS = 40  # of the deals, one of which is left out at a time
PARTS = ("cards", "mixing", "skill", "seat")

LineUp = tuple[str, ...]  # by seat, the kind of bot
Wins = Sequence[float]  # by seat, the share of the win


def ladder(game: str | Game) -> tuple[str, ...]:
    """The levels between which skill is measured, the weakest first: those of the game that play at once, else random too."""
    there = kinds(game)
    levels = tuple(kind for kind in (GENTLE, STEADY) if kind in there)
    return levels if len(levels) > 1 else ("random", *(kind for kind in (*levels, there[0]) if kind != "random"))[:2]


def line_ups(levels: Sequence[str], players: int) -> list[LineUp]:
    """Who sits where: all combinations where they are few, else some in which every level sits in every seat equally often."""
    count = len(levels)
    if count**players <= MOST_LINE_UPS:
        return list(product(levels, repeat=players))
    rng, found = Random(f"{players}/line-ups"), list[tuple[int, ...]]()
    while len(found) < max(count, MOST_LINE_UPS // count * count):
        drawn = [rng.randrange(count) for _ in range(players)]
        if tuple(drawn) not in found:
            found += [tuple((level + turn) % count for level in drawn) for turn in range(count)]
    return [tuple(levels[level] for level in one) for one in found]


def taken_apart(table: Sequence[Sequence[Sequence[Wins]]]) -> Mapping[str, Figure]:
    """The parts of the variance of who wins, from 0 to 1 and adding up to 1, by the names of PARTS.

    table[d][l][r] is how deal d ended for line-up l the r-th time: two deals at least, two times at least. All parts are 0
    where every game ended alike for everybody. Intervals are 95 %, by leaving out one part of the deals after the other.
    """
    deals = [_Deal(deal) for deal in table]
    whole = _shares(deals)
    folds = min(FOLDS, len(deals))
    left_out = [_shares([deal for i, deal in enumerate(deals) if i % folds != out]) for out in range(folds)] if folds > 2 else []
    found = {}
    for name in PARTS:
        parts = [shares[name] for shares in left_out]
        half = NINETY_FIVE * _spread(parts) if parts else 1.0
        found[name] = Figure(whole[name], max(0.0, whole[name] - half), min(1.0, whole[name] + half))
    return found


def _spread(parts: Sequence[float]) -> float:
    """The jackknife's standard error."""
    mean, count = fmean(parts), len(parts)
    return sqrt((count - 1) / count * sum((part - mean) ** 2 for part in parts))


class _Deal:
    """What one deal adds to the sums."""

    def __init__(self, deal: Sequence[Sequence[Wins]]) -> None:
        seats = range(len(deal[0][0]))
        self.means = [[fmean(wins[p] for wins in again) for p in seats] for again in deal]  # by line-up and seat
        self.within = fmean(
            sum((wins[p] - mean[p]) ** 2 for wins in again) / (len(again) - 1)
            for again, mean in zip(deal, self.means, strict=True)
            for p in seats
        )
        self.times = len(deal[0])
        self.by_seat = [fmean(mean[p] for mean in self.means) for p in seats]
        even = fmean(self.by_seat)
        self.edge = [mean - even for mean in self.by_seat]
        self.skill = [mean[p] - self.by_seat[p] for mean in self.means for p in seats]


def _shares(deals: Sequence[_Deal]) -> dict[str, float]:
    mixing = fmean(deal.within for deal in deals)
    cards = fmean(
        _variance([deal.means[k][p] for deal in deals]) - mixing / deals[0].times
        for k in range(len(deals[0].means))
        for p in range(len(deals[0].by_seat))
    )
    parts = {
        "cards": max(0.0, cards),
        "mixing": mixing,
        "skill": max(0.0, _squared_mean([deal.skill for deal in deals])),
        "seat": max(0.0, _squared_mean([deal.edge for deal in deals])),
    }
    whole = sum(parts.values())
    return {name: part / whole if whole > 1e-12 else 0.0 for name, part in parts.items()}


def _variance(values: Sequence[float]) -> float:
    mean = fmean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _squared_mean(rows: Sequence[Sequence[float]]) -> float:
    """The mean over the columns of the square of what their mean is in truth: by products of different rows, without bias."""
    count = len(rows)
    columns = list(zip(*rows, strict=True))
    return fmean((sum(one) ** 2 - sum(v * v for v in one)) / (count * (count - 1)) for one in columns)
