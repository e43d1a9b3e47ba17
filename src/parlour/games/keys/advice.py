"""What can be said of a decision at KEYS: where the KEY lay, as far as the seat could know."""

from collections.abc import Sequence
from typing import Any

from parlour.games.keys.state import A_BID, A_FLIP, A_LEAVE, A_PASS, HAND, KEY, MAX_SEATS

HABITS = ("bid", "bluff", "trap")


def round_of(s: Any) -> int:
    return int(s.round)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """In how many of a hundred worlds a stack holds the KEY: those one chose between, else the most dangerous one."""
    stacks = [p for p in range(MAX_SEATS) if p != seat and s.height[p] > s.flipped[p]]
    if not stacks:
        return []
    share = {p: sum(0 <= world.key_at[p] < HAND for world in worlds) / len(worlds) for p in stacks}
    flipped = [action - A_FLIP for action in (played, best) if A_FLIP <= action < A_LEAVE and action - A_FLIP in share]
    told = flipped or [max(stacks, key=lambda p: share[p])]
    return [{"word": "key_lay", "who": p, "percent": round(100 * share[p])} for p in told]


def habits(s: Any, seat: int, action: int) -> list[str]:
    """To bid, to bid over one's own KEY, to lay the KEY."""
    if action == KEY:
        return ["trap"]
    if not A_BID <= action < A_PASS:
        return []
    return ["bid", "bluff"] if 0 <= s.key_at[seat] < HAND else ["bid"]
