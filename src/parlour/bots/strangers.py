"""Bots of other packages: entry points of the group `parlour.bots`. See docs/bots.md.

They are called GAME.KIND, or GAME.KIND.3 or GAME.KIND.2-4 where they play with so many players only.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from parlour.engine import View

GROUP = "parlour.bots"
NUMBERS = re.compile(r"([1-9]\d?)(?:-([1-9]\d?))?")


@cache
def _named() -> Mapping[tuple[str, str], tuple[EntryPoint, range | None]]:
    found = {}
    for point in entry_points(group=GROUP):
        game, _, rest = point.name.partition(".")
        kind, dot, numbers = rest.partition(".")
        said = NUMBERS.fullmatch(numbers)
        if kind and (said or not dot):
            low = int(said[1]) if said else 0
            found[game, kind] = point, range(low, int(said[2] or low) + 1) if said else None
    return found


def _points() -> Mapping[tuple[str, str], EntryPoint]:
    return {name: point for name, (point, _) in _named().items()}


def _sizes() -> Mapping[tuple[str, str], range]:
    return {name: numbers for name, (_, numbers) in _named().items() if numbers is not None}


@cache
def _loaded(game: str, kind: str) -> Callable[[View, Sequence[int], random.Random], int]:
    play: Callable[[View, Sequence[int], random.Random], int] = _points()[game, kind].load()
    return play


class Stranger:
    """A bot of another package, imported when it is first asked, or asked whether it follows matches: either may fail."""

    def __init__(self, game: str, kind: str) -> None:
        self.game, self.kind, self.__name__ = game, kind, kind

    @property
    def follow(self) -> Any:
        """The bot's own `follow` (docs/bots.md), or None. Raises what importing it raises."""
        try:
            return getattr(_loaded(self.game, self.kind), "follow", None)
        except AttributeError as error:  # raised as it is, it would pass for having none
            raise ImportError(str(error)) from error

    def __call__(self, view: View, legal: Sequence[int], rng: random.Random) -> int:
        return _loaded(self.game, self.kind)(view, legal, rng)


def strangers(game: str) -> dict[str, Stranger]:
    """The bots that other packages bring for a game, by kind."""
    return {kind: Stranger(game, kind) for of, kind in sorted(_points()) if of == game}


def sizes(game: str, kind: str) -> range | None:
    """The numbers of players that a stranger's bot says it is for; None where it says nothing."""
    return _sizes().get((game, kind))


def forget() -> None:
    """Look anew what is installed, and import it anew."""
    _named.cache_clear()
    _loaded.cache_clear()
