"""Tensors and information states for learning, made from the declared cells alone. Importing this imports NumPy."""

from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.game import Game
from parlour.engine.view import View
from parlour.games.cells import Cell

ONE_HOT_UP_TO = 64  # a cell with more values than this, or a mask of seats, is written in binary


def _bits(cell: Cell) -> int:
    return max(1, (cell.high - min(cell.low, 0)).bit_length())


def _width(cell: Cell) -> int:
    """Numbers per value: one for each value it can have, 0 among them where `hide` may write it."""
    span = cell.high - min(cell.low, 0) + 1
    return span if span <= ONE_HOT_UP_TO else _bits(cell)


def _count(cell: Cell) -> int:
    return int(np.prod(cell.shape, dtype=np.int64))


def length(game: Game) -> int:
    """How many numbers `tensor` gives for a state or view of this game."""
    return sum(_count(cell) * _width(cell) for cell in game.cells.values())


def tensor(game: Game, state: Any) -> npt.NDArray[np.float32]:
    """A state, or what a view holds of it, as zeros and ones: every cell in order of declaration, every value one-hot.

    Shape (length(game),). UNKNOWN is a value like others; a value of a cell with a wide range is written in binary, the
    lowest bit first.
    """
    parts = []
    for name, cell in game.cells.items():
        values = np.asarray(getattr(state, name), dtype=np.int64).reshape(-1, 1) - min(cell.low, 0)
        width = _width(cell)
        steps = np.arange(width)
        one_hot = cell.high - min(cell.low, 0) + 1 <= ONE_HOT_UP_TO
        parts.append((values == steps if one_hot else values >> steps & 1).astype(np.float32).reshape(-1))
    return np.concatenate(parts)


def information_state(view: View) -> tuple[tuple[Any, ...], tuple[tuple[int, int, int, int], ...]]:
    """All that tells one situation of a seat from another: its view's cells and the events it has heard, hashable."""
    return _frozen(view.state.cells()), tuple(view.events)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else int(value)
