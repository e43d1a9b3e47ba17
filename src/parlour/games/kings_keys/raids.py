"""Raiding with an axe, opening a vault with a key: the target, what is taken, and what is left behind."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.cards import cards_in, ears, forget, kingdom_of, leave_open, put, rank_of, show, strength
from parlour.games.kings_keys.payments import can_pay, hired
from parlour.games.kings_keys.state import (
    AXE,
    BETRAYED,
    CARD,
    CARDS,
    COIN,
    DONE,
    DUNGEON,
    HAND,
    HOLDER,
    HUNTING,
    IN_KINGDOM,
    JA,
    JH,
    KEY,
    MAX_SEATS,
    NAMED,
    NAMING,
    PICKING,
    ROBBED,
    SHIELD,
    SUITED,
    TABLE,
    TARGET,
    TOOK,
    VAULT,
    Zone,
)
from parlour.games.kings_keys.table import coins_to_pile, end_play


def can_target(s: Any, p: int, card: int, sneak: int, zone: int, v: int) -> bool:
    """Whether a card may be used against a zone; `sneak` is 1 where the Shield Joker leads soldiers past the guards."""
    if v == p or v >= s.players or not s.alive[v]:  # KK-Q26
        return False
    if card == JA:  # the only one that may find nothing (KK-Q45)
        return zone == Zone.KINGDOM
    if zone == Zone.KINGDOM or s.size[HAND + 4 * zone + v] == 0:  # KK-Q25
        return False
    if card >= SUITED:
        return True
    if card >> 4 == KEY:  # KK-Q31
        return zone == Zone.VAULT and kingdom_of(card) == s.kingdom[v]
    if zone == Zone.VAULT or (not s.betrayal and kingdom_of(card) == s.kingdom[v]):  # KK-Q20, KK-Q21
        return False
    if zone == Zone.DUNGEON:  # KK-Q30
        return not sneak
    return bool(sneak or rank_of(card) > s.best[v])  # KK-Q27


def has_target(s: Any, p: int, card: int, sneak: int) -> bool:
    for zone in range(4):
        for v in range(s.players):
            if can_target(s, p, card, sneak, zone, v):
                return True
    return False


def can_raid(s: Any, p: int, axe: int, sneak: int) -> bool:
    if hired(s, p, axe) and not can_pay(s, p, kingdom_of(axe), rank_of(axe), s.jokers):
        return False
    return has_target(s, p, axe, sneak)


def list_targets(s: Any, p: int, out: Any) -> int:
    sneak = int(s.at[JH] == TABLE)
    k = 0
    for zone in range(4):
        for v in range(s.players):
            if can_target(s, p, s.card, sneak, zone, v):
                out[k] = TARGET + 4 * zone + v
                k += 1
    if s.card == JH:  # soldiers may go with him (KK-Q46)
        for axe in range(16):
            if s.held[p][AXE] >> axe & 1 and can_raid(s, p, axe, 1):
                out[k] = CARD + axe
                k += 1
    return k


def list_open(s: Any, out: Any) -> int:
    """Cards lying open may be named, or the rest taken blind, but the thief takes at least one (KK-Q23)."""
    k = 0
    if s.named or s.size[s.target] > s.open[s.target]:
        out[0] = DONE
        k = 1
    for card in range(CARDS):
        if s.up[card] and s.at[card] == s.target:
            out[k] = CARD + card
            k += 1
    return k


def list_face_down(s: Any, out: Any) -> int:
    cards = [0] * CARDS
    k = 0
    for i in range(cards_in(s, HOLDER[s.target], s.target, cards, 0)):
        if not s.up[cards[i]]:
            out[k] = CARD + cards[i]
            k += 1
    return k


def aim(s: Any, where: int) -> None:
    v = where % 4
    if where >= IN_KINGDOM:
        s.target = HAND + v
        s.phase = HUNTING
    elif s.card < SHIELD * 16 and kingdom_of(s.card) == s.kingdom[v]:
        betray(s, where // 4, v)
    else:
        coins_to_pile(s)
        s.target = HAND + where
        s.takes = strength(s.card)
        if s.open[s.target]:
            s.phase = NAMING
        else:
            take_blind(s)


def betray(s: Any, zone: int, v: int) -> None:
    """Soldiers sent against their own kingdom stay there with their pay (KK-Q21, option penalty)."""
    emit(s, EVERYONE, BETRAYED, s.actor, (s.card * 3 + zone) * MAX_SEATS + v)
    for coin in range(16):
        if s.paid >> coin & 1:
            leave_open(s, COIN * 16 + coin, VAULT + v)
    s.paid = 0
    leave_behind(s, DUNGEON + v)


def name(s: Any, card: int) -> None:
    emit(s, EVERYONE, NAMED, s.actor, card * 3 * MAX_SEATS + s.target - HAND)
    show(s, card, HAND + s.actor)
    s.takes -= 1
    s.named += 1
    if not s.takes or not s.open[s.target]:
        take_blind(s)


def take_blind(s: Any) -> None:
    """All that is still to be taken lies face down: chance picks, and where it leaves some, outsiders forget what was where."""
    v = HOLDER[s.target]
    face_down = s.size[s.target] - s.open[s.target]
    s.takes = min(s.takes, face_down)
    emit(s, EVERYONE, ROBBED, s.actor, (s.card * 12 + s.target - HAND) * 5 + s.named + s.takes)
    if s.takes:
        if s.takes < face_down:
            forget(s, s.target, 1 << s.actor | 1 << v)
        s.phase = PICKING
    else:
        leave_behind(s, s.target)


def pick(s: Any, card: int) -> None:
    take_unseen(s, card, s.target)
    s.takes -= 1
    if not s.takes:
        leave_behind(s, s.target)


def take_unseen(s: Any, card: int, place: int) -> None:
    """Thief and victim know what was taken (KK-Q09), and whoever knew that card and can place it still (KK-Q65)."""
    s.seen[card] |= 1 << s.actor | 1 << HOLDER[place]
    emit(s, ears(s.seen[card]), TOOK, s.actor, place - HAND, card)
    put(s, card, HAND + s.actor)


def leave_behind(s: Any, place: int) -> None:
    """The card used, and Jokers used with it, stay face up at the scene (KK-Q28)."""
    leave_open(s, s.card, place)
    for joker in range(JH, CARDS):
        if s.at[joker] == TABLE:
            leave_open(s, joker, place)
    end_play(s)
