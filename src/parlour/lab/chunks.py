"""Some games of many: what a worker is handed, and what it hands back. What a game comes to depends on its number alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeVar

from parlour.bots import Bot
from parlour.bots.entrants import Company, Entrant, held, led, named
from parlour.engine.carriers.compiled import load as compiled
from parlour.engine.carriers.plain import Plain
from parlour.engine.contract.game import Game, load
from parlour.engine.contract.words import Json
from parlour.engine.loops.contests import RANDOM
from parlour.engine.loops.desk import Ends, Games, Scratch
from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.games.cells import CHANCE, CLOCK, seeded

MATCHES, ROWS = 10, 1000  # games a chunk: between matches of bots, on a carrier

Seated = TypeVar("Seated")


class Row(NamedTuple):
    """How one game ended. `finished` is false where it was abandoned at the game's bound on steps."""

    game: int
    steps: int
    finished: bool
    bots: list[str]  # by seat, as all that follows
    scores: list[int]
    ranks: list[int]


@dataclass(frozen=True, slots=True)
class Play:
    """What is played: a game or its name, and its bots; `carrier` is "plain" or "compiled" where no bot needs Python."""

    game: str | Game
    players: int
    bots: tuple[Entrant, ...]
    seed: int
    options: Mapping[str, Json] | None = None
    carrier: str | None = None
    keep: bool = False  # a row of every game
    logged: frozenset[int] = frozenset()  # games of which the log is kept

    def chunks(self, games: int, size: int | None = None) -> list["Chunk"]:
        """Games 0 to `games` - 1 in parts of `size`, or of as many as are usual."""
        size = size or (MATCHES if self.carrier is None else ROWS)
        return [Chunk(self, start, min(size, games - start)) for start in range(0, games, size)]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games `start` to `start + count` - 1."""

    play: Play
    start: int
    count: int


class Tally:
    """Running sums by bot, all of them ints: in whatever order games are counted, the sums are the same."""

    __slots__ = ("abandoned", "games", "scores", "seats", "shared", "steps")

    def __init__(self, kinds: Iterable[str]) -> None:
        self.games = self.steps = self.abandoned = 0
        self.seats = dict.fromkeys(kinds, 0)  # seats played, two in a game being two
        self.scores = dict.fromkeys(self.seats, 0)
        self.shared: dict[str, Counter[int]] = {kind: Counter() for kind in self.seats}  # wins, by how many shared one

    def add(self, row: Row) -> None:
        self.games += 1
        self.steps += row.steps
        self.abandoned += not row.finished
        winners = row.ranks.count(1)
        for kind, score, rank in zip(row.bots, row.scores, row.ranks, strict=True):
            self.seats[kind] += 1
            self.scores[kind] += score
            if rank == 1:
                self.shared[kind][winners] += 1

    def merge(self, other: "Tally") -> None:
        self.games += other.games
        self.steps += other.steps
        self.abandoned += other.abandoned
        for kind in self.seats:
            self.seats[kind] += other.seats[kind]
            self.scores[kind] += other.scores[kind]
            self.shared[kind] += other.shared[kind]


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a chunk: its sums, and the rows and logs that were asked for."""

    tally: Tally
    rows: list[Row]
    logs: dict[int, Log]


def seating(bots: Sequence[Seated], players: int, number: int) -> list[Seated]:
    """Who sits where in game `number`: the bots cycled over the seats, and one seat further every game."""
    return [bots[(seat + number) % players % len(bots)] for seat in range(players)]


def one_game(
    game: Game, players: int, seated: Sequence[Bot], rng: Random, options: Mapping[str, Json] | None = None
) -> tuple[Match, int]:
    """A game between bots, and its steps; abandoned, and not over, at the game's bound on steps."""
    match = Match.start(game, players, options)
    bound = game.longest(match.state)
    company = Company(match, dict(enumerate(seated)), rng)
    steps = 0
    while not match.over and steps < bound:
        seat = match.to_act[0]
        if seat == CHANCE:
            action = match.roll(rng.randrange)
        else:
            action = rng.choice(match.legal(CLOCK)) if seat == CLOCK else company.choose(seat, rng)
            match.play(seat, action)
        company.saw(seat, action)
        steps += 1
    return match, steps


def run(chunk: Chunk) -> Played:
    """Play a chunk. Raises GameError, BadBot."""
    play = chunk.play
    game = load(play.game)
    played = Played(Tally(map(named, play.bots[: play.players])), [], {})
    for row, log in _on_matches(game, chunk) if play.carrier is None else _on_carrier(game, chunk):
        played.tally.add(row)
        if play.keep:
            played.rows.append(row)
        if log is not None:
            played.logs[row.game] = log
    return played


def _on_matches(game: Game, chunk: Chunk) -> Iterator[tuple[Row, Log | None]]:
    play = chunk.play
    found = {named(entrant): held(game, entrant) for entrant in play.bots}
    for number in range(chunk.start, chunk.start + chunk.count):
        seated = seating([named(entrant) for entrant in play.bots], play.players, number)
        bots = [found[name] for name in seated]
        match, steps = one_game(game, play.players, bots, Random(f"{play.seed}/{number}"), play.options)
        row = Row(number, steps, match.over, seated, match.score(), match.rank())
        yield row, match.log() if number in play.logged else None


def _on_carrier(game: Game, chunk: Chunk) -> Iterator[tuple[Row, Log | None]]:
    play, count = chunk.play, chunk.count
    carrier = compiled(game) if play.carrier == "compiled" else Plain(game)
    options = carrier.options(game.options(play.options, play.players))
    ends = Ends(carrier.numbers(count), carrier.table(count, play.players), carrier.table(count, play.players))
    games = Games(play.players, options, play.seed, chunk.start, count)
    scratch = Scratch(carrier.out(), carrier.weights(), carrier.numbers(1))
    if not any(leading(game, play.bots)):
        carrier.loops.many(carrier.states(2), games, scratch, ends)
    else:
        players, kinds = carrier.numbers(play.players), carrier.numbers(play.players)
        players[:] = leading(game, seating(play.bots, play.players, 0))
        memories = carrier.memories(play.players + 1)
        carrier.loops.contests(carrier.states(2), memories, games, players, kinds, scratch, ends)
    for i, (steps, score, rank) in enumerate(zip(*map(_listed, ends), strict=True)):
        seated = seating([named(entrant) for entrant in play.bots], play.players, chunk.start + i)
        row = Row(chunk.start + i, abs(steps), steps > 0, seated, score, rank)
        yield row, again(game, play, row.game) if row.game in play.logged else None


def leading(game: Game, seated: Sequence[Entrant]) -> list[int]:
    """The kinds of bot by which the loops know who sits where; all of them such that loops can play them."""
    return [number for kind in seated if (number := led(game, kind)) is not None]


def _listed(numbers: Any) -> list[Any]:
    return numbers if isinstance(numbers, list) else list(numbers.tolist())


def again(game: Game, play: Play, number: int) -> Log:
    """The log of a game that a carrier played: played again, for the draws are the same on both."""
    match = Match.start(game, play.players, play.options)
    carrier, kinds = Plain(game), leading(game, seating(play.bots, play.players, number))
    loops, scratch = carrier.loops, Scratch(carrier.out(), carrier.weights(), [seeded(play.seed, number)])
    for _ in range(game.longest(match.state)):
        if match.over:
            break
        seat, state = match.to_act[0], match.state.clone()
        if not any(kinds):
            match.play(seat, loops.step(state, seat, scratch.out, scratch.dice))
        elif seat < play.players:
            match.play(seat, loops.move(state, seat, match.view(seat).memory, kinds[seat], scratch))
        else:
            match.play(seat, loops.move(state, seat, None, RANDOM, scratch))
    return match.log()
