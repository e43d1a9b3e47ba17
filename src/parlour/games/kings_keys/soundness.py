"""Invariants of a state."""

from typing import Any

from parlour.games.kings_keys.cards import rank_of, strength
from parlour.games.kings_keys.payments import buying_back, hired, promise_kept, stage
from parlour.games.kings_keys.raids import has_target
from parlour.games.kings_keys.seats import after
from parlour.games.kings_keys.state import (
    ALL,
    AXE,
    BOX,
    CARDS,
    CHANGING,
    COIN,
    CROWNING,
    DEALING,
    DRAWING,
    DUNGEON,
    GUARDS,
    HAND,
    HOLDER,
    HUNTING,
    JA,
    JC,
    JH,
    KEEPING,
    KEPT,
    KEY,
    MAX_SEATS,
    NAMING,
    OPENING,
    OVER,
    PAYING,
    PILE,
    PIPS,
    PLACES,
    SHIELD,
    SUITED,
    TABLE,
    TARGETING,
    TRUCE,
    TURN,
    VAULT,
    VOTING,
    WAITING,
    WHO,
)


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
    """A full round takes each kingdom in the game one turn, and at most every seat; the running one has come to the actor."""
    if not s.truce_rounds or not s.round_limit:
        return False
    if s.phase < TURN:
        return bool(not s.turn and not s.rounds and not s.quiet and deal_sound(s))
    if s.phase == OVER:
        return True
    alive = 0
    seats = (s.actor - s.first + s.players) % s.players + 1
    for i in range(seats):
        alive += s.alive[(s.first + i) % s.players]
    fewest = s.rounds * s.living + alive
    if s.turn < fewest or s.turn > s.rounds * s.players + seats or s.rounds >= s.round_limit:
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
    return bool(dealt < s.hand_limit * s.living)


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
    if s.guards_to_win < 8 or s.army_to_win < 8 or s.hand_limit < 3:
        return False
    for p in range(MAX_SEATS):
        if s.guards[p] != pips[p] or s.best[p] != best[p] or (pips[p] >= s.guards_to_win and s.phase != OVER):
            return False
    return True


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
    return bool(0 < s.size[KEPT + p] < s.hand_limit)


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
    """What is due is what the coins on the table leave, and whoever pays can, for something they can do then."""
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
    """The thief is at another's zone that their card opens, and takes no more than it is strong."""
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
