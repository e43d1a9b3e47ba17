"""A game's features for a learner, many tables at a time. Importing this imports NumPy."""

from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.contract.game import Game
from parlour.engine.features import count, writer
from parlour.lab.buffers import zeros


class Featured:
    """Views as the numbers that the game's `features.py` writes; float32 of shape (tables, count).

    On rows its function is compiled, once in a process. Raises GameError where the game has none.
    """

    def __init__(self, game: Game, tables: int, plain: bool) -> None:
        self.write = writer(game)
        self.numbers = zeros((tables, count(game)), np.float32)
        self._all = self._plainly if plain else _compiled(self.write)

    def __call__(self, views: Any, seats: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """One view a table, and who looks; the array returned is the same at every call."""
        self._all(views, seats, self.numbers)
        return self.numbers

    def _plainly(self, views: Any, seats: npt.NDArray[np.int64], numbers: npt.NDArray[np.float32]) -> None:
        for view, seat, row in zip(views, seats.tolist(), numbers, strict=True):
            self.write(view, seat, row)


def _compiled(write: Any) -> Any:
    import numba  # noqa: PLC0415  half a second, and only where it is used

    one = numba.njit(write)

    def every(views: Any, seats: Any, numbers: Any) -> None:
        for t in range(len(seats)):
            one(views[t], seats[t], numbers[t])

    return numba.njit(every)
