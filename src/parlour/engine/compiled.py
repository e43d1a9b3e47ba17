"""The compiled carrier: vocabulary, rules and loops as one file, which Numba compiles on the rows of an array.

Numba's disk cache does not notice a changed callee in another file. So the file holds everything, every constant written
out as a number, and lies in a folder named by its digest: a change of any rule makes another folder.

Numba compiles a function anew for every combination of argument types, a literal being a type of its own, and every
function together with all it calls. So ints are handed on as int64, lists and tuples become arrays, and only the loops
that Python calls are given a way in from Python and a place in the cache: a third of the time, and faster play.
"""

import ast
import hashlib
import importlib.util
import inspect
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from parlour.engine import loops
from parlour.engine.carrier import layout
from parlour.engine.game import Game
from parlour.engine.loops import BOUND, ENTRIES, TEMPLATES, Carrier, Plain
from parlour.games import cells

LOOP, CELLS = "loop_", "cells_"  # before the names of loops and vocabulary, which the rules may use themselves

HEAD = '''"""Made by parlour.engine.compiled; a change here is lost."""
import numpy as np
from numba import int64, njit
STATE = {state}
OPTIONS = {options}
SIZE = {size}
'''
GIVEN = f"""
def {LOOP}first(bits):
    seat = 0
    while not bits & 1:
        bits >>= 1
        seat += 1
    return seat

def {LOOP}copy(a, to, of):
    a[to] = a[of]

def {CELLS}emit(s, audience, event, seat, where=0, value=0):
    pass

def {CELLS}list(value, count):
    made = np.empty(count, np.int64)
    for i in range(count):
        made[i] = value
    return made
"""
OUTER = "@njit(cache=True, error_model='numpy')\n"
INNER = "@njit(error_model='numpy', no_cpython_wrapper=True, no_cfunc_wrapper=True)\n"
INLINED = "@njit(error_model='numpy', inline='always')\n"  # small, and else compiled with the whole game below them
MISSING = "compiled play needs numba and numpy, the extra `fast`: pip install -e '.[fast]' in Parlour's folder"
QUICKER = {"NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}  # rules have no long loops to gain by it
DEFAULTS = {"may": "def may(s, seat, out):\n    return 0", "odds": "def odds(s, outcome):\n    return 1"}
DEFAULTS["seconds"] = "def seconds(s, seat):\n    return 0"


class NotCompiled(RuntimeError):
    """Rules that cannot be compiled, or a compiler that is not there; the message says which."""


def _literal(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(map(_literal, value)))


def _ints(value: Any) -> Any:
    return tuple(map(_ints, value)) if isinstance(value, tuple) else int(value)


@dataclass(slots=True)
class _Words:
    """What the functions of the file have in common; the tuples are collected on the way."""

    ints: dict[str, tuple[bool, ...]]  # by a function's name in the file: which parameters are ints
    tuples: dict[str, Any] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)  # tuples that are used other than by an index


def _int_parameters(function: FunctionType) -> tuple[bool, ...]:
    code = function.__code__
    return tuple(function.__annotations__.get(name) is int for name in code.co_varnames[: code.co_argcount])


def _int64(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("int64", ast.Load()), [node], [])


class _Written(ast.NodeTransformer):
    """A function as the generated file has it: constants as numbers, tuples and functions by their new names."""

    def __init__(self, function: FunctionType, names: dict[str, str], words: _Words) -> None:
        self.scope = function.__globals__
        self.own = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
        self.names, self.words = names, words

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.own:
            return node
        if node.id in self.names:
            return ast.Name(self.names[node.id], node.ctx)
        value = self.scope.get(node.id)
        if isinstance(value, tuple) and _literal(value):
            self.words.tuples[node.id] = _ints(value)
            self.words.whole.add(node.id)
        return ast.Constant(int(value)) if isinstance(value, int) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        of = node.value
        value = self.scope.get(of.id) if isinstance(of, ast.Name) and of.id not in self.own else None
        if isinstance(of, ast.Name) and isinstance(value, tuple) and _literal(value):
            self.words.tuples[of.id] = _ints(value)
            node.slice = self.visit(node.slice)
            return node
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            takes = self.words.ints.get(node.func.id, ())
            node.args[: len(takes)] = [_int64(arg) if ok else arg for arg, ok in zip(node.args, takes, strict=False)]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
            return ast.Call(ast.Name(CELLS + "list", ast.Load()), [_int64(node.left.elts[0]), _int64(node.right)], [])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id not in self.own:
            of = self.scope.get(node.value.id)
            if isinstance(of, type) and issubclass(of, IntEnum):
                return ast.Constant(int(of[node.attr]))
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        """A story nobody hears is not told, unless telling it calls something that might do more."""
        if isinstance(node.value, ast.Constant):
            return None
        call = node.value
        tells = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and self.names.get(call.func.id) == CELLS + "emit"
        if tells and sum(isinstance(part, ast.Call) for part in ast.walk(call)) == 1:
            return ast.Pass()
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if node.value is None:
            return None
        return ast.Assign([self.visit(node.target)], self.visit(node.value), lineno=node.lineno)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        node.name = self.names.get(node.name, node.name)
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        node.body = [kept for part in node.body if (kept := self.visit(part)) is not None] or [ast.Pass()]
        return node


@cache
def _definitions(path: str, text: str) -> dict[str, str]:
    """The source of every function of a module, by name."""
    tree = ast.parse(text, path)
    return {node.name: ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef)}


def _functions(module: ModuleType, only: tuple[str, ...], names: dict[str, str], words: _Words) -> list[str]:
    written = []
    for name, text in _definitions(inspect.getfile(module), inspect.getsource(module)).items():
        function = getattr(module, name, None)
        if isinstance(function, FunctionType) and (not only or name in only):
            tree = ast.parse(text)
            written.append(ast.unparse(ast.fix_missing_locations(_Written(function, names, words).visit(tree))))
    return written


def source(game: Game) -> str:
    """The generated file's text. Equal texts play equally."""
    vocabulary = {name: CELLS + name for name in ("draw", "seeded", "emit")}
    spoken = {name: vocabulary[value.__name__] for name, value in vars(game.rules).items() if _is_vocabulary(value)}
    rolls = BOUND[hasattr(game.rules, "odds")]
    templates = tuple(name for name in TEMPLATES if name == rolls or name not in BOUND.values())
    looped = {**{name: LOOP + name for name in (*TEMPLATES, "first", "copy")}, **vocabulary, rolls: LOOP + "roll"}
    words = _Words(_taken(game))
    functions = [
        *_functions(cells, ("draw", "seeded"), vocabulary, words),
        *_functions(game.rules, (), spoken, words),
        *(text for name, text in DEFAULTS.items() if not hasattr(game.rules, name)),
        *_functions(loops, templates, looped, words),
    ]
    head = HEAD.format(state=layout(game.cells), options=layout(game.option_cells), size=game.actions.size)
    constants = [
        f"{name} = np.array({value!r}, np.int64)" if _even(value) and name not in words.whole else f"{name} = {value!r}"
        for name, value in sorted(words.tuples.items())
    ]
    decorators = {LOOP + name: OUTER for name in ENTRIES} | {LOOP + name: INLINED for name in ("roll", "step", "playout")}
    decorated = [
        decorators.get(text.removeprefix("def ").partition("(")[0], INNER) + text
        for text in (*GIVEN.strip().split("\n\n"), *functions)
    ]
    return "\n".join((head + "\n".join(constants), *(f"\n{text}" for text in decorated), ""))


def _taken(game: Game) -> dict[str, tuple[bool, ...]]:
    """Which parameters of the file's functions are ints, as far as their annotations say."""
    spoken = ((CELLS, cells), (LOOP, loops), ("", game.rules))
    taken = {
        prefix + name: _int_parameters(value)
        for prefix, module in spoken
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }
    return {**taken, LOOP + "copy": (False, True, True)}


def _even(value: tuple[Any, ...]) -> bool:
    """Whether nested tuples are as an array is: every part as long as the next."""
    parts = [part for part in value if isinstance(part, tuple)]
    return not parts or (len(parts) == len(value) and len(set(map(len, parts))) == 1 and all(map(_even, parts)))


def _is_vocabulary(value: Any) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == cells.__name__ and value.__name__ in ("draw", "seeded", "emit")


def available() -> bool:
    """Whether the optional extra `fast` is installed; imports nothing."""
    return importlib.util.find_spec("numba") is not None and importlib.util.find_spec("numpy") is not None


def cache_folder() -> Path:
    """Where generated files lie: $PARLOUR_CACHE, or the platform's folder for caches."""
    if "PARLOUR_CACHE" in os.environ:
        return Path(os.environ["PARLOUR_CACHE"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "parlour" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "parlour"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "parlour"


def folder(game: Game) -> Path:
    """The folder of a game's generated file, named by the digest of all that decides what it compiles to."""
    digest = hashlib.sha256(source(game).encode())
    try:
        digest.update(f"{version('numba')} {version('llvmlite')} {version('numpy')}".encode())
    except PackageNotFoundError:
        raise NotCompiled(MISSING) from None
    digest.update(f"{sys.implementation.cache_tag} {platform.machine()}".encode())
    return cache_folder() / f"{game.name}-{digest.hexdigest()[:32]}"


def ready(game: Game) -> bool:
    """Whether the cache is there, so that compiled play starts at once; imports no compiler."""
    return available() and (folder(game) / "ready").exists()


def _written(game: Game) -> Path:
    """The generated file, which is made whole or not at all and never written twice: Numba dates its cache by it."""
    path = folder(game) / "compiled.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(source(game))
        try:
            os.link(file.name, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(file.name)
    return path


def warm(game: Game) -> Path:
    """Compile in a process of its own, and return the folder. At once where that was done. Raises NotCompiled."""
    if not available():
        raise NotCompiled(MISSING)
    path = _written(game)
    if not ready(game):
        command = [sys.executable, "-m", "parlour.engine.rows", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | QUICKER)
        if done.returncode:
            raise NotCompiled(f"{game.name} does not compile:\n{done.stderr.strip()}")
    return path.parent


@cache
def _rows(path: Path) -> Carrier:
    from parlour.engine.rows import Rows  # noqa: PLC0415  here, so that importing Parlour does not import NumPy

    return Rows(path)


def load(game: Game) -> Carrier:
    """The compiled carrier; what the cache does not hold is compiled at its first call. Raises NotCompiled."""
    if not available():
        raise NotCompiled(MISSING)
    return _rows(_written(game))


def best(game: Game) -> Carrier:
    """The fastest carrier that is there at once; both give the same results."""
    return load(game) if ready(game) else Plain(game)
