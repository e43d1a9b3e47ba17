"""How a sensible player of Scaffold plays: the worse the card, the likelier they swap it."""

from typing import Any

from parlour.scaffold.rules import KEEP, VALUES


def lean(s: Any, seat: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    share = (s.card[seat] - 1) / (VALUES - 1)
    for i in range(k):
        weights[i] = share if out[i] == KEEP else 1.0 - share
