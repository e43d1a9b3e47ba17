"""What Gentle does not keep in mind at KEYS: which coasters were seen, round after round, that were no KEY."""

from typing import Any

from parlour.games.keys.state import GONE


def forget(s: Any, seat: int) -> None:
    """Every other player's KEY is held again, except where everybody knows that it is gone."""
    for p in range(s.players):
        if p != seat and s.key_known[p] != GONE:
            s.lost_odds[p] = 0
            s.kept_odds[p] = 1
