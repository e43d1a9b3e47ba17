"""A game on trial: what it is held to the laws by, made once for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from parlour.engine.contract.game import Game, load
from parlour.engine.match import Match
from parlour.testing.reach import MOST, Broken, Setup, reached, setups
from parlour.testing.reading import raised
from parlour.testing.shrinking import shrunk


@dataclass
class Trial:
    """A game under the laws, with the matches that are looked at; made once for all laws."""

    name: str
    seed: int
    effort: int
    playthroughs: Path
    most: int = MOST

    @cached_property
    def game(self) -> Game:
        return load(self.name)

    @cached_property
    def fault(self) -> str:
        """Why the game cannot be tried at all: it does not load, or crashes in random play; empty where it can."""
        try:
            self.game  # noqa: B018  loads it
        except Exception as error:
            return f"{self.name} does not load: {raised(error)}"
        try:
            self.matches  # noqa: B018  plays it
        except Broken as broken:
            return str(_smallest(broken))
        except Exception as error:
            return f"{self.name} cannot be played: {raised(error)}"
        return ""

    @cached_property
    def setups(self) -> list[Setup]:
        return setups(self.game, self.seed) * self.effort

    @cached_property
    def matches(self) -> Sequence[Match]:
        return reached(self.game, self.seed, most=self.most, games=self.effort)

    def rng(self, law: str) -> Random:
        return Random(f"{self.name}/{law}/{self.seed}")


def _smallest(broken: Broken) -> Broken:
    return shrunk(broken, broken.check) if broken.check is not None else broken
