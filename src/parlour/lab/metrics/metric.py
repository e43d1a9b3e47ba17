"""A metric: what it is called, what it measures, and where its definition comes from."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parlour.engine.contract.game import GameError
from parlour.lab.metrics.trace import Trace

Told = float | Mapping[str, float] | None  # of one game; a mapping: one number a name; None: it has no meaning in this game
Function = Callable[[Trace], Told]


class UnknownMetric(GameError):
    """No metric has this name, and none can be imported by it."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A function of a game that was played. `share`: its values are from 0 to 1, and are said in percent."""

    name: str
    label: str
    function: Function
    share: bool = False

    def __call__(self, trace: Trace) -> Told:
        return self.function(trace)


def imported(path: str) -> Metric:
    """A designer's own, by an import path such as `mypackage.metrics.bluffs`. Raises UnknownMetric.

    Its label is the function's `label`, else its name; its `share` says whether its values are shares. Whoever names a path has
    it imported: never let a stranger name one.
    """
    module, _, name = path.partition(":") if ":" in path else path.rpartition(".")
    try:
        function = getattr(importlib.import_module(module), name)
    except Exception as error:  # a stranger's module may raise anything
        raise UnknownMetric(f"there is no metric at {path!r}: {type(error).__name__}: {error}") from error
    if not callable(function):
        raise UnknownMetric(f"{path!r} is {type(function).__name__}, not a function of a Trace")
    label = str(getattr(function, "label", name.replace("_", " ")))
    return Metric(path, label, function, bool(getattr(function, "share", False)))
