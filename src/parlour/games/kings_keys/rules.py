"""The rules of King's Keys. Questions the rulebook leaves open are settled by id (KK-Q23) in docs/rules/kings_keys.md.

A card is suit * 16 + kingdom * 4 + rank - 1, a Joker 64 + its kind. What a player holds is a mask of 16 cards a suit, so
that a set, a sum of pips or an empty suit is one look instead of a walk through 68 cards.
"""

from enum import IntEnum
from typing import Any

from parlour.games.cells import CHANCE, EVERYONE, UNKNOWN, arg, cell, draw, emit, option, tell

NAME = "kings_keys"
VERSION = 1
SEATS = range(2, 5)  # KK-Q01: four is the game, two and three a variant with neutral kingdoms

MAX_SEATS, CARDS, SUITED, HAND_LIMIT, TO_WIN = 4, 68, 64, 4, 10
AXE, SHIELD, COIN, KEY, JOKER = range(5)  # suits; the Jokers' suit is none of the four (KK-Q43)
JK, JA, JH, JC = range(64, 68)  # their order is that of the kingdoms whose colour they have: a table, not a rule
PILE, TABLE, BOX = range(3)  # TABLE: the card in play and what pays for it
HAND, VAULT, DUNGEON, KEPT, GUARDS, WAITING = range(3, 27, 4)  # + seat; KEPT: chosen for the hand at the end of the turn
PLACES = 27
NOBODY = UNKNOWN
ALL = 31  # the bits of a card's `seen`: a seat each, and the onlooker's
SUIT_NAMES = ("axes", "shields", "coins", "keys")
CARD_NAMES = (*(f"{k}{s}{r}" for s in "AHCK" for k in "SMFO" for r in (1, 2, 3, 4)), "JK", "JA", "JH", "JC")
PLACE_NAMES = (
    *("pile", "table", "box"),
    *(f"{zone}{seat}" for zone in ("hand", "vault", "dungeon", "kept", "guards", "waiting") for seat in range(MAX_SEATS)),
)
HOLDER = (*[NOBODY] * 3, *[seat for _ in range(4) for seat in range(4)], *[NOBODY] * 8)  # by place: whose holdings
PIPS = tuple(sum(rank for rank in (1, 2, 3, 4) if four >> rank - 1 & 1) for four in range(16))
TOP = tuple(max((rank for rank in (1, 2, 3, 4) if four >> rank - 1 & 1), default=0) for four in range(16))
BIT = (0, 0, 1, 13, 2, 0, 14, 6, 3, 8, 0, 12, 15, 5, 7, 11, 4, 10, 9)  # 2 ** i % 19 -> i, for i up to 15
TRIES = 500  # deals of a plausible world before the promised coins are simply given


class Kingdom(IntEnum):
    SUN = 0
    MOUNTAIN = 1
    FOREST = 2
    OCEAN = 3


class Zone(IntEnum):
    HAND = 0
    VAULT = 1
    DUNGEON = 2
    KINGDOM = 3  # wherever the Axe Joker finds it


class Show(IntEnum):
    ARMY = 0
    COINS = 1
    KEYS = 2
    LAUGHTER = 3


class Ending(IntEnum):
    NONE = 0
    GUARDS = 1
    ARMY = 2
    COINS = 3
    KEYS = 4
    LAUGHTER = 5
    LAST_STANDING = 6
    TRUCE = 7
    STANDSTILL = 8
    ROUND_LIMIT = 9


class Phase(IntEnum):
    CROWNING = 0  # chance deals the kingdoms, or seats choose them
    OPENING = 1  # chance names who begins
    DEALING = 2
    TURN = 3  # the actor is to draw
    DRAWING = 4
    PLAYING = 5  # his one play
    PAYING = 6
    CHANGING = 7  # which coin the Coin Joker changes
    TARGETING = 8
    NAMING = 9  # which cards lying open he takes
    PICKING = 10  # chance takes the rest blind
    HUNTING = 11  # the Axe Joker looks for the highest axe
    ENDING = 12  # after the play
    KEEPING = 13  # which cards stay in the hand
    VOTING = 14  # on a truce
    OVER = 15


class Action(IntEnum):
    CARD = 0  # + card: point at it; the phase says what for
    CROWN = 68  # + kingdom
    FIRST = 72  # + seat: chance's
    TARGET = 76  # + zone * 4 + seat
    CLAIM = 92  # + what is shown
    ELIMINATE = 96  # + seat * 4 + suit
    DRAW = 112
    NOTHING = 113
    SPY = 114
    DONE = 115  # paid, named or kept enough; the turn is over
    NO_AXE = 116  # chance's: the Axe Joker finds nothing
    PROPOSE = 117  # a truce
    AGREE = 118
    REFUSE = 119
    LEAVE = 120


ACTIONS = {
    Action.CARD: (arg("card", names=CARD_NAMES),),
    Action.CROWN: (arg("kingdom", names=Kingdom),),
    Action.FIRST: (arg("seat", MAX_SEATS),),
    Action.TARGET: (arg("zone", names=Zone), arg("seat", MAX_SEATS)),
    Action.CLAIM: (arg("show", names=Show),),
    Action.ELIMINATE: (arg("seat", MAX_SEATS), arg("suit", names=SUIT_NAMES)),
}
PLANS = (Action.CARD, Action.TARGET, Action.DONE, Action.NOTHING)


class Event(IntEnum):
    CROWNED = 0
    OPENED = 1  # this seat begins
    DEALT = 2
    JOKERS_IN = 3
    STARTED = 4  # a turn
    DREW = 5
    DELIVERED = 6  # a coin that waited where a guard was bought back
    PASSED = 7
    PLAYED = 8
    BARGAINED = 9  # asks for a guard of his back
    PAID = 10
    CHANGED = 11  # the Coin Joker made this coin one of that kingdom
    SHUFFLED = 12  # so many cards of a payment, into the pile
    PLACED = 13
    BOUGHT_BACK = 14
    BETRAYED = 15
    NAMED = 16
    ROBBED = 17
    TOOK = 18
    NO_AXE = 19
    LEFT = 20  # behind, in this zone
    SPIED = 21
    SAW = 22
    SPIED_NOTHING = 23
    KEPT = 24
    STORED = 25
    SHOWED = 26
    ELIMINATED = 27
    FELL = 28
    TRUCE_PROPOSED = 29
    AGREED = 30
    REFUSED = 31
    DEPARTED = 32
    WON = 33
    DRAWN_GAME = 34


_CARD = arg("card", names=CARD_NAMES)
_ZONE = arg("zone", names=("hand", "vault", "dungeon"))
_FROM = arg("zone", names=("hand", "vault", "dungeon", "kept"))
_VICTIM = arg("victim", MAX_SEATS)
EVENTS = {
    Event.CROWNED: tell(arg("kingdom", names=Kingdom)),
    Event.DEALT: tell(value=_CARD),
    Event.STARTED: tell(arg("round", 1001, first=1)),
    Event.DREW: tell(value=_CARD),
    Event.DELIVERED: tell(_CARD),
    Event.PLAYED: tell(_CARD, _FROM),
    Event.BARGAINED: tell(_CARD, _VICTIM),
    Event.PAID: tell(_CARD, _FROM),
    Event.CHANGED: tell(_CARD, arg("kingdom", names=Kingdom), _FROM),
    Event.SHUFFLED: tell(arg("count", 12)),
    Event.PLACED: tell(_CARD, arg("guards", 14)),
    Event.BOUGHT_BACK: tell(_CARD, _VICTIM),
    Event.BETRAYED: tell(_CARD, _ZONE, _VICTIM),
    Event.NAMED: tell(_CARD, _ZONE, _VICTIM),
    Event.ROBBED: tell(_CARD, _ZONE, _VICTIM, arg("count", 5)),
    Event.TOOK: tell(_ZONE, _VICTIM, value=_CARD),
    Event.NO_AXE: tell(_VICTIM),
    Event.LEFT: tell(_CARD, _ZONE, _VICTIM),
    Event.SPIED: tell(_CARD, _ZONE, _VICTIM),
    Event.SAW: tell(_ZONE, _VICTIM, value=_CARD),
    Event.SPIED_NOTHING: tell(_CARD),
    Event.KEPT: tell(value=_CARD),
    Event.STORED: tell(_ZONE, value=_CARD),
    Event.SHOWED: tell(_CARD, _FROM),
    Event.ELIMINATED: tell(_VICTIM, arg("suit", names=SUIT_NAMES)),
    Event.WON: tell(arg("ending", names=Ending)),
    Event.DRAWN_GAME: tell(arg("ending", names=Ending)),
}


class Reason(IntEnum):
    NOT_NOW = 1
    NOT_YOURS = 2  # a card you do not hold, or that lies where it cannot be used
    ONE_PLAY_A_TURN = 3
    GUARDS_TOO_STRONG = 4
    OWN_SOLDIERS_NEVER_BETRAY = 5
    WRONG_KEY = 6
    OWN_KEY = 7
    EMPTY_ZONE = 8
    NO_TARGET = 9
    NOT_YOURSELF = 10
    NOT_IN_THE_GAME = 11
    WRONG_ZONE = 12
    COINS_OF_ANOTHER_KINGDOM = 13
    NOT_ENOUGH_COINS = 14
    NOTHING_TO_PAY = 15
    ONLY_PAYS = 16  # a coin or the Coin Joker by itself
    JOKER_NOT_HERE = 17
    KEEP_FOUR = 18
    SET_NOT_COMPLETE = 19
    AFTER_YOUR_PLAY = 20
    ONE_ELIMINATION_A_TURN = 21
    OPTION_OFF = 22
    PILE_NOT_EMPTY = 23
    ALREADY_PROPOSED = 24
    TAKE_AT_LEAST_ONE = 25
    DRAW_FIRST = 26
    TAKEN = 27  # a kingdom somebody has chosen
    FACE_DOWN = 28


class Betrayal(IntEnum):
    REFUSED = 0
    PENALTY = 1


class Fallen(IntEnum):
    SHUFFLED = 0
    OUT_OF_PLAY = 1


class Options:
    jokers = option("off", "on")  # KK-Q42 to Q49
    buy_back = option("off", "on")  # KK-Q50 to Q52
    betrayal = option("refused", "penalty")  # KK-Q21
    kingdoms = option("dealt", "chosen")  # KK-Q01
    allow_short_hand = option("off", "on")  # KK-Q08
    fallen_guards = option("shuffled", "out_of_play")  # KK-Q34
    truce_rounds = option(low=1, high=100, default=10)  # KK-Q41
    round_limit = option(low=1, high=1000, default=100)  # KK-Q41


class State:
    players = cell(high=MAX_SEATS)
    jokers = cell(high=1)
    buy_back = cell(high=1)
    betrayal = cell(names=Betrayal)
    chosen = cell(high=1)  # kingdoms are chosen, not dealt
    short_hand = cell(high=1)
    fallen = cell(names=Fallen)
    truce_rounds = cell(high=100)
    round_limit = cell(high=1000)
    phase = cell(names=Phase)
    resume = cell(names=Phase)  # the phase that waits while a truce is voted on
    actor = cell(high=MAX_SEATS - 1)  # whose turn it is; at the start who chooses, is crowned or dealt to
    first = cell(high=MAX_SEATS - 1)  # began the game
    rounds = cell(high=1000)  # full rounds played
    turn = cell(high=4001)  # turns begun
    quiet = cell(high=401)  # turns in a row in which no card moved (KK-Q41)
    moved = cell(high=1)  # a card has moved this turn
    eliminated = cell(high=1)  # somebody has been eliminated this turn
    card = cell(low=UNKNOWN, names=CARD_NAMES)  # the card in play; a guard being bought back stands where it stood
    due = cell(high=4)  # pips still to be paid for it
    paid = cell(high=65535)  # coins on the table, as bits
    target = cell(low=UNKNOWN, names=PLACE_NAMES)  # the zone being raided
    takes = cell(high=4)  # cards the thief may still take
    named = cell(high=4)  # cards he has named
    proposer = cell(low=UNKNOWN, high=MAX_SEATS - 1)  # of a truce
    voter = cell(low=UNKNOWN, high=MAX_SEATS - 1)  # who answers now
    winner = cell(low=UNKNOWN, high=MAX_SEATS - 1)
    ending = cell(names=Ending)  # how it ended
    alive = cell(MAX_SEATS, high=1)  # kingdoms still in the game
    living = cell(high=MAX_SEATS)  # how many
    kingdom = cell(MAX_SEATS, low=UNKNOWN, names=Kingdom)  # by seat
    ruler = cell(4, low=UNKNOWN, high=MAX_SEATS - 1)  # by kingdom; none: neutral
    proposed = cell(MAX_SEATS, high=1)  # has proposed a truce since his last turn
    guards = cell(MAX_SEATS, high=13)  # pips of the shields in place
    best = cell(MAX_SEATS, high=4)  # the highest of them
    size = cell(PLACES, high=CARDS)  # cards in each place
    open = cell(PLACES, high=CARDS)  # of these, lying face up since a raid
    up = cell(CARDS, high=1)  # lies face up, left behind, until its owner's turn
    at = cell(CARDS, low=UNKNOWN, names=PLACE_NAMES)  # the place of each card
    seen = cell(CARDS, high=ALL)  # who knows that place, as bits: seats, and 16 for the onlooker
    since = cell(CARDS, high=4001)  # the turn in which its holder got it; 0 where nobody holds it or it is not known
    held = cell(MAX_SEATS, 5, high=65535)  # holdings (hand, vault, dungeon) by suit, as bits; of others, what is known


CROWNING, OPENING, DEALING, TURN, DRAWING, PLAYING, PAYING, CHANGING = map(int, list(Phase)[:8])
TARGETING, NAMING, PICKING, HUNTING, ENDING, KEEPING, VOTING, OVER = map(int, list(Phase)[8:])
CARD, CROWN, FIRST, TARGET, CLAIM, ELIMINATE, DRAW, NOTHING, SPY, DONE, NO_AXE, PROPOSE, AGREE, REFUSE, LEAVE = map(int, Action)
IN_KINGDOM = 3 * MAX_SEATS  # TARGET + this + seat: the Axe Joker's
ARMY, COINS, KEYS, LAUGHTER = map(int, Show)
PENALTY = 1
OUT_OF_PLAY = 1
BY_GUARDS, BY_ARMY, BY_COINS, BY_KEYS, BY_LAUGHTER, LAST_STANDING, TRUCE, STANDSTILL, ROUND_LIMIT = range(1, 10)
CROWNED, OPENED, DEALT, JOKERS_IN, STARTED, DREW, DELIVERED, PASSED, PLAYED, BARGAINED = map(int, list(Event)[:10])
PAID, CHANGED, SHUFFLED, PLACED, BOUGHT_BACK, BETRAYED, NAMED, ROBBED, TOOK, FOUND_NONE = map(int, list(Event)[10:20])
LEFT, SPIED, SAW, SPIED_NOTHING, KEPT_IT, STORED, SHOWED, ELIMINATED, FELL, TRUCE_PROPOSED = map(int, list(Event)[20:30])
AGREED, REFUSED, DEPARTED, WON, DRAWN_GAME = map(int, list(Event)[30:])
WHO = (0, 2, 2, 1, 2, 1, 1, 1, 1, 1, 2, 2, 1, 1, 3, 0)  # by phase: 1 the actor, 2 chance, 3 the voter; crowning: either


# ---- set-up -------------------------------------------------------------------------------------------------------


def setup(s: Any, players: int, options: Any) -> None:
    copy_options(s, players, options)
    for seat in range(MAX_SEATS):
        s.alive[seat] = int(seat < players)
        s.kingdom[seat] = NOBODY
        s.ruler[seat] = NOBODY
        s.proposed[seat] = s.guards[seat] = s.best[seat] = 0
        for suit in range(5):
            s.held[seat][suit] = 0
    for place in range(PLACES):
        s.size[place] = s.open[place] = 0
    for card in range(CARDS):  # the Jokers come in after the deal, if at all (KK-Q04)
        s.at[card] = PILE if card < SUITED else BOX
        s.seen[card] = 0 if card < SUITED else ALL
        s.up[card] = s.since[card] = 0
    s.size[PILE] = SUITED
    s.size[BOX] = CARDS - SUITED
    s.phase = CROWNING


def copy_options(s: Any, players: int, options: Any) -> None:
    s.players = s.living = players
    s.jokers = options.jokers
    s.buy_back = options.buy_back
    s.betrayal = options.betrayal
    s.chosen = options.kingdoms
    s.short_hand = options.allow_short_hand
    s.fallen = options.fallen_guards
    s.truce_rounds = options.truce_rounds
    s.round_limit = options.round_limit
    s.resume = s.actor = s.first = s.rounds = s.turn = s.quiet = s.moved = s.eliminated = s.ending = 0
    s.proposer = s.voter = s.winner = NOBODY
    clear_play(s)


def clear_play(s: Any) -> None:
    s.card = s.target = UNKNOWN
    s.due = s.paid = s.takes = s.named = 0


def crown(s: Any, kingdom: int) -> None:
    s.kingdom[s.actor] = kingdom
    s.ruler[kingdom] = s.actor
    emit(s, EVERYONE, CROWNED, s.actor, kingdom)
    next_crown(s)


def next_crown(s: Any) -> None:
    seat = s.actor + 1
    while seat < s.players and not s.alive[seat]:
        seat += 1
    if seat < s.players:
        s.actor = seat
    else:
        s.phase = OPENING


def begin(s: Any, seat: int) -> None:
    s.first = s.actor = seat
    s.phase = DEALING
    emit(s, EVERYONE, OPENED, seat)


def deal(s: Any, card: int) -> None:
    put(s, card, HAND + s.actor)
    s.seen[card] = 1 << s.actor
    emit(s, 1 << s.actor, DEALT, s.actor, 0, card)
    s.actor = after(s, s.actor)
    if s.size[HAND + s.actor] == HAND_LIMIT:
        if s.jokers:
            for joker in range(SUITED, CARDS):
                shuffle_in(s, joker)
            emit(s, EVERYONE, JOKERS_IN, NOBODY)
        begin_turn(s, s.first)


# ---- moving cards -------------------------------------------------------------------------------------------------


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


def forget(s: Any, place: int, but: int) -> None:
    """Outsiders no longer know what lies face down in a zone; `but`: the bits that do."""
    cards = [0] * CARDS
    for i in range(cards_in(s, HOLDER[place], place, cards, 0)):
        if not s.up[cards[i]]:
            s.seen[cards[i]] &= but


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


# ---- questions ----------------------------------------------------------------------------------------------------


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


def after(s: Any, p: int) -> int:
    """The next living seat, clockwise (KK-Q57)."""
    p = (p + 1) % s.players
    while not s.alive[p]:
        p = (p + 1) % s.players
    return p


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
    """Whether this axe or shield must be paid (KK-Q14, KK-Q20)."""
    return kingdom_of(card) != s.kingdom[p]


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


def can_play(s: Any, p: int, card: int) -> bool:
    """Whether a card p holds may begin his play. The Coin Joker and coins only pay."""
    suit = card >> 4
    if suit == AXE:
        return can_raid(s, p, card, 0)
    if suit == SHIELD:
        return not hired(s, p, card) or can_pay(s, p, kingdom_of(card), rank_of(card), s.jokers)
    if suit == COIN or card == JC:
        return False
    return has_target(s, p, card, 0)


def can_buy_back(s: Any, p: int, shield: int) -> bool:
    """KK-Q50 to Q52: a guard of p's kingdom that stands for somebody else."""
    place = s.at[shield]
    if not s.buy_back or place < GUARDS or place == GUARDS + p or kingdom_of(shield) != s.kingdom[p]:
        return False
    return can_pay(s, p, kingdom_of(shield), rank_of(shield), 0)


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
    if most < TO_WIN:
        return -1
    if army(s, p, UNKNOWN, 0) >= TO_WIN:
        return 0
    if (s.phase != TURN and s.phase != PLAYING) or not holds_joker(s, p, JC):
        return -1
    for coin in range(COIN * 16, COIN * 16 + 16):
        if s.held[p][COIN] >> (coin & 15) & 1:
            for k in range(4):
                if army(s, p, coin, k) >= TO_WIN:
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


# ---- what may be done ---------------------------------------------------------------------------------------------


def to_act(s: Any) -> int:
    who = WHO[s.phase]
    if who == 1:
        return 1 << s.actor
    if who == 2:
        return 1 << CHANCE
    if who == 3:
        return 1 << s.voter
    if s.phase == OVER:
        return 0
    return 1 << s.actor if s.chosen else 1 << CHANCE


def legal(s: Any, seat: int, out: Any) -> int:
    if not to_act(s) >> seat & 1:
        return 0
    if s.phase == CROWNING:
        return list_kingdoms(s, out)
    if seat == CHANCE:
        return list_chance(s, out)
    if s.phase == VOTING:
        out[0] = AGREE
        out[1] = REFUSE
        return 2
    if s.phase == TURN:
        out[0] = DRAW
        k = 1
    elif s.phase == PLAYING:
        k = list_plays(s, seat, out)
    elif s.phase == PAYING:
        k = list_payments(s, seat, out)
    elif s.phase == CHANGING:
        k = list_changes(s, seat, out)
    elif s.phase == TARGETING:
        k = list_targets(s, seat, out)
    elif s.phase == NAMING:
        k = list_open(s, out)
    elif s.phase == ENDING:
        k = list_ending(s, seat, out)
    else:
        k = list_kept(s, seat, out)
    return list_claims(s, seat, out, k)


def list_kingdoms(s: Any, out: Any) -> int:
    k = 0
    for kingdom in range(4):
        if s.ruler[kingdom] < 0:
            out[k] = CROWN + kingdom
            k += 1
    return k


def list_chance(s: Any, out: Any) -> int:
    k = 0
    if s.phase == OPENING:
        for seat in range(s.players):
            if s.alive[seat]:
                out[k] = FIRST + seat
                k += 1
        return k
    if s.phase == PICKING:
        return list_face_down(s, out)
    if s.phase == HUNTING:
        return list_axes(s, out)
    for card in range(CARDS):
        if s.at[card] == PILE:
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


def list_axes(s: Any, out: Any) -> int:
    """What the Axe Joker may find: the highest axes of the hand, else of the dungeon, else nothing (KK-Q45)."""
    v = HOLDER[s.target]
    k = highest_in(s, HAND + v, out)
    if k == 0:
        k = highest_in(s, DUNGEON + v, out)
    if k == 0:
        out[0] = NO_AXE
        k = 1
    return k


def highest_in(s: Any, place: int, out: Any) -> int:
    for rank in range(4, 0, -1):
        k = 0
        for kingdom in range(4):
            axe = kingdom * 4 + rank - 1
            if s.at[axe] == place:
                out[k] = CARD + axe
                k += 1
        if k:
            return k
    return 0


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


def list_ending(s: Any, p: int, out: Any) -> int:
    """The turn always stops here, whether or not there is a set to show: how long must not tell."""
    k = 0
    if total(s, p) <= HAND_LIMIT or s.short_hand:
        out[0] = DONE
        k = 1
    if total(s, p) > HAND_LIMIT or s.short_hand:
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


def list_claims(s: Any, p: int, out: Any, k: int) -> int:
    """At any moment of one's own turn (KK-Q11)."""
    for what in range(4):
        if can_claim(s, p, what):
            out[k] = CLAIM + what
            k += 1
    return k


def may(s: Any, seat: int, out: Any) -> int:
    """Leave for good; propose a truce while the pile is empty, once until one's next turn (KK-Q41, KK-Q64)."""
    if s.phase == OVER or to_act(s) >> CHANCE & 1 or seat >= s.players or not s.alive[seat]:
        return 0
    out[0] = LEAVE
    if s.phase == CROWNING or s.phase == VOTING or s.size[PILE] or s.proposed[seat]:
        return 1
    out[1] = PROPOSE
    return 2


# ---- why not ------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, action: int) -> int:
    """A Reason why an action is not legal; asked of a hidden state, so it can give nothing away."""
    if action == PROPOSE:
        return Reason.ALREADY_PROPOSED if s.alive[seat] and s.proposed[seat] else Reason.PILE_NOT_EMPTY
    if s.phase == CROWNING and CROWN <= action < FIRST:
        return Reason.TAKEN
    if s.phase == VOTING or s.phase == CROWNING or action >= NO_AXE or CROWN <= action < TARGET:
        return Reason.NOT_NOW
    if CLAIM <= action < ELIMINATE:
        return Reason.SET_NOT_COMPLETE
    if s.phase == TURN:
        return Reason.DRAW_FIRST
    if ELIMINATE <= action < DRAW:
        return why_not_eliminate(s, seat, (action - ELIMINATE) // 4)
    if action < CROWN:
        return why_not_card(s, seat, action - CARD)
    if action < CLAIM:
        if s.phase != TARGETING:
            return Reason.NOT_NOW
        return why_not_target(s, seat, s.card, int(s.at[JH] == TABLE), (action - TARGET) // 4, (action - TARGET) % 4)
    if action == DONE and s.phase == PAYING:
        return Reason.NOT_ENOUGH_COINS
    if action == DONE and s.phase == NAMING:
        return Reason.TAKE_AT_LEAST_ONE
    if action == DONE and (s.phase == ENDING or s.phase == KEEPING):
        return Reason.KEEP_FOUR
    if action == SPY and not s.jokers:
        return Reason.OPTION_OFF
    return Reason.ONE_PLAY_A_TURN if s.phase >= ENDING and action != DRAW else Reason.NOT_NOW


def why_not_eliminate(s: Any, p: int, v: int) -> int:
    if s.phase != ENDING:
        return Reason.AFTER_YOUR_PLAY
    if v == p:
        return Reason.NOT_YOURSELF
    if v >= s.players or not s.alive[v]:
        return Reason.NOT_IN_THE_GAME
    return Reason.ONE_ELIMINATION_A_TURN if s.eliminated else Reason.SET_NOT_COMPLETE


def why_not_card(s: Any, p: int, card: int) -> int:
    mine = s.held[p][card >> 4] >> (card & 15) & 1
    if s.phase == NAMING:
        return Reason.FACE_DOWN
    if s.phase == PLAYING and s.at[card] >= GUARDS and s.at[card] < WAITING and kingdom_of(card) == s.kingdom[p]:
        if s.at[card] == GUARDS + p:
            return Reason.NOT_YOURS
        return Reason.NOT_ENOUGH_COINS if s.buy_back else Reason.OPTION_OFF
    if not mine or s.phase == KEEPING:
        return Reason.NOT_YOURS
    if s.phase == PLAYING:
        return why_not_play(s, p, card)
    if s.phase == TARGETING and card >> 4 == COIN:
        return Reason.NOTHING_TO_PAY
    if s.phase == TARGETING and s.card == JH and card >> 4 == AXE:
        return why_not_play(s, p, card)
    if s.phase == PAYING and card == JC:
        return Reason.JOKER_NOT_HERE
    if (s.phase == PAYING or s.phase == CHANGING) and card >> 4 == COIN:
        return Reason.COINS_OF_ANOTHER_KINGDOM if s.phase == PAYING else Reason.NOT_ENOUGH_COINS
    return Reason.ONE_PLAY_A_TURN


def why_not_play(s: Any, p: int, card: int) -> int:
    suit = card >> 4
    if suit == COIN or card == JC:
        return Reason.ONLY_PAYS
    if suit == KEY:
        ruler = s.ruler[kingdom_of(card)]
        return why_not_target(s, p, card, 0, int(Zone.VAULT), ruler if ruler >= 0 else s.players)
    if suit < COIN and hired(s, p, card) and not can_pay(s, p, kingdom_of(card), rank_of(card), s.jokers):
        return Reason.NOT_ENOUGH_COINS
    return Reason.NO_TARGET


def why_not_target(s: Any, p: int, card: int, sneak: int, zone: int, v: int) -> int:
    suit = card >> 4
    if v == p:
        return Reason.OWN_KEY if suit == KEY else Reason.NOT_YOURSELF
    if v >= s.players or not s.alive[v]:
        return Reason.NOT_IN_THE_GAME
    if (zone == Zone.KINGDOM) != (card == JA) or ((suit == KEY) != (zone == Zone.VAULT) and suit != JOKER):
        return Reason.WRONG_ZONE
    if suit == KEY and kingdom_of(card) != s.kingdom[v]:
        return Reason.WRONG_KEY
    if suit == AXE and kingdom_of(card) == s.kingdom[v] and not s.betrayal:
        return Reason.OWN_SOLDIERS_NEVER_BETRAY
    if s.size[HAND + 4 * zone + v] == 0:
        return Reason.EMPTY_ZONE
    return Reason.WRONG_ZONE if zone == Zone.DUNGEON else Reason.GUARDS_TOO_STRONG


# ---- playing ------------------------------------------------------------------------------------------------------


def play(s: Any, seat: int, action: int) -> None:
    if action >= PROPOSE:
        speak(s, seat, action)
    elif action < CROWN:
        point(s, action - CARD)
    elif action == DONE:
        done(s)
    elif action == NOTHING:
        emit(s, EVERYONE, PASSED, seat)
        end_play(s)
    elif action == DRAW:
        s.phase = DRAWING
    elif action < FIRST:
        crown(s, action - CROWN)
    elif action < TARGET:
        begin(s, action - FIRST)
    elif action < CLAIM:
        aim(s, action - TARGET)
    elif action < ELIMINATE:
        claim(s, action - CLAIM)
    elif action < DRAW:
        eliminate(s, (action - ELIMINATE) // 4, (action - ELIMINATE) % 4)
    elif action == SPY:
        spy(s)
    else:
        find_no_axe(s)


def speak(s: Any, seat: int, action: int) -> None:
    if action == LEAVE:
        leave(s, seat)
    elif action == PROPOSE:
        propose(s, seat)
    elif action == AGREE:
        agree(s)
    else:
        emit(s, EVERYONE, REFUSED, seat)
        end_vote(s)


def point(s: Any, card: int) -> None:
    if s.phase == DRAWING:
        take_from_pile(s, card)
    elif s.phase == DEALING:
        deal(s, card)
    elif s.phase == PLAYING:
        start_play(s, card)
    elif s.phase == PAYING:
        pay(s, card)
    elif s.phase == CHANGING:
        change(s, card)
    elif s.phase == TARGETING:
        start_play(s, card)  # soldiers follow the Shield Joker, who stays on the table (KK-Q46)
    elif s.phase == NAMING:
        name(s, card)
    elif s.phase == PICKING:
        pick(s, card)
    elif s.phase == HUNTING:
        find_axe(s, card)
    else:
        keep(s, card)


def done(s: Any) -> None:
    if s.phase == PAYING:
        settle(s)
    elif s.phase == NAMING:
        take_blind(s)
    elif s.phase == KEEPING:
        store_rest(s)
    elif s.short_hand:
        gather(s)
        store_rest(s)
    else:
        hold_all(s)
        end_turn(s)


def begin_turn(s: Any, p: int) -> None:
    s.actor = p
    s.turn += 1
    s.moved = s.eliminated = s.proposed[p] = 0
    emit(s, EVERYONE, STARTED, p, s.rounds)
    if s.open[HAND + p] or s.open[VAULT + p] or s.open[DUNGEON + p]:
        own_what_lies_open(s, p)
    if s.size[WAITING + p]:
        deliver(s, p)
    s.phase = TURN if s.size[PILE] else PLAYING  # KK-Q05


def own_what_lies_open(s: Any, p: int) -> None:
    """What others left behind is the owner's from the start of his turn (KK-Q06); everybody has seen it there."""
    for card in range(CARDS):
        if s.up[card] and HOLDER[s.at[card]] == p:
            s.up[card] = 0
    s.open[HAND + p] = s.open[VAULT + p] = s.open[DUNGEON + p] = 0


def deliver(s: Any, p: int) -> None:
    for coin in range(COIN * 16, COIN * 16 + 16):
        if s.at[coin] == WAITING + p:
            show(s, coin, VAULT + p)
            emit(s, EVERYONE, DELIVERED, p, coin)


def take_from_pile(s: Any, card: int) -> None:
    put(s, card, HAND + s.actor)
    s.seen[card] = 1 << s.actor
    s.moved = 1
    s.phase = PLAYING
    emit(s, 1 << s.actor, DREW, s.actor, 0, card)


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


def settle(s: Any) -> None:
    """The payment is complete."""
    if buying_back(s):
        buy_back(s)
    elif s.card >> 4 == SHIELD:
        coins_to_pile(s)
        place_guard(s)
    else:
        s.phase = TARGETING


def coins_to(s: Any, place: int) -> int:
    """The coins on the table go face up to a place; how many they were."""
    count = 0
    for coin in range(16):
        if s.paid >> coin & 1:
            show(s, COIN * 16 + coin, place)
            count += 1
    s.paid = 0
    return count


def coins_to_pile(s: Any) -> None:
    """KK-Q14, KK-Q47: the coins are shuffled in, and with a guard the Coin Joker too."""
    count = 0
    for coin in range(16):
        if s.paid >> coin & 1:
            shuffle_in(s, COIN * 16 + coin)
            count += 1
    s.paid = 0
    if s.at[JC] == TABLE and s.card >> 4 == SHIELD:
        shuffle_in(s, JC)
        count += 1
    if count:
        emit(s, EVERYONE, SHUFFLED, s.actor, count)


def place_guard(s: Any) -> None:
    p = s.actor
    show(s, s.card, GUARDS + p)
    s.guards[p] += rank_of(s.card)
    s.best[p] = max(s.best[p], rank_of(s.card))
    emit(s, EVERYONE, PLACED, p, s.card * 14 + s.guards[p])
    if s.guards[p] >= TO_WIN:  # the one win nobody has to claim (KK-Q11)
        win(s, p, BY_GUARDS)
    else:
        end_play(s)


def buy_back(s: Any) -> None:
    v = s.at[s.card] - GUARDS
    show(s, s.card, HAND + s.actor)
    coins_to(s, WAITING + v)
    recount_guards(s, v)
    emit(s, EVERYONE, BOUGHT_BACK, s.actor, s.card * MAX_SEATS + v)
    end_play(s)


def recount_guards(s: Any, v: int) -> None:
    s.guards[v] = s.best[v] = 0
    for shield in range(SHIELD * 16, SHIELD * 16 + 16):
        if s.at[shield] == GUARDS + v:
            s.guards[v] += rank_of(shield)
            s.best[v] = max(s.best[v], rank_of(shield))


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
    """All that is still to be taken lies face down: chance picks, and outsiders can only forget what was where."""
    v = HOLDER[s.target]
    s.takes = min(s.takes, s.size[s.target] - s.open[s.target])
    emit(s, EVERYONE, ROBBED, s.actor, (s.card * 12 + s.target - HAND) * 5 + s.named + s.takes)
    if s.takes:
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
    """Thief and victim know what was taken, nobody else (KK-Q09)."""
    both = 1 << s.actor | 1 << HOLDER[place]
    emit(s, both, TOOK, s.actor, place - HAND, card)
    put(s, card, HAND + s.actor)
    s.seen[card] = both


def find_axe(s: Any, axe: int) -> None:
    place = s.at[axe]
    emit(s, EVERYONE, ROBBED, s.actor, (JA * 12 + place - HAND) * 5 + 1)
    if s.up[axe]:
        emit(s, EVERYONE, NAMED, s.actor, axe * 12 + place - HAND)
        show(s, axe, HAND + s.actor)
    else:
        forget(s, place, 1 << s.actor | 1 << HOLDER[place])
        take_unseen(s, axe, place)
    leave_behind(s, place)


def find_no_axe(s: Any) -> None:
    v = HOLDER[s.target]
    emit(s, EVERYONE, FOUND_NONE, s.actor, v)
    leave_behind(s, DUNGEON + v)


def leave_behind(s: Any, place: int) -> None:
    """The card used, and Jokers used with it, stay face up at the scene (KK-Q28)."""
    leave_open(s, s.card, place)
    for joker in range(JH, CARDS):
        if s.at[joker] == TABLE:
            leave_open(s, joker, place)
    end_play(s)


def spy(s: Any) -> None:
    """KK-Q48: everybody learns where another player holds the caller's Joker; the caller alone sees what lies beside it."""
    joker = SUITED + s.kingdom[s.actor]
    place = s.at[joker]
    v = HOLDER[place]
    if v < 0 or v == s.actor:
        emit(s, EVERYONE, SPIED_NOTHING, s.actor, joker)
    else:
        s.seen[joker] = ALL
        emit(s, EVERYONE, SPIED, s.actor, joker * 12 + place - HAND)
        if place < VAULT or place >= DUNGEON:
            look_beside(s, joker, place)
    end_play(s)


def look_beside(s: Any, joker: int, place: int) -> None:
    for card in range(CARDS):
        if s.at[card] == place and card != joker:
            s.seen[card] |= 1 << s.actor
            emit(s, 1 << s.actor, SAW, s.actor, place - HAND, card)


def end_play(s: Any) -> None:
    clear_play(s)
    s.phase = ENDING


def hold_all(s: Any) -> None:
    """Four cards or fewer all go to the hand."""
    p = s.actor
    if s.size[VAULT + p] or s.size[DUNGEON + p]:
        pool(s, p)


def pool(s: Any, p: int) -> None:
    cards = [0] * CARDS
    for i in range(cards_in(s, p, UNKNOWN, cards, 0)):
        put(s, cards[i], HAND + p)


def gather(s: Any) -> None:
    """All holdings are one hand while they are laid out anew; whoever knew some of them must forget."""
    p = s.actor
    pool(s, p)
    forget(s, HAND + p, 1 << p)
    s.phase = KEEPING


def keep(s: Any, card: int) -> None:
    p = s.actor
    if s.phase == ENDING:
        gather(s)
    put(s, card, KEPT + p)
    emit(s, 1 << p, KEPT_IT, p, 0, card)
    if s.size[KEPT + p] == HAND_LIMIT or s.size[HAND + p] == 0:
        store_rest(s)


def store_rest(s: Any) -> None:
    """Coins and keys to the vault, the rest to the dungeon; told zone by zone, so that the order gives nothing away (KK-Q08)."""
    p = s.actor
    cards = [0] * CARDS
    k = cards_in(s, p, HAND + p, cards, 0)
    for zone in range(1, 3):
        for i in range(k):
            if (cards[i] >> 4 == COIN or cards[i] >> 4 == KEY) == (zone == 1):
                put(s, cards[i], HAND + 4 * zone + p)
                emit(s, 1 << p, STORED, p, zone, cards[i])
    for i in range(cards_in(s, p, KEPT + p, cards, 0)):
        put(s, cards[i], HAND + p)
    end_turn(s)


def end_turn(s: Any) -> None:
    s.quiet = 0 if s.moved else s.quiet + 1
    p = s.actor
    p = (p + 1) % s.players
    s.rounds += int(p == s.first)
    while not s.alive[p]:
        p = (p + 1) % s.players
        s.rounds += int(p == s.first)
    if s.quiet >= s.truce_rounds * s.living:
        draw_game(s, STANDSTILL)
    elif s.rounds >= s.round_limit:
        draw_game(s, ROUND_LIMIT)
    else:
        begin_turn(s, p)


# ---- sets, falls, truces ------------------------------------------------------------------------------------------


def claim(s: Any, what: int) -> None:
    p = s.actor
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


def win(s: Any, p: int, ending: int) -> None:
    s.winner = p
    s.ending = ending
    s.phase = OVER
    emit(s, EVERYONE, WON, p, ending)


def draw_game(s: Any, ending: int) -> None:
    s.ending = ending
    s.phase = OVER
    emit(s, EVERYONE, DRAWN_GAME, NOBODY, ending)


def eliminate(s: Any, v: int, suit: int) -> None:
    emit(s, EVERYONE, ELIMINATED, s.actor, v * 4 + suit)
    show_set(s, suit, s.kingdom[v])
    for rank in range(4):
        shuffle_in(s, suit * 16 + s.kingdom[v] * 4 + rank)
    s.eliminated = s.moved = 1
    fall(s, v, BOX if s.fallen == OUT_OF_PLAY else PILE)


def fall(s: Any, v: int, guards_to: int) -> None:
    """A kingdom leaves the game; its hidden cards are shuffled in unseen (KK-Q34). The last one standing has won (KK-Q35)."""
    s.alive[v] = 0
    s.living -= 1
    for card in range(CARDS):
        place = s.at[card]
        if HOLDER[place] == v or place == WAITING + v or (place == GUARDS + v and guards_to == PILE):
            shuffle_in(s, card)
        elif place == GUARDS + v:
            show(s, card, BOX)
    s.guards[v] = s.best[v] = 0
    emit(s, EVERYONE, FELL, v)
    if s.living == 1:
        win(s, after(s, v), LAST_STANDING)


def leave(s: Any, p: int) -> None:
    """Leaving for good: the kingdom falls, its guards with it (KK-Q64)."""
    if s.phase == VOTING:
        end_vote(s)
    emit(s, EVERYONE, DEPARTED, p)
    if p == s.actor and s.phase != CROWNING:
        clear_table(s, PILE)
    s.moved = 1
    fall(s, p, PILE)
    if s.phase == OVER:
        return
    if s.phase == CROWNING:
        if p == s.actor:
            next_crown(s)
    elif p == s.actor:
        clear_play(s)
        end_turn(s)
    elif s.card >= 0:
        mend_play(s)


def clear_table(s: Any, place: int) -> None:
    """The cards in play go back: into the pile, or face up into a hand."""
    for card in range(CARDS):
        if s.at[card] == TABLE:
            if place == PILE:
                shuffle_in(s, card)
            else:
                show(s, card, place)


def mend_play(s: Any) -> None:
    """Somebody left in the middle of another's play: a raid on him ends, a play without an object is taken back."""
    if s.phase == NAMING:
        if not s.alive[HOLDER[s.target]]:
            clear_table(s, PILE)
            end_play(s)
    elif s.at[s.card] == TABLE and (s.card >> 4 == SHIELD or has_target(s, s.actor, s.card, int(s.at[JH] == TABLE))):
        return
    elif s.at[s.card] < GUARDS:
        clear_table(s, HAND + s.actor)
        clear_play(s)
        s.phase = PLAYING


def propose(s: Any, p: int) -> None:
    """Play waits while the others are asked, one after the other (KK-Q41)."""
    s.proposed[p] = 1
    s.proposer = p
    s.voter = after(s, p)
    s.resume = s.phase
    s.phase = VOTING
    emit(s, EVERYONE, TRUCE_PROPOSED, p)


def agree(s: Any) -> None:
    emit(s, EVERYONE, AGREED, s.voter)
    s.voter = after(s, s.voter)
    if s.voter == s.proposer:
        draw_game(s, TRUCE)


def end_vote(s: Any) -> None:
    s.phase = s.resume
    s.resume = 0
    s.proposer = s.voter = NOBODY


# ---- time, results, bounds ----------------------------------------------------------------------------------------


def seconds(s: Any, seat: int) -> int:
    return 30 if s.phase == VOTING else 0  # KK-Q41


def idle(s: Any, seat: int, dice: Any) -> int:
    """KK-Q64: do nothing, finish what is begun, keep the newest, refuse a truce."""
    if s.phase == VOTING:
        return REFUSE
    if s.phase == PLAYING:
        return NOTHING
    out = [0] * (CARDS + 32)
    k = legal(s, seat, out)
    if s.phase != ENDING and s.phase != KEEPING:
        return out[0]
    newest = DONE
    for i in range(k):
        if out[i] < CROWN and (newest == DONE or s.since[out[i]] > s.since[newest]):
            newest = out[i]
    return newest


def score(s: Any, seat: int) -> int:
    """1 for whoever won; at the laughter everybody wins, the one who showed it most (KK-Q49)."""
    return int(s.phase == OVER and s.winner == seat) + int(s.ending == BY_LAUGHTER)


def rank(s: Any, seat: int) -> int:
    if s.phase != OVER or s.winner < 0:
        return 0
    return 1 if s.winner == seat else 2


def longest(s: Any) -> int:
    """Set-up, then at most 32 steps a turn: 27 of the turn itself and a truce proposed and voted on."""
    steps: int = 64 + 32 * s.players * s.round_limit
    return steps


# ---- invariants ---------------------------------------------------------------------------------------------------


def sound(s: Any) -> bool:
    return seats_sound(s) and crowns_sound(s) and turns_sound(s) and cards_sound(s) and guards_sound(s) and play_sound(s)


def seats_sound(s: Any) -> bool:
    living = 0
    for p in range(MAX_SEATS):
        living += s.alive[p]
        if s.alive[p] and p >= s.players:
            return False
    if living != s.living or not living or s.players < 2 or s.first >= s.players or s.actor >= s.players:
        return False
    if s.phase == OVER:
        return end_sound(s)
    if s.ending or s.winner >= 0 or living < 2 or (s.phase == DEALING and not s.alive[s.first]):
        return False
    return bool(s.alive[s.actor] or s.phase == OPENING)  # who was to be crowned last may have left


def end_sound(s: Any) -> bool:
    """Draws have no winner, and whoever has won is still in the game."""
    if not s.ending or (s.winner >= 0) != (s.ending < TRUCE):
        return False
    return bool(s.winner < 0 or s.alive[s.winner])


def crowns_sound(s: Any) -> bool:
    """Seats are crowned one after the other, up to the actor; who left may have been passed over."""
    for k in range(4):
        if s.ruler[k] >= 0 and s.kingdom[s.ruler[k]] != k:
            return False
    for p in range(MAX_SEATS):
        if s.kingdom[p] >= 0 and (p >= s.players or s.ruler[s.kingdom[p]] != p):
            return False
        waiting = s.phase == CROWNING and p >= s.actor
        if waiting and s.kingdom[p] >= 0:
            return False
        over = s.phase == OVER and s.turn == 0  # all but one left before they were crowned
        if not (waiting or over) and s.alive[p] and s.kingdom[p] < 0:
            return False
    return True


def turns_sound(s: Any) -> bool:
    """A full round takes each seat at most one turn, and no round begins without one."""
    if not s.truce_rounds or not s.round_limit:
        return False
    if s.phase < TURN:
        return bool(not s.turn and not s.rounds and not s.quiet and deal_sound(s))
    if s.phase == OVER:
        return True
    if s.rounds >= s.turn or s.turn > s.players * (s.rounds + 1) or s.rounds >= s.round_limit:
        return False
    return bool(s.quiet < s.turn and s.quiet <= s.truce_rounds * s.players)


def deal_sound(s: Any) -> bool:
    """Cards are dealt one by one, from whoever begins round to the actor."""
    dealt = SUITED - s.size[PILE]
    if s.phase < DEALING:
        return bool(dealt == 0 and s.first == 0)
    p = s.first
    for i in range(s.living):
        if i == dealt % s.living and p != s.actor:
            return False
        if s.size[HAND + p] != dealt // s.living + int(i < dealt % s.living):
            return False
        p = after(s, p)
    return bool(dealt < HAND_LIMIT * s.living)


def cards_sound(s: Any) -> bool:
    """Every card in one place, every count true, and whoever must know a card does (KK-Q55)."""
    size = [0] * PLACES
    lying = [0] * PLACES
    held = [0] * 20
    for card in range(CARDS):
        place = s.at[card]
        if place < 0 or not knowledge_sound(s, card, place) or s.since[card] > s.turn:
            return False
        size[place] += 1
        lying[place] += s.up[card]
        if HOLDER[place] >= 0:
            held[HOLDER[place] * 5 + (card >> 4)] |= 1 << (card & 15)
    for place in range(PLACES):
        if s.size[place] != size[place] or s.open[place] != lying[place]:
            return False
    for p in range(MAX_SEATS):
        for suit in range(5):
            if s.held[p][suit] != held[p * 5 + suit]:
                return False
    return True


def knowledge_sound(s: Any, card: int, place: int) -> bool:
    p = HOLDER[place]
    if card >= SUITED and (place == BOX) != (not s.jokers or s.turn == 0):  # they come in after the deal, if at all (KK-Q04)
        return False
    if s.up[card] and (s.seen[card] != ALL or p < 0 or place >= KEPT):
        return False
    if p < 0:
        return bool(s.seen[card] == (0 if place == PILE else ALL))
    if not s.alive[p] or not s.seen[card] >> p & 1 or (place >= KEPT and p != s.actor):
        return False
    if place < VAULT or place >= KEPT or card >= SUITED:
        return True
    return (card >> 4 == COIN or card >> 4 == KEY) == (place < DUNGEON)


def guards_sound(s: Any) -> bool:
    pips = [0] * MAX_SEATS
    best = [0] * MAX_SEATS
    for card in range(CARDS):
        if s.at[card] >= GUARDS:
            p = (s.at[card] - GUARDS) % 4
            if not s.alive[p] or card >> 4 != (SHIELD if s.at[card] < WAITING else COIN):
                return False
            if card >> 4 == SHIELD:
                pips[p] += rank_of(card)
                best[p] = max(best[p], rank_of(card))
    for p in range(MAX_SEATS):
        if s.guards[p] != pips[p] or s.best[p] != best[p] or (pips[p] >= TO_WIN and s.phase != OVER):
            return False
    return True


def stage(s: Any) -> int:
    """The phase of play, also while a truce is voted on."""
    phase: int = s.resume if s.phase == VOTING else s.phase
    return phase


def play_sound(s: Any) -> bool:
    """The play in progress can go on."""
    if s.phase == OVER:
        return True
    phase = stage(s)
    if not vote_sound(s) or not keeping_sound(s):
        return False
    if phase < PAYING or phase > HUNTING:
        idle_table = s.size[TABLE] == 0 and s.target < 0 and not s.due and not s.paid and not s.takes and not s.named
        return bool(s.card < 0 and idle_table and (s.size[PILE] or (phase != TURN and phase != DRAWING)))
    if s.card < 0 or not table_sound(s):
        return False
    if phase <= TARGETING:
        return bool(s.target < 0 and not s.takes and not s.named and payment_sound(s))
    return bool(not s.due and not s.paid and raid_sound(s))


def vote_sound(s: Any) -> bool:
    """A truce is voted on while the pile is empty and a seat is to play; the proposer is not asked."""
    if s.phase != VOTING:
        return bool(s.proposer < 0 and s.voter < 0 and not s.resume)
    if s.proposer < 0 or s.voter < 0 or s.proposer == s.voter or s.size[PILE] or not s.proposed[s.proposer]:
        return False
    return bool(s.alive[s.proposer] and s.alive[s.voter] and WHO[s.resume] == 1)


def keeping_sound(s: Any) -> bool:
    """While holdings are laid out anew all are in the hand or kept, and some are left to choose from."""
    p = s.actor
    if stage(s) != KEEPING:
        return bool(not s.size[KEPT + p])
    if s.size[VAULT + p] or s.size[DUNGEON + p] or not s.size[HAND + p]:
        return False
    return bool(0 < s.size[KEPT + p] < HAND_LIMIT)


def table_sound(s: Any) -> bool:
    """On the table lie the card in play, the coins paid, and the Jokers that pay for it or lead it."""
    banker = int(s.at[JC] == TABLE)
    leads = int(s.at[JH] == TABLE and s.card != JH)
    count = int(s.at[s.card] == TABLE) + banker + leads
    for coin in range(16):
        if s.paid >> coin & 1:
            count += 1
            if s.at[COIN * 16 + coin] != TABLE:
                return False
    if count != s.size[TABLE] or s.card == JC or s.card >> 4 == COIN or (leads and s.card >> 4 != AXE):
        return False
    if buying_back(s):
        return bool(stage(s) == PAYING and s.at[s.card] < WAITING and not banker)
    paying = s.card < COIN * 16 and hired(s, s.actor, s.card)
    return bool(s.at[s.card] == TABLE and (paying or not (banker or s.paid)))


def payment_sound(s: Any) -> bool:
    """What is due is what the coins on the table leave, and whoever pays can, for something he can do then."""
    if s.due != owed(s):
        return False
    phase = stage(s)
    if phase != TARGETING and s.card >= COIN * 16:
        return False
    if phase == CHANGING and (s.at[JC] != TABLE or not s.due or buying_back(s)):
        return False
    if phase == PAYING and buying_back(s):
        return bool(s.buy_back and s.at[s.card] != GUARDS + s.actor and not hired(s, s.actor, s.card) and promise_kept(s))
    if phase != TARGETING and not hired(s, s.actor, s.card):
        return False
    if s.card >> 4 == SHIELD:
        return bool(phase != TARGETING and promise_kept(s))
    return bool(has_target(s, s.actor, s.card, int(s.at[JH] == TABLE)) and promise_kept(s))


def owed(s: Any) -> int:
    """Pips still to be paid for the card in play: a hired one, or a guard being bought back."""
    pips = 0
    if s.card < COIN * 16 and (buying_back(s) or hired(s, s.actor, s.card)):
        pips = rank_of(s.card)
    for kingdom in range(4):
        pips -= PIPS[s.paid >> 4 * kingdom & 15]
    return max(0, pips)


def raid_sound(s: Any) -> bool:
    """The thief is at another's zone that his card opens, and takes no more than it is strong."""
    phase = stage(s)
    if s.target < HAND or s.target >= KEPT or not s.alive[HOLDER[s.target]] or HOLDER[s.target] == s.actor:
        return False
    if (phase == HUNTING) != (s.card == JA) or s.card >> 4 == SHIELD:
        return False
    if phase == HUNTING:
        return bool(s.target < VAULT and not s.takes and not s.named)
    vault = s.target >= VAULT and s.target < DUNGEON
    if s.card < SUITED and (s.card >> 4 == KEY) != vault:
        return False
    if phase == NAMING:
        return bool(s.takes and s.open[s.target] and s.takes + s.named == strength(s.card))
    return bool(0 < s.takes <= s.size[s.target] - s.open[s.target] and s.takes + s.named <= strength(s.card))


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


# ---- who knows what -----------------------------------------------------------------------------------------------


def eye(seat: int) -> int:
    """A seat's bit in `seen`."""
    return 1 << seat if seat < MAX_SEATS else 16


def hide(s: Any, seat: int) -> None:
    bit = eye(seat)
    for p in range(MAX_SEATS):
        if p != seat:
            for suit in range(5):
                s.held[p][suit] = 0
    for card in range(CARDS):
        s.seen[card] &= bit
        if not s.seen[card]:
            s.at[card] = UNKNOWN
            s.since[card] = 0
        elif HOLDER[s.at[card]] != seat:
            s.since[card] = 0
            if HOLDER[s.at[card]] >= 0:
                s.held[HOLDER[s.at[card]]][card >> 4] += 1 << (card & 15)


def fill(s: Any, seat: int, dice: Any) -> None:
    """A world dealt at random from what is unknown; coins the actor has promised to pay are among his cards.

    Worlds in which he could not pay are dealt again, so that the rest stay equally likely.
    """
    p = s.actor
    stores = [0] * CARDS  # unknown coins and keys
    arms = [0] * CARDS  # unknown axes, shields and Jokers
    count = [0] * 2
    need = [0] * PLACES  # how many of them lie in each place
    count_unknown(s, need, stores, arms, count)
    coins = held_at(s, p, COIN)
    jokers = held_at(s, p, JOKER)
    tries = 0
    while tries == 0 or not promise_kept(s):
        if tries == TRIES:
            s.held[p][COIN] = coins
            s.held[p][JOKER] = jokers
            grant(s, need, stores, arms, count)
        deal_unknown(s, need, stores, arms, count, dice)
        s.held[p][COIN] = held_at(s, p, COIN)
        s.held[p][JOKER] = held_at(s, p, JOKER)
        tries += 1
    for card in range(CARDS):
        know(s, card, s.seen[card])
    for q in range(MAX_SEATS):
        for suit in range(5):
            s.held[q][suit] = held_at(s, q, suit)


def held_at(s: Any, p: int, suit: int) -> int:
    bits = 0
    for i in range(4 if suit == JOKER else 16):
        if s.at[suit * 16 + i] >= 0 and HOLDER[s.at[suit * 16 + i]] == p:
            bits |= 1 << i
    return bits


def count_unknown(s: Any, need: Any, stores: Any, arms: Any, count: Any) -> None:
    for place in range(PLACES):
        need[place] = s.size[place]
    for card in range(CARDS):
        if s.at[card] >= 0:
            need[s.at[card]] -= 1
        elif card >> 4 == COIN or card >> 4 == KEY:
            stores[count[0]] = card
            count[0] += 1
        else:
            arms[count[1]] = card
            count[1] += 1


def deal_unknown(s: Any, need: Any, stores: Any, arms: Any, count: Any, dice: Any) -> None:
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
        dealt = deal_place(s, need[HAND + p], HAND + p, rest, dealt, k, dice)
        dealt = deal_place(s, need[KEPT + p], KEPT + p, rest, dealt, k, dice)


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


def know(s: Any, card: int, bit: int) -> None:
    """A card is known to its holder, to whom `bit` says, and in the open to everybody."""
    p = HOLDER[s.at[card]]
    if s.at[card] == PILE:
        s.seen[card] = 0
    elif p < 0 or s.up[card]:
        s.seen[card] = ALL
    else:
        s.seen[card] = bit | 1 << p


def grant(s: Any, need: Any, stores: Any, arms: Any, count: Any) -> None:
    """Where luck will not have it, the actor gets what he needs before the rest is dealt: the highest coins due, or first
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
