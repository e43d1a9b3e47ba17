"""A carrier: what holds a game's cells while loops run on them, lists or rows."""

from types import SimpleNamespace
from typing import Any, Protocol


class Carrier(Protocol):
    """What the loops run on. `loops` holds ENTRIES, and those of LED or UNLED, by the game's policy (`Plain`: all loops).

    The methods make what the loops work on.
    """

    name: str
    loops: SimpleNamespace

    def states(self, count: int) -> Any:
        """An array of empty states."""

    def options(self, options: Any) -> Any:
        """A game's options as this carrier reads them."""

    def out(self) -> Any:
        """Room for the actions of a step."""

    def numbers(self, count: int) -> Any:
        """An array of ints, all 0."""

    def table(self, rows: int, columns: int) -> Any:
        """An array of arrays of ints, all 0."""

    def memories(self, count: int) -> Any:
        """An array of empty memories of the game's policy."""

    def weights(self) -> Any:
        """Room for a policy's weights of the actions of a step."""

    def floats(self, rows: int, columns: int) -> Any:
        """An array of arrays of floats, all 0."""

    def put(self, array: Any, at: int, value: Any) -> None:
        """Write a state or a memory of the plain carrier into an array; it is copied."""

    def get(self, array: Any, at: int, value: Any) -> None:
        """Write what lies in an array into a state or a memory of the plain carrier."""

    def raw(self, states: Any) -> Any:
        """The same states as `hashed` reads them."""
