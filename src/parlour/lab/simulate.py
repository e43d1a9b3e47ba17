"""Many games between bots, and what came of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from parlour.bots import Bot, held
from parlour.engine.compiled import best
from parlour.engine.game import Game
from parlour.engine.loops import Carrier
from parlour.engine.match import Match
from parlour.engine.words import Json
from parlour.games.cells import CHANCE, CLOCK

CHUNK = 1000  # games between two reports of progress on a carrier
NINETY_FIVE = 1.959963984540054  # the normal quantile of a two-sided 95 % interval


@dataclass(frozen=True, slots=True)
class Standing:
    """What one kind of bot reached. `games` counts its seats: two seats in a game are two games."""

    bot: str
    games: int
    wins: int  # ranked 1, alone or not
    win_share: float  # a win shared by n counts 1/n
    win_share_interval: tuple[float, float]  # Wilson's, 95 %
    mean_score: float


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a simulation. `seconds` are by the clock on the wall; `abandoned` games reached `longest`."""

    game: str
    players: int
    games: int
    steps: int
    seconds: float
    steps_per_second: float
    carrier: str
    abandoned: int
    bots: list[Standing]

    def to_json(self) -> dict[str, Json]:
        out: dict[str, Json] = {name: getattr(self, name) for name in self.__slots__}
        rows = [{name: getattr(standing, name) for name in standing.__slots__} for standing in self.bots]
        return {**out, "bots": [{**row, "win_share_interval": list(row["win_share_interval"])} for row in rows]}

    def to_text(self) -> str:
        lines = [
            f"{self.game}, {self.players} players: {self.games} games, {self.steps} steps in {self.seconds:.1f} s"
            f" ({self.steps_per_second:,.0f} a second, {self.carrier})",
            f"{'bot':<14}{'games':>9}{'wins':>9}   {'share of wins':<24}{'mean score':>12}",
        ]
        for s in self.bots:
            low, high = s.win_share_interval
            share = f"{s.win_share:6.1%}  ({low:.1%} to {high:.1%})"
            lines.append(f"{s.bot:<14}{s.games:>9}{s.wins:>9}   {share:<24}{s.mean_score:>12.2f}")
        if sum(s.wins for s in self.bots) > self.games:
            lines.append("of a win shared by several each has its part in the share of wins")
        if self.abandoned:
            lines.append(f"{self.abandoned} games were abandoned at the game's bound on steps")
        return "\n".join(lines)


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of `trials`."""
    if trials == 0:
        return 0.0, 1.0
    z = NINETY_FIVE
    spread = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / spread
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / spread
    return middle - half if share > 0 else 0.0, middle + half if share < 1 else 1.0


class _Tally:
    """Running sums by kind of bot."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.sums: dict[str, list[float]] = {kind: [0, 0, 0.0, 0.0] for kind in kinds}  # games, wins, shares, scores

    def add(self, seated: Sequence[str], scores: Sequence[int], ranks: Sequence[int]) -> None:
        winners = sum(rank == 1 for rank in ranks)
        for kind, score, rank in zip(seated, scores, ranks, strict=True):
            sums = self.sums[kind]
            sums[0] += 1
            sums[3] += score
            if rank == 1:
                sums[1] += 1
                sums[2] += 1 / winners

    def standings(self) -> list[Standing]:
        out = []
        for kind, (games, wins, shares, scores) in self.sums.items():
            share = shares / games if games else 0.0
            out.append(Standing(kind, int(games), int(wins), share, wilson(share, int(games)), scores / games if games else 0.0))
        return out


def seating(bots: Sequence[str], players: int, number: int) -> list[str]:
    """Who sits where in game `number`: the bots cycled over the seats, and one seat further every game."""
    return [bots[(seat + number) % players % len(bots)] for seat in range(players)]


def one_game(
    game: Game, players: int, seated: Sequence[Bot], rng: Random, options: Mapping[str, Json] | None = None
) -> tuple[Match, int]:
    """A game between bots, and its steps; abandoned, and not over, at the game's bound on steps."""
    match = Match.start(game, players, options)
    bound = game.longest(match.state)
    steps = 0
    while not match.over and steps < bound:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll(rng.randrange)
        elif seat == CLOCK:
            match.play(CLOCK, rng.choice(match.legal(CLOCK)))
        else:
            view = match.view(seat)
            match.play(seat, seated[seat](view, view.legal, rng))
        steps += 1
    return match, steps


def simulate(
    game: Game,
    *,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 1,
    options: Mapping[str, Json] | None = None,
    progress: Callable[[int], None] | None = None,
    carrier: Carrier | None = None,
) -> Report:
    """Let bots play `games` games; the same seed gives the same result.

    `bots` are kinds, one a seat or cycled. Where all are `random` the games run on `carrier`, by default the fastest that
    is there at once. Raises GameError, Seating, UnknownBot, BadBot.
    """
    Match.start(game, players, options)
    found = {kind: held(game, kind) for kind in bots}
    advance = progress or (lambda steps: None)
    tally = _Tally(list(dict.fromkeys(bots[:players])))
    uniform = set(bots) == {"random"}
    if uniform:
        carrier = carrier or best(game)
    begun = time.perf_counter()
    if carrier is not None and uniform:
        steps, abandoned = _on_carrier(carrier, game, players, games, seed, options, tally, advance)
        name = carrier.name
    else:
        steps, abandoned = _on_matches(game, players, games, seed, options, bots, found, tally, advance)
        name = "plain"
    seconds = time.perf_counter() - begun
    return Report(game.name, players, games, steps, seconds, steps / seconds, name, abandoned, tally.standings())


def _on_matches(
    game: Game,
    players: int,
    games: int,
    seed: int,
    options: Mapping[str, Json] | None,
    bots: Sequence[str],
    found: Mapping[str, Bot],
    tally: _Tally,
    advance: Callable[[int], None],
) -> tuple[int, int]:
    steps = abandoned = 0
    for number in range(games):
        seated = seating(bots, players, number)
        match, played = one_game(game, players, [found[kind] for kind in seated], Random(f"{seed}/{number}"), options)
        tally.add(seated, match.score(), match.rank())
        steps += played
        abandoned += not match.over
        advance(1)
    return steps, abandoned


def _on_carrier(
    carrier: Carrier,
    game: Game,
    players: int,
    games: int,
    seed: int,
    options: Mapping[str, Json] | None,
    tally: _Tally,
    advance: Callable[[int], None],
) -> tuple[int, int]:
    chosen = carrier.options(game.options(options, players))
    states, out, dice = carrier.states(2), carrier.out(), carrier.numbers(1)
    seated = ["random"] * players
    steps = abandoned = 0
    for start in range(0, games, CHUNK):
        count = min(CHUNK, games - start)
        lengths, scores, ranks = carrier.numbers(count), carrier.table(count, players), carrier.table(count, players)
        steps += carrier.loops.many(states, players, chosen, seed, start, count, out, dice, lengths, scores, ranks)
        for i in range(count):
            tally.add(seated, _ints(scores[i]), _ints(ranks[i]))
            abandoned += lengths[i] < 0
        advance(count)
    return int(steps), int(abandoned)


def _ints(row: Any) -> list[int]:
    return [int(value) for value in row]
