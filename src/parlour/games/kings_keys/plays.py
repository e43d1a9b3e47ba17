"""What a player may begin their one play with, and beginning it."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.kings_keys.cards import cards_in, kingdom_of, rank_of, show
from parlour.games.kings_keys.guards import buy_back, can_buy_back, place_guard
from parlour.games.kings_keys.payments import buying_back, can_pay, hired
from parlour.games.kings_keys.raids import can_raid, has_target
from parlour.games.kings_keys.state import (
    AXE,
    BARGAINED,
    CARD,
    CARDS,
    COIN,
    GUARDS,
    HAND,
    JC,
    MAX_SEATS,
    NOTHING,
    PAYING,
    PLAYED,
    SHIELD,
    SPY,
    TABLE,
    TARGETING,
)
from parlour.games.kings_keys.table import coins_to_pile


def can_play(s: Any, p: int, card: int) -> bool:
    """Whether a card p holds may begin their play. The Coin Joker and coins only pay."""
    suit = card >> 4
    if suit == AXE:
        return can_raid(s, p, card, 0)
    if suit == SHIELD:
        return not hired(s, p, card) or can_pay(s, p, kingdom_of(card), rank_of(card), s.jokers)
    if suit == COIN or card == JC:
        return False
    return has_target(s, p, card, 0)


def list_plays(s: Any, p: int, out: Any) -> int:
    out[0] = NOTHING
    k = 1
    if s.jokers:
        out[1] = SPY
        k = 2
    cards = [0] * CARDS
    for i in range(cards_in(s, p, UNKNOWN, cards, 0)):
        if can_play(s, p, cards[i]):
            out[k] = CARD + cards[i]
            k += 1
    if s.buy_back:
        for rank in range(4):
            shield = SHIELD * 16 + s.kingdom[p] * 4 + rank
            if can_buy_back(s, p, shield):
                out[k] = CARD + shield
                k += 1
    return k


def start_play(s: Any, card: int) -> None:
    p = s.actor
    s.card = card
    s.moved = 1
    if s.at[card] >= GUARDS:
        s.due = rank_of(card)
        s.phase = PAYING
        emit(s, EVERYONE, BARGAINED, p, card * MAX_SEATS + s.at[card] - GUARDS)
        return
    emit(s, EVERYONE, PLAYED, p, card * 4 + (s.at[card] - HAND) // 4)
    show(s, card, TABLE)
    if card < COIN * 16 and hired(s, p, card):
        s.due = rank_of(card)
        s.phase = PAYING
    elif card >> 4 == SHIELD:
        place_guard(s)
    else:
        s.phase = TARGETING


def settle(s: Any) -> None:
    """The payment is complete."""
    if buying_back(s):
        buy_back(s)
    elif s.card >> 4 == SHIELD:
        coins_to_pile(s)
        place_guard(s)
    else:
        s.phase = TARGETING
