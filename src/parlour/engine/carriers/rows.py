"""The compiled carrier itself: declared cells as rows of a NumPy structured array. Importing this imports NumPy."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from parlour.engine.carriers.source import LOOP, NotCompiled
from parlour.engine.loops import LED, UNLED
from parlour.engine.loops.desk import Ends, Games, Scratch, Series, Sums, Tables, Tree, Trial, Worlds

NO_CELL = "none"  # a row has at least one


def dtype(fields: list[tuple[str, str, tuple[int, ...]]]) -> "np.dtype[Any]":
    """The structured type of a row (see `carrier.layout`), padded to 8 bytes, in which rows are compared."""
    row = np.dtype(list(fields) or [(NO_CELL, "i1", ())], align=True)
    places = [row.fields[name] for name in row.names] if row.fields and row.names else []
    padded: Any = {
        "names": list(row.names or ()),
        "formats": [place[0] for place in places],
        "offsets": [place[1] for place in places],
        "itemsize": -(-row.itemsize // 8) * 8,
    }
    made: np.dtype[Any] = np.dtype(padded, align=True)
    return made


def to_row(state: Any, row: Any) -> None:
    """Write a state's (or options') cells into a row."""
    for name in row.dtype.names:
        row[name] = getattr(state, name)


def from_row(row: Any, state: Any) -> None:
    """Write a row into a state (or options)."""
    for name in row.dtype.names:
        setattr(state, name, row[name].tolist())


def _imported(path: Path) -> ModuleType:
    """The generated module. A cached function is found again by its module's name, so that is its folder's."""
    name = "parlour_compiled_" + path.parent.name.replace("-", "_")
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NotCompiled(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Rows:
    """Rows of a NumPy structured array, and loops compiled by Numba. Compiles what the cache does not hold."""

    name = "compiled"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.module: Any = _imported(path)
        self.state_type = dtype(self.module.STATE)
        self.option_type = dtype(self.module.OPTIONS)
        self.memory_type = dtype(self.module.MEMORY)
        named = [name for module in {*LED, *UNLED} for name in module.ENTRIES]
        self.loops = SimpleNamespace(
            **{name: getattr(self.module, LOOP + name) for name in named if hasattr(self.module, LOOP + name)}
        )

    def states(self, count: int) -> Any:
        return np.zeros(count, self.state_type)

    def options(self, options: Any) -> Any:
        row = np.zeros(1, self.option_type)[0]
        if self.module.OPTIONS:
            to_row(options, row)
        return row

    def out(self) -> Any:
        return self.numbers(2 * self.module.SIZE)

    def numbers(self, count: int) -> Any:
        return np.zeros(count, np.int64)

    def table(self, rows: int, columns: int) -> Any:
        return np.zeros((rows, columns), np.int64)

    def memories(self, count: int) -> Any:
        return np.zeros(count, self.memory_type)

    def weights(self) -> Any:
        return np.zeros(2 * self.module.SIZE)

    def floats(self, rows: int, columns: int) -> Any:
        return np.zeros((rows, columns))

    def put(self, array: Any, at: int, value: Any) -> None:
        for name in array.dtype.names:
            if name != NO_CELL:
                array[at][name] = getattr(value, name)

    def get(self, array: Any, at: int, value: Any) -> None:
        for name in array.dtype.names:
            if name != NO_CELL:
                setattr(value, name, array[at][name].tolist())

    def raw(self, states: Any) -> Any:
        return states.view(np.uint64).reshape(len(states), -1)

    def compile(self) -> None:
        """Compile what simulations and bots call, and say in the folder that it is done."""
        for name, signature in self.signatures().items():
            getattr(self.loops, name).compile(signature)
        (self.path.parent / "ready").touch()

    def signatures(self) -> dict[str, tuple[Any, ...]]:
        """By loop, in the order in which they are compiled: the types that it is called with."""
        import numba  # noqa: PLC0415  half a second, and NumPy's rows alone do not need it

        typeof: Callable[[Any], Any] = numba.typeof
        n, x, option = 1, 0.5, np.zeros(1, self.option_type)[0]
        array, out, numbers, table = self.states(1), self.out(), self.numbers(1), self.table(1, 1)
        memories, weights, floats = self.memories(1), self.weights(), self.floats(1, 1)
        scratch, ends = Scratch(out, weights, numbers), Ends(numbers, table, table)
        games = Games(n, option, n, n, n)
        held, tree = Worlds(array, self.raw(array), memories, numbers, n, n, n, n), Tree(table, table, floats, numbers, table)
        sums, trial = Sums(weights, weights, weights), Trial(n, n, numbers, weights, weights, weights, floats)
        masks, rewards, done = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.float32), np.zeros(1, np.uint8)
        tables = Tables(*(numbers,) * 5, table, numbers, masks, rewards, done)
        values = {
            "many": (array, games, scratch, ends),
            "guesses": (array, n, n, n, scratch, ends),
            "contests": (array, memories, games, numbers, numbers, scratch, ends),
            "step_all": (array, memories, Series(n, option, n, n, n, n), scratch, tables, numbers, n),
            "imagine": (held, numbers),
            "observe": (held, n, n, out, weights, scratch),
            "chances": (held, n, n, n, scratch, sums),
            "search": (held, tree, n, n, x, scratch, weights),
            "compare": (held, tree, n, n, n, x, scratch, trial),
            "changes": (held, n, n, n, n, scratch, weights, sums),
        }
        types = {name: tuple(map(typeof, given)) for name, given in values.items()}
        return {name: signature for name, signature in types.items() if hasattr(self.loops, name)}


if __name__ == "__main__":
    Rows(Path(sys.argv[1])).compile()
