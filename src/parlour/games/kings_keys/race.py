"""How the race for the next win stands for a player, as far as they know. For the policy: in floats.

Each kingdom has four ways to win. What it holds, as far as one knows, gives each way a rate, and a position is worth the
logarithm of one's own rates against the rivals'. The numbers were fitted to who won, and how, in seven hundred games; then those
that mattered were moved to where it wins most, in ten thousand games against chance with all numbers shaken at random, and won
games regressed on the shakes. As many games shaken around the result showed hardly anything left to gain that way.
"""

from math import exp, log
from typing import Any

from parlour.games.kings_keys.cards import four, total
from parlour.games.kings_keys.sets import covered
from parlour.games.kings_keys.state import AXE, CARDS, COIN, HAND, HOLDER, KEY, PIPS, SHIELD, SUITED

# Logarithms of rates: one's own by cards of the set, the others linear in pips and cards (in tens). CARDS: all one holds.
KEY_RATES, KEY_CARDS = (2.49, 3.00, 3.72, 4.87, 11.4), 0.39
COIN_RATES, COIN_CARDS = (0.20, 0.80, 1.63, 2.53, 9.0), 0.74
FORT_ALONE, FORT_GUARDS, FORT_SQUARE, FORT_SIGHT, FORT_SIGHT_SQUARE, FORT_TEN, FORT_BEST = (
    1.84,
    2.16,
    2.24,
    2.41,
    -1.72,
    0.99,
    0.24,
)
ARMY_ALONE, ARMY_PIPS, ARMY_SQUARE, ARMY_FOURTH, ARMY_CARDS = 0.59, 1.55, 1.30, 0.18, 0.72
LOOSE_SOLDIERS, LOOSE_PAY = 0.72, 0.20  # soldiers without pay, pay without soldiers
# A rival's, by how many cards of their set they seem to have, its square, and how many of them I hold.
RIVAL_KEYS, RIVAL_KEYS_HELD, RIVAL_KEYS_CARDS = (-0.17, 0.50, 0.11), (0.0, -0.48, -0.62), 1.77
RIVAL_COINS, RIVAL_COINS_HELD, RIVAL_COINS_CARDS = (-1.53, 1.44, 0.43), (0.0, -0.21, -1.26), 0.28
RIVAL_FORT, RIVAL_FORT_HELD = (-0.18, 3.42, 1.67), (0.0, -0.17, -0.11)
RIVAL_ARMY, RIVAL_ARMY_CARDS = -2.51, 2.89
HARDLY = 0.01  # a rate of no rivals at all
JOKER_WORTH = 0.1

COUNT = tuple(bits.bit_count() for bits in range(16))
COVERED = tuple(tuple(PIPS[covered(bits, coins)] for coins in range(11)) for bits in range(16))  # pips, by pay


# The race as it stands


def worth(s: Any, me: int, share: Any) -> float:
    theirs = 0.0
    for v in range(s.players):
        if v != me and s.alive[v]:
            theirs += rival(s, me, v, share)
    return log(mine(s, me)) - log(theirs + HARDLY)


def mine(s: Any, me: int) -> float:
    """The rates of one's own four ways."""
    own = int(s.kingdom[me])
    army = PIPS[four(s, me, AXE, own)]
    fort = PIPS[four(s, me, SHIELD, own)]
    soldiers = 0
    pay = 0
    for k in range(4):
        if k != own:
            purse = PIPS[four(s, me, COIN, k)]
            axes = four(s, me, AXE, k)
            led = COVERED[axes][purse]
            army += led
            soldiers += PIPS[axes] - led
            pay += purse - led
            fort += COVERED[four(s, me, SHIELD, k)][purse]
    cards = total(s, me) / 10.0
    loose = (LOOSE_SOLDIERS * soldiers + LOOSE_PAY * pay) / 10.0
    return (
        exp(KEY_RATES[COUNT[four(s, me, KEY, own)]] + KEY_CARDS * cards)
        + exp(COIN_RATES[COUNT[four(s, me, COIN, own)]] + COIN_CARDS * cards)
        + exp(fort_rate(s, me, fort))
        + exp(army_rate(min(army, s.army_to_win) / s.army_to_win) + loose + ARMY_CARDS * cards)
    )


def fort_rate(s: Any, me: int, placeable: int) -> float:
    guards = min(s.guards_to_win, int(s.guards[me])) / s.guards_to_win
    sight = min(placeable / s.guards_to_win, 1.0 - guards)
    ten = FORT_TEN if sight > 0.0 and guards + sight >= 1.0 else 0.0
    placed = FORT_ALONE + FORT_GUARDS * guards + FORT_SQUARE * guards * guards
    return placed + FORT_SIGHT * sight + FORT_SIGHT_SQUARE * sight * sight + ten + FORT_BEST * s.best[me]


def army_rate(pips: float) -> float:
    return ARMY_ALONE + ARMY_PIPS * pips + ARMY_SQUARE * pips * pips + ARMY_FOURTH * pips * pips * pips * pips


def rival(s: Any, me: int, v: int, share: Any) -> float:
    """The rates of a rival's four ways, from outside."""
    cards = total(s, v) / 10.0
    kingdom = int(s.kingdom[v])
    keys = expected(s, me, v, KEY, share)
    coins = expected(s, me, v, COIN, share)
    guards = min(s.guards_to_win, int(s.guards[v])) / s.guards_to_win
    return (
        exp(curve(RIVAL_KEYS, keys) + RIVAL_KEYS_HELD[withheld(s, me, KEY, kingdom)] + RIVAL_KEYS_CARDS * cards)
        + exp(curve(RIVAL_COINS, coins) + RIVAL_COINS_HELD[withheld(s, me, COIN, kingdom)] + RIVAL_COINS_CARDS * cards)
        + exp(curve(RIVAL_FORT, guards) + RIVAL_FORT_HELD[withheld(s, me, SHIELD, kingdom)])
        + exp(RIVAL_ARMY + RIVAL_ARMY_CARDS * cards)
    )


def curve(numbers: Any, x: float) -> float:
    bent: float = numbers[0] + numbers[1] * x + numbers[2] * x * x
    return bent


def withheld(s: Any, me: int, suit: int, kingdom: int) -> int:
    """How many cards of a set one holds oneself, up to two."""
    return min(2, COUNT[four(s, me, suit, kingdom)])


def expected(s: Any, me: int, v: int, suit: int, share: Any) -> float:
    """How many cards of their set a rival has, as far as one can tell."""
    kingdom = int(s.kingdom[v])
    held = four(s, me, suit, kingdom)
    first = suit * 16 + kingdom * 4
    theirs = 0.0
    for i in range(4):
        if not held >> i & 1:
            if not knows(s, me, first + i):
                theirs += share[v]
            elif HOLDER[s.at[first + i]] == v:
                theirs += 1.0
    return theirs


def knows(s: Any, me: int, card: int) -> bool:
    """Whether one knows where a card is."""
    return s.seen[card] >> me & 1 == 1


def fill_shares(s: Any, me: int, share: Any) -> None:
    """By player, how likely they hold a card of which one does not know where it is."""
    unseen = 0
    for c in range(SUITED):
        if not knows(s, me, c):
            unseen += 1
    for v in range(s.players):
        known = 0
        for c in range(CARDS):
            if knows(s, me, c) and HOLDER[s.at[c]] == v:
                known += 1
        share[v] = max(0, total(s, v) - known) / max(1, unseen)


# What a card is worth


def hold(s: Any, me: int, card: int, more: int) -> None:
    s.held[me][card >> 4] += more << (card & 15)
    s.size[HAND + me] += more


def holds(s: Any, me: int, card: int) -> bool:
    return s.held[me][card >> 4] >> (card & 15) & 1 == 1


def change(s: Any, me: int, card: int, share: Any) -> float:
    """What it is worth to hold a card against not to hold it."""
    if card >= SUITED:
        return JOKER_WORTH
    more = -1 if holds(s, me, card) else 1
    before = worth(s, me, share)
    hold(s, me, card, more)
    after = worth(s, me, share)
    hold(s, me, card, -more)
    return (after - before) * more


def fill_gains(s: Any, me: int, share: Any, gains: Any) -> None:
    """By card, what it would be worth to get it; nothing for those one holds.

    Of the rivals only the one whose set it is of stands otherwise then: the others are reckoned once.
    """
    before = log(mine(s, me))
    theirs = HARDLY
    for v in range(s.players):
        if v != me and s.alive[v]:
            theirs += rival(s, me, v, share)
    for c in range(CARDS):
        if holds(s, me, c):
            gains[c] = 0.0
        elif c >= SUITED:
            gains[c] = JOKER_WORTH
        else:
            gains[c] = gain(s, me, c, share, theirs) - before + log(theirs)


def gain(s: Any, me: int, card: int, share: Any, theirs: float) -> float:
    """What the position is worth with a card more, where the rivals' rates are `theirs` without it."""
    v = int(s.ruler[card >> 2 & 3])
    moves = card >= SHIELD * 16 and v >= 0 and v != me and s.alive[v] == 1
    old = rival(s, me, v, share) if moves else 0.0
    hold(s, me, card, 1)
    new = rival(s, me, v, share) if moves else 0.0
    after = log(mine(s, me)) - log(theirs - old + new)
    hold(s, me, card, -1)
    return after
