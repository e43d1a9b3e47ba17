"""Scaffold: everybody is dealt a card in secret and may swap it once; the highest card takes a point."""

from enum import IntEnum
from typing import Any

from parlour.games.cells import CHANCE, EVERYONE, UNKNOWN, arg, cell, cell_of, draw, emit, option, tell

NAME = "scaffold"
VERSION = 1
SEATS = range(2, 7)

MOST, VALUES, COPIES, ROUNDS = 6, 9, 4, 5


class Phase(IntEnum):
    DEAL = 0  # chance deals to the actor
    CHOOSE = 1  # the actor keeps their card or swaps it
    DRAW = 2  # chance gives them another
    OVER = 3


class Action(IntEnum):
    CARD = 0  # chance: + value - 1
    KEEP = 9
    SWAP = 10


class Event(IntEnum):
    BEGAN = 0  # a round
    DEALT = 1
    KEPT = 2
    SWAPPED = 3
    DREW = 4
    SHOWED = 5
    SCORED = 6


_VALUE = arg("value", VALUES, first=1)
ACTIONS = {Action.CARD: (_VALUE,)}
EVENTS = {
    Event.BEGAN: tell(arg("round", ROUNDS, first=1)),
    Event.DEALT: tell(value=_VALUE),  # the value is a secret of its audience
    Event.SWAPPED: tell(_VALUE),  # what is told before it is public
    Event.DREW: tell(value=_VALUE),
    Event.SHOWED: tell(_VALUE),
    Event.SCORED: tell(arg("points", ROUNDS, first=1)),
}

DEAL, CHOOSE, DRAW, OVER = map(int, Phase)
CARD, KEEP, SWAP = map(int, Action)
BEGAN, DEALT, KEPT, SWAPPED, DREW, SHOWED, SCORED = map(int, Event)


class Options:
    rounds = option(low=1, high=ROUNDS, default=3, says="rounds that a game has")


class State:
    players = cell(high=MOST, says="how many play")
    rounds = cell_of(Options.rounds)
    phase = cell(names=Phase, says="what is going on")
    round = cell(high=ROUNDS, says="the number of the round, from 1")
    actor = cell(high=MOST - 1, says="whose turn it is")
    card = cell(MOST, low=UNKNOWN, high=VALUES, says="the card in each hand; 0: none")
    shown = cell(MOST, high=VALUES, says="the card that each seat showed last; 0: nothing yet")
    laid = cell(VALUES, high=COPIES, says="cards swapped away in this round, by value, face up")
    left = cell(VALUES, high=COPIES, says="cards in the pile, by value; nobody knows, so 0 on a view")
    points = cell(MOST, high=ROUNDS, says="points of each seat")


def setup(s: Any, players: int, options: Any) -> None:
    s.players = players
    s.round = 0
    for p in range(MOST):
        s.points[p] = 0
        s.shown[p] = 0
    begin_round(s)


def begin_round(s: Any) -> None:
    s.round += 1
    s.actor = 0
    s.phase = DEAL
    for p in range(MOST):
        s.card[p] = 0
    for v in range(VALUES):
        s.laid[v] = 0
        s.left[v] = COPIES
    emit(s, EVERYONE, BEGAN, UNKNOWN, s.round - 1)


# Who may do what


def to_act(s: Any) -> int:
    if s.phase == OVER:
        return 0
    return 1 << s.actor if s.phase == CHOOSE else 1 << CHANCE


def legal(s: Any, seat: int, out: Any) -> int:
    if not to_act(s) >> seat & 1:
        return 0
    if seat == CHANCE:
        return in_pile(s, out)
    out[0] = KEEP
    out[1] = SWAP
    return 2


def in_pile(s: Any, out: Any) -> int:
    k = 0
    for v in range(VALUES):
        if s.left[v]:
            out[k] = CARD + v
            k += 1
    return k


def odds(s: Any, outcome: int) -> int:
    return s.left[outcome - CARD]


# Playing


def play(s: Any, seat: int, action: int) -> None:
    if action == KEEP:
        emit(s, EVERYONE, KEPT, seat)
        next_seat(s)
    elif action == SWAP:
        swap(s)
    else:
        take(s, action - CARD)


def take(s: Any, v: int) -> None:
    """Chance gives the actor a card that only they see."""
    s.left[v] -= 1
    s.card[s.actor] = v + 1
    emit(s, 1 << s.actor, DEALT if s.phase == DEAL else DREW, s.actor, 0, v)
    next_seat(s)


def swap(s: Any) -> None:
    """The old card is laid where all can see it."""
    v = s.card[s.actor] - 1
    s.card[s.actor] = 0
    s.laid[v] += 1
    s.phase = DRAW
    emit(s, EVERYONE, SWAPPED, s.actor, v)


def next_seat(s: Any) -> None:
    if s.phase == DRAW:
        s.phase = CHOOSE
    s.actor += 1
    if s.actor == s.players:
        s.actor = 0
        if s.phase == DEAL:
            s.phase = CHOOSE
        else:
            show(s)


def show(s: Any) -> None:
    """Everybody shows their card; all who hold the highest take a point."""
    best = 0
    for p in range(s.players):
        best = max(best, s.card[p])
        s.shown[p] = s.card[p]
        emit(s, EVERYONE, SHOWED, p, s.card[p] - 1)
    for p in range(s.players):
        if s.card[p] == best:
            s.points[p] += 1
            emit(s, EVERYONE, SCORED, p, s.points[p] - 1)
    if s.round == s.rounds:
        s.phase = OVER
    else:
        begin_round(s)


# Time and results


def idle(s: Any, seat: int, dice: Any) -> int:
    """For whoever runs out of time."""
    return KEEP


def score(s: Any, seat: int) -> int:
    return s.points[seat]


def rank(s: Any, seat: int) -> int:
    if s.phase != OVER:
        return 0
    better = 0
    for p in range(s.players):
        better += int(s.points[p] > s.points[seat])
    return 1 + better


def longest(s: Any) -> int:
    """Everybody is dealt a card, chooses, and draws another, in every round."""
    return 3 * s.players * s.rounds


# Who knows what


def hide(s: Any, seat: int) -> None:
    """Nobody knows the pile, and nobody another's card until it is shown."""
    for v in range(VALUES):
        s.left[v] = 0
    for p in range(s.players):
        if p != seat and s.card[p] and s.phase != OVER:
            s.card[p] = UNKNOWN


def fill(s: Any, seat: int, dice: Any) -> None:
    """The unknown cards are drawn from those that are neither laid nor known, each as likely as every other."""
    for v in range(VALUES):
        s.left[v] = COPIES - s.laid[v] - held(s, v + 1)
    for p in range(s.players):
        if s.card[p] == UNKNOWN:
            s.card[p] = 1 + pick(s, dice)


def held(s: Any, value: int) -> int:
    count = 0
    for p in range(s.players):
        count += int(s.card[p] == value)
    return count


def pick(s: Any, dice: Any) -> int:
    cards = 0
    for v in range(VALUES):
        cards += s.left[v]
    at = draw(dice, cards)
    v = 0
    while at >= s.left[v]:
        at -= s.left[v]
        v += 1
    s.left[v] -= 1
    return v


# What cannot be otherwise


def sound(s: Any) -> bool:
    """Every copy of a card is in the pile, laid or in one hand, and a hand is empty before its deal and its draw alone."""
    if not 2 <= s.players <= MOST or not 1 <= s.round <= s.rounds or s.actor >= s.players:
        return False
    for v in range(VALUES):
        if s.left[v] + s.laid[v] + held(s, v + 1) != COPIES:
            return False
    for p in range(MOST):
        if (s.card[p] == 0) != empty(s, p) or (s.shown[p] > 0) != shows(s, p):
            return False
    return True


def empty(s: Any, p: int) -> bool:
    if p >= s.players:
        return True
    if s.phase == DEAL:
        return p >= s.actor
    return s.phase == DRAW and p == s.actor


def shows(s: Any, p: int) -> bool:
    return p < s.players and (s.round > 1 or s.phase == OVER)
