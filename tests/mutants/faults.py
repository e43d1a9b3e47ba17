"""The small faults: a comparison, a constant, a sign, a connective, a statement dropped; one at a time, in one function."""

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from parlour.engine.contract.game import load
from parlour.engine.contract.modules import modules

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Fault:
    """What can be wrong with one node of a function's tree; made into code when it is tried."""

    function: FunctionType
    node: int  # in the order of `ast.walk`
    change: "Change"

    def mutant(self) -> "Mutant":
        tree, first = _tree(self.function)
        faulty = copy.deepcopy(tree)
        node = list(ast.walk(faulty))[self.node]
        self.change(faulty, node, self.function.__globals__, _local(self.function))
        place = self.function.__module__.rpartition(".")[2]
        line = first + getattr(node, "lineno", 1) - 1
        old, new = _told(tree, faulty)
        what = f"{place}.py:{line} {self.function.__name__}: {old}  ->  {new}"
        return Mutant(self.function, _code(faulty, self.function), what, new)


@dataclass(frozen=True)
class Mutant:
    """A function with one fault; `what` says which, where, `line` the line as it is with it."""

    function: FunctionType
    code: CodeType
    what: str
    line: str

    def apply(self) -> None:
        """Every module that has the function runs the fault from now on."""
        self.function.__code__ = self.code


def faults(game: str) -> list[Fault]:
    """Every fault in every function of a game's rules, in the order of the text."""
    found = []
    for module in modules(load(game).rules):
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                found += list(_of(function))
    return found


def _of(function: FunctionType) -> Iterator[Fault]:
    for i, node in enumerate(ast.walk(_tree(function)[0])):
        for change in CHANGES:
            if change(None, _shallow(node), function.__globals__, _local(function)):
                yield Fault(function, i, change)


def _tree(function: FunctionType) -> tuple[ast.Module, int]:
    lines, first = inspect.getsourcelines(function)
    return ast.parse(textwrap.dedent("".join(lines))), first


def _local(function: FunctionType) -> set[str]:
    return set(function.__code__.co_varnames)


def _shallow(node: ast.AST) -> ast.AST:
    """A copy to try a change on, which leaves what is below it alone."""
    probe = copy.copy(node)
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(probe, field, value[:])
    return probe


def _told(tree: ast.Module, faulty: ast.Module) -> tuple[str, str]:
    """The first line that differs, before and after."""
    old, new = ast.unparse(tree).splitlines(), ast.unparse(ast.fix_missing_locations(faulty)).splitlines()
    for one, other in zip(old, new, strict=False):
        if one != other:
            return one.strip(), other.strip()
    return "", ast.unparse(faulty)


def _code(tree: ast.Module, function: FunctionType) -> CodeType:
    compiled = compile(ast.fix_missing_locations(tree), inspect.getfile(function), "exec")
    return next(const for const in compiled.co_consts if isinstance(const, CodeType) and const.co_name == function.__name__)


Change = Callable[[ast.AST | None, Any, dict[str, Any], set[str]], bool]


def _operator(tree: ast.AST | None, node: Any, scope: dict[str, Any], local: set[str]) -> bool:
    """< for <=, + for -, and for or …"""
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in OPERATORS:
        node.op = OPERATORS[type(node.op)]()  # type: ignore[assignment]
        return True
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPERATORS:
        node.ops = [OPERATORS[type(node.ops[0])]()]  # type: ignore[list-item]
        return True
    return False


def _constant(tree: ast.AST | None, node: Any, scope: dict[str, Any], local: set[str]) -> bool:
    """One more, or the other truth value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value = (not node.value) if isinstance(node.value, bool) else node.value + 1
        return True
    return False


def _named(tree: ast.AST | None, node: Any, scope: dict[str, Any], local: set[str]) -> bool:
    """A named constant, such as an event or a place, is the next one."""
    for field, value in list(ast.iter_fields(node)):
        if field in ("args", "comparators", "value", "right", "left", "slice", "body", "orelse"):
            if isinstance(value, ast.Name) and _is_number(value, scope, local):
                setattr(node, field, ast.BinOp(value, ast.Add(), ast.Constant(1)))
                return True
            if isinstance(value, list):
                for i, item in enumerate(value):
                    if isinstance(item, ast.Name) and _is_number(item, scope, local):
                        value[i] = ast.BinOp(item, ast.Add(), ast.Constant(1))
                        return True
    return False


def _is_number(name: ast.Name, scope: dict[str, Any], local: set[str]) -> bool:
    return name.id not in local and isinstance(scope.get(name.id), int)


def _negation(tree: ast.AST | None, node: Any, scope: dict[str, Any], local: set[str]) -> bool:
    """A condition without its `not`, a number without its sign."""
    for field, value in list(ast.iter_fields(node)):
        if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not | ast.USub | ast.Invert):
            setattr(node, field, value.operand)
            return True
    return False


def _dropped(tree: ast.AST | None, node: Any, scope: dict[str, Any], local: set[str]) -> bool:
    """A statement that does nothing any more."""
    whole = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    cell = isinstance(node, ast.Assign | ast.AugAssign) and not isinstance(_target(node), ast.Name)
    if tree is None or not (whole or cell):
        return whole or cell
    for parent in ast.walk(tree):
        for field in ("body", "orelse"):
            body = getattr(parent, field, None)
            if isinstance(body, list) and node in body:
                body[body.index(node)] = ast.Pass()
                return True
    return False


def _target(node: Any) -> ast.expr:
    target: ast.expr = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target


CHANGES: tuple[Change, ...] = (_operator, _constant, _named, _negation, _dropped)
