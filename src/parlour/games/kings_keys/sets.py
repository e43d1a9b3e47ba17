"""Showing a set: to win, or to eliminate a kingdom."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.kings_keys.cards import four, holds_joker, kingdom_of, pool, rank_of, shuffle_in
from parlour.games.kings_keys.ending import fall, win
from parlour.games.kings_keys.state import (
    ALL,
    ARMY,
    AXE,
    BOX,
    BY_ARMY,
    BY_COINS,
    BY_KEYS,
    BY_LAUGHTER,
    CLAIM,
    COIN,
    COINS,
    ELIMINATED,
    HAND,
    JC,
    JOKER,
    KEPT,
    KEY,
    LAUGHTER,
    OUT_OF_PLAY,
    PILE,
    PIPS,
    PLAYING,
    SHOWED,
    TURN,
)


def covered(axes: int, coins: int) -> int:
    """The best of four axes (bits) that so many pips of coins cover, as bits."""
    if PIPS[axes] <= coins:
        return axes
    best = 0
    for some in range(16):
        if some & axes == some and PIPS[best] < PIPS[some] <= coins:
            best = some
    return best


def army(s: Any, p: int, coin: int, kingdom: int) -> int:
    """The pips of the greatest army p can show, with one coin changed to a kingdom (UNKNOWN: none) (KK-Q38)."""
    pips = 0
    for k in range(4):
        axes = four(s, p, AXE, k)
        if axes:
            pips += PIPS[axes if k == s.kingdom[p] else covered(axes, coin_pips(s, p, k, coin, kingdom))]
    return pips


def coin_pips(s: Any, p: int, k: int, coin: int, kingdom: int) -> int:
    pips = PIPS[four(s, p, COIN, k)]
    if coin >= 0 and k == kingdom_of(coin):
        pips -= rank_of(coin)
    if coin >= 0 and k == kingdom:
        pips += rank_of(coin)
    return pips


def army_change(s: Any, p: int) -> int:
    """How p shows an army of ten: -1 not at all, 0 as it is, else 1 + coin * 4 + kingdom the Coin Joker makes it (KK-Q39)."""
    most = 0
    for k in range(4):
        most += PIPS[four(s, p, AXE, k)]
    if most < s.army_to_win:
        return -1
    if army(s, p, UNKNOWN, 0) >= s.army_to_win:
        return 0
    if (s.phase != TURN and s.phase != PLAYING) or not holds_joker(s, p, JC):
        return -1
    for coin in range(COIN * 16, COIN * 16 + 16):
        if s.held[p][COIN] >> (coin & 15) & 1:
            for k in range(4):
                if army(s, p, coin, k) >= s.army_to_win:
                    return 1 + coin * 4 + k
    return -1


def can_claim(s: Any, p: int, what: int) -> bool:
    if what == ARMY:
        return army_change(s, p) >= 0
    if what == LAUGHTER:  # KK-Q49
        return s.held[p][JOKER] == 15
    return four(s, p, COIN if what == COINS else KEY, s.kingdom[p]) == 15  # KK-Q40


def can_eliminate(s: Any, p: int, v: int, suit: int) -> bool:
    """KK-Q12, KK-Q32, KK-Q33."""
    return bool(not s.eliminated and v != p and v < s.players and s.alive[v] and four(s, p, suit, s.kingdom[v]) == 15)


def list_claims(s: Any, p: int, out: Any, k: int) -> int:
    """At any moment of one's own turn (KK-Q11)."""
    for what in range(4):
        if can_claim(s, p, what):
            out[k] = CLAIM + what
            k += 1
    return k


def claim(s: Any, what: int) -> None:
    p = s.actor
    if s.size[KEPT + p]:
        pool(s, p)  # what was to stay in the hand is of no account any more
    if what == ARMY:
        show_army(s, p)
        win(s, p, BY_ARMY)
    elif what == LAUGHTER:
        show_set(s, JOKER, 0)
        win(s, p, BY_LAUGHTER)
    else:
        show_set(s, COIN if what == COINS else KEY, s.kingdom[p])
        win(s, p, BY_COINS if what == COINS else BY_KEYS)


def show_set(s: Any, suit: int, kingdom: int) -> None:
    for rank in range(4):
        reveal(s, suit * 16 + kingdom * 4 + rank)


def reveal(s: Any, card: int) -> None:
    """A shown set is seen by all (KK-Q60)."""
    s.seen[card] = ALL
    emit(s, EVERYONE, SHOWED, s.actor, card * 4 + (s.at[card] - HAND) // 4)


def show_army(s: Any, p: int) -> None:
    how = army_change(s, p)
    coin = (how - 1) // 4 if how > 0 else UNKNOWN
    kingdom = (how - 1) % 4 if how > 0 else 0
    for k in range(4):
        axes = four(s, p, AXE, k)
        paid = int(axes > 0 and k != s.kingdom[p])
        if paid:
            axes = covered(axes, coin_pips(s, p, k, coin, kingdom))
        for rank in range(4):
            if axes >> rank & 1:
                reveal(s, k * 4 + rank)
            shown = COIN * 16 + k * 4 + rank
            if paid and s.held[p][COIN] >> (shown & 15) & 1 and shown != coin:
                reveal(s, shown)
    if how > 0:
        reveal(s, JC)
        reveal(s, coin)


def eliminate(s: Any, v: int, suit: int) -> None:
    emit(s, EVERYONE, ELIMINATED, s.actor, v * 4 + suit)
    show_set(s, suit, s.kingdom[v])
    for rank in range(4):
        shuffle_in(s, suit * 16 + s.kingdom[v] * 4 + rank)
    s.eliminated = s.moved = 1
    fall(s, v, BOX if s.fallen == OUT_OF_PLAY else PILE)
