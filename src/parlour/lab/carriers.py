"""Which carrier plays a simulation: the compiled one where it is there, or where compiling it is worth the wait."""

import time
from collections.abc import Callable
from dataclasses import replace

from parlour.engine.carriers import compiled
from parlour.engine.carriers.source import NotCompiled
from parlour.engine.contract.game import load
from parlour.lab.chunks import Chunk, Play, run

COMPILING = 40.0  # s of one core that compiling a game takes, once; King's Keys takes the longest
SAMPLE = 0.1  # s of plain play that tell how long the rest would take


def chosen(play: Play, games: int, workers: int, say: Callable[[str], None]) -> str:
    """The name of the carrier for so many games of a play that needs no Python.

    Where nothing is compiled yet and the games would take longer as they are than compiling them takes twice over, they
    are compiled first, and `say` is told so before; rules that do not compile are played as they are. Raises GameError.
    """
    game = load(play.game)
    if compiled.ready(game):
        return "compiled"
    if not compiled.available():
        return "plain"
    seconds = games * plainly(play) / workers
    if seconds < 2 * COMPILING:
        return "plain"
    say(f"compiling {game.name} first, once: as they are, these games would take about {_told(seconds)}")
    try:
        compiled.warm(game)
    except NotCompiled as error:
        say(f"{error}\nso the games are played as they are")
        return "plain"
    return "compiled"


def plainly(play: Play) -> float:
    """About how many seconds one game takes on the plain carrier."""
    plain, count = replace(play, carrier="plain", keep=False, logged=frozenset()), 0
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < SAMPLE:
        run(Chunk(plain, count, 1))
        count += 1
    return passed / count


def _told(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes > 1 else f"{seconds:.0f} seconds"
