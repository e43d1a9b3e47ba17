"""Rules compared: many games of each variant, what they come to with intervals, and which differences are noise."""

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import NormalDist, fmean, quantiles
from typing import Any

from parlour.bots import welcoming
from parlour.engine.contract.game import Game, GameError, load
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.lab.simulate import NINETY_FIVE, wilson
from parlour.lab.watched import EVERYBODY, Deal, Watched, watch
from parlour.lab.workers import spread
from parlour.say import game_words

CHUNK = 4  # games a worker is handed at a time
BINS = 24  # of the lengths of games
BLOW_OUT = 1.5  # margin over the next score, in mean distances between scores
MOST_VARIANTS = 200
UNSAID = 10.0  # seconds a move where a game does not say how long it takes


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number and its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def mean(cls, values: Sequence[float]) -> "Figure":
        middle = fmean(values)
        half = NINETY_FIVE * sqrt(sum((v - middle) ** 2 for v in values) / max(1, len(values) - 1) / len(values))
        return cls(middle, middle - half, middle + half)

    @classmethod
    def share(cls, hits: float, trials: int) -> "Figure":
        return cls(hits / trials, *wilson(hits / trials, trials))

    def differs(self, other: "Figure") -> bool:
        """Whether the difference is more than noise: its own 95 % interval does not hold 0."""
        mine, theirs = (self.high - self.low) / 2, (other.high - other.low) / 2
        return abs(self.value - other.value) > sqrt(mine * mine + theirs * theirs)

    def to_json(self) -> list[float]:
        return [round(number, 5) for number in (self.value, self.low, self.high)]


@dataclass(frozen=True, slots=True)
class Variant:
    """Rules to try: what differs from the printed ones, and how many play."""

    players: int
    options: Mapping[str, Json]
    changed: tuple[tuple[str, Json], ...]  # what is varied, as one says it


@dataclass(frozen=True, slots=True)
class Finding:
    """What the games of one variant came to. Shares are from 0 to 1."""

    variant: Variant
    games: int
    figures: Mapping[str, Figure]  # see FIGURES
    seats: list[Figure]  # the share of wins of each seat
    minutes: list[float]  # of each game, at a table
    nine_in_ten: tuple[float, float]  # minutes

    def to_json(self) -> dict[str, Json]:
        return {
            "players": self.variant.players,
            "options": dict(self.variant.options),
            "changed": dict(self.variant.changed),
            "games": self.games,
            **{name: figure.to_json() for name, figure in self.figures.items()},
            "seats": [seat.to_json() for seat in self.seats],
            "nine_in_ten": [round(minutes, 2) for minutes in self.nine_in_ten],
            "histogram": histogram(self.minutes),
        }


# How each figure is called, and whether it is a share.
FIGURES = {
    "moves": ("moves a game", False),
    "minutes": ("minutes at a table", False),
    "changes": ("changes of the lead", False),
    "clear": ("through, when the winner is clear", True),
    "ties": ("ties", True),
    "abandoned": ("abandoned", True),
    "blow_outs": ("blow-outs", True),
    "cards": ("decided by the cards", True),
    "play": ("decided by the play", True),
}


def histogram(minutes: Sequence[float]) -> dict[str, Json]:
    """How many games took how long: `counts` of equal steps of `step` minutes from 0, the last with all that are longer."""
    longest = sorted(minutes)[int(0.99 * (len(minutes) - 1))]
    step = max(longest / BINS, 1e-9)
    counts = [0] * BINS
    for value in minutes:
        counts[min(BINS - 1, int(value / step))] += 1
    return {"step": round(step, 4), "counts": counts}


def variants(
    game: str | Game, fixed: Mapping[str, Json], varied: Mapping[str, Sequence[Json]], players: Iterable[int]
) -> list[Variant]:
    """Every combination that fits, the printed rules first for each number of players. Raises GameError."""
    game = load(game)
    found: list[Variant] = []
    for count in players:
        printed = game.read_options(game.options(fixed, count))
        combinations = [dict(zip(varied, values, strict=True)) for values in itertools.product(*varied.values())]
        for options in combinations:
            Match.start(game, count, {**fixed, **options})
        plain = {name: printed[name] for name in varied}
        for chosen in [plain, *(one for one in combinations if one != plain)]:
            options = {**fixed, **chosen}
            found.append(Variant(count, options, tuple(chosen.items())))
    if len(found) > MOST_VARIANTS:
        raise GameError(f"{len(found)} variants are too many; at most {MOST_VARIANTS}")
    return found


def study(
    game: str | Game,
    chosen: Sequence[Variant],
    *,
    games: int,
    bot: str,
    seed: int = 1,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Finding]:
    """Play every variant: `games` between bots of one kind, and half as many in which all but one of them blunder.

    The same seed gives the same findings, whatever the number of workers. Raises GameError, BadBot, WorkerLost.
    """
    game = load(game)
    advance = progress or (lambda done: None)
    pace = seconds_a_move(game.name, bot)
    found = []
    for variant in chosen:
        every = deals(game, variant, bot, seed, games)
        parts = [every[i : i + CHUNK] for i in range(0, len(every), CHUNK)]
        seen: list[Watched] = []
        for part in spread(watch_all, parts, workers, scheduler):
            seen += part
            advance(len(part))
        found.append(finding(variant, seen[:games], seen[games:], pace))
    return found


def deals(game: str | Game, variant: Variant, bot: str, seed: int, games: int) -> list[Deal]:
    """The games of a variant: `games` in which all play alike, then half as many in which all but one blunder."""
    game = load(game)

    def deal(number: int, strong: int) -> Deal:
        return Deal(game.name, variant.players, bot, variant.options, seed, number, strong)

    mixed = range(max(1, games // (2 * variant.players)))
    return [*(deal(n, EVERYBODY) for n in range(games)), *(deal(n, seat) for n in mixed for seat in range(variant.players))]


def games_of(chosen: Sequence[Variant], games: int) -> int:
    """How many games `study` plays of them."""
    return sum(games + max(1, games // (2 * variant.players)) * variant.players for variant in chosen)


def watch_all(deals: Sequence[Deal]) -> list[Watched]:
    """What a worker does."""
    return [watch(deal) for deal in deals]


@cache
def seconds_a_move(name: str, kind: str) -> float:
    """The pace at which the printed game takes the minutes that its box says: measured on 40 games of as many as are usual."""
    game = load(name)
    players = min(max(4, game.seats.start), game.seats.stop - 1)
    options = game.read_options(game.options(welcoming(game), players))
    moves = [watch(Deal(name, players, kind, options, 0, number)).moves for number in range(40)]
    printed = re.search(r"\d+", str(game_words(game, "en").words.get("minutes", "")))
    return 60 * int(printed[0]) / fmean(moves) if printed else UNSAID


def finding(variant: Variant, alike: Sequence[Watched], mixed: Sequence[Watched], pace: float) -> Finding:
    """What the games of `deals` came to, at a pace of so many seconds a move."""
    games = len(alike)
    minutes = [game.moves * pace / 60 for game in alike]
    won = [game for game in alike if sum(game.wins)]
    cards, play = cards_and_play(mixed, variant.players)
    figures = {
        "moves": Figure.mean([game.moves for game in alike]),
        "minutes": Figure.mean(minutes),
        "changes": Figure.mean([game.changes for game in alike]),
        "clear": Figure.mean([game.clear for game in won] or [1.0]),
        "ties": Figure.share(sum(max(game.wins) < 1 for game in won), games),
        "abandoned": Figure.share(sum(not game.finished for game in alike), games),
        "blow_outs": Figure.share(sum(game.margin > BLOW_OUT for game in alike), games),
        "cards": cards,
        "play": play,
    }
    seats = [Figure.share(sum(game.wins[seat] for game in alike), games) for seat in range(variant.players)]
    tenths = quantiles(minutes, n=20) if games > 1 else minutes * 19
    return Finding(variant, games, figures, seats, minutes, (tenths[0], tenths[-1]))


def cards_and_play(mixed: Sequence[Watched], players: int) -> tuple[Figure, Figure]:
    """Which part of who wins is decided by the cards, and which by who plays better; together they are all of it.

    Every deal is played once for each seat of the one bot that does not blunder. Play is the part of the variance of a
    seat's wins that goes with being that one; cards are the rest. Intervals by leaving out one tenth of the deals after the
    other.
    """
    table = [[mixed[d * players + strong].wins for strong in range(players)] for d in range(len(mixed) // players)]
    whole = _played_better(table, players)
    folds = min(10, len(table))
    left_out = [_played_better([deal for i, deal in enumerate(table) if i % folds != fold], players) for fold in range(folds)]
    mean = fmean(left_out)
    half = NINETY_FIVE * sqrt((folds - 1) / folds * sum((part - mean) ** 2 for part in left_out)) if folds > 1 else 1.0
    play = Figure(whole, max(0.0, whole - half), min(1.0, whole + half))
    return Figure(1 - play.value, 1 - play.high, 1 - play.low), play


def _played_better(table: Sequence[Sequence[Sequence[float]]], players: int) -> float:
    """Play's part of the variance of wins, by deal, strong seat and seat."""
    if not table:
        return 0.0
    seats = range(players)
    strong = fmean(deal[k][k] for deal in table for k in seats)
    weak = fmean(deal[k][p] for deal in table for k in seats for p in seats if p != k)
    fair = fmean(deal[k][p] for deal in table for k in seats for p in seats)
    whole = fmean((deal[k][p] - fair) ** 2 for deal in table for k in seats for p in seats)
    return min(1.0, (players - 1) / players**2 * (strong - weak) ** 2 / whole) if whole else 0.0


def against(finding: Finding, printed: Finding) -> dict[str, bool]:
    """By figure, whether the difference from the printed rules is more than noise."""
    return {name: finding.figures[name].differs(printed.figures[name]) for name in FIGURES}


def uneven(finding: Finding) -> bool:
    """Whether some seat wins more or less than its part beyond noise, judged for as many seats as there are."""
    seats = finding.variant.players
    fair = 1 / seats
    wide = NormalDist().inv_cdf(1 - 0.025 / seats)
    return any(abs(seat.value - fair) > wide * sqrt(fair * (1 - fair) / finding.games) for seat in finding.seats)


def to_json(game: str | Game, found: Sequence[Finding], **given: Any) -> dict[str, Json]:
    """The whole study as JSON; every figure is [value, low, high], the interval being 95 %."""
    game = load(game)
    return {"game": game.name, "version": game.version, **given, "variants": [finding.to_json() for finding in found]}
