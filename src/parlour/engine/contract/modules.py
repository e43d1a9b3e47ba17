"""The modules that a game's rules are written in, in the order of their imports.

Rules may be one file or several of the game's package. What reads them (the compiled carrier, the linter) reads all of
them: the one it is given and those of the same package that are imported from there, each below whatever imports it.
"""

import ast
import importlib
import importlib.util
import inspect
from functools import cache
from pathlib import Path
from types import ModuleType


class ImportCircle(ValueError):
    """Modules of a game that import each other in a ring; the message names them."""


def modules(*fronts: ModuleType) -> list[ModuleType]:
    """The modules given and all of their packages that they import, the lowest first. Raises ImportCircle."""
    found: dict[str, ModuleType] = {}
    for front in fronts:
        for name in order(front.__name__) if front.__package__ else ():
            found.setdefault(name, importlib.import_module(name))
        found[front.__name__] = front
    return list(found.values())


def order(front: str) -> list[str]:
    """The names of a module of a package and of all that it imports there, lowest first, none of them run.

    Raises ImportCircle.
    """
    placed: list[str] = []

    def place(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            ring = (*above[above.index(name) :], name)
            raise ImportCircle("a circle of imports: " + " → ".join(part.rpartition(".")[2] for part in ring))
        if name not in placed:
            for lower in _imported(name):
                place(lower, (*above, name))
            placed.append(name)

    place(front, ())
    return placed


def own(node: ast.ImportFrom, package: str) -> str | None:
    """The full name of the module of this package from which an import takes names; None where it is another's."""
    if node.level == 1 and node.module:
        return f"{package}.{node.module}"
    if node.level == 0 and node.module and node.module.startswith(f"{package}."):
        return node.module
    return None


def _imported(name: str) -> list[str]:
    """The modules of its own package that a module imports, as they are written down; none that is data."""
    tree = _tree(name)
    if tree is None:
        return []  # Python itself says what is missing
    package = name.rpartition(".")[0]
    found = [own(node, package) for node in tree.body if isinstance(node, ast.ImportFrom)]
    return [lower for lower in dict.fromkeys(found) if lower is not None and not _is_data(lower)]


def _is_data(name: str) -> bool:
    """Whether a module defines nothing but values: these are read as they are, and how they came about is nobody's concern."""
    tree = _tree(name)
    return tree is not None and not any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body)


def _tree(name: str) -> ast.Module | None:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return None
    return _parsed(spec.origin, Path(spec.origin).read_text(encoding="utf-8"))


@cache
def _parsed(path: str, text: str) -> ast.Module:
    return ast.parse(text, path)


def parsed(module: ModuleType) -> ast.Module:
    """The syntax tree of a module's source, shared: whoever changes a node copies it first."""
    return _parsed(inspect.getfile(module), inspect.getsource(module))
