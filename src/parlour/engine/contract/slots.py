"""The plain carrier: a slotted object holding lists, made from the declared cells."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from parlour.games.cells import Cell


def fields(declaration: type) -> dict[str, Cell]:
    """The declared cells of a State or Options class, in order of declaration."""
    return {name: value for name, value in vars(declaration).items() if isinstance(value, Cell)}


class Held(NamedTuple):
    """A cell that holds an option, each by its name; `values` is what it holds by the option's choice, if not that itself."""

    cell: str
    option: str
    values: tuple[int, ...]


def holdings(cells: Mapping[str, Cell], options: Mapping[str, Cell]) -> tuple[Held, ...]:
    """The cells that hold an option, in order of declaration. Raises ValueError for one that holds no option of these."""
    names = {id(option): name for name, option in options.items()}
    found = []
    for name, cell in cells.items():
        if cell.option is not None:
            if id(cell.option) not in names:
                raise ValueError(f"the cell {name} holds what is no option of Options")
            found.append(Held(name, names[id(cell.option)], cell.values))
    return tuple(found)


def _empty(shape: tuple[int, ...]) -> str:
    return f"[{_empty(shape[1:])} for _ in range({shape[0]})]" if shape else "0"


def _copied(shape: tuple[int, ...], of: str, depth: int = 0) -> str:
    if not shape:
        return of
    if len(shape) == 1:
        return f"{of}[:]"
    row = f"row{depth}"
    return f"[{_copied(shape[1:], row, depth + 1)} for {row} in {of}]"


def refilled(owner: Any, name: str, cells: Sequence[Any], events: Any) -> Any:
    """An object of the class that `owner` made under this name, as it was pickled or copied."""
    made = getattr(owner, name)()
    made.events = events
    return unpacked(cells, made, made.__slots__[: len(cells)])


def slotted(name: str, cells: Mapping[str, Cell], owner: Any) -> type[Any]:
    """A class with a slot per cell, `clone()`, equality and hash by value; pickled as `owner`'s attribute of this name.

    The methods are written out as source because a loop over the names costs four times as much, and a clone is
    what search does most. `events` is the list that `emit` fills; None where nobody listens.
    """
    key = "".join(f"self.{n}, " for n in cells)
    frozen = "".join(f"{_frozen(c.shape, f'self.{n}')}, " for n, c in cells.items())
    lines = [
        f"class {name}:",
        f"    __slots__ = {(*cells, 'events')!r}",
        "    def __init__(self):",
        *(f"        self.{n} = {_empty(c.shape)}" for n, c in cells.items()),
        "        self.events = None",
        "    def clone(self):",
        f"        other = {name}.__new__({name})",
        *(f"        other.{n} = {_copied(c.shape, f'self.{n}')}" for n, c in cells.items()),
        "        other.events = None",
        "        return other",
        "    def cells(self):",
        f"        return ({key})",
        "    def __eq__(self, other):",
        f"        return isinstance(other, {name}) and self.cells() == other.cells()",
        "    def __hash__(self):",
        f"        return hash(({frozen}))",
        "    def __repr__(self):",
        f"        return {name!r} + repr(dict(zip(self.__slots__, self.cells())))",
        "    def __reduce__(self):",
        f"        return refilled, (owner, {name!r}, self.cells(), self.events)",
    ]
    scope: dict[str, Any] = {"owner": owner, "refilled": refilled}
    exec("\n".join(lines), scope)
    made: type[Any] = scope[name]
    return made


def _frozen(shape: tuple[int, ...], of: str, depth: int = 0) -> str:
    if not shape:
        return of
    if len(shape) == 1:
        return f"tuple({of})"
    row = f"row{depth}"
    return f"tuple([{_frozen(shape[1:], row, depth + 1)} for {row} in {of}])"


def integer(cell: Cell) -> str:
    """The NumPy code of the smallest signed integer that holds a cell's range; signed, for 0 - 1 must not be 255."""
    for size in (1, 2, 4, 8):
        if -(1 << 8 * size - 1) <= cell.low and cell.high < 1 << 8 * size - 1:
            return f"i{size}"
    raise ValueError(f"no integer type holds {cell.low} to {cell.high}")


def layout(cells: Mapping[str, Cell]) -> list[tuple[str, str, tuple[int, ...]]]:
    """The fields of a row that holds these cells: name, integer type and shape."""
    return [(name, integer(cell), cell.shape) for name, cell in cells.items()]


def packed(state: Any, names: Any) -> tuple[Any, ...]:
    """A state's cells in a form that travels between processes."""
    return tuple(getattr(state, name) for name in names)


def unpacked(cells: Sequence[Any], state: Any, names: Any) -> Any:
    """The state of `packed` cells."""
    for name, value in zip(names, cells, strict=True):
        setattr(state, name, value)
    return state
