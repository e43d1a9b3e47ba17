"""What can be said of a decision at King's Keys: who held what one's own kingdom still lacked, as far as the seat could know."""

from collections.abc import Sequence
from typing import Any

from parlour.games.kings_keys.cards import four
from parlour.games.kings_keys.state import AXE, CARDS, COIN, HOLDER, KEY, NOTHING, PLAYING, SUITED, TARGET
from parlour.games.odds import told

HABITS = ("raid", "joker", "pass")


def round_of(s: Any) -> int:
    return 0  # nobody counts rounds at this table


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """Of those one chose between: how likely they held a coin or a key that was missing."""
    own = int(s.kingdom[seat])
    missing = [suit * 16 + 4 * own + i for suit in (COIN, KEY) for i in range(4) if not four(s, seat, suit, own) >> i & 1]
    aimed = [(action - TARGET) % 4 for action in (played, best) if TARGET <= action < TARGET + 16]
    asked = [who for who in dict.fromkeys(aimed) if who < s.players and who != seat]
    return [told("held_odds", _held(worlds, who, missing), who=who) for who in asked if missing]


def _held(worlds: Sequence[Any], who: int, cards: list[int]) -> float:
    return sum(any(HOLDER[world.at[card]] == who for card in cards) for world in worlds) / len(worlds)


def habits(s: Any, seat: int, action: int) -> list[str]:
    """To raid with an axe or a key, to play a Joker, to play nothing."""
    if s.phase != PLAYING:
        return []
    if action == NOTHING:
        return ["pass"]
    if SUITED <= action < CARDS:
        return ["joker"]
    return ["raid"] if action < SUITED and action // 16 in (AXE, KEY) else []
