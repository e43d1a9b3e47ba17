"""The text of the compiled carrier's file: vocabulary, rules and loops as one module that Numba compiles.

Numba's disk cache does not notice a changed callee in another file. So the file holds everything, every constant written
out as a number; only the classes of the tuples that loops are called with (`loops.desk`) are imported, and their fields are in
it. The modules of a game's rules stand in it one after another; a function of the front, `rules.py`, keeps its name, that of
another module bears the module's before it, and what is then still not unique is made so.

Numba compiles a function anew for every combination of argument types, a literal being a type of its own, and every
function together with all it calls. So ints are handed on as int64, lists and tuples become arrays, and only the loops
that Python calls are given a way in from Python and a place in the cache: a third of the time, and faster play.
"""

import ast
import builtins
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from types import FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from parlour.engine.contract.game import Game
from parlour.engine.contract.modules import ImportCircle, modules, parsed
from parlour.engine.contract.slots import layout
from parlour.engine.loops import LED, UNLED, playouts
from parlour.engine.loops.desk import DESK
from parlour.engine.loops.given import CONTRACT, POLICY
from parlour.engine.loops.playouts import BOUND
from parlour.games import cells

LOOP, CELLS = "loop_", "cells_"  # before the names of loops and vocabulary, which the rules may use themselves
SETUP = CELLS + "setup"
SPOKEN = ("draw", "seeded", "emit", "lowest", "ones_in")  # what of the vocabulary rules say while they play

HEAD = '''"""Made by parlour.engine.carriers.compiled; a change here is lost."""
from math import exp, log, sqrt
import numpy as np
from numba import int64, njit
from parlour.engine.loops.desk import {desk}
DESK = {fields}
STATE = {state}
OPTIONS = {options}
SIZE = {size}
MEMORY = {memory}
'''
GIVEN = f"""
def {LOOP}copy(a, to, of):
    a[to] = a[of]

def {LOOP}hashed(raw, at, salt):
    x = np.uint64(salt + 1) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(raw.shape[1]):
        x = (x ^ raw[at, i]) * np.uint64(0xFF51AFD7ED558CCD)
        x ^= x >> np.uint64(32)
    return int64(x >> np.uint64(4))

def {CELLS}emit(s, audience, event, seat, where=0, value=0):
    pass

def {CELLS}lowest(bits):
    i = 0
    if bits:
        while not bits & 1:
            bits >>= 1
            i += 1
    return i

def {CELLS}ones_in(bits):
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count

def {CELLS}list(value, count):
    made = np.empty(count, np.int64)
    for i in range(count):
        made[i] = value
    return made

def {CELLS}floats(value, count):
    made = np.empty(count, np.float64)
    for i in range(count):
        made[i] = value
    return made
"""
LISTS = {CELLS + "list", CELLS + "floats"}
RESERVED = {"np", "int64", "njit", "STATE", "OPTIONS", "SIZE", "MEMORY", "exp", "log", "sqrt", "DESK"}
RESERVED |= {kind.__name__ for kind in DESK}
PRIMITIVES = {"first": CELLS + "lowest", "copy": LOOP + "copy", "hashed": LOOP + "hashed"}
SMALL = ("roll", "step", "playout", "contest", "onward", "shown")
BORROWED = "_nrt=False"  # loops make no arrays, so they count no references to those that they are handed
OUTER = f"@njit(cache=True, error_model='numpy', {BORROWED})\n"
LOOPED = f"@njit(error_model='numpy', no_cpython_wrapper=True, no_cfunc_wrapper=True, {BORROWED})\n"
INLINED = f"@njit(error_model='numpy', inline='always', {BORROWED})\n"  # small, and else compiled with the whole game below
INNER = "@njit(error_model='numpy', no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True)\n"
DEFAULTS = {"may": "def may(s, seat, out):\n    return 0", "odds": "def odds(s, outcome):\n    return 1"}
DEFAULTS["seconds"] = "def seconds(s, seat):\n    return 0"
FORGETFUL = {"remember": "(s, seat, memory):\n    pass", "until": "(s, root):\n    return False"}
FORGETFUL["worth"] = "(s, seat):\n    return 0.0"


class NotCompiled(RuntimeError):
    """Rules that cannot be compiled, or a compiler that is not there; the message says which."""


def _literal(value: Any) -> bool:
    return isinstance(value, int | float) or (isinstance(value, tuple) and all(map(_literal, value)))


def _number(value: float) -> float:
    return value if isinstance(value, float) else int(value)


def _numbers(value: Any) -> Any:
    return tuple(map(_numbers, value)) if isinstance(value, tuple) else _number(value)


def _type(value: Any) -> str:
    """The type of the array that holds a tuple: floats where there is one in it."""
    return _type(value[0]) if isinstance(value, tuple) and value else "np.float64" if isinstance(value, float) else "np.int64"


@dataclass(slots=True)
class _Words:
    """What the functions of the file have in common; the tuples are collected on the way."""

    ints: dict[str, tuple[bool, ...]]  # by a function's name in the file: which parameters are ints
    tuples: dict[str, Any] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)  # tuples that are used other than by an index

    def named(self, name: str, value: Any) -> str:
        """The name in the file of a tuple that a module calls so: two modules may mean two by one name."""
        value = _numbers(value)
        while name in RESERVED or name in self.ints or self.tuples.setdefault(name, value) != value:
            name += "_"
        return name


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
            name = self.words.named(node.id, value)
            self.words.whole.add(name)
            return ast.Name(name, node.ctx)
        return ast.Constant(_number(value)) if isinstance(value, int | float) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        of = node.value
        value = self.scope.get(of.id) if isinstance(of, ast.Name) and of.id not in self.own else None
        if isinstance(of, ast.Name) and isinstance(value, tuple) and _literal(value):
            node.value = ast.Name(self.words.named(of.id, value), of.ctx)
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
            value = node.left.elts[0]
            if isinstance(value, ast.Constant) and isinstance(value.value, float):
                return ast.Call(ast.Name(CELLS + "floats", ast.Load()), [value, _int64(node.right)], [])
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
def _definitions(tree: ast.Module) -> dict[str, str]:
    """The source of every function of a module, by name."""
    return {node.name: ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef)}


def _functions(module: ModuleType, only: tuple[str, ...], names: dict[str, str], words: _Words) -> list[str]:
    written = []
    for name, text in _definitions(parsed(module)).items():
        function = getattr(module, name, None)
        if isinstance(function, FunctionType) and (not only or name in only):
            tree = ast.parse(text)
            written.append(ast.unparse(ast.fix_missing_locations(_Written(function, names, words).visit(tree))))
    return written


def _named(rules: ModuleType, parts: list[ModuleType]) -> dict[FunctionType, str]:
    """What the functions of vocabulary and rules are called in the file."""
    found = {getattr(cells, name): CELLS + name for name in SPOKEN}
    taken = {*dir(builtins), *found.values(), *(LOOP + name for name in playouts.TEMPLATES), *PRIMITIVES.values(), *LISTS, SETUP}
    defined = [(part, function) for part in parts for function in vars(part).values() if _defines(part, function)]
    taken.update(name for _, function in defined for name in function.__code__.co_varnames)
    for part, function in sorted(defined, key=lambda one: one[0] is not rules):
        prefix = "" if part is rules else part.__name__.rpartition(".")[2] + "_"
        name = prefix + function.__name__
        while prefix and name in taken:
            name += "_"
        taken.add(name)
        found.setdefault(function, name)
    return found


def _defines(module: ModuleType, value: Any) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == module.__name__


def _heard(module: ModuleType, named: dict[FunctionType, str]) -> dict[str, str]:
    """By the name that a module uses: the functions it may call, as the file calls them."""
    return {name: named[value] for name, value in vars(module).items() if isinstance(value, FunctionType) and value in named}


_texts: "WeakKeyDictionary[Game, tuple[list[ModuleType], list[dict[str, Any]], str]]" = WeakKeyDictionary()


def source(game: Game) -> str:
    """The generated file's text. Equal texts play equally. Raises NotCompiled where modules import each other in a ring.

    Written once in a process, and anew only where a name of the rules stands for something else than it did.
    """
    known = _texts.get(game)
    if known is not None and known[1] == [vars(part) for part in known[0]]:
        return known[2]
    led = [] if game.policy is None else [game.policy.module]
    try:
        parts = modules(game.rules, *led)
    except ImportCircle as circle:
        raise NotCompiled(f"{game.name}: {circle}") from None
    text = _source(game, parts, led)
    _texts[game] = parts, [dict(vars(part)) for part in parts], text
    return text


def _source(game: Game, parts: list[ModuleType], led: list[ModuleType]) -> str:
    named = _named(game.rules, parts)
    asked = {name: _heard(game.rules, named).get(name, name) for name in CONTRACT}
    rolls = BOUND[hasattr(game.rules, "odds")]
    bound = UNLED if game.policy is None else LED
    templates = {module: module.TEMPLATES for module in bound}
    templates[playouts] = tuple(name for name in playouts.TEMPLATES if name == rolls or name not in BOUND.values())
    words = _Words(_taken(named))
    begun = _set_up(game, asked["setup"], words) if game.held else []
    if begun:
        asked["setup"] = SETUP
    if game.policy is not None:
        asked |= {name: named.get(getattr(game.policy, name), "policy_" + name) for name in POLICY}
    looped = {name: LOOP + name for name in _looped(templates).values()} | PRIMITIVES
    looped |= asked | dict.fromkeys(BOUND.values(), LOOP + "roll")
    functions = [
        *_functions(cells, ("draw", "seeded"), _heard(cells, named), words),
        *(text for part in parts for text in _functions(part, (), _heard(part, named), words)),
        *begun,
        *(text for name, text in DEFAULTS.items() if not hasattr(game.rules, name)),
        *(f"def policy_{name}{text}" for name, text in FORGETFUL.items() for part in led if not hasattr(part, name)),
        *(text for part, only in templates.items() for text in _functions(part, only, _heard(part, named) | looped, words)),
    ]
    memory = game.policy.memory_cells if game.policy is not None else {}
    head = HEAD.format(
        desk=", ".join(kind.__name__ for kind in DESK),
        fields={kind.__name__: kind._fields for kind in DESK},
        state=layout(game.cells),
        options=layout(game.option_cells),
        size=game.actions.size,
        memory=layout(memory),
    )
    constants = [
        f"{name} = np.array({value!r}, {_type(value)})" if _even(value) and name not in words.whole else f"{name} = {value!r}"
        for name, value in sorted(words.tuples.items())
    ]
    entries = [name for module in bound for name in module.ENTRIES]
    decorators = {LOOP + name: OUTER for name in entries} | {LOOP + name: INLINED for name in SMALL}
    decorated = [
        decorators.get(name, LOOPED if name.startswith(LOOP) else INNER) + text
        for text in (*GIVEN.strip().split("\n\n"), *functions)
        for name in [text.removeprefix("def ").partition("(")[0]]
    ]
    return "\n".join((head + "\n".join(constants), *(f"\n{text}" for text in decorated), ""))


def _set_up(game: Game, setup: str, words: _Words) -> list[str]:
    """What `Game.setup` does: the options into the cells that hold them, then the rules' own."""
    words.ints[SETUP] = (False, True, False)
    lines = [f"def {SETUP}(s, players, options):"]
    for cell, option, values in game.held:
        chosen = f"options.{option}"
        lines.append(f"    s.{cell} = {words.named('held_' + cell, values)}[{chosen}]" if values else f"    s.{cell} = {chosen}")
    return ["\n".join([*lines, f"    {setup}(s, players, options)"])]


def _taken(named: dict[FunctionType, str]) -> dict[str, tuple[bool, ...]]:
    """Which parameters of the file's functions are ints, as far as their annotations say."""
    looped = {function: LOOP + name for function, name in _looped({m: m.TEMPLATES for m in (*LED, *UNLED)}).items()}
    return {name: _int_parameters(function) for function, name in (named | looped).items()} | {
        LOOP + name: (False, True, True) for name in ("copy", "hashed")
    }


def _looped(templates: dict[ModuleType, tuple[str, ...]]) -> dict[FunctionType, str]:
    """The loops of some modules, by what they are called there."""
    return {getattr(module, name): name for module, names in templates.items() for name in names}


def _even(value: tuple[Any, ...]) -> bool:
    """Whether nested tuples are as an array is: every part as long as the next."""
    parts = [part for part in value if isinstance(part, tuple)]
    return not parts or (len(parts) == len(value) and len(set(map(len, parts))) == 1 and all(map(_even, parts)))
