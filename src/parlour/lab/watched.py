"""One game between bots, watched for what rules are judged by, and for whatever else a metric asks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from parlour.bots.entrants import Company, held
from parlour.engine.chance.dealer import kind
from parlour.engine.contract.game import Game, load
from parlour.engine.contract.reward import shares
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.games.cells import CHANCE, CLOCK
from parlour.lab.metrics import Told, metric
from parlour.lab.metrics.trace import Step, Trace


class Watched(NamedTuple):
    """What came of one game."""

    moves: int  # choices of players
    finished: bool
    wins: list[float]  # by seat, the share of the win
    told: Mapping[str, Told]  # by metric; see lab/metrics


@dataclass(frozen=True, slots=True)
class Deal:
    """A game to be watched.

    Chance answers by `seed` and `number` alone, question by question: whoever plays, the same question gets the same answer. The
    bots' own choices are drawn by these, the seat and `again`.
    """

    game: str | Game
    bots: tuple[str, ...]  # by seat, a kind or an import path
    options: Mapping[str, Json]
    seed: int
    number: int
    again: int = 0
    metrics: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        return len(self.bots)


class Tape:
    """Chance's answers, a sequence for every kind of question (see engine/chance/dealer.py)."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._answers: dict[str, Random] = {}

    def __call__(self, question: str) -> float:
        """The next answer to a question of this kind, from 0 to 1: of equal odds the same outcome, of similar ones mostly."""
        if question not in self._answers:
            self._answers[question] = Random(f"{self._name}/{question}")
        return self._answers[question].random()


def watch(deal: Deal) -> Watched:
    """Play it. Raises GameError, BadBot, UnknownMetric."""
    trace = traced(deal)
    return Watched(trace.decisions, trace.finished, trace.wins, {name: metric(name)(trace) for name in deal.metrics})


def watch_all(deals: Iterable[Deal]) -> list[Watched]:
    """What a worker does."""
    return [watch(deal) for deal in deals]


def traced(deal: Deal) -> Trace:
    """Play it and keep what was played. Raises GameError, BadBot."""
    game = load(deal.game)
    match = Match.start(game, deal.players, deal.options)
    name = f"{deal.seed}/{deal.number}"
    choices = [Random(f"{name}/{deal.again}/{seat}") for seat in range(deal.players)]
    company = Company(match, {seat: held(game, one) for seat, one in enumerate(deal.bots)}, Random(f"{name}/{deal.again}"))
    tape, steps, bound = Tape(name), list[Step](), game.longest(match.state)
    scores = match.score()
    while not match.over and len(steps) < bound:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if seat == CHANCE:
            action = match.roll(lambda below: int(tape(kind(match)) * below))
        else:
            action = legal[int(tape("clock") * len(legal))] if seat == CLOCK else company.choose(seat, choices[seat])
            match.play(seat, action)
        company.saw(seat, action)
        scores = now if (now := match.score()) != scores else scores  # one list as long as nothing changes
        steps.append(Step(seat, action, tuple(legal), scores))
    return Trace(game, deal.players, deal.options, steps, match.over, shares(match.rank()), deal.bots)
