"""Bots against each other at many tables, and how strong each of them is."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from random import Random
from typing import Unpack

from parlour.bots.entrants import Entrant, found, led, named
from parlour.bots.mind import sharp
from parlour.engine.carriers import compiled
from parlour.engine.contract.game import Game, GameError
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.keywords import named_only
from parlour.lab.carriers import chosen
from parlour.lab.chunks import Chunk, Play, Row, run
from parlour.lab.ratings import Ratings, Tables
from parlour.lab.simulate import entered, wilson
from parlour.lab.workers import Crew, silent, spread

ORDERS = 6  # in which the same bots sit down, at most
PARTS = 16  # a worker is handed about so many parts of the work, one after another

Interval = tuple[float, float]
LineUp = tuple[int, ...]  # who sits at a table, by number of bot, in order


@dataclass(frozen=True, slots=True)
class Standing:
    """What one bot reached. `games` counts its seats: two seats in a game are two games. Intervals are 95 %."""

    bot: str
    rating: float  # points of Elo's scale; all bots' mean is 0
    rating_interval: Interval
    clear: bool  # whether it is better than the next one beyond noise
    games: int
    win_share: float  # a win shared by n counts 1/n
    win_share_interval: Interval
    mean_score: float


@dataclass(frozen=True, slots=True)
class Duel:
    """How often one bot finished ahead of another, of the tables at which both sat; level counts half. Wilson's interval."""

    bot: str
    other: str
    games: int
    ahead: float
    ahead_interval: Interval


@dataclass(frozen=True, slots=True)
class Result:
    """What an arena came to: standings, the best first, and every two bots against each other, both ways round."""

    game: str
    version: int
    players: int
    options: Mapping[str, Json]
    seed: int
    games: int
    line_ups: int
    abandoned: int  # games that reached the game's bound on steps
    unranked: int  # games that nobody won
    seconds: float
    standings: list[Standing]
    duels: list[Duel]

    def to_json(self) -> dict[str, Json]:
        def row(one: Standing | Duel) -> dict[str, Json]:
            values = {name: getattr(one, name) for name in one.__slots__}
            return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

        out = {name: getattr(self, name) for name in self.__slots__}
        return {
            **out,
            "options": dict(self.options),
            "standings": list(map(row, self.standings)),
            "duels": list(map(row, self.duels)),
        }

    def duel(self, bot: str, other: str) -> Duel | None:
        """How two fared against each other; None where they never met."""
        return next((one for one in self.duels if (one.bot, one.other) == (bot, other) and one.games), None)


def line_ups(bots: int, players: int, *, pairs: bool = False) -> list[LineUp]:
    """Who plays whom: tables of as many different bots as find a seat; with `pairs` of two bots each, in every proportion."""
    if pairs:
        return [(i,) * k + (j,) * (players - k) for i, j in combinations(range(bots), 2) for k in range(1, players)]
    different = min(bots, players)
    return [one for one in combinations_with_replacement(range(bots), players) if len(set(one)) == different]


def sittings(ups: Sequence[LineUp], players: int, games: int, seed: int) -> list[tuple[LineUp, int]]:
    """In which orders round the table each line-up sits down, and for how many games, so that all seats rotate evenly.

    At least `games` in all; where there are more line-ups than that fills, some of them are drawn.
    """
    rng = Random(f"{seed}/arena")
    most = max(1, games // players)
    drawn = list(ups) if len(ups) <= most else sorted(rng.sample(list(ups), most))
    rounds = -(-games // (len(drawn) * players))
    found = []
    for up in drawn:
        orders = _orders(up, rng)[: min(ORDERS, rounds)]
        found += [(order, players * len(range(i, rounds, len(orders)))) for i, order in enumerate(orders)]
    return found


def _orders(up: LineUp, rng: Random) -> list[LineUp]:
    """The ways to sit round a table that no rotation makes the same, in any order."""
    many = len(up) > 6  # 7! of them and more: some drawn ones do
    ways = [tuple(rng.sample(up, len(up))) for _ in range(4 * ORDERS)] if many else sorted(set(permutations(up)))
    ways = list(dict.fromkeys(min(way[i:] + way[:i] for i in range(len(way))) for way in ways))
    rng.shuffle(ways)
    return ways


def arena(
    game: str | Game,
    *,
    players: int,
    bots: Sequence[Entrant],
    games: int,
    seed: int = 1,
    options: Mapping[str, Json] | None = None,
    pairs: bool = False,
    **crew: Unpack[Crew],
) -> Result:
    """Let bots play each other at tables of `players`, at least `games` games in all; one seed gives one result.

    `bots` are kinds, import paths or functions (docs/bots.md), no two of one name. They sit at mixed tables, or with `pairs` at
    tables of two bots each; seats rotate. `workers` and `scheduler` as in `simulate`.

    Raises GameError, Seating, UnknownBot, BadBot, WorkerLost, MissingExtra.
    """
    named_only(crew, Crew)
    workers, scheduler, progress = crew.get("workers", 1), crew.get("scheduler"), crew.get("progress")
    game = Match.start(game, players, options).game
    entered(game, bots, handed_on=workers > 1 or scheduler is not None)
    names = list(map(named, bots))
    if len(set(names)) < max(2, len(names)):
        raise GameError(f"an arena is for two bots or more, each named once, not {', '.join(names)}")
    if games < 1:
        raise GameError(f"an arena has a game at least, not {games!r}")
    ups = line_ups(len(bots), players, pairs=pairs)
    sat = sittings(ups, players, games, seed)
    whole = Play(game, players, tuple(bots), seed, options, keep=True)
    begun = time.perf_counter()
    count = Count(names)
    for row in _rows(_parts(whole, sat, workers, crew.get("say", silent)), workers, scheduler):
        count.add(row)
        if progress is not None:
            progress(1)
    read = game.read_options(game.options(options, players))
    seen = len({tuple(sorted(order)) for order, _ in sat})
    about = (game.name, game.version, players, read, seed, count.games, seen, count.abandoned, count.unranked)
    return Result(*about, time.perf_counter() - begun, count.standings(), count.duels())


def games_of(bots: int, players: int, games: int, *, pairs: bool = False) -> int:
    """How many games `arena` plays."""
    return sum(count for _, count in sittings(line_ups(bots, players, pairs=pairs), players, games, 0))


def _parts(whole: Play, sat: Sequence[tuple[LineUp, int]], workers: int, say: Callable[[str], None]) -> list[Chunk]:
    """The work in parts. A game's number in the arena is what its chance and its bots are drawn by."""
    plays = [replace(whole, bots=tuple(whole.bots[i] for i in order)) for order, _ in sat]
    by_loops = [None not in [led(whole.game, bot) for bot in play.bots] for play in plays]
    looped = sum(count for (_, count), loops in zip(sat, by_loops, strict=True) if loops)
    carrier = chosen(plays[by_loops.index(True)], looped, workers, say) if looped else None
    if any(found(whole.game, bot) is sharp for bot in whole.bots) and compiled.available() and not compiled.ready(whole.game):
        say("compiling the game first, once: without it a thought takes long")
        compiled.warm(whole.game)
    size = max(1, sum(count for _, count in sat) // (PARTS * workers))
    parts, number = [], 0
    for play, (_, count), loops in zip(plays, sat, by_loops, strict=True):
        done = replace(play, carrier=carrier) if loops else play
        parts += [replace(part, start=part.start + number) for part in done.chunks(count, None if loops else size)]
        number += count
    return parts


def _rows(parts: Sequence[Chunk], workers: int, scheduler: str | None) -> Iterator[Row]:
    for played in spread(run, parts, workers, scheduler):
        yield from played.rows


class Count:
    """Running sums over the rows of an arena."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.games = self.abandoned = self.unranked = 0
        self.tables = Tables(len(names))
        self._seats, self._wins, self._scores = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0), dict.fromkeys(names, 0)
        self._met: dict[tuple[str, str], int] = {}
        self._ahead: dict[tuple[str, str], float] = {}

    def add(self, row: Row) -> None:
        self.games += 1
        self.abandoned += not row.finished
        winners = [seat for seat, rank in enumerate(row.ranks) if rank == 1]
        self.unranked += not winners
        for seat, name in enumerate(row.bots):
            self._seats[name] += 1
            self._scores[name] += row.scores[seat]
            self._wins[name] += 1 / len(winners) if seat in winners else 0.0
        self.tables.add([self.names.index(name) for name in row.bots], winners)
        if winners:
            self._meet(row)

    def _meet(self, row: Row) -> None:
        ranks: dict[str, list[int]] = {}
        for name, rank in zip(row.bots, row.ranks, strict=True):
            ranks.setdefault(name, []).append(rank)
        for one, mine in ranks.items():
            for other, theirs in ranks.items():
                if one != other:
                    ahead = sum((a < b) + (a == b) / 2 for a in mine for b in theirs) / (len(mine) * len(theirs))
                    self._met[one, other] = self._met.get((one, other), 0) + 1
                    self._ahead[one, other] = self._ahead.get((one, other), 0.0) + ahead

    def standings(self) -> list[Standing]:
        ratings = self.tables.ratings()
        order = sorted(range(len(self.names)), key=lambda i: (-ratings.points[i], i))
        below = dict(pairwise(order))
        return [self._standing(ratings, i, below.get(i)) for i in order]

    def _standing(self, ratings: Ratings, i: int, below: int | None) -> Standing:
        name = self.names[i]
        seats = self._seats[name]
        share = self._wins[name] / seats if seats else 0.0
        clear = below is not None and ratings.apart(i, below)
        mean = self._scores[name] / seats if seats else 0.0
        return Standing(name, ratings.points[i], ratings.interval(i), clear, seats, share, wilson(share, seats), mean)

    def duels(self) -> list[Duel]:
        return [
            Duel(one, other, met, self._ahead[one, other] / met, wilson(self._ahead[one, other] / met, met))
            for (one, other), met in sorted(self._met.items())
        ]
