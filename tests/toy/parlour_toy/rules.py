"""Toy: everyone holds three cards of five values; each round all choose one in secret and the highest takes a point."""

from enum import IntEnum
from typing import Any

from parlour.games.cells import CHANCE, CLOCK, EVERYONE, UNKNOWN, arg, cell, cell_of, draw, emit, flags, option, seat_option, tell

NAME = "toy"
VERSION = 1
SEATS = range(2, 5)

MOST, HAND, VALUES, COPIES = 4, 3, 5, 3


class Phase(IntEnum):
    DEAL = 0
    CHOOSE = 1
    REVEAL = 2
    OVER = 3


class Action(IntEnum):
    CARD = 0
    VALUE = 3
    TURN = 8
    LEAVE = 9


class Event(IntEnum):
    DEALT = 0
    CHOSEN = 1
    TURNED = 2
    SCORED = 3
    LEFT = 4


class Reason(IntEnum):
    ALREADY_PLAYED = 1
    TOO_FEW = 2


DEAL, CHOOSE, REVEAL, OVER = Phase
CARD, VALUE, TURN, LEAVE = Action
DEALT, CHOSEN, TURNED, SCORED, LEFT = Event
ALREADY_PLAYED, TOO_FEW = Reason

ACTIONS = {CARD: (arg("slot", HAND, first=1),), VALUE: (arg("value", VALUES, first=1),)}
PLANS = (CARD,)
EVENTS = {
    DEALT: tell(arg("slot", HAND, first=1), value=arg("value", VALUES, first=1)),
    CHOSEN: tell(value=arg("slot", HAND, first=1)),
    TURNED: tell(arg("slot", HAND, first=1), value=arg("value", VALUES, first=1)),
    SCORED: tell(value=arg("points", 16)),
}


class Options:
    rounds = option(low=1, high=3, default=3, says="rounds that a game has")
    ties = option("nobody", "share", says="1: ties share")
    handicap = seat_option("none")
    bonus = flags("five", "low_beats_five", says="house rules for a bonus, as bits")


class State:
    players = cell(high=MOST, says="how many play")
    rounds = cell_of(Options.rounds)
    ties = cell_of(Options.ties, number=True)
    bonus = cell_of(Options.bonus)
    phase = cell(names=Phase, says="what is going on")
    turn = cell(high=HAND, says="rounds played so far")
    dealt = cell(high=MOST * HAND, says="cards dealt so far")
    left = cell(VALUES, high=COPIES, says="copies of each value that nobody holds; 0 on a view: not known")
    card = cell(MOST, HAND, low=UNKNOWN, high=VALUES, says="each hand; 0: none yet; 1 to 5: the value")
    played = cell(MOST, HAND, high=1, says="1: this card lies open")
    ready = cell(MOST, high=1, says="1: this seat has chosen")
    choice = cell(MOST, low=UNKNOWN, high=HAND, says="what each seat chose; 0: none; 1 to 3: the slot")
    gone = cell(MOST, high=1, says="1: this seat has left")
    points = cell(MOST, high=15, says="points of each seat")


def setup(s: Any, players: int, options: Any) -> None:
    s.players = players
    s.phase = DEAL
    for v in range(VALUES):
        s.left[v] = COPIES
    if options.handicap > 0:
        s.points[options.handicap - 1] = 1


def to_act(s: Any) -> int:
    if s.phase == OVER:
        return 0
    if s.phase == DEAL:
        return 1 << CHANCE
    if s.phase == REVEAL:
        return 1 << CLOCK
    bits = 0
    for p in range(s.players):
        if waits_for(s, p):
            bits |= 1 << p
    return bits


def waits_for(s: Any, p: int) -> bool:
    return bool(s.gone[p] == 0 and s.ready[p] == 0)


def legal(s: Any, seat: int, out: Any) -> int:
    if s.phase == DEAL and seat == CHANCE:
        return deals(s, out)
    if s.phase == REVEAL and seat == CLOCK:
        out[0] = TURN
        return 1
    if s.phase == CHOOSE and seat < s.players and waits_for(s, seat):
        return choices(s, seat, out)
    return 0


def deals(s: Any, out: Any) -> int:
    k = 0
    for v in range(VALUES):
        if s.left[v] > 0:
            out[k] = VALUE + v
            k += 1
    return k


def choices(s: Any, seat: int, out: Any) -> int:
    k = 0
    for i in range(HAND):
        if s.played[seat][i] == 0:
            out[k] = CARD + i
            k += 1
    return k


def may(s: Any, seat: int, out: Any) -> int:
    if s.phase == DEAL or s.phase == OVER or s.gone[seat]:
        return 0
    out[0] = LEAVE
    return 1


def odds(s: Any, outcome: int) -> int:
    return s.left[outcome - VALUE]


def play(s: Any, seat: int, action: int) -> None:
    if action == LEAVE:
        leave(s, seat)
    elif action == TURN:
        turn_cards(s)
    elif action >= VALUE:
        deal(s, action - VALUE)
    else:
        choose(s, seat, action - CARD)


def deal(s: Any, v: int) -> None:
    p = s.dealt // HAND
    i = s.dealt % HAND
    s.left[v] -= 1
    s.card[p][i] = v + 1
    s.dealt += 1
    emit(s, 1 << p, DEALT, p, i, v)
    if s.dealt == s.players * HAND:
        s.phase = CHOOSE


def choose(s: Any, seat: int, slot: int) -> None:
    s.ready[seat] = 1
    s.choice[seat] = slot + 1
    emit(s, 1 << seat, CHOSEN, seat, 0, slot)
    all_ready(s)


def all_ready(s: Any) -> None:
    for p in range(s.players):
        if waits_for(s, p):
            return
    s.phase = REVEAL


def leave(s: Any, seat: int) -> None:
    s.gone[seat] = 1
    s.ready[seat] = 0
    s.choice[seat] = 0
    emit(s, EVERYONE, LEFT, seat)
    if staying(s) == 1:
        s.phase = OVER
    else:
        all_ready(s)


def staying(s: Any) -> int:
    k = 0
    for p in range(s.players):
        if s.gone[p] == 0:
            k += 1
    return k


def turn_cards(s: Any) -> None:
    best = 0
    for p in range(s.players):
        if s.ready[p]:
            turn_card(s, p)
            best = max(best, worth(s, p))
    share_points(s, best)
    clear_choices(s)
    s.turn += 1
    s.phase = OVER if s.turn == s.rounds else CHOOSE


def turn_card(s: Any, p: int) -> None:
    i = s.choice[p] - 1
    s.played[p][i] = 1
    emit(s, EVERYONE, TURNED, p, i, s.card[p][i] - 1)


def worth(s: Any, p: int) -> int:
    value = s.card[p][s.choice[p] - 1]
    if s.bonus & 2 and value == 1 and five_played(s):
        return VALUES + 1
    return value


def five_played(s: Any) -> int:
    for p in range(s.players):
        if s.ready[p] and s.card[p][s.choice[p] - 1] == VALUES:
            return 1
    return 0


def share_points(s: Any, best: int) -> None:
    winners = 0
    for p in range(s.players):
        if s.ready[p] and worth(s, p) == best:
            winners += 1
    if winners > 1 and s.ties == 0:
        return
    for p in range(s.players):
        if s.ready[p] and worth(s, p) == best:
            s.points[p] += 2 if s.bonus & 1 and best == VALUES else 1
            emit(s, EVERYONE, SCORED, p, 0, s.points[p])


def clear_choices(s: Any) -> None:
    for p in range(s.players):
        s.ready[p] = 0
        s.choice[p] = 0


def seconds(s: Any, seat: int) -> int:
    return 3 if seat == CLOCK else 0


def quiet(s: Any) -> int:
    return (1 << s.players) - 1 if s.phase == REVEAL else 0


def idle(s: Any, seat: int, dice: Any) -> int:
    slot = 0
    while s.played[seat][slot]:
        slot += 1
    return CARD + slot


def score(s: Any, seat: int) -> int:
    return s.points[seat]


def rank(s: Any, seat: int) -> int:
    if s.phase != OVER or s.gone[seat]:
        return 0
    better = 1
    for p in range(s.players):
        if s.gone[p] == 0 and s.points[p] > s.points[seat]:
            better += 1
    return better


def longest(s: Any) -> int:
    return s.players * HAND + s.rounds * (s.players + 1) + s.players


def sound(s: Any) -> bool:
    if s.players < 2 or s.rounds < 1:
        return False
    for v in range(VALUES):
        if s.left[v] + held(s, v + 1) != COPIES:
            return False
    for p in range(MOST):
        if not sound_seat(s, p):
            return False
    if s.phase == DEAL:
        return s.turn == 0 and staying(s) == s.players and s.dealt < s.players * HAND
    waiting = to_act(s) if s.phase == CHOOSE else 0
    if s.dealt != s.players * HAND or (s.phase == CHOOSE) != (waiting != 0):
        return False
    return (s.phase == OVER) == (s.turn == s.rounds or staying(s) < 2) and s.turn <= s.rounds and staying(s) > 0


def sound_seat(s: Any, p: int) -> bool:
    played = 0
    for i in range(HAND):
        if (s.card[p][i] != 0) != (p < s.players and p * HAND + i < s.dealt):
            return False
        played += s.played[p][i]
    if s.choice[p] == UNKNOWN or (s.choice[p] > 0) != (s.ready[p] == 1) or (s.choice[p] > 0 and s.played[p][s.choice[p] - 1]):
        return False
    if p >= s.players:
        return played == 0 and s.ready[p] == 0 and s.gone[p] == 0
    if s.ready[p] and (s.gone[p] or s.phase == DEAL or (s.phase == OVER and s.turn == s.rounds)):
        return False
    if s.phase == REVEAL and waits_for(s, p):
        return False
    return played <= s.turn if s.gone[p] else played == s.turn


def held(s: Any, value: int) -> int:
    k = 0
    for p in range(s.players):
        for i in range(HAND):
            if s.card[p][i] == value:
                k += 1
    return k


def hide(s: Any, seat: int) -> None:
    for v in range(VALUES):
        s.left[v] = 0
    for p in range(s.players):
        if p != seat:
            hide_hand(s, p)


def hide_hand(s: Any, p: int) -> None:
    if s.ready[p]:
        s.choice[p] = UNKNOWN
    for i in range(HAND):
        if s.card[p][i] != 0 and s.played[p][i] == 0:
            s.card[p][i] = UNKNOWN


def fill(s: Any, seat: int, dice: Any) -> None:
    for v in range(VALUES):
        s.left[v] = COPIES - held(s, v + 1)
    for p in range(s.players):
        for i in range(HAND):
            if s.card[p][i] == UNKNOWN:
                s.card[p][i] = 1 + take(s, dice)
        if s.choice[p] == UNKNOWN:
            s.choice[p] = 1 + guess_choice(s, p, dice)


def take(s: Any, dice: Any) -> int:
    total = 0
    for v in range(VALUES):
        total += s.left[v]
    pick = draw(dice, total)
    v = 0
    while pick >= s.left[v]:
        pick -= s.left[v]
        v += 1
    s.left[v] -= 1
    return v


def guess_choice(s: Any, p: int, dice: Any) -> int:
    open_slots = 0
    for i in range(HAND):
        open_slots += 1 - s.played[p][i]
    pick = draw(dice, open_slots)
    i = 0
    while s.played[p][i] or pick > 0:
        pick -= 1 - s.played[p][i]
        i += 1
    return i


def unfit(players: int, options: Any) -> int:
    return TOO_FEW if options.bonus & 2 and players == 2 else 0


def why(s: Any, seat: int, action: int) -> int:
    if s.phase == CHOOSE and action < VALUE and s.played[seat][action - CARD]:
        return ALREADY_PLAYED
    return 0
