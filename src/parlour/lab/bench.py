"""How fast the rules run: random play, steps per second of process time."""

import time

from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import available, load, warm
from parlour.engine.carriers.plain import Plain
from parlour.engine.contract.game import Game
from parlour.engine.contract.game import load as known
from parlour.engine.loops.desk import Ends, Games, Scratch

BATCHES = {"plain": 20, "compiled": 2000}  # games between two looks at the clock


def speed(carrier: Carrier, game: str | Game, seconds: float, players: int | None = None) -> float:
    """Steps per second of process time, random play of whole games from set-up to score, as many players as are usual."""
    game = known(game)
    players = players or min(max(4, game.seats.start), game.seats.stop - 1)
    options = carrier.options(game.options(None, players))
    games = BATCHES[carrier.name]
    states, scratch = carrier.states(2), Scratch(carrier.out(), carrier.weights(), carrier.numbers(1))
    ends = Ends(carrier.numbers(games), carrier.table(games, players), carrier.table(games, players))

    def batch(number: int) -> int:
        return int(carrier.loops.many(states, Games(players, options, 1, number * games, games), scratch, ends))

    batch(0)  # the first call loads the cache, or fills CPython's inline caches
    steps = number = 0
    begun = time.process_time()
    while (passed := time.process_time() - begun) < seconds or not steps:
        number += 1
        steps += batch(number)
    return steps / passed


def bench(game: str | Game, seconds: float = 1.0) -> dict[str, float | None]:
    """Both carriers' speed; None for compiled where the extra `fast` is missing. Compiles first where it must."""
    game = known(game)
    measured: dict[str, float | None] = {"plain": speed(Plain(game), game, seconds), "compiled": None}
    if available():
        warm(game)
        measured["compiled"] = speed(load(game), game, seconds)
    return measured
