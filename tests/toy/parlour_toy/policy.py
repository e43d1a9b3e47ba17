"""How a sensible player of Toy plays: high cards before low ones, and a five while it is worth more than others have shown."""

from typing import Any

from parlour.games.cells import cell
from parlour_toy.rules import CARD, CHOOSE, VALUES

FLAT = 0.5  # what every card weighs besides its value


class Memory:
    turns = cell(high=3)  # looked at so far
    highest = cell(high=5)  # value that lay open in them


def remember(s: Any, seat: int, memory: Any) -> None:
    """The cards that lie open after a turn, one's own among them."""
    if s.turn == memory.turns:
        return
    memory.turns = s.turn
    for p in range(s.players):
        for i in range(len(s.card[p])):
            if s.played[p][i]:
                memory.highest = max(memory.highest, s.card[p][i])


def lean(s: Any, seat: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    for i in range(k):
        value = s.card[seat][out[i] - CARD]
        weights[i] = FLAT + value / VALUES
        if value > memory.highest and memory.turns > 0:
            weights[i] += 1.0


def until(s: Any, root: Any) -> bool:
    return bool(s.turn > root.turn and s.phase == CHOOSE)


def worth(s: Any, seat: int) -> float:
    whole = 0.0
    for p in range(s.players):
        whole += part(s, p)
    return part(s, seat) / whole


def part(s: Any, p: int) -> float:
    return 0.0 if s.gone[p] else 1.0 + s.points[p]
