"""Paying for soldiers and guards with coins, and the Coin Joker's help."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.cards import four, holds_joker, kingdom_of, rank_of, show
from parlour.games.kings_keys.state import (
    CARD,
    CHANGED,
    CHANGING,
    COIN,
    DONE,
    GUARDS,
    HAND,
    JC,
    PAID,
    PAYING,
    PIPS,
    TABLE,
    TOP,
    VOTING,
)


def other_coin(s: Any, p: int, kingdom: int) -> int:
    """The rank of the highest coin of another kingdom: what the Coin Joker can add."""
    best = 0
    for k in range(4):
        if k != kingdom and TOP[four(s, p, COIN, k)] > best:
            best = TOP[four(s, p, COIN, k)]
    return best


def can_pay(s: Any, p: int, kingdom: int, pips: int, banker: int) -> bool:
    """Whether p's coins of this kingdom are worth it, with the Coin Joker's help where `banker` is 1."""
    coins = PIPS[four(s, p, COIN, kingdom)]
    if coins >= pips:
        return True
    return bool(banker and holds_joker(s, p, JC) and coins + other_coin(s, p, kingdom) >= pips)


def colour_due(s: Any) -> int:
    """The kingdom whose coins pay for the card in play: its own; one's own to buy a guard back (KK-Q51), which is the same."""
    return kingdom_of(s.card)


def buying_back(s: Any) -> bool:
    return s.card >= 0 and s.at[s.card] >= GUARDS


def hired(s: Any, p: int, card: int) -> bool:
    """Whether this axe or shield must be paid (KK-Q14, KK-Q20), where anything is (KK-Q69)."""
    return not s.unpaid and kingdom_of(card) != s.kingdom[p]


def can_lend(s: Any, p: int) -> bool:
    """Whether the Coin Joker may change a coin for what is due (KK-Q47)."""
    if not s.due or not holds_joker(s, p, JC) or buying_back(s):
        return False
    kingdom = colour_due(s)
    return other_coin(s, p, kingdom) > 0 and can_pay(s, p, kingdom, s.due, 1)


def can_change(s: Any, p: int, coin: int) -> bool:
    """Whether this coin of another kingdom, changed, leaves what is due payable."""
    kingdom = colour_due(s)
    return kingdom_of(coin) != kingdom and rank_of(coin) + PIPS[four(s, p, COIN, kingdom)] >= s.due


def list_payments(s: Any, p: int, out: Any) -> int:
    k = 0
    if not s.due:
        out[0] = DONE
        k = 1
    kingdom = colour_due(s)
    for rank in range(4):
        if four(s, p, COIN, kingdom) >> rank & 1:
            out[k] = CARD + COIN * 16 + kingdom * 4 + rank
            k += 1
    if can_lend(s, p):
        out[k] = CARD + JC
        k += 1
    return k


def list_changes(s: Any, p: int, out: Any) -> int:
    k = 0
    for coin in range(COIN * 16, COIN * 16 + 16):
        if s.held[p][COIN] >> (coin & 15) & 1 and can_change(s, p, coin):
            out[k] = CARD + coin
            k += 1
    return k


def pay(s: Any, card: int) -> None:
    emit(s, EVERYONE, PAID, s.actor, card * 4 + (s.at[card] - HAND) // 4)
    show(s, card, TABLE)
    if card == JC:
        s.phase = CHANGING
    else:
        count_coin(s, card)


def count_coin(s: Any, coin: int) -> None:
    s.paid += 1 << (coin & 15)
    s.due = max(0, s.due - rank_of(coin))


def change(s: Any, coin: int) -> None:
    kingdom = colour_due(s)
    emit(s, EVERYONE, CHANGED, s.actor, (coin * 4 + kingdom) * 4 + (s.at[coin] - HAND) // 4)
    show(s, coin, TABLE)
    count_coin(s, coin)
    s.phase = PAYING


def stage(s: Any) -> int:
    """The phase of play, also while a truce is voted on."""
    phase: int = s.resume if s.phase == VOTING else s.phase
    return phase


def promise_kept(s: Any) -> bool:
    """Whether what the actor has begun to pay can be paid."""
    p = s.actor
    if stage(s) != PAYING and stage(s) != CHANGING:
        return True
    if stage(s) == CHANGING:
        for coin in range(COIN * 16, COIN * 16 + 16):
            if s.held[p][COIN] >> (coin & 15) & 1 and can_change(s, p, coin):
                return True
        return False
    return can_pay(s, p, colour_due(s), s.due, int(s.jokers and not buying_back(s)))
