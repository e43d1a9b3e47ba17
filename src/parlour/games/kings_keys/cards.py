"""What a card is, where cards lie, and moving one.

A card is suit * 16 + kingdom * 4 + rank - 1, a Joker 64 + its kind. What a player holds is a mask of 16 cards a suit, so
that a set, a sum of pips or an empty suit is one look instead of a walk through 68 cards.
"""

from typing import Any

from parlour.games.cells import EVERYONE, ONLOOKER, UNKNOWN, emit
from parlour.games.kings_keys.state import ALL, BIT, CARDS, DUNGEON, HAND, HOLDER, JOKER, LEFT, MAX_SEATS, PILE, SUITED, VAULT


def kingdom_of(card: int) -> int:
    return card >> 2 & 3


def rank_of(card: int) -> int:
    return (card & 3) + 1


def strength(card: int) -> int:
    """How many cards it takes: an axe or a key its rank, a Joker one."""
    return (card & 3) + 1 if card < SUITED else 1


def four(s: Any, p: int, suit: int, kingdom: int) -> int:
    """The cards of one suit and kingdom that p holds, as four bits."""
    bits: int = s.held[p][suit] >> 4 * kingdom & 15
    return bits


def holds_joker(s: Any, p: int, joker: int) -> bool:
    return s.held[p][JOKER] >> (joker & 3) & 1 == 1


def total(s: Any, p: int) -> int:
    count: int = s.size[HAND + p] + s.size[VAULT + p] + s.size[DUNGEON + p]
    return count


def cards_in(s: Any, p: int, place: int, out: Any, k: int) -> int:
    """What p holds in a place (UNKNOWN: in any), added to a list that has k; how many it has then."""
    for suit in range(5):
        cards = s.held[p][suit]
        while cards > 0:
            low = cards & -cards
            card = suit * 16 + BIT[low % 19]
            if place < 0 or s.at[card] == place:
                out[k] = card
                k += 1
            cards -= low
    return k


def put(s: Any, card: int, place: int) -> None:
    """The one writer of places: who holds what, the counts and what lies open follow from it."""
    old = s.at[card]
    s.at[card] = place
    s.size[old] -= 1
    s.size[place] += 1
    if s.up[card]:
        s.up[card] = 0
        s.open[old] -= 1
    of = HOLDER[old]
    to = HOLDER[place]
    if of != to:
        bit = 1 << (card & 15)
        s.since[card] = 0
        if of >= 0:
            s.held[of][card >> 4] -= bit
        if to >= 0:
            s.held[to][card >> 4] += bit
            s.since[card] = s.turn


def pool(s: Any, p: int) -> None:
    """All that p holds is one hand."""
    cards = [0] * CARDS
    for i in range(cards_in(s, p, UNKNOWN, cards, 0)):
        put(s, cards[i], HAND + p)


def show(s: Any, card: int, place: int) -> None:
    put(s, card, place)
    s.seen[card] = ALL


def shuffle_in(s: Any, card: int) -> None:
    """Nobody knows a card that went back into the pile (KK-Q53)."""
    put(s, card, PILE)
    s.seen[card] = 0


def leave_open(s: Any, card: int, place: int) -> None:
    show(s, card, place)
    s.up[card] = 1
    s.open[place] += 1
    emit(s, EVERYONE, LEFT, s.actor, (card * 3 + (place - HAND) // 4) * MAX_SEATS + (place - HAND) % 4)


def all_open(s: Any) -> bool:
    """Whether everybody sees what anybody holds: through the first round of a walk through (KK-Q70)."""
    return bool(s.shown and s.rounds == 0)


def sight(s: Any, p: int) -> int:
    """Who knows a card that p takes face down."""
    return ALL if all_open(s) else 1 << p


def ears(seen: int) -> int:
    """Those whose bits are set in a card's `seen`, as an audience."""
    return seen & ALL >> 1 | (seen >> MAX_SEATS) << ONLOOKER


def forget(s: Any, place: int, but: int) -> None:
    """Outsiders no longer know what lies face down in a zone; `but`: the bits that do."""
    if all_open(s):
        return
    cards = [0] * CARDS
    for i in range(cards_in(s, HOLDER[place], place, cards, 0)):
        if not s.up[cards[i]]:
            s.seen[cards[i]] &= but
