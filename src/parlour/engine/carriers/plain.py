"""The plain carrier: the loops bound to a game's own functions, on lists in CPython."""

from types import FunctionType, SimpleNamespace
from typing import Any

from parlour.engine.contract.game import Game, load
from parlour.engine.loops import LED, UNLED
from parlour.engine.loops.given import CONTRACT, POLICY, declared
from parlour.engine.loops.playouts import BOUND
from parlour.games.cells import MASK, lowest


def _copy(a: Any, to: int, of: int) -> None:
    a[to] = a[of].clone()


def _hashed(raw: Any, at: int, salt: int) -> int:
    return hash((raw[at], salt)) & MASK


class Plain:
    """Lists in CPython: always there."""

    name = "plain"

    def __init__(self, game: str | Game) -> None:
        game = self.game = load(game)
        modules = LED if game.policy is not None else UNLED
        scopes = {module: {k: v for k, v in vars(module).items() if not declared(v)} for module in modules}
        bound: dict[str, Any] = {name: getattr(game, name) for name in CONTRACT}
        bound |= {name: getattr(game.policy, name) for name in POLICY if game.policy is not None}
        bound |= {"first": lowest, "copy": _copy, "hashed": _hashed}
        made = {
            name: FunctionType(getattr(module, name).__code__, scopes[module], name)
            for module in modules
            for name in module.TEMPLATES
        }
        made["roll"] = made[BOUND[hasattr(game.rules, "odds")]]
        for scope in scopes.values():
            scope.update(bound | made)
        self.loops = SimpleNamespace(**made)

    def states(self, count: int) -> Any:
        return [self.game.State() for _ in range(count)]

    def options(self, options: Any) -> Any:
        return options

    def out(self) -> Any:
        return [0] * (2 * self.game.actions.size)

    def numbers(self, count: int) -> Any:
        return [0] * count

    def table(self, rows: int, columns: int) -> Any:
        return [[0] * columns for _ in range(rows)]

    def memories(self, count: int) -> Any:
        return [self.game.policy.Memory() for _ in range(count)] if self.game.policy is not None else [None] * count

    def weights(self) -> Any:
        return [0.0] * (2 * self.game.actions.size)

    def floats(self, rows: int, columns: int) -> Any:
        return [[0.0] * columns for _ in range(rows)]

    def put(self, array: Any, at: int, value: Any) -> None:
        array[at] = value.clone()

    def get(self, array: Any, at: int, value: Any) -> None:
        for name in value.__slots__:
            setattr(value, name, getattr(array[at].clone(), name))

    def raw(self, states: Any) -> Any:
        return states
