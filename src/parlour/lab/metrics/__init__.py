"""What can be measured in games that were played: functions of a Trace, each with its definition and source.

`QUICK` are measured in every study; those of `THOROUGH` play or guess on, and are measured where they are asked for. A designer's
own is named by its import path.
"""

from parlour.lab.metrics.hidden import entropy, unknown
from parlour.lab.metrics.lead import changes, clear, comeback, drama, margin, runaway
from parlour.lab.metrics.metric import Metric, Told, UnknownMetric, imported
from parlour.lab.metrics.shape import branching, choice, decisions, first_seat, tree
from parlour.lab.metrics.trace import Step, Trace
from parlour.lab.metrics.use import use, win_rate
from parlour.lab.metrics.weight import weight

_QUICK = (
    Metric("decisions", "decisions a game", decisions),
    Metric("branching", "actions to choose from", branching),
    Metric("choice", "decisions with a choice", choice, share=True),
    Metric("tree", "size of the tree, as a power of ten", tree),
    Metric("first_seat", "wins of whoever begins, 1 being a fair part", first_seat),
    Metric("changes", "changes of the lead", changes),
    Metric("drama", "drama: how far behind the winner was", drama),
    Metric("clear", "through, when the winner is clear", clear, share=True),
    Metric("margin", "margin of the winner, in mean distances", margin),
    Metric("runaway", "wins of whoever leads at half-time", runaway, share=True),
    Metric("comeback", "wins of whoever is last at half-time", comeback, share=True),
)
_THOROUGH = (
    Metric("use", "use of an action where it is legal", use, share=True),
    Metric("win_rate", "wins with an action, 1 being a fair part", win_rate),
    Metric("unknown", "cells that are unknown to who decides", unknown, share=True),
    Metric("entropy", "bits that are unknown to who decides", entropy),
    Metric("weight", "part of the win that hangs on a choice", weight, share=True),
)
METRICS = {one.name: one for one in (*_QUICK, *_THOROUGH)}
QUICK, THOROUGH = (tuple(one.name for one in some) for some in (_QUICK, _THOROUGH))

__all__ = ["METRICS", "QUICK", "THOROUGH", "Metric", "Step", "Told", "Trace", "UnknownMetric", "metric"]


def metric(name: str) -> Metric:
    """A metric by its name, or a designer's by its import path. Raises UnknownMetric."""
    if name in METRICS:
        return METRICS[name]
    if "." in name or ":" in name:
        return imported(name)
    raise UnknownMetric(f"there is no metric {name!r}; there are {', '.join(METRICS)}, and your own by import path")
