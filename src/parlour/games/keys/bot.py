"""What Gentle does not keep in mind at KEYS, which coasters were seen that were no KEY; and what Sharp knows by heart."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from parlour.games.keys import book
from parlour.games.keys.state import GONE


def by_heart(s: Any) -> Callable[[Any, Sequence[int], Random], int] | None:
    """Who plays Sharp without a thought at a table that stands so; None where it has to think."""
    return book.sharp if book.covers(s) else None


def forget(s: Any, seat: int) -> None:
    """Every other player's KEY is held again, except where everybody knows that it is gone."""
    for p in range(s.players):
        if p != seat and s.key_known[p] != GONE:
            s.lost_odds[p] = 0
            s.kept_odds[p] = 1
