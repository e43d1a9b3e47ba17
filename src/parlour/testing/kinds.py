"""What kind of value a name of the rules holds: a number, a truth value, a list or a tuple; and where that changes.

A name that is a list here and a number there, or a function that returns now the one and now the other, runs in CPython
and not when it is compiled.
"""

import ast
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

from parlour.games.cells import Cell

NUMBER, TRUTH, LIST, TUPLE = "a number", "a truth value", "a list", "a tuple"
OF_CALLS = {"int": NUMBER, "len": NUMBER, "min": NUMBER, "max": NUMBER, "abs": NUMBER, "bool": TRUTH}


class Kinds:
    """The kinds of one function's names, as far as they can be told from its text."""

    def __init__(self, node: ast.FunctionDef, scope: Mapping[str, Any], cells: Mapping[str, Cell]) -> None:
        self.node, self.scope, self.cells = node, scope, cells
        self.held: dict[str, dict[str, int]] = {}  # by name: the kinds it is given, each with the line
        for _ in range(2):  # a name may be given what another one holds, which is known the second time
            for inner in ast.walk(node):
                self._gather(inner)

    def _gather(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._give(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._give(node.target, node.value)
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            self._note(node.target, NUMBER)

    def _give(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._note(target, self.kind(value))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, given in zip(target.elts, value.elts, strict=False):
                self._give(one, given)

    def _note(self, name: ast.Name, kind: str | None) -> None:
        if kind is not None:
            self.held.setdefault(name.id, {}).setdefault(kind, name.lineno)

    def kind(self, value: ast.expr) -> str | None:
        """The kind of an expression; None where the text does not say."""
        match value:
            case ast.Constant():
                return TRUTH if isinstance(value.value, bool) else NUMBER if isinstance(value.value, int) else None
            case ast.List() | ast.BinOp(left=ast.List()):
                return LIST
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return TRUTH
            case ast.BinOp() | ast.UnaryOp():
                return NUMBER
            case ast.BoolOp(values=parts):
                return self._common(parts)
            case ast.IfExp(body=body, orelse=orelse):
                return self._common([body, orelse])
            case ast.Call(func=ast.Name(id=name)):
                return self._called(name)
            case ast.Name(id=name):
                return self._named(name)
            case ast.Subscript() | ast.Attribute():
                return self._taken(value)
        return None

    def _common(self, parts: list[ast.expr]) -> str | None:
        kinds = {self.kind(part) for part in parts}
        return kinds.pop() if len(kinds) == 1 else None

    def _called(self, name: str) -> str | None:
        function = self.scope.get(name)
        if isinstance(function, FunctionType):
            return {int: NUMBER, bool: TRUTH, "int": NUMBER, "bool": TRUTH}.get(function.__annotations__.get("return", ""))
        return OF_CALLS.get(name)

    def _named(self, name: str) -> str | None:
        if name in self.held:
            return next(iter(self.held[name])) if len(self.held[name]) == 1 else None
        value = self.scope.get(name)
        if isinstance(value, tuple):
            return TUPLE
        return NUMBER if isinstance(value, int) else None

    def _taken(self, value: ast.expr) -> str | None:
        """A cell, an element of a cell or of a list, or a member of an IntEnum."""
        depth = 0
        while isinstance(value, ast.Subscript):
            value, depth = value.value, depth + 1
        if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
            if value.value.id in self.scope:
                return NUMBER
            cell = self.cells.get(value.attr)
            return None if cell is None else LIST if len(cell.shape) > depth else NUMBER
        return NUMBER if isinstance(value, ast.Name) and depth and self._named(value.id) == LIST else None

    def faults(self) -> Iterator[tuple[int, str]]:
        """(line, what) of names that change their kind, and of returns that do."""
        for name, kinds in self.held.items():
            if len(kinds) > 1:
                yield max(kinds.values()), f"{name} is {' and '.join(kinds)}: no name changes its type"
        returned: dict[str, int] = {}
        empty = None
        for inner in ast.walk(self.node):
            if isinstance(inner, ast.Return):
                kind = None if inner.value is None else self.kind(inner.value)
                empty = inner.lineno if inner.value is None else empty
                if kind is not None:
                    returned.setdefault(kind, inner.lineno)
        if len(returned) > 1:
            yield max(returned.values()), f"returns {' and '.join(returned)}: one type on every path"
        if returned and (empty is not None or not _ends(self.node.body)):
            yield empty or self.node.lineno, f"returns {next(iter(returned))} on one path and nothing on another"


def _ends(body: list[ast.stmt]) -> bool:
    """Whether no path runs out of the end of these statements."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    forever = isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and bool(last.test.value)
    return isinstance(last, ast.Return) or forever
