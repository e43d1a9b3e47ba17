"""The latest of what a seat heard and chose as zeros and ones, for learners without a memory. Importing this imports NumPy."""

from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np
import numpy.typing as npt

from parlour.engine.contract.game import Game
from parlour.engine.view.view import Told
from parlour.games.cells import UNKNOWN, Arg

Ones = npt.NDArray[np.float32]


def _bits(count: int) -> int:
    return max(1, (count - 1).bit_length())


def _binary(value: int, bits: int) -> list[int]:
    return [value >> bit & 1 for bit in range(bits)]


def _possible(*args: Arg) -> int:
    return prod(arg.count for arg in args)


class Heard:
    """Told events in rows of `width`, the latest in row 0.

    A row is the event and the seat that it is about (the last number: none), one-hot; what it says of them all, in binary, the
    lowest bit first, as `engine.contract.words` numbers it; whether its secret is known, and that in binary.
    """

    def __init__(self, game: Game) -> None:
        tellings = game.events.tellings
        self.events, self.seats = max(tellings, default=0) + 1, game.seats.stop - 1
        self.places = _bits(max((_possible(*telling.where) for telling in tellings.values()), default=1))
        self.values = _bits(max((telling.value.count for telling in tellings.values() if telling.value), default=1))
        self.width = self.events + self.seats + 1 + self.places + 1 + self.values

    def rows(self, told: Sequence[Told], most: int) -> Ones:
        """Shape (most, width); rows of zeros where less was told."""
        found = np.zeros((most, self.width), np.float32)
        for row, (event, seat, where, value) in zip(found, reversed(told), strict=False):
            row[event] = 1
            row[self.events + (seat if 0 <= seat < self.seats else self.seats)] = 1
            at = self.events + self.seats + 1
            row[at : at + self.places] = _binary(where, self.places)
            if value != UNKNOWN:
                row[at + self.places :] = [1, *_binary(value, self.values)]
        return found


def chosen(game: Game, actions: Sequence[int], most: int) -> Ones:
    """One's own actions, the latest in row 0: whether there is one, and its number in binary, the lowest bit first."""
    bits = _bits(game.actions.size)
    found = np.zeros((most, 1 + bits), np.float32)
    for row, action in zip(found, reversed(actions), strict=False):
        row[:] = [1, *_binary(action, bits)]
    return found


@cache
def heard(game: Game) -> Heard:
    """How a game's events are written."""
    return Heard(game)


def shape(game: Game, most: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Of `Heard.rows` and of `chosen`."""
    return (most, heard(game).width), (most, 1 + _bits(game.actions.size))
