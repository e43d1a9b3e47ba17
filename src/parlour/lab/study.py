"""Rules compared: many games of each variant, what they come to with intervals, and which differences are noise."""

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import ceil, sqrt
from statistics import NormalDist, fmean, quantiles
from typing import Any, NamedTuple, Unpack

from parlour.bots import welcoming
from parlour.engine.contract.game import Game, GameError, load
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.keywords import named_only
from parlour.lab.figure import Figure
from parlour.lab.metrics import METRICS, QUICK, metric
from parlour.lab.variance import AGAIN, FEWEST_DEALS, ladder, line_ups, taken_apart
from parlour.lab.watched import Deal, Watched, watch, watch_all
from parlour.lab.workers import Crew, spread
from parlour.say import game_words

ROUND = 10  # games between bots of one kind that are played beside one deal for every line-up
FEWEST_ROUNDS = 2  # before a study may be cut short
BINS = 24  # of the lengths of games
BLOW_OUT = 1.5  # margin over the next score, in mean distances between scores
MOST_VARIANTS = 200
UNSAID = 10.0  # seconds a move where a game does not say how long it takes


@dataclass(frozen=True, slots=True)
class Variant:
    """Rules to try: what differs from the printed ones, and how many play."""

    players: int
    options: Mapping[str, Json]
    changed: tuple[tuple[str, Json], ...]  # what is varied, as one says it
    printed: bool = False  # whether these are the rules that the others are compared with


@dataclass(frozen=True, slots=True)
class Finding:
    """What the games of one variant came to. Shares are from 0 to 1."""

    variant: Variant
    bot: str  # who played
    games: int
    of: int  # how many had been meant: more where the study was cut short
    figures: Mapping[str, Figure]  # see LABELS
    seats: list[Figure]  # the share of wins of each seat
    minutes: list[float]  # of each game, at a table
    nine_in_ten: tuple[float, float]  # minutes
    tables: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)  # metrics that tell a number a name

    def to_json(self) -> dict[str, Json]:
        return {
            "players": self.variant.players,
            "options": dict(self.variant.options),
            "changed": dict(self.variant.changed),
            "printed": self.variant.printed,
            "bot": self.bot,
            "games": self.games,
            "of": self.of,
            **{name: figure.to_json() for name, figure in self.figures.items()},
            "seats": [seat.to_json() for seat in self.seats],
            "nine_in_ten": [round(minutes, 2) for minutes in self.nine_in_ten],
            "histogram": histogram(self.minutes),
            "tables": {name: {key: figure.to_json() for key, figure in table.items()} for name, table in self.tables.items()},
        }


# How each figure is called, and whether it is a share.
LABELS = {
    "minutes": ("minutes at a table", False),
    **{name: (METRICS[name].label, METRICS[name].share) for name in QUICK},
    "ties": ("ties", True),
    "abandoned": ("abandoned", True),
    "blow_outs": ("blow-outs", True),
    "cards": ("decided by the cards: the deal and later chance", True),
    "mixing": ("decided by the players' own mixed choices", True),
    "skill": ("decided by skill", True),
    "seat": ("decided by the seat", True),
}


def label(name: str) -> tuple[str, bool]:
    """How a figure is called, and whether it is a share; of metrics that were asked for too."""
    return LABELS[name] if name in LABELS else (metric(name).label, metric(name).share)


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
            found.append(Variant(count, options, tuple(chosen.items()), chosen == plain))
    if len(found) > MOST_VARIANTS:
        raise GameError(f"{len(found)} variants are too many; at most {MOST_VARIANTS}")
    return found


class Round(NamedTuple):
    """A part of a variant's games: some between bots of one kind, and some deals that every line-up plays `AGAIN` times."""

    alike: list[Deal]
    nested: list[list[Deal]]  # by deal


class Seen(NamedTuple):
    """What became of a round."""

    alike: list[Watched]
    nested: list[list[Watched]]

    @property
    def games(self) -> int:
        return len(self.alike) + sum(map(len, self.nested))


def rounds(
    game: str | Game,
    variant: Variant,
    bot: str,
    seed: int,
    games: int,
    *,
    metrics: Sequence[str] = (),
    levels: Sequence[str] = (),
) -> list[Round]:
    """The games of a variant in parts, each of which says something of everything: `games` between bots of one kind in all."""
    game = load(game)
    measured = (*QUICK, *metrics)
    sitting = line_ups(levels or ladder(game), variant.players)
    count = max(1, ceil(games / ROUND))
    deals = max(FEWEST_DEALS, count)
    shared = game if _installed(game) is None else game.name

    def deal(bots: tuple[str, ...], number: int, again: int = 0, told: tuple[str, ...] = ()) -> Deal:
        return Deal(shared, bots, variant.options, seed, number, again, told)

    return [
        Round(
            [deal((bot,) * variant.players, n, told=measured) for n in range(i * ROUND, min(games, (i + 1) * ROUND))],
            [
                [deal(line_up, games + n, again) for again, line_up in enumerate(one for one in sitting for _ in range(AGAIN))]
                for n in range(i * deals // count, (i + 1) * deals // count)
            ],
        )
        for i in range(count)
    ]


def _installed(game: Game) -> Game | None:
    """The game of this name that other processes would find; None where it is another one."""
    try:
        return game if load(game.name) is game else None
    except GameError:
        return None


def play_round(part: Round) -> Seen:
    """What a worker does."""
    return Seen(watch_all(part.alike), list(map(watch_all, part.nested)))


class Measures(Crew, total=False):
    """What is measured besides what every study does, how long, and by whom."""

    metrics: Sequence[str]  # as named in `lab.metrics`, or import paths
    levels: Sequence[str]  # the kinds of bot between which skill is measured; by default the game's `ladder`
    enough: Callable[[], bool]  # whether the study is to be cut short


def study(
    game: str | Game,
    chosen: Sequence[Variant],
    *,
    games: int,
    bot: str | Sequence[str],
    seed: int = 1,
    **measures: Unpack[Measures],
) -> list[Finding]:
    """Play every variant: `games` between bots of one kind, for each kind of `bot`, and deals for line-ups of the `levels`.

    The same seed gives the same findings, whatever the number of workers. All variants are played side by side; where `enough`
    says so the study is cut short, and has as many games of each. Raises GameError, BadBot, UnknownMetric, WorkerLost.
    """
    named_only(measures, Measures)
    game = load(game)
    metrics, levels = measures.get("metrics", ()), measures.get("levels", ())
    workers, scheduler, advance = measures.get("workers", 1), measures.get("scheduler"), measures.get("progress")
    enough = measures.get("enough", lambda: False)
    kinds = [bot] if isinstance(bot, str) else list(bot)
    pairs = [(variant, kind) for kind in kinds for variant in chosen]
    plans = [rounds(game, variant, kind, seed, games, metrics=metrics, levels=levels) for variant, kind in pairs]
    seen: list[list[Seen]] = [[] for _ in pairs]
    order = [(i, part) for parts in zip(*plans, strict=True) for i, part in enumerate(parts)]
    for (i, _), done in zip(order, spread(play_round, [part for _, part in order], workers, scheduler), strict=False):
        seen[i].append(done)
        if advance is not None:
            advance(done.games)
        if i == len(pairs) - 1 and len(seen[i]) >= FEWEST_ROUNDS and len(seen[i]) < len(plans[i]) and enough():
            break
    return [
        finding(variant, kind, parts, seconds_a_move(game, kind), games)
        for (variant, kind), parts in zip(pairs, seen, strict=True)
    ]


def games_of(game: str | Game, chosen: Sequence[Variant], games: int, levels: Sequence[str] = ()) -> int:
    """How many games `study` plays of them for one kind of bot."""
    plans = [rounds(game, variant, "", 0, games, levels=levels) for variant in chosen]
    return sum(len(part.alike) + sum(map(len, part.nested)) for plan in plans for part in plan)


@cache
def seconds_a_move(game: str | Game, kind: str) -> float:
    """The pace at which the printed game takes the minutes that its box says: measured on 40 games of as many as are usual."""
    game = load(game)
    players = min(max(4, game.seats.start), game.seats.stop - 1)
    options = game.read_options(game.options(welcoming(game), players))
    moves = [watch(Deal(game, (kind,) * players, options, 0, number)).moves for number in range(40)]
    printed = re.search(r"\d+", str(game_words(game, "en").words.get("minutes", ""))) if _installed(game) else None
    return 60 * int(printed[0]) / fmean(moves) if printed else UNSAID


def finding(variant: Variant, bot: str, seen: Sequence[Seen], pace: float, of: int) -> Finding:
    """What some rounds came to, at a pace of so many seconds a move; `of` games had been meant."""
    alike = [game for part in seen for game in part.alike]
    games = len(alike)
    minutes = [game.moves * pace / 60 for game in alike]
    numbers, tables = _measured(alike)
    margins = [game.told["margin"] for game in alike]
    figures = {
        "minutes": Figure.mean(minutes),
        **numbers,
        "ties": Figure.share(sum(0 < max(game.wins) < 1 for game in alike), games),
        "abandoned": Figure.share(sum(not game.finished for game in alike), games),
        "blow_outs": Figure.share(sum(isinstance(far, float) and far > BLOW_OUT for far in margins), games),
        **taken_apart([_by_line_up(deal) for part in seen for deal in part.nested]),
    }
    seats = [Figure.share(sum(game.wins[seat] for game in alike), games) for seat in range(variant.players)]
    tenths = quantiles(minutes, n=20) if games > 1 else minutes * 19
    return Finding(variant, bot, games, of, figures, seats, minutes, (tenths[0], tenths[-1]), tables)


def _by_line_up(deal: Sequence[Watched]) -> list[list[list[float]]]:
    """How one deal ended, by line-up and time."""
    return [[game.wins for game in deal[i : i + AGAIN]] for i in range(0, len(deal), AGAIN)]


def _measured(alike: Sequence[Watched]) -> tuple[dict[str, Figure], dict[str, dict[str, Figure]]]:
    """The means of what the metrics told, and of those that tell a number a name a table; what had no meaning is left out."""
    numbers, tables = {}, {}
    for name in alike[0].told:
        told = [game.told[name] for game in alike]
        plain = [value for value in told if isinstance(value, int | float)]
        if plain:
            numbers[name] = Figure.mean(plain)
        rows: dict[str, list[float]] = {}
        for one in told:
            for key, value in one.items() if isinstance(one, Mapping) else ():
                rows.setdefault(key, []).append(value)
        if rows:
            tables[name] = {key: Figure.mean(values) for key, values in sorted(rows.items())}
    return numbers, tables


def against(finding: Finding, printed: Finding) -> dict[str, bool]:
    """By figure, whether the difference from the printed rules is more than noise."""
    mine, theirs = finding.figures, printed.figures
    return {name: mine[name].differs(theirs[name]) for name in mine if name in theirs}


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
