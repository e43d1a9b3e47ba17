"""Tensors and information states for learning, made from the declared cells alone. Importing this imports NumPy."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.contract.game import Game, load
from parlour.engine.contract.slots import integer
from parlour.engine.view.view import View
from parlour.games.cells import Cell

ONE_HOT_UP_TO = 64  # a cell with more values than this, or a mask of seats, is written in binary


def one_hot(cell: Cell) -> bool:
    """Whether the values of a cell are few enough for a number each."""
    return cell.high - min(cell.low, 0) + 1 <= ONE_HOT_UP_TO


def _bits(cell: Cell) -> int:
    return max(1, (cell.high - min(cell.low, 0)).bit_length())


def _width(cell: Cell) -> int:
    """Numbers per value: one for each value it can have, 0 among them where `hide` may write it."""
    return cell.high - min(cell.low, 0) + 1 if one_hot(cell) else _bits(cell)


def _count(cell: Cell) -> int:
    return int(np.prod(cell.shape, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cell lies: numbers `start` up, `width` of them a value, in a tensor; numbers `first` up, one a value, in `raw`."""

    name: str
    cell: Cell
    count: int  # values, the last dimension of the cell running fastest
    first: int
    start: int
    width: int

    @property
    def hot(self) -> bool:
        """Whether a tensor holds a number for each value; else its values are in binary, the lowest bit first."""
        return one_hot(self.cell)


def places(game: str | Game) -> Iterator[Place]:
    """Every cell in order of declaration, and where it lies in an observation."""
    game = load(game)
    first = start = 0
    for name, cell in game.cells.items():
        place = Place(name, cell, _count(cell), first, start, _width(cell))
        yield place
        first, start = first + place.count, start + place.count * place.width


def length(game: str | Game) -> int:
    """How many numbers `tensor` gives for a state or view of this game."""
    game = load(game)
    return sum(place.count * place.width for place in places(game))


def integers(game: str | Game) -> "np.dtype[np.signedinteger[Any]]":
    """The type of the numbers that `raw` gives: the smallest that holds every cell of the game."""
    game = load(game)
    return np.dtype(max((integer(cell) for cell in game.cells.values()), default="i1"))


def raw(game: str | Game, state: Any) -> npt.NDArray[np.signedinteger[Any]]:
    """A state, or what a view holds of it, as its cells' own numbers, one after another; shape (count(game),)."""
    game = load(game)
    values: list[int] = []
    for name, cell in game.cells.items():
        value = getattr(state, name)
        for _ in cell.shape[1:]:
            value = [item for row in value for item in row]
        values += value if cell.shape else (value,)
    return np.array(values, integers(game))


def count(game: str | Game) -> int:
    """How many numbers `raw` gives."""
    game = load(game)
    return sum(map(_count, game.cells.values()))


def bounds(game: str | Game) -> tuple[npt.NDArray[np.signedinteger[Any]], npt.NDArray[np.signedinteger[Any]]]:
    """The lowest and the highest each number of `raw` can be; 0, which `hide` may write, is among them."""
    game = load(game)
    low = [np.full(_count(cell), min(cell.low, 0)) for cell in game.cells.values()]
    high = [np.full(_count(cell), cell.high) for cell in game.cells.values()]
    return np.concatenate(low).astype(integers(game)), np.concatenate(high).astype(integers(game))


def tensor(game: str | Game, state: Any) -> npt.NDArray[np.float32]:
    """A state, or what a view holds of it, as zeros and ones: every cell in order of declaration, every value one-hot.

    Shape (length(game),). UNKNOWN is a value like others; a value of a cell with a wide range is written in binary, the
    lowest bit first.
    """
    game = load(game)
    parts = []
    for name, cell in game.cells.items():
        values = np.asarray(getattr(state, name), dtype=np.int64).reshape(-1, 1) - min(cell.low, 0)
        width = _width(cell)
        steps = np.arange(width)
        parts.append((values == steps if one_hot(cell) else values >> steps & 1).astype(np.float32).reshape(-1))
    return np.concatenate(parts)


def information_state(view: View) -> tuple[tuple[Any, ...], tuple[tuple[int, int, int, int], ...]]:
    """All that tells one situation of a seat from another: its view's cells and the events it has heard, hashable."""
    return _frozen(view.state.cells()), tuple(view.events)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else int(value)
