"""One game between bots, watched for what rules are judged by: how long, who led, when it was clear."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

from parlour.bots import Bot
from parlour.bots.entrants import held
from parlour.engine.contract.game import Game, load
from parlour.engine.contract.reward import shares
from parlour.engine.contract.words import Json
from parlour.engine.match import Match
from parlour.engine.view import View
from parlour.games.cells import CHANCE, CLOCK

BLUNDER = 1 / 10  # how often the weaker one of a kind plays at random
EVERYBODY = -1  # who is strong in a deal that all play alike


class Watched(NamedTuple):
    """What came of one game."""

    moves: int  # choices of players
    finished: bool
    wins: list[float]  # by seat, the share of the win
    changes: int  # how often the lead went from one seat to another
    clear: float  # the part of the game after which the winner led to the end; 1 where the end alone decided
    margin: float  # by how much the winner's score beat the next one's, of the mean distance between scores; 0 without a winner


@dataclass(frozen=True, slots=True)
class Deal:
    """A game to be watched: chance rolls by `seed` and `number` alone, so that the same deal can be played by others."""

    game: str
    players: int
    bot: str
    options: Mapping[str, Json]
    seed: int
    number: int
    strong: int = EVERYBODY  # the seat of the one bot that does not blunder


def watch(deal: Deal) -> Watched:
    """Play it. Raises GameError, BadBot."""
    game = load(deal.game)
    strong = held(game, deal.bot)
    weak = blundering(strong)
    seated = [strong if deal.strong in (EVERYBODY, seat) else weak for seat in range(deal.players)]
    match = Match.start(game, deal.players, deal.options)
    chance = Random(f"{deal.seed}/{deal.number}/chance")
    return _played(game, match, seated, chance, Random(f"{deal.seed}/{deal.number}/{deal.strong}"))


def blundering(strong: Bot) -> Bot:
    """A weaker bot: this one, which plays at random now and then."""

    def choose(view: View, legal: Sequence[int], rng: Random) -> int:
        return legal[rng.randrange(len(legal))] if rng.random() < BLUNDER else strong(view, legal, rng)

    return choose


def _played(game: Game, match: Match, seated: Sequence[Bot], chance: Random, choices: Random) -> Watched:
    moves, bound, steps = 0, game.longest(match.state), 0
    scores, led = match.score(), [(0, -1)]  # since which move which seat has led, -1 for none alone
    while not match.over and steps < bound:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll(chance.randrange)
        elif seat == CLOCK:
            match.play(CLOCK, chance.choice(match.legal(CLOCK)))
        else:
            view = match.view(seat)
            match.play(seat, seated[seat](view, view.legal, choices))
            moves += 1
        steps += 1
        now = match.score()
        if now != scores:
            scores = now
            led.append((moves, leader(scores, game.lowest_wins)))
    wins = shares(match.rank())
    return Watched(moves, match.over, wins, changes(led), _clear(led, wins, moves), _margin(scores, wins, game.lowest_wins))


def leader(scores: Sequence[int], lowest_wins: bool) -> int:
    """The seat that leads alone, or -1."""
    best = min(scores) if lowest_wins else max(scores)
    return scores.index(best) if scores.count(best) == 1 else -1


def changes(led: Sequence[tuple[int, int]]) -> int:
    """How often the lead went from one seat to another; a time in which nobody led alone is passed over."""
    alone = [seat for _, seat in led if seat >= 0]
    return sum(one != other for one, other in pairwise(alone))


def _clear(led: Sequence[tuple[int, int]], wins: Sequence[float], moves: int) -> float:
    since = moves
    for move, seat in reversed(led):
        if seat < 0 or wins[seat] < 1:
            break
        since = move
    return since / moves if moves else 1.0


def _margin(scores: Sequence[int], wins: Sequence[float], lowest_wins: bool) -> float:
    if 1 not in wins or len(set(scores)) < 2:
        return 0.0
    others = [score for seat, score in enumerate(scores) if wins[seat] < 1]
    best = scores[wins.index(1)]
    next_best = min(others) if lowest_wins else max(others)
    spread = (max(scores) - min(scores)) / (len(scores) - 1)
    return max(0.0, (next_best - best if lowest_wins else best - next_best) / spread)
