"""The linter of the subset that rules are written in: what both carriers run (docs/writing-a-game.md)."""

import ast
from collections.abc import Iterator, Mapping
from enum import IntEnum
from math import exp, log, sqrt
from types import FunctionType, ModuleType
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.contract.modules import ImportCircle, modules, own, parsed
from parlour.engine.contract.slots import fields
from parlour.games.cells import Cell
from parlour.testing.kinds import Kinds

IMPORTS = {"enum", "typing", "parlour.games.cells"}
BUILTINS = {"range", "len", "int", "bool", "min", "max", "abs"}
NOT_HERE: dict[type[ast.AST], str] = {
    ast.Yield: "a generator",
    ast.YieldFrom: "a generator",
    ast.GeneratorExp: "a generator",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.Lambda: "a closure",
    ast.FunctionDef: "a function inside a function",
    ast.ClassDef: "a class inside a function",
    ast.Dict: "a dict",
    ast.Set: "a set",
    ast.JoinedStr: "a string",
    ast.Slice: "a slice",
    ast.Try: "try",
    ast.Raise: "raise",
    ast.With: "with",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Starred: "a starred value",
    ast.Match: "match",
    ast.Import: "an import inside a function",
    ast.ImportFrom: "an import inside a function",
    ast.Div: "true division, which makes floats",
    ast.Pow: "a power",
}
FLOATS = (ast.Div,)  # what a policy may do besides
MATH = (exp, log, sqrt)


class _Function:
    """The check of one function, `floats`: of a policy's; `found` are (line, what)."""

    def __init__(self, node: ast.FunctionDef, function: FunctionType, cells: Mapping[str, Cell], floats: bool = False) -> None:
        self.node, self.scope, self.floats = node, function.__globals__, floats
        self.own = set(function.__code__.co_varnames)
        self.found: list[tuple[int, str]] = []
        self.calls: set[FunctionType] = set()
        if node.decorator_list:
            self.say(node, "a decorator")
        documented = ast.get_docstring(node) is not None
        for part in node.body[1:] if documented else node.body:
            for inner in ast.walk(part):
                self.visit(inner)
        for line, what in Kinds(node, self.scope, cells).faults():
            self.found.append((line, f"{node.name}: {what}"))

    def say(self, node: Any, what: str) -> None:
        self.found.append((node.lineno, f"{self.node.name}: {what}"))

    def visit(self, node: ast.AST) -> None:
        what = NOT_HERE.get(type(node))
        if self.floats and (isinstance(node, FLOATS) or (isinstance(node, ast.Constant) and isinstance(node.value, float))):
            return
        if what:
            self.say(node if hasattr(node, "lineno") else self.node, what)
        elif isinstance(node, ast.Constant) and not isinstance(node.value, int):
            self.say(node, f"the constant {node.value!r}, which is no int")
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            self.say(node, "a[p, i], which lists do not understand: write a[p][i]")
        elif isinstance(node, ast.Call):
            self.call(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            self.assign(node)
        elif isinstance(node, ast.List):
            self.list_made(node)
        elif isinstance(node, ast.For):
            self.loop(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in self.own:
            self.name(node)

    def call(self, node: ast.Call) -> None:
        if node.keywords:
            self.say(node, "a call with keywords")
        if not isinstance(node.func, ast.Name):
            self.say(
                node, f"a call of {ast.unparse(node.func)}: only functions of the rules, the vocabulary and {sorted(BUILTINS)}"
            )
            return
        called = self.scope.get(node.func.id)
        if isinstance(called, FunctionType):
            self.calls.add(called)

    def assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        into_cell = any(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)
        value = node.value
        if into_cell and (isinstance(value, ast.Compare | ast.BoolOp) or _negation(value) or _truth(value)):
            self.say(node, "a cell takes an int, not a bool: int(…)")

    def loop(self, node: ast.For) -> None:
        over = node.iter
        in_range = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range"
        in_tuple = isinstance(over, ast.Name) and over.id not in self.own and isinstance(self.scope.get(over.id), tuple)
        if not in_range and not in_tuple:
            self.say(node, f"for … in {ast.unparse(over)}: only in range(…) or a tuple of the module")

    def list_made(self, node: ast.List) -> None:
        if len(node.elts) != 1 or not isinstance(node.elts[0], ast.Constant | ast.UnaryOp | ast.Name):
            self.say(node, "a list that is not [0] * N")

    def name(self, node: ast.Name) -> None:
        if node.id in (BUILTINS | {"float"} if self.floats else BUILTINS) and node.id not in self.scope:
            return
        if node.id not in self.scope:
            self.say(node, f"{node.id}, which is neither a local, nor of the module, nor one of {sorted(BUILTINS)}")
        elif not _plain(self.scope[node.id], self.floats):
            self.say(node, f"{node.id}, which is no int, tuple of ints, IntEnum or function")


def _negation(value: ast.AST | None) -> bool:
    return isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)


def _truth(value: ast.AST | None) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, bool)


def _plain(value: Any, floats: bool) -> bool:
    if isinstance(value, tuple):
        return all(_plain(part, floats) for part in value)
    if floats and (isinstance(value, float) or value in MATH):
        return True
    is_enum = isinstance(value, type) and issubclass(value, IntEnum)
    is_function = isinstance(value, FunctionType)
    is_typing = getattr(value, "__module__", "") == "typing" or value is Any
    return isinstance(value, int) or is_enum or is_function or is_typing


def _recursive(calls: dict[FunctionType, set[FunctionType]]) -> Iterator[FunctionType]:
    """The functions that can come back to themselves, by whatever modules."""
    for start, called in calls.items():
        reach, todo = set[FunctionType](), set(called)
        while todo:
            function = todo.pop()
            if function not in reach:
                reach.add(function)
                todo |= calls.get(function, set())
        if start in reach:
            yield start


def faults(rules: ModuleType, policy: ModuleType | None = None, features: ModuleType | None = None) -> list[str]:
    """What in a game's rules, all their modules, is outside the subset, as "rules.py, line 12: place: a slice".

    So of its policy, which may reckon in floats besides, and of its features, whose function calls no other.
    """
    try:
        ruled = modules(rules, *() if features is None else (features,))
        parts = ruled if policy is None else modules(*ruled, policy)
    except ImportCircle as circle:
        return [str(circle)]
    cells = {**fields(rules.Options), **fields(rules.State)}
    found: list[tuple[ModuleType, int, str]] = []
    calls: dict[FunctionType, set[FunctionType]] = {}
    where: dict[FunctionType, tuple[ModuleType, int]] = {}
    for part in parts:
        for node in parsed(part).body:
            function = getattr(part, node.name, None) if isinstance(node, ast.FunctionDef) else None
            if isinstance(node, ast.FunctionDef) and isinstance(function, FunctionType):
                checked = _Function(node, function, cells, part not in ruled)
                found += [(part, line, what) for line, what in checked.found]
                calls[function], where[function] = checked.calls, (part, node.lineno)
                if part is features and checked.calls:
                    found.append((part, node.lineno, f"{node.name}: a call of another function, of which features know none"))
            else:
                found += [(part, node.lineno, what) for what in _outside(node, part, part not in ruled)]
    found += [(*where[function], f"{function.__name__}: recursion") for function in _recursive(calls)]
    told = {(parts.index(part), line, f"{_file(part)}, line {line}: {what}") for part, line, what in found}
    return [what for *_, what in sorted(told)]


def outside(game: Game) -> list[str]:
    """What in all of a game's parts that are compiled is outside the subset, as `faults` says it."""
    return faults(game.rules, game.policy.module if game.policy is not None else None, game.part("features"))


def _file(part: ModuleType) -> str:
    return part.__name__.rpartition(".")[2] + ".py"


def _outside(node: ast.stmt, part: ModuleType, of_policy: bool) -> Iterator[str]:
    """What is wrong with a statement of a module that is no function."""
    if isinstance(node, ast.Import):
        yield f"import {', '.join(alias.name for alias in node.names)}"
    elif isinstance(node, ast.ImportFrom):
        allowed = IMPORTS | {"math"} if of_policy else IMPORTS
        if node.module not in allowed and own(node, part.__package__ or "") is None:
            name = "." * node.level + (node.module or "")
            yield f"import from {name}; only from {', '.join(sorted(allowed))} and modules of the game"
        if any(alias.name == "*" for alias in node.names):
            yield "import *, which does not say what it takes"
    elif isinstance(node, ast.ClassDef) and not _declaration(node, of_policy):
        yield f"class {node.name}: only IntEnums, {'Memory' if of_policy else 'Options and State'}"


def _declaration(node: ast.ClassDef, of_policy: bool) -> bool:
    return node.name in (("Memory",) if of_policy else ("Options", "State")) or [ast.unparse(base) for base in node.bases] == [
        "IntEnum"
    ]
