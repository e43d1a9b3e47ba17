"""What can be said of a decision at KEYS: what one's own stack meant for a bid, and where the KEY lay, by what the seat knew."""

from collections.abc import Sequence
from typing import Any

from parlour.games.keys.state import A_BID, A_FLIP, A_LEAVE, A_PASS, HAND, KEY, MAX_SEATS
from parlour.games.odds import told

HABITS = ("bid", "bluff", "trap")


def round_of(s: Any) -> int:
    return int(s.round)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """What one's own stack says of a bid, and how likely a stack holds the KEY: those one chose between, else the worst one."""
    said = [*_bid(s, seat, played, met=True), *_bid(s, seat, best, met=False)]
    stacks = [p for p in range(MAX_SEATS) if p != seat and s.height[p] > s.flipped[p]]
    if said or not stacks:
        return said
    share = {p: sum(0 <= world.key_at[p] < HAND for world in worlds) / len(worlds) for p in stacks}
    flipped = [action - A_FLIP for action in (played, best) if A_FLIP <= action < A_LEAVE and action - A_FLIP in share]
    return [told("key_odds", share[p], who=p) for p in flipped or [max(stacks, key=lambda p: share[p])]]


def _bid(s: Any, seat: int, action: int, *, met: bool) -> list[dict[str, Any]]:
    """Of a bid: that one's own KEY is met first (`met`), or else that one's own stack is enough for it."""
    if not A_BID <= action < A_PASS:
        return []
    bid, key = action - A_BID + 1, int(s.key_at[seat])
    above = s.height[seat] - 1 - key if 0 <= key < HAND else s.height[seat]  # coasters that are flipped before one's own KEY
    if met:
        return [{"word": "own_key", "bid": bid}] if above < min(bid, s.height[seat]) else []
    return [{"word": "own_enough", "bid": bid}] if bid <= above else []


def habits(s: Any, seat: int, action: int) -> list[str]:
    """To bid, to bid over one's own KEY, to lay the KEY."""
    if action == KEY:
        return ["trap"]
    if not A_BID <= action < A_PASS:
        return []
    return ["bid", "bluff"] if 0 <= s.key_at[seat] < HAND else ["bid"]
