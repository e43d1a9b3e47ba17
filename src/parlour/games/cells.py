"""The vocabulary every game's rules are written in.

Rules hold ints only: seats count from 0, sets of seats are bit masks, and a value nobody here may know is UNKNOWN.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NotRequired, Protocol, TypedDict

UNKNOWN = -1
ONLOOKER, CHANCE, CLOCK = 28, 29, 30  # seats beside the players', as bit numbers
EVERYONE = (1 << 29) - 1  # every player and the onlooker, as bits

Names = Sequence[str | int] | type[IntEnum]


@dataclass(frozen=True, slots=True)
class Cell:
    """A declared cell of a state or of the options; made by `cell`, `cell_of`, `option`, `seat_option` and `flags`."""

    shape: tuple[int, ...]
    low: int
    high: int
    names: tuple[str | int, ...]  # how the values from 0 up read in JSON; empty: as numbers
    default: int = 0
    seats: bool = False  # an option: 0 is names[0], 1 + seat is that seat
    flags: bool = False  # an option: bit i is set when names[i] is in the list
    says: str = ""  # what it holds, in a line
    option: "Cell | None" = None  # the option that a cell of a state holds
    values: tuple[int, ...] = ()  # with `option`: what is held by its choice; empty: the choice itself


def named(names: Names) -> tuple[str | int, ...]:
    """The JSON names of an IntEnum's members (lower case, the members counting from 0), or the names as given."""
    if isinstance(names, type):
        members = sorted(names)
        if [int(member) for member in members] != list(range(len(members))):
            raise ValueError(f"{names.__name__} names a cell, so its members must count from 0 without gaps")
        return tuple(member.name.lower() for member in members)
    return tuple(names)


def cell(*shape: int, low: int = 0, high: int = 127, names: Names = (), says: str = "") -> Any:
    """Declare a cell of a State: its shape (none: one int), the range of its values, how they read in JSON, and what it holds.

    `says` is a line for whoever reads a view. `names` are the readings of 0, 1, 2 … and set `high`. A cell that `hide` may
    overwrite has `low=UNKNOWN` (it reads as null), unless it is a bit mask or a count, whose hidden value is 0.
    """
    words = named(names)
    return Cell(shape, low, len(words) - 1 if words else high, words, says=says)


def option(*names: str | int | type[IntEnum], low: int = 0, high: int = 0, default: int = 0, says: str = "") -> Any:
    """Declare an option: a choice among names or an IntEnum's members (the first is as printed), or a number from low to high.

    `says` is what the cell that holds it says (see `cell_of`), in a line.
    """
    if names:
        words = tuple(word for name in names for word in (named(name) if isinstance(name, type) else (name,)))
        return Cell((), 0, len(words) - 1, words, says=says)
    return Cell((), low, high, (), default, says=says)


def seat_option(other: str) -> Any:
    """Declare an option that is `other` (0, the default) or a seat (1 + seat). `setup` reads it; no cell holds it."""
    return Cell((), 0, 28, (other,), seats=True)


def flags(*names: str, says: str = "") -> Any:
    """Declare an option that is any subset of the names, as bits; the default is none of them. `says`: as of `option`."""
    return Cell((), 0, (1 << len(names)) - 1, names, flags=True, says=says)


def cell_of(option: Any, number: bool = False) -> Any:
    """Declare the cell of a State that holds an option, as `rows = cell_of(Options.rows)`. It has its value before `setup`.

    Range, reading and line of meaning are the option's. A choice among numbers is held as the number chosen, any other as
    its place among the names, counted from 0, and reads as the name; as 0, 1, 2 … where `number` says so. Flags are held as
    bits. A position that was written before the cell came is completed with the printed rule. Raises TypeError for what is
    no option, or one that names a seat.
    """
    if not isinstance(option, Cell) or option.shape or option.seats:
        raise TypeError("a cell holds an option that is a choice, a number or flags")
    values = tuple(name for name in option.names if isinstance(name, int))
    if not values or option.flags or len(values) < len(option.names):
        names = () if number or option.flags else option.names
        return Cell((), min(option.low, 0), option.high, names, says=option.says, option=option)
    return Cell((), min(*values, 0), max(values), (), says=option.says, option=option, values=values)


@dataclass(frozen=True, slots=True)
class Arg:
    """What the number behind a word means: `count` values that read first, first + 1, … or by their names."""

    name: str
    count: int
    first: int = 0
    names: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Feature:
    """Some numbers of a game's compact observation, one beside the other: see docs/writing-a-game.md."""

    name: str
    count: int
    low: int
    high: int
    says: str


def feature(name: str, count: int = 1, low: int = 0, high: int = 1, says: str = "") -> Feature:
    """Declare `count` numbers from `low` to `high` of what a learner sees, and what they mean in a line."""
    return Feature(name, count, low, high, says)


def arg(name: str, count: int = 0, first: int = 0, names: Names = ()) -> Arg:
    """An argument of an action or event. Columns, rows and slots count from 1 in JSON, seats from 0."""
    words = named(names)
    return Arg(name, len(words) or count, first, words)


@dataclass(frozen=True, slots=True)
class Telling:
    """How an event reads: what its public `where` means and what its value (unknown outside its audience) means."""

    where: tuple[Arg, ...] = ()
    value: Arg | None = None


def tell(*where: Arg, value: Arg | None = None) -> Telling:
    """How an event's `where` (public, mixed radix of the arguments) and `value` (for its audience) read in JSON."""
    return Telling(where, value)


class Sight(Protocol):
    """What a bot is given: see parlour.engine.view.View."""

    @property
    def seat(self) -> int: ...
    @property
    def state(self) -> Any: ...
    @property
    def events(self) -> Sequence[tuple[int, int, int, int]]: ...


class Way(TypedDict):
    """How far a player is on a way to win, as a game's `guide.py` says it; `parts` are those of a set that are there."""

    way: str  # a word of the catalogues' `ways`
    have: int
    need: int
    parts: NotRequired[list[int]]


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set: the first seat of a mask; 0 where there is none."""
    return (bits & -bits).bit_length() - 1 if bits else 0


def ones_in(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


MASK = (1 << 60) - 1  # two of CPython's digits, and a product that fits 64 bits wherever it wraps
FACTOR = 0x851F42D4C957F2D
ADDEND = 0x4057B7EF767814F


def draw(dice: Any, k: int) -> int:
    """An int in 0..k-1 (k up to 2**30) from the generator in dice[0], the same on both carriers.

    A linear congruential generator on 60 bits of which the upper 30 are used: the cheapest that is good enough, for
    random play spends a quarter of its time here. Neighbouring starts are correlated: begin with `seeded`.
    """
    dice[0] = x = (dice[0] * FACTOR + ADDEND) & MASK
    value: int = (x >> 30) * k >> 30
    return value


def seeded(seed: int, stream: int) -> int:
    """Where a generator begins: different and unrelated for every seed and stream (two ints of up to 60 bits)."""
    x = (seed * FACTOR + ADDEND + stream) & MASK
    for _ in range(3):
        x = ((x ^ (x >> 31)) * FACTOR + ADDEND) & MASK
    return x ^ (x >> 31)


def emit(s: Any, audience: int, event: int, seat: int, where: int = 0, value: int = UNKNOWN) -> None:
    """Tell what happened. Seats outside the audience (bits) hear of it with the value unknown; `where` is public.

    Kept by the match on the plain carrier; on a row, and where nobody listens, it does nothing.
    """
    if s.events is not None:
        s.events.append((audience, event, seat, where, value))
