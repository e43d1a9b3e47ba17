"""A game's policy: how a sensible player plays, written once in the subset that both carriers run."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import ModuleType
from typing import Any

from parlour.engine.contract.slots import fields, slotted
from parlour.games.cells import Cell


def _forget(s: Any, seat: int, memory: Any) -> None:
    """A policy without a memory keeps nothing in mind."""


def _never(s: Any, root: Any) -> bool:
    return False


def _nothing(s: Any, seat: int) -> float:
    return 0.0


class Policy:
    """What a game's `policy.py` holds, and the defaults of what it leaves out (docs/writing-a-game.md)."""

    def __init__(self, module: ModuleType, game: Any) -> None:
        self.module: Any = module
        self.game = game  # whose `policy` this is
        declared = getattr(module, "Memory", None)
        self.memory_cells: Mapping[str, Cell] = fields(declared) if declared is not None else {}
        self.Memory = slotted("Memory", self.memory_cells, self)
        self.lean: Callable[[Any, int, Any, Any, int, Any], None] = module.lean
        self.remember: Callable[[Any, int, Any], None] = getattr(module, "remember", _forget)
        self.until: Callable[[Any, Any], bool] = getattr(module, "until", _never)
        self.thought: int = getattr(module, "THOUGHT", 0)
        self.capable: bool = getattr(module, "CAPABLE", False)
        self.whole: bool = getattr(module, "WHOLE", not hasattr(module, "until"))
        self.worth: Callable[[Any, int], float] = getattr(module, "worth", _nothing)

    def __reduce__(self) -> tuple[Callable[[Any], "Policy"], tuple[Any]]:
        return attrgetter("policy"), (self.game,)

    def weights(self, state: Any, seat: int, memory: Any, actions: list[int]) -> list[float]:
        """How likely each of the legal actions is for a sensible player who knows what `seat` may know of the state."""
        weights = [0.0] * len(actions)
        self.lean(state, seat, memory, actions, len(actions), weights)
        return weights
