"""Cells as zeros and ones for a learner, written anew only where a cell has changed. Importing this imports NumPy."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.carriers.compiled import available
from parlour.engine.contract.game import Game
from parlour.engine.tensor import length, places
from parlour.lab.buffers import zeros

WORD = 8  # bytes, by which rows are compared: cells lie in a row so that none crosses from one to the next

Words = npt.NDArray[np.int64]


class Encoder:
    """Rows of cells as zeros and ones, laid out as `engine.tensor.tensor` does it; uint8 of shape (tables, length).

    Of every row the last one encoded is kept; of the next one only the cells that differ are written. Compiled where the extra
    `fast` is there, else the same in NumPy.
    """

    def __init__(self, game: Game, tables: int, row: "np.dtype[Any]") -> None:
        """`row`: the type of the rows that are encoded, see `carriers.rows.dtype`."""
        self.ones = zeros((tables, length(game)), np.uint8)
        self._last = np.zeros((tables, row.itemsize // WORD), np.int64)
        first, cells = _cells(game, row)
        owner = np.zeros((len(first) - 1, WORD), np.int64)  # the cell of every byte
        for w in range(len(owner)):
            for k in range(first[w], first[w + 1]):
                owner[w, cells[k, 0] // 8 : (cells[k, 0] + cells[k, 1]) // 8] = k
        self._index = first, cells, owner
        for _, _, start, width, low, hot in cells.tolist():  # as a row of zeros is encoded
            if hot:
                self.ones[:, start - low] = 1
            else:
                self.ones[:, start : start + width] = [-low >> bit & 1 for bit in range(width)]

    def __call__(self, rows: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """One row a table; the array returned is the same at every call."""
        words = np.ascontiguousarray(rows).view(np.int64).reshape(self._last.shape)
        write = _compiled() if available() else _plainly
        write(words, self._last, self.ones, *self._index)
        return self.ones


def _cells(game: Game, row: "np.dtype[Any]") -> tuple[Words, Words]:
    """Where the cells of each word begin in the second array, whose rows are a cell each.

    Such a row is: the bits that lie below it in its word, how many it has, where it is written, its width there, the lowest
    value, and whether it is one-hot.
    """
    found: list[list[tuple[int, ...]]] = [[] for _ in range(row.itemsize // WORD)]
    for place in places(game):
        assert row.fields is not None
        field, offset = row.fields[place.name][:2]
        size = field.base.itemsize
        for i in range(place.count):
            at = offset + i * size
            start = place.start + i * place.width
            low = min(place.cell.low, 0)
            found[at // WORD].append((8 * (at % WORD), 8 * size, start, place.width, low, int(place.hot)))
    first = np.cumsum([0, *map(len, found)], dtype=np.int64)
    return first, np.array([cell for word in found for cell in word], np.int64).reshape(-1, 6)


def _write(now: Words, last: Words, ones: npt.NDArray[np.uint8], first: Words, cells: Words, owner: Words) -> None:
    """What is compiled: in the words that differ, the cells that do, found by the bytes that do.

    Which words of a row differ is noted before any is written: a loop without a branch that could be guessed wrong.
    """
    differ = np.empty(now.shape[1], np.int64)
    for t in range(now.shape[0]):
        many = 0
        for w in range(now.shape[1]):
            differ[many] = w
            many += int(now[t, w] != last[t, w])
        for i in range(many):
            w = differ[i]
            new, old = now[t, w], last[t, w]
            last[t, w] = new
            byte = 0
            while byte < WORD:
                if (new ^ old) >> 8 * byte & 255 == 0:
                    byte += 1
                    continue
                k = owner[w, byte]
                below, size, start = cells[k, 0], cells[k, 1], cells[k, 2]
                width, low, hot = cells[k, 3], cells[k, 4], cells[k, 5]
                byte = (below + size) // 8
                up = 64 - below - size
                value = new << up >> 64 - size  # arithmetic shifts: the sign comes along
                if hot:
                    ones[t, start + (old << up >> 64 - size) - low] = 0
                    ones[t, start + value - low] = 1
                else:
                    for bit in range(width):
                        ones[t, start + bit] = (value - low) >> bit & 1


def _plainly(now: Words, last: Words, ones: npt.NDArray[np.uint8], first: Words, cells: Words, owner: Words) -> None:
    """The same in NumPy."""
    tables, words = np.nonzero(now != last)
    many = first[words + 1] - first[words]
    t, w = np.repeat(tables, many), np.repeat(words, many)
    k = np.repeat(first[words] - np.cumsum(many) + many, many) + np.arange(many.sum())
    cell = cells[k]
    up, down = 64 - cell[:, 0] - cell[:, 1], 64 - cell[:, 1]
    value, was = now[t, w] << up >> down, last[t, w] << up >> down
    changed = value != was
    t, cell, value, was = t[changed], cell[changed], value[changed], was[changed]
    hot = cell[:, 5] == 1
    at = cell[hot, 2] - cell[hot, 4]
    ones[t[hot], at + was[hot]] = 0
    ones[t[hot], at + value[hot]] = 1
    t, cell, value = t[~hot], cell[~hot], value[~hot] - cell[~hot, 4]
    for bit in range(int(cell[:, 3].max(initial=0))):
        wide = cell[:, 3] > bit
        ones[t[wide], cell[wide, 2] + bit] = value[wide] >> bit & 1
    last[:] = now


@cache
def _compiled() -> Any:
    import numba  # noqa: PLC0415  half a second, and only where it is used

    return numba.njit(cache=True)(_write)
