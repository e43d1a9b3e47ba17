"""Which actions and cards are used, and who wins with them."""

from collections import Counter
from functools import cache

from parlour.engine.contract.game import Game
from parlour.lab.metrics.trace import Trace


@cache
def label(game: Game, action: int) -> str:
    """An action as one reads it, its card or number included, as "bid 3"."""
    return " ".join(str(value) for value in game.actions.read(action).values())


def use(trace: Trace) -> dict[str, float]:
    """By action and card: of the decisions in which it could be chosen, the part in which it was.

    Source: "action usage" of TAG. An action without a rival where it is legal: 1; one that nobody ever wants: 0.
    """
    offered, taken = Counter[int](), Counter[int]()
    for step in trace.choices:
        offered.update(step.legal)
        taken[step.action] += 1
    return {label(trace.game, action): taken[action] / count for action, count in offered.items()}


def win_rate(trace: Trace) -> dict[str, float]:
    """By action and card: the win of the seats that chose it, times the number of players: 1 is a fair part.

    Source: "win rate by card" as TAG and designers count it. It tells what goes along with winning, not what causes it.
    """
    if not any(trace.wins):
        return {}
    seats: dict[int, set[int]] = {}
    for step in trace.choices:
        seats.setdefault(step.action, set()).add(step.seat)
    return {
        label(trace.game, action): trace.players * sum(trace.wins[p] for p in who) / len(who) for action, who in seats.items()
    }
