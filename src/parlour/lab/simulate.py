"""Many games between bots, and what came of them."""

import csv
import io
import pickle
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Unpack

from parlour.bots.entrants import Entrant, found, led, named
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.contract.game import Game, GameError
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.keywords import named_only
from parlour.lab.carriers import chosen
from parlour.lab.chunks import Play, Row, Tally, run
from parlour.lab.workers import Crew, silent, spread

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

    def to_csv(self) -> str:
        """A line a kind of bot, below a line of names."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["game", "players", "bot", "games", "wins", "win_share", "low", "high", "mean_score"])
        for s in self.bots:
            writer.writerow([self.game, self.players, s.bot, s.games, s.wins, s.win_share, *s.win_share_interval, s.mean_score])
        return text.getvalue()

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


def _standings(tally: Tally) -> list[Standing]:
    out = []
    for kind, seats in tally.seats.items():
        wins = tally.shared[kind]
        share = sum(Fraction(count, winners) for winners, count in wins.items()) / seats if seats else 0
        mean = tally.scores[kind] / seats if seats else 0.0
        out.append(Standing(kind, seats, wins.total(), float(share), wilson(float(share), seats), mean))
    return out


def entered(game: Game, bots: Sequence[Entrant], *, handed_on: bool) -> None:
    """Raises GameError for bots that cannot play together, or cannot be `handed_on` to other processes; UnknownBot."""
    if not bots:
        raise GameError("nobody plays: name a bot at least")
    known: dict[str, Entrant] = {}
    for entrant in bots:
        found(game, entrant)
        if known.setdefault(named(entrant), entrant) != entrant:
            raise GameError(f"two bots are called {named(entrant)!r}; give one of them another name (its __name__)")
        try:
            pickle.dumps(entrant if handed_on else None)
        except Exception as error:  # whatever a stranger's object does when it is pickled
            raise GameError(
                f"the bot {named(entrant)!r} cannot be handed to other processes, as a function of a module can ({error});"
                " with one worker it plays in this one"
            ) from error


class Ways(Crew, total=False):
    """How games are simulated, and what is kept of each."""

    carrier: Carrier | None  # on which games without Python bots run; by default the fastest that is worth its wait
    rows: Callable[[Row], None] | None  # called with every game, in order of their numbers
    logged: Iterable[int]  # the numbers of the games whose log is kept
    log: Callable[[int, Log], None] | None  # called with each of those


def simulate(
    game: str | Game,
    *,
    players: int,
    games: int,
    bots: Sequence[Entrant],
    seed: int = 1,
    options: Mapping[str, Json] | None = None,
    **ways: Unpack[Ways],
) -> Report:
    """Let bots play `games` games; the same seed gives the same result, whatever the number of workers.

    `bots` are kinds, import paths or functions (docs/bots.md), one a seat or cycled. Where all are `random` or play by the
    game's policy the games run on `carrier`, by default the compiled one where it is there or where compiling it is worth the
    wait, which `say` is told. They are played by `workers` processes, 1 being this one, or on the Dask cluster whose scheduler
    has the address `scheduler`. `rows` is called with every game and `log` with those `logged`, in order of their numbers.

    Raises GameError, Seating, UnknownBot, BadBot, WorkerLost, MissingExtra.
    """
    named_only(ways, Ways)
    workers, scheduler, carrier = ways.get("workers", 1), ways.get("scheduler"), ways.get("carrier")
    rows, log, progress = ways.get("rows"), ways.get("log"), ways.get("progress")
    game = Match.start(game, players, options).game
    entered(game, bots, handed_on=workers > 1 or scheduler is not None)
    play = Play(game, players, tuple(bots), seed, options, None, rows is not None, frozenset(ways.get("logged", ())))
    if None not in [led(game, kind) for kind in bots]:
        name = carrier.name if carrier is not None else chosen(play, games, workers, ways.get("say", silent))
        play = replace(play, carrier=name)
    tally = Tally(map(named, bots[:players]))
    begun = time.perf_counter()
    for played in spread(run, play.chunks(games), workers, scheduler):
        tally.merge(played.tally)
        for row in played.rows:
            if rows is not None:
                rows(row)
        for number, kept in played.logs.items():
            if log is not None:
                log(number, kept)
        if progress is not None:
            progress(played.tally.games)
    seconds = time.perf_counter() - begun
    speed = tally.steps / seconds
    return Report(
        game.name, players, games, tally.steps, seconds, speed, play.carrier or "plain", tally.abandoned, _standings(tally)
    )
