"""What a seat may know, and what it may guess of the rest."""

from typing import Any

from parlour.games.cells import UNKNOWN, draw
from parlour.games.kings_keys.cards import all_open, four, kingdom_of, rank_of
from parlour.games.kings_keys.payments import colour_due, other_coin, promise_kept, stage
from parlour.games.kings_keys.state import (
    ALL,
    CARDS,
    CHANGING,
    COIN,
    DUNGEON,
    HAND,
    HOLDER,
    JC,
    JOKER,
    KEPT,
    KEY,
    MAX_SEATS,
    NOBODY,
    PAYING,
    PILE,
    PIPS,
    PLACES,
    VAULT,
)

TRIES = 500  # deals of a plausible world before the promised coins are simply given


def eye(seat: int) -> int:
    """A seat's bit in `seen`."""
    return 1 << seat if seat < MAX_SEATS else 16


def hide(s: Any, seat: int) -> None:
    """While holdings are laid out anew, what is known of them is that they are among them, not which of them are kept."""
    bit = eye(seat)
    laid_out = laid_out_by(s)
    everybody = all_open(s)
    for p in range(MAX_SEATS):
        if p != seat:
            for suit in range(5):
                s.held[p][suit] = 0
    for card in range(CARDS):
        s.seen[card] &= bit
        if not s.seen[card] or s.at[card] < 0:
            s.at[card] = UNKNOWN
            s.since[card] = 0
        elif HOLDER[s.at[card]] != seat:
            if not everybody:  # who else has seen it come
                s.since[card] = 0
            if HOLDER[s.at[card]] >= 0 and HOLDER[s.at[card]] == laid_out:
                s.at[card] = UNKNOWN
            elif HOLDER[s.at[card]] >= 0:
                s.held[HOLDER[s.at[card]]][card >> 4] += 1 << (card & 15)


def laid_out_by(s: Any) -> int:
    """Whose holdings are being laid out anew, also where the game ended before they were."""
    return s.actor if s.size[KEPT + s.actor] > 0 else NOBODY


def fill(s: Any, seat: int, dice: Any) -> None:
    """A world dealt at random from what is unknown; coins the actor has promised to pay are among their cards.

    Worlds in which they could not pay are dealt again, so that the rest stay equally likely.
    """
    p = s.actor
    stores = [0] * CARDS  # unknown coins and keys
    arms = [0] * CARDS  # unknown axes, shields and Jokers
    laid = [0] * CARDS  # known to be among the holdings that are laid out anew
    count = [0] * 3
    need = [0] * PLACES  # how many of them lie in each place
    count_unknown(s, need, stores, arms, laid, count)
    coins = held_at(s, p, COIN)
    jokers = held_at(s, p, JOKER)
    tries = 0
    while tries == 0 or not promise_kept(s):
        if tries == TRIES:
            s.held[p][COIN] = coins
            s.held[p][JOKER] = jokers
            grant(s, need, stores, arms, count)
        deal_unknown(s, need, stores, arms, laid, count, dice)
        s.held[p][COIN] = held_at(s, p, COIN)
        s.held[p][JOKER] = held_at(s, p, JOKER)
        tries += 1
    for q in range(MAX_SEATS):
        for suit in range(5):
            s.held[q][suit] = 0
    everybody = all_open(s)
    for card in range(CARDS):
        know(s, card, s.seen[card], everybody)
        q = HOLDER[s.at[card]]
        if q >= 0:
            s.held[q][card >> 4] += 1 << (card & 15)


def held_at(s: Any, p: int, suit: int) -> int:
    bits = 0
    for i in range(4 if suit == JOKER else 16):
        if s.at[suit * 16 + i] >= 0 and HOLDER[s.at[suit * 16 + i]] == p:
            bits |= 1 << i
    return bits


def count_unknown(s: Any, need: Any, stores: Any, arms: Any, laid: Any, count: Any) -> None:
    for place in range(PLACES):
        need[place] = s.size[place]
    for card in range(CARDS):
        if s.at[card] >= 0:
            need[s.at[card]] -= 1
        elif s.seen[card]:
            laid[count[2]] = card
            count[2] += 1
        elif card >> 4 == COIN or card >> 4 == KEY:
            stores[count[0]] = card
            count[0] += 1
        else:
            arms[count[1]] = card
            count[1] += 1


def deal_unknown(s: Any, need: Any, stores: Any, arms: Any, laid: Any, count: Any, dice: Any) -> None:
    """Coins and keys to the vaults, axes, shields and Jokers to the dungeons, the rest wherever cards are missing."""
    rest = [0] * CARDS
    vaulted = deal_zone(s, need, VAULT, stores, count[0], dice)
    jailed = deal_zone(s, need, DUNGEON, arms, count[1], dice)
    k = 0
    for i in range(vaulted, count[0]):
        rest[k] = stores[i]
        k += 1
    for i in range(jailed, count[1]):
        rest[k] = arms[i]
        k += 1
    dealt = deal_place(s, need[PILE], PILE, rest, 0, k, dice)
    for p in range(MAX_SEATS):
        if p == laid_out_by(s):
            dealt = deal_laid_out(s, need, laid, count[2], rest, dealt, k, dice)
        else:
            dealt = deal_place(s, need[HAND + p], HAND + p, rest, dealt, k, dice)


def deal_laid_out(s: Any, need: Any, laid: Any, known: int, rest: Any, dealt: int, size: int, dice: Any) -> int:
    """What is known to be there and random cards beside it, any of them kept; how many of the rest are dealt then."""
    p = s.actor
    mine = [0] * CARDS
    whole = need[HAND + p] + need[KEPT + p]
    for i in range(known):
        mine[i] = laid[i]
    others = deal_place(s, whole - known, HAND + p, rest, dealt, size, dice)
    for i in range(dealt, others):
        mine[known + i - dealt] = rest[i]
    kept = deal_place(s, need[KEPT + p], KEPT + p, mine, 0, whole, dice)
    deal_place(s, need[HAND + p], HAND + p, mine, kept, whole, dice)
    return others


def deal_zone(s: Any, need: Any, zone: int, cards: Any, size: int, dice: Any) -> int:
    dealt = 0
    for p in range(MAX_SEATS):
        dealt = deal_place(s, need[zone + p], zone + p, cards, dealt, size, dice)
    return dealt


def deal_place(s: Any, need: int, place: int, cards: Any, dealt: int, size: int, dice: Any) -> int:
    """So many random cards of those not dealt yet, to a place; how many are dealt then."""
    for i in range(dealt, dealt + need):
        j = i + draw(dice, size - i)
        card = cards[j]
        cards[j] = cards[i]
        cards[i] = card
        s.at[card] = place
    return dealt + need


def know(s: Any, card: int, bit: int, everybody: bool) -> None:
    """A card is known to its holder, to whom `bit` says, and in the open or where all is open to `everybody`."""
    p = HOLDER[s.at[card]]
    if s.at[card] == PILE:
        s.seen[card] = 0
    elif p < 0 or s.up[card] or everybody:
        s.seen[card] = ALL
    else:
        s.seen[card] = bit | 1 << p


def grant(s: Any, need: Any, stores: Any, arms: Any, count: Any) -> None:
    """Where luck will not have it, the actor gets what they need before the rest is dealt: the highest coins due, or first
    the Coin Joker and the highest coin of another kingdom."""
    kingdom = colour_due(s)
    if stage(s) == CHANGING or not reaches(s, kingdom, need, stores, count[0]):
        if stage(s) == PAYING:
            count[1] = give(s, JC, DUNGEON, need, arms, count[1])
        best = UNKNOWN
        for i in range(count[0]):
            if stores[i] >> 4 == COIN and kingdom_of(stores[i]) != kingdom and (best < 0 or stores[i] & 3 > best & 3):
                best = stores[i]
        if best >= 0 and rank_of(best) > other_coin(s, s.actor, kingdom):
            count[0] = give(s, best, VAULT, need, stores, count[0])
    for rank in range(3, -1, -1):
        if not promise_kept(s):
            count[0] = give(s, COIN * 16 + kingdom * 4 + rank, VAULT, need, stores, count[0])


def reaches(s: Any, kingdom: int, need: Any, stores: Any, size: int) -> bool:
    """Whether real coins alone can do it, in the room there is."""
    pips = PIPS[four(s, s.actor, COIN, kingdom)]
    room = need[VAULT + s.actor] + need[HAND + s.actor]
    for rank in range(4, 0, -1):
        for i in range(size):
            if room and stores[i] == COIN * 16 + kingdom * 4 + rank - 1:
                pips += rank
                room -= 1
    return bool(pips >= s.due)


def give(s: Any, card: int, zone: int, need: Any, alike: Any, size: int) -> int:
    """An unknown card to the actor, into its own zone if there is room, so that the typed zones can still be filled."""
    p = s.actor
    place = zone + p if need[zone + p] else HAND + p
    for i in range(size):
        if alike[i] == card and need[place]:
            need[place] -= 1
            s.at[card] = place
            s.held[p][card >> 4] |= 1 << (card & 15)
            alike[i] = alike[size - 1]
            return size - 1
    return size
