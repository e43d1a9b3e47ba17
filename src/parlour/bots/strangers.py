"""Bots of other packages: entry points of the group `parlour.bots`, called GAME.KIND. See docs/bots.md."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from parlour.engine import View

GROUP = "parlour.bots"


@cache
def _points() -> Mapping[tuple[str, str], EntryPoint]:
    found = {}
    for point in entry_points(group=GROUP):
        game, dot, kind = point.name.partition(".")
        if dot and kind:
            found[game, kind] = point
    return found


@cache
def _loaded(game: str, kind: str) -> Callable[[View, Sequence[int], random.Random], int]:
    play: Callable[[View, Sequence[int], random.Random], int] = _points()[game, kind].load()
    return play


def _asking(game: str, kind: str) -> Callable[[View, Sequence[int], random.Random], int]:
    def ask(view: View, legal: Sequence[int], rng: random.Random) -> int:
        return _loaded(game, kind)(view, legal, rng)

    return ask


def strangers(game: str) -> dict[str, Callable[[View, Sequence[int], random.Random], int]]:
    """The bots that other packages bring for a game, by kind; each is imported when it is first asked, which may fail."""
    return {kind: _asking(game, kind) for of, kind in sorted(_points()) if of == game}
