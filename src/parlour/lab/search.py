"""House rules that are looked for: of many combinations of options those that come nearest to an aim, by successive halving.

All candidates are played a little; the half that comes nearest goes on, with twice the games, until few are left (Jamieson and
Talwalkar, 2016; Karnin and others, 2013). All play the same deals, so that what differs is the rules.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from random import Random
from typing import Unpack

from parlour.engine.contract.game import Game, GameError, load
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.games.cells import Cell
from parlour.keywords import named_only
from parlour.lab.figure import Figure
from parlour.lab.study import LABELS, Finding, Measures, Variant, label, study
from parlour.lab.study import games_of as study_games
from parlour.lab.watched import Deal, traced

FIRST = 40  # games of each candidate in the first round
STEPS = 7  # values of a range of numbers that are tried
MOST = 64  # candidates; of more some are drawn
LEFT = 4  # that are played to the end
TYPICAL = 3  # matches of each of those that are shown

LENGTHS = re.compile(r"([a-z_]+) (\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)( %| min)?")


@dataclass(frozen=True, slots=True)
class Goal:
    """One part of an aim: a figure between two numbers, as small or as large as can be, or seats within the noise."""

    figure: str
    kind: str  # "within", "max", "min" or "noise"
    low: float = 0.0
    high: float = 0.0

    def miss(self, finding: Finding, scale: float) -> float:
        """How far a finding is from it, 0 being there; `scale` is the spread of the figure over the candidates."""
        if self.kind == "noise":
            fair = 1 / len(finding.seats)
            return max(max(0.0, seat.low - fair, fair - seat.high) for seat in finding.seats) / fair
        value = finding.figures[self.figure].value
        if self.kind == "within":
            return max(0.0, self.low - value, value - self.high) / max(abs(self.high), 1e-9)
        return (-1 if self.kind == "max" else 1) * value / scale

    def met(self, finding: Finding) -> bool:
        """Whether it is reached as far as anybody can say: a range that holds the interval, seats within the noise."""
        if self.kind == "noise":
            return self.miss(finding, 1.0) == 0
        figure = finding.figures[self.figure]
        return self.kind != "within" or self.low <= figure.low <= figure.high <= self.high

    def __str__(self) -> str:
        if self.kind == "within":
            share = label(self.figure)[1]
            return f"{self.figure} {self.low * (100 if share else 1):g}..{self.high * (100 if share else 1):g}{' %' * share}"
        return "seat within noise" if self.kind == "noise" else f"{self.figure} {self.kind}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rules that came to the end of a search: what was found, how far from the aim, and typical matches of theirs."""

    finding: Finding
    misses: tuple[float, ...]  # by goal
    frontier: bool  # whether no other is as near in every goal and nearer in one
    typical: tuple[Log, ...]

    @property
    def miss(self) -> float:
        return sum(self.misses)


def aim(text: str) -> list[Goal]:
    """What is written as "length 20..30 min, seat within noise, skill max". Raises GameError."""
    goals = []
    for part in (one.strip() for one in text.split(",")):
        name, _, rest = part.partition(" ")
        name = {"length": "minutes"}.get(name, name)
        between = LENGTHS.fullmatch(part)
        if part == "seat within noise":
            goals.append(Goal("seat", "noise"))
            continue
        known = label(name)
        if between:
            unit = 100 if known[1] else 1
            goals.append(Goal(name, "within", float(between[2]) / unit, float(between[3]) / unit))
        elif rest in ("max", "min"):
            goals.append(Goal(name, rest))
        else:
            raise GameError(
                f"a goal is 'length 20..30 min', 'skill max', 'ties min', 'seat within noise' or the like, not {part!r}"
            )
    return goals


def space(game: str | Game, text: str) -> dict[str, list[Json]]:
    """The values to try of options written as "end_score=50..150,opening,doubling=printed|off". Raises GameError."""
    game = load(game)
    found: dict[str, list[Json]] = {}
    for part in (one.strip() for one in text.split(",")):
        name, _, values = part.partition("=")
        if name not in game.option_cells:
            raise GameError(f"{game.name} has no option {name!r}; its options: {', '.join(game.option_cells)}")
        found[name] = _values(name, game.option_cells[name], values)
    return found


def _values(name: str, cell: Cell, text: str) -> list[Json]:
    if ".." in text:
        low, _, high = text.partition("..")
        if not (low.lstrip("-").isdecimal() and high.lstrip("-").isdecimal()) or int(low) >= int(high):
            raise GameError(f"a range is two whole numbers, such as {name}=50..150, not {text!r}")
        wide = int(high) - int(low)
        return list(dict.fromkeys(int(low) + round(i * wide / (STEPS - 1)) for i in range(STEPS)))
    if text:
        return [int(one) if one.lstrip("-").isdecimal() else one for one in text.split("|")]
    if cell.seats or cell.flags:
        raise GameError(f"name the values of {name!r} that are to be tried, such as {name}=a|b")
    return list(cell.names) or _values(name, cell, f"{cell.low}..{cell.high}")


def candidates(game: str | Game, tried: Mapping[str, Sequence[Json]], players: int, seed: int) -> list[Variant]:
    """Combinations that fit, the printed rules among them; of more than `MOST` some are drawn."""
    game = load(game)
    printed = game.read_options(game.options({}, players))
    plain = {name: printed[name] for name in tried}
    every = [dict(zip(tried, values, strict=True)) for values in product(*tried.values())]
    fitting = [one for one in every if one != plain and _fits(game, players, one)]
    if len(fitting) >= MOST:
        fitting = Random(f"{seed}/search").sample(fitting, MOST - 1)
    return [Variant(players, one, tuple(one.items()), one == plain) for one in (plain, *fitting)]


def _fits(game: Game, players: int, options: Mapping[str, Json]) -> bool:
    try:
        Match.start(game, players, options)
    except GameError:
        return False
    return True


def search(
    game: str | Game,
    tried: Sequence[Variant],
    goals: Sequence[Goal],
    *,
    bot: str,
    seed: int = 1,
    **measures: Unpack[Measures],
) -> list[Candidate]:
    """The variants that come nearest to the aim, the nearest first, with those printed rules if they last.

    The same seed gives the same, whatever the number of workers. Raises GameError, BadBot, UnknownMetric, WorkerLost.
    """
    named_only(measures, Measures)
    game = load(game)
    names = [goal.figure for goal in goals]
    asked: Measures = {**measures, "metrics": [name for name in dict.fromkeys(names) if name not in LABELS]}
    left, games = list(tried), FIRST
    while True:
        found = study(game, left, games=games, bot=bot, seed=seed, **asked)
        ranked = sorted(_judged(found, goals), key=lambda one: one.miss)
        if len(left) <= LEFT:
            return [_shown(game, one, ranked, bot, seed) for one in ranked]
        kept = ranked[: max(LEFT, ceil(len(left) / 2))]
        left, games = [one.finding.variant for one in kept], 2 * games


def games_of(game: str | Game, tried: Sequence[Variant], levels: Sequence[str] = ()) -> int:
    """How many games a search plays of so many candidates."""
    left, games, played = len(tried), FIRST, 0
    while True:
        played += left * study_games(game, tried[:1], games, levels)
        if left <= LEFT:
            return played
        left, games = max(LEFT, ceil(left / 2)), 2 * games


def _judged(found: Sequence[Finding], goals: Sequence[Goal]) -> list[Candidate]:
    rows = []
    for goal in goals:
        values = [one.figures.get(goal.figure, Figure(0, 0, 0)).value for one in found]
        scale = max(values) - min(values) or 1.0
        least = min(goal.miss(one, scale) for one in found) if goal.kind in ("max", "min") else 0.0
        rows.append([goal.miss(one, scale) - least for one in found])  # the best is 0, the worst 1
    misses = list(zip(*rows, strict=True)) if rows else [()] * len(found)
    beaten = [any(_beats(other, miss) for other in misses) for miss in misses]
    return [Candidate(one, miss, not worse, ()) for one, miss, worse in zip(found, misses, beaten, strict=True)]


def _beats(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True)) and tuple(one) != tuple(other)


def _shown(game: Game, one: Candidate, ranked: Sequence[Candidate], bot: str, seed: int) -> Candidate:
    """With typical matches: of some, those whose length is nearest to the mean."""
    variant, middle = one.finding.variant, one.finding.figures["decisions"].value
    traces = [traced(Deal(game, (bot,) * variant.players, variant.options, seed, number)) for number in range(4 * TYPICAL)]
    typical = sorted(traces, key=lambda trace: abs(trace.decisions - middle))[:TYPICAL]
    return Candidate(one.finding, one.misses, one.frontier, tuple(trace.log() for trace in typical))


def said(goal: Goal, finding: Finding) -> str:
    """How near rules came to a goal: its figure with its interval, or how often each seat won."""
    if goal.kind == "noise":
        return f"wins by seat {', '.join(f'{100 * seat.value:.1f}' for seat in finding.seats)} %"
    name, share = label(goal.figure)
    value, low, high = (n * (100 if share else 1) for n in finding.figures[goal.figure].to_json())
    return f"{name} {value:.1f}{' %' * share} ({low:.1f} to {high:.1f})"


def rules(one: Candidate) -> str:
    """The options that were tried, in words for a person at a terminal."""
    changed = ", ".join(f"{name}={value}" for name, value in one.finding.variant.changed)
    return f"{changed}{' (printed)' * one.finding.variant.printed}"


def to_text(goals: Sequence[Goal], found: Sequence[Candidate]) -> str:
    """For the terminal: the frontier, the nearest first."""
    lines = [f"aim: {', '.join(map(str, goals))}", ""]
    for one in found:
        lines.append(f"{rules(one)}{'' if one.frontier else ', beaten in every goal'}: {one.finding.games} games")
        lines += [f"  {'reached' if goal.met(one.finding) else 'nearest'}: {said(goal, one.finding)}" for goal in goals]
    return "\n".join(lines)
