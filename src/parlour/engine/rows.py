"""The compiled carrier itself: declared cells as rows of a NumPy structured array. Importing this imports NumPy."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from parlour.engine.loops import ENTRIES
from parlour.engine.source import LOOP, NotCompiled


def dtype(fields: list[tuple[str, str, tuple[int, ...]]]) -> "np.dtype[Any]":
    """The structured type of a row (see `carrier.layout`)."""
    return np.dtype(list(fields) or [("none", "i1", ())], align=True)


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
        self.loops = SimpleNamespace(**{name: getattr(self.module, LOOP + name) for name in ENTRIES})

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

    def compile(self) -> None:
        """Compile what simulations and bots call, and say in the folder that it is done."""
        import numba  # noqa: PLC0415  half a second, and NumPy's rows alone do not need it

        typeof: Callable[[Any], Any] = numba.typeof
        array, out, numbers, table = map(typeof, (self.states(1), self.out(), self.numbers(1), self.table(1, 1)))
        option, n = typeof(np.zeros(1, self.option_type)[0]), typeof(1)
        types = {
            "many": (array, n, option, n, n, n, out, numbers, numbers, table, table),
            "guesses": (array, n, n, n, out, numbers, table, table),
        }
        for name, signature in types.items():
            getattr(self.loops, name).compile(signature)
        (self.path.parent / "ready").touch()


if __name__ == "__main__":
    Rows(Path(sys.argv[1])).compile()
