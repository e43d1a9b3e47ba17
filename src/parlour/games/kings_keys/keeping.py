"""What stays in the hand at the end of a turn, and where the rest is laid."""

from typing import Any

from parlour.games.cells import UNKNOWN, emit
from parlour.games.kings_keys.cards import cards_in, ears, forget, pool, put, sight, total
from parlour.games.kings_keys.sets import can_eliminate
from parlour.games.kings_keys.state import (
    CARDS,
    COIN,
    DONE,
    DUNGEON,
    ELIMINATE,
    ENDING,
    HAND,
    KEEPING,
    KEPT,
    KEPT_IT,
    KEY,
    STORED,
    VAULT,
)
from parlour.games.kings_keys.turns import end_turn


def list_ending(s: Any, p: int, out: Any) -> int:
    """The turn always stops here, whether or not there is a set to show: how long must not tell."""
    k = 0
    if total(s, p) <= s.hand_limit or s.short_hand:
        out[0] = DONE
        k = 1
    if total(s, p) > s.hand_limit or s.short_hand:
        k = cards_in(s, p, UNKNOWN, out, k)
    if not s.eliminated:
        for v in range(s.players):
            for suit in range(4):
                if can_eliminate(s, p, v, suit):
                    out[k] = ELIMINATE + 4 * v + suit
                    k += 1
    return k


def list_kept(s: Any, p: int, out: Any) -> int:
    k = 0
    if s.short_hand:
        out[0] = DONE
        k = 1
    return cards_in(s, p, HAND + p, out, k)


def hold_all(s: Any) -> None:
    """Four cards or fewer all go to the hand."""
    p = s.actor
    if s.size[VAULT + p] or s.size[DUNGEON + p]:
        pool(s, p)


def gather(s: Any) -> None:
    """All holdings are one hand while they are laid out anew: nobody else sees any more which is where."""
    pool(s, s.actor)
    s.phase = KEEPING


def keep(s: Any, card: int) -> None:
    p = s.actor
    if s.phase == ENDING:
        gather(s)
    put(s, card, KEPT + p)
    emit(s, 1 << p, KEPT_IT, p, 0, card)
    if s.size[KEPT + p] == s.hand_limit or s.size[HAND + p] == 0:
        store_rest(s)


def store_rest(s: Any) -> None:
    """Coins and keys to the vault, the rest to the dungeon; told zone by zone, so that the order gives nothing away (KK-Q08)."""
    p = s.actor
    cards = [0] * CARDS
    k = cards_in(s, p, HAND + p, cards, 0)
    if k > 0:  # where nothing is stored, everything known is in the hand (KK-Q65)
        forget(s, HAND + p, 1 << p)
        forget(s, KEPT + p, 1 << p)
    for zone in range(1, 3):
        for i in range(k):
            if (cards[i] >> 4 == COIN or cards[i] >> 4 == KEY) == (zone == 1):
                put(s, cards[i], HAND + 4 * zone + p)
                emit(s, ears(sight(s, p)), STORED, p, zone, cards[i])
    for i in range(cards_in(s, p, KEPT + p, cards, 0)):
        put(s, cards[i], HAND + p)
    end_turn(s)
