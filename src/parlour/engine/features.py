"""A game's compact observation: numbers that its `features.py` declares and writes. Importing this imports NumPy."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.contract.game import Game, GameError, load
from parlour.games.cells import Feature


def declared(game: str | Game) -> Sequence[Feature]:
    """What a game's features are, in order; empty where it has none."""
    found: Sequence[Feature] = getattr(load(game).part("features"), "FEATURES", ())
    return found


def writer(game: str | Game) -> Any:
    """The game's `features(s, seat, out)`. Raises GameError where it has none."""
    game = load(game)
    write = getattr(game.part("features"), "features", None)
    if write is None:
        raise GameError(f"{game.name} declares no features; observe its cells, or the tensor")
    return write


def count(game: str | Game) -> int:
    """How many numbers they are."""
    return sum(feature.count for feature in declared(game))


def bounds(game: str | Game) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The lowest and the highest that each number can be."""
    parts = declared(game)
    low = [np.full(one.count, min(one.low, 0), np.float32) for one in parts]
    high = [np.full(one.count, one.high, np.float32) for one in parts]
    return np.concatenate(low), np.concatenate(high)


def features(game: str | Game, state: Any, seat: int) -> npt.NDArray[np.float32]:
    """What a seat sees, of a state after `hide`; shape (count(game),). Raises GameError where the game has none."""
    out = [0] * count(game)
    writer(game)(state, seat, out)
    return np.array(out, np.float32)


def parts(game: str | Game, numbers: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """The numbers by name, without a copy: those of `numbers` (…, count(game)) that a feature is, shape (…, its count)."""
    found, at = {}, 0
    for one in declared(game):
        found[one.name], at = numbers[..., at : at + one.count], at + one.count
    return found
