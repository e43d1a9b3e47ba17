"""The rules of KEYS. Questions the rulebook leaves open are settled by id (KEYS-Q11) in docs/rules/keys.md.

Everybody owns at most one KEY, so a player's coasters are two counts and the place of that KEY: a regular coaster has no
identity, and nothing can tie one that was flipped to one in a hand (KEYS-Q26).
"""

from enum import IntEnum
from typing import Any

from parlour.games.cells import CHANCE, CLOCK, EVERYONE, UNKNOWN, arg, cell, draw, emit, option, seat_option, tell

NAME = "keys"
VERSION = 1
SEATS = range(2, 6)  # KEYS-Q01

MAX_SEATS = 5
OWNED = 4  # coasters at the start: three regular ones and a KEY
MOST = MAX_SEATS * OWNED
TO_WIN = 2  # KEYS-Q25
PAUSE_SECONDS = 5  # for the table to take in how a challenge ended

HAND, LOST = 4, 5  # places of a KEY; 0 to 3 are places in its owner's stack, from the bottom


class Phase(IntEnum):
    START = 0  # chance names who begins
    PLACE = 1  # nobody has bid
    BID = 2
    FLIP = 3
    RESULT = 4  # the challenge is over, the table still lies as it ended
    LOSE = 5  # chance takes a coaster of the failed challenger
    OVER = 6


class Coaster(IntEnum):
    REGULAR = 0
    KEY = 1


class Known(IntEnum):
    """What the flips everybody saw, and the count of coasters, prove of a player's KEY."""

    UNSURE = 0
    HELD = 1
    GONE = 2


class OwnStack(IntEnum):
    ALL = 0
    UNTIL_BID = 1


class AfterKnockout(IntEnum):
    CLOCKWISE = 0
    KEY_OWNER = 1


class Action(IntEnum):
    PLACE = 0  # + coaster
    BID = 2  # + bid - 1
    PASS = 22
    FLIP = 23  # + seat whose topmost face-down coaster is flipped
    LEAVE = 28
    BEGIN = 29  # + seat: chance's
    LOSE = 34  # + coaster: chance's
    NEXT = 36  # the clock's


ACTIONS = {
    Action.PLACE: (arg("coaster", names=Coaster),),
    Action.BID: (arg("bid", MOST, first=1),),
    Action.FLIP: (arg("seat", MAX_SEATS),),
    Action.BEGIN: (arg("seat", MAX_SEATS),),
    Action.LOSE: (arg("coaster", names=Coaster),),
}


class Event(IntEnum):
    BEGAN = 0  # a round; the seat places first
    PLACED = 1
    BID = 2
    PASSED = 3
    CHALLENGER = 4  # bidding is over; this seat flips
    FLIPPED = 5  # the topmost face-down coaster of this seat's stack
    SUCCEEDED = 6
    FAILED = 7
    RETURNED = 8  # every coaster on the table, to its owner's hand
    LOST = 9
    OUT = 10
    LEFT = 11
    WON = 12


EVENTS = {
    Event.PLACED: tell(value=arg("coaster", names=Coaster)),
    Event.BID: tell(arg("bid", MOST, first=1)),
    Event.CHALLENGER: tell(arg("coasters", MOST, first=1)),
    Event.FLIPPED: tell(value=arg("coaster", names=Coaster)),
    Event.SUCCEEDED: tell(arg("points", TO_WIN, first=1)),
    Event.LOST: tell(arg("left", OWNED), value=arg("coaster", names=Coaster)),
}


class Reason(IntEnum):
    NOT_NOW = 1
    FIRST_LAP = 2
    NONE_IN_HAND = 3
    NO_BID_YET = 4
    BIDDING = 5
    BID_TOO_LOW = 6
    BID_TOO_HIGH = 7
    FLIPPING = 8
    OWN_FIRST = 9
    NOTHING_TO_FLIP = 10
    NO_SUCH_COASTER = 11


class Options:
    own_stack = option("all", "until_bid")  # KEYS-Q11
    after_knockout = option("clockwise", "key_owner")  # KEYS-Q21
    starter = seat_option("random")  # KEYS-Q02


class State:
    players = cell(high=MAX_SEATS)
    own_stack = cell(names=OwnStack)
    after_knockout = cell(names=AfterKnockout)
    phase = cell(names=Phase)
    round = cell(high=5 * MAX_SEATS - 1)  # from 1; every round ends in a point or a loss (KEYS-Q28)
    actor = cell(low=UNKNOWN, high=MAX_SEATS - 1)  # whose turn it is; the challenger while he flips
    starter = cell(low=UNKNOWN, high=MAX_SEATS - 1)  # places first in this round
    bidder = cell(low=UNKNOWN, high=MAX_SEATS - 1)  # has the highest bid
    bid = cell(high=MOST)  # the highest bid; 0 while there is none
    on_table = cell(high=MOST)  # coasters in all stacks
    to_flip = cell(high=MOST)  # coasters the challenger must still flip, his whole own stack included
    failed_on = cell(low=UNKNOWN, high=MAX_SEATS - 1)  # whose KEY ended the latest challenge
    winner = cell(low=UNKNOWN, high=MAX_SEATS - 1)
    points = cell(MAX_SEATS, high=TO_WIN)
    owned = cell(MAX_SEATS, high=OWNED)  # coasters in hand and on the table; 0: out of the game
    height = cell(MAX_SEATS, high=OWNED)  # coasters in the stack
    flipped = cell(MAX_SEATS, high=OWNED)  # of these, from the top
    passed = cell(MAX_SEATS, high=1)
    left = cell(MAX_SEATS, high=1)  # has left for good
    key_known = cell(MAX_SEATS, names=Known)
    key_at = cell(MAX_SEATS, low=UNKNOWN, names=(1, 2, 3, 4, "hand", "lost"))  # in the stack, from the bottom


START, PLACE, BID, FLIP, RESULT, LOSE, OVER = map(int, Phase)
REGULAR, KEY = map(int, Coaster)
UNSURE, HELD, GONE = map(int, Known)
ALL, UNTIL_BID = map(int, OwnStack)
CLOCKWISE, KEY_OWNER = map(int, AfterKnockout)
A_PLACE, A_BID, A_PASS, A_FLIP, A_LEAVE, A_BEGIN, A_LOSE, A_NEXT = map(int, Action)
E_BEGAN, E_PLACED, E_BID, E_PASSED, E_CHALLENGER, E_FLIPPED = map(int, tuple(Event)[: Event.SUCCEEDED])
E_SUCCEEDED, E_FAILED, E_RETURNED, E_LOST, E_OUT, E_LEFT, E_WON = map(int, tuple(Event)[Event.SUCCEEDED :])


def setup(s: Any, players: int, options: Any) -> None:
    s.players = players
    s.own_stack = options.own_stack
    s.after_knockout = options.after_knockout
    s.round = 0
    s.failed_on = UNKNOWN
    s.winner = UNKNOWN
    for p in range(MAX_SEATS):
        s.owned[p] = OWNED if p < players else 0
        s.points[p] = 0
        s.left[p] = 0
        s.key_known[p] = HELD if p < players else GONE
        s.key_at[p] = HAND if p < players else LOST
    clear_table(s)
    if options.starter:
        begin_round(s, options.starter - 1)
    else:
        s.phase = START
        s.actor = UNKNOWN
        s.starter = UNKNOWN


def clear_table(s: Any) -> None:
    """Every coaster returns to its owner's hand, after a success as well (KEYS-Q16)."""
    for p in range(MAX_SEATS):
        s.height[p] = 0
        s.flipped[p] = 0
        s.passed[p] = 0
        if s.key_at[p] != LOST:
            s.key_at[p] = HAND
    s.on_table = 0
    s.bid = 0
    s.to_flip = 0
    s.bidder = UNKNOWN


# Who acts


def to_act(s: Any) -> int:
    phase = s.phase
    if phase == PLACE or phase == BID:
        return 1 << s.actor
    if phase == FLIP:
        return 1 << CHANCE if s.left[s.actor] else 1 << s.actor  # random flips for one who has left (KEYS-Q29)
    if phase == RESULT:
        return 1 << CLOCK
    if phase == OVER:
        return 0
    return 1 << CHANCE


def next_in(s: Any, seat: int) -> int:
    """The next seat clockwise that is in the game and has not passed; the seat itself where no other is."""
    p = seat + 1 if seat + 1 < s.players else 0
    while p != seat and (s.owned[p] == 0 or s.passed[p]):
        p = p + 1 if p + 1 < s.players else 0
    return p


def from_here(s: Any, seat: int) -> int:
    """The seat, or the next one clockwise that is still in the game (KEYS-Q20)."""
    return seat if s.owned[seat] else next_in(s, seat)


def first_lap(s: Any) -> int:
    """Laps are fixed, so everybody has a coaster down as soon as somebody's second turn comes (KEYS-Q04)."""
    return s.height[s.actor] == 0


def remaining(s: Any) -> int:
    """How many players are in the game and have not left."""
    count = 0
    for p in range(s.players):
        if s.owned[p] and not s.left[p]:
            count += 1
    return count


# What may be done


def legal(s: Any, seat: int, out: Any) -> int:
    phase = s.phase
    if phase == PLACE or phase == BID:
        return turns(s, out) if seat == s.actor else 0
    if not to_act(s) >> seat & 1:
        return 0
    if phase == FLIP:
        return flips(s, out)
    if phase == LOSE:
        return losses(s, out)
    if phase == START:
        return beginnings(s, out)
    out[0] = A_NEXT
    return 1


def turns(s: Any, out: Any) -> int:
    """Place or bid (KEYS-Q05); once there is a bid, pass or bid more."""
    if s.phase == BID:
        out[0] = A_PASS
        return bids(s, out, 1)
    k = placings(s, out)
    return k if first_lap(s) else bids(s, out, k)


def beginnings(s: Any, out: Any) -> int:
    for p in range(s.players):
        out[p] = A_BEGIN + p
    return s.players


def placings(s: Any, out: Any) -> int:
    me = s.actor
    k = 0
    holds_key = int(s.key_at[me] == HAND)
    if s.owned[me] - s.height[me] > holds_key:
        out[k] = A_PLACE + REGULAR
        k += 1
    if holds_key:
        out[k] = A_PLACE + KEY
        k += 1
    return k


def bids(s: Any, out: Any, k: int) -> int:
    """Every bid above the highest one, up to all coasters on the table (KEYS-Q07, Q08)."""
    for b in range(s.bid, s.on_table):
        out[k] = A_BID + b
        k += 1
    return k


def flips(s: Any, out: Any) -> int:
    """His own stack first, then any other, always from the top (KEYS-Q11 to Q14)."""
    me = s.actor
    if s.flipped[me] < s.height[me]:
        out[0] = A_FLIP + me
        return 1
    k = 0
    for p in range(s.players):
        if s.flipped[p] < s.height[p]:
            out[k] = A_FLIP + p
            k += 1
    return k


def losses(s: Any, out: Any) -> int:
    k = 0
    if regulars(s, s.actor):
        out[k] = A_LOSE + REGULAR
        k += 1
    if s.key_at[s.actor] != LOST:
        out[k] = A_LOSE + KEY
        k += 1
    return k


def regulars(s: Any, p: int) -> int:
    """Regular coasters a player owns."""
    return s.owned[p] - int(s.key_at[p] != LOST)


def odds(s: Any, outcome: int) -> int:
    """Each coaster he still owns is equally likely to go (KEYS-Q17, Q19)."""
    return regulars(s, s.actor) if outcome == A_LOSE + REGULAR else 1


def may(s: Any, seat: int, out: Any) -> int:
    """Leaving for good; not while chance decides, which takes no time (KEYS-Q29)."""
    if s.phase == START or s.phase == LOSE or s.phase == OVER or s.owned[seat] == 0 or s.left[seat]:
        return 0
    out[0] = A_LEAVE
    return 1


# Playing


def play(s: Any, seat: int, action: int) -> None:
    if action < A_BID:
        place(s, action - A_PLACE)
    elif action < A_PASS:
        raise_bid(s, action - A_BID + 1)
    elif action == A_PASS:
        pass_bid(s, s.actor)
        ask_next(s)
    elif action < A_LEAVE:
        flip(s, action - A_FLIP)
    elif action == A_LEAVE:
        leave(s, seat)
    elif action < A_LOSE:
        begin_round(s, action - A_BEGIN)
    elif action < A_NEXT:
        lose(s, action - A_LOSE)
    else:
        after_result(s)


def begin_round(s: Any, seat: int) -> None:
    s.phase = PLACE
    s.round += 1
    s.starter = seat
    s.actor = seat
    s.failed_on = UNKNOWN
    emit(s, EVERYONE, E_BEGAN, seat)


def place(s: Any, coaster: int) -> None:
    me = s.actor
    if coaster == KEY:
        s.key_at[me] = s.height[me]
    s.height[me] += 1
    s.on_table += 1
    emit(s, 1 << me, E_PLACED, me, 0, coaster)
    s.actor = next_in(s, me)


def raise_bid(s: Any, bid: int) -> None:
    """Opens the bidding or raises; nobody can raise a bid of everything on the table (KEYS-Q10)."""
    me = s.actor
    overbid = s.bidder
    s.phase = BID
    s.bid = bid
    s.bidder = me
    emit(s, EVERYONE, E_BID, me, bid - 1)
    if bid == s.on_table:
        begin_flips(s)
    else:
        if overbid != UNKNOWN and s.left[overbid]:
            pass_bid(s, overbid)
        ask_next(s)


def pass_bid(s: Any, seat: int) -> None:
    s.passed[seat] = 1  # for the whole challenge (KEYS-Q09)
    emit(s, EVERYONE, E_PASSED, seat)


def ask_next(s: Any) -> None:
    """Bidding ends when the turn comes back to the highest bidder (KEYS-Q10)."""
    s.actor = next_in(s, s.actor)
    if s.actor == s.bidder:
        begin_flips(s)


def begin_flips(s: Any) -> None:
    me = s.bidder
    s.phase = FLIP
    s.actor = me
    s.to_flip = wanted(s)
    emit(s, EVERYONE, E_CHALLENGER, me, s.to_flip - 1)


def wanted(s: Any) -> int:
    """Coasters the challenger must flip: the bid, and by the printed rules no less than his own stack (KEYS-Q11)."""
    own = s.height[s.bidder]
    return own if s.own_stack == ALL and own > s.bid else s.bid


def flip(s: Any, p: int) -> None:
    """The KEY is looked for first, then the count (KEYS-Q15)."""
    s.flipped[p] += 1
    if s.height[p] - s.flipped[p] == s.key_at[p]:
        emit(s, EVERYONE, E_FLIPPED, p, 0, KEY)
        s.key_known[p] = HELD
        fail(s, p)
    else:
        emit(s, EVERYONE, E_FLIPPED, p, 0, REGULAR)
        if s.flipped[p] == s.owned[p]:
            s.key_known[p] = GONE
        s.to_flip -= 1
        if s.to_flip == 0:
            succeed(s)


def fail(s: Any, key_owner: int) -> None:
    s.failed_on = key_owner
    s.phase = RESULT
    emit(s, EVERYONE, E_FAILED, s.actor)


def succeed(s: Any) -> None:
    me = s.actor
    s.points[me] += 1
    s.phase = RESULT
    emit(s, EVERYONE, E_SUCCEEDED, me, s.points[me] - 1)
    if s.points[me] == TO_WIN:
        win(s, me)


def win(s: Any, seat: int) -> None:
    s.winner = seat
    s.phase = OVER
    emit(s, EVERYONE, E_WON, seat)


def after_result(s: Any) -> None:
    clear_table(s)
    emit(s, EVERYONE, E_RETURNED, UNKNOWN)
    if s.failed_on == UNKNOWN:
        next_round(s, s.actor)
    else:
        s.phase = LOSE


def lose(s: Any, coaster: int) -> None:
    """Only its owner sees which one went (KEYS-Q18)."""
    me = s.actor
    s.owned[me] -= 1
    if coaster == KEY:
        s.key_at[me] = LOST
    if s.key_known[me] == HELD:
        s.key_known[me] = UNSURE
    emit(s, 1 << me, E_LOST, me, s.owned[me], coaster)
    if s.owned[me]:
        next_round(s, me)
    else:
        knock_out(s, me)
        next_round(s, s.failed_on if s.after_knockout == KEY_OWNER else me)


def knock_out(s: Any, seat: int) -> None:
    take_out(s, seat)
    emit(s, EVERYONE, E_OUT, seat)


def take_out(s: Any, seat: int) -> None:
    """The player and all his coasters leave the game."""
    s.on_table -= s.height[seat]
    s.owned[seat] = 0
    s.height[seat] = 0
    s.key_at[seat] = LOST
    s.key_known[seat] = GONE


def next_round(s: Any, starter: int) -> None:
    """Who left during the challenge is out now, and one who is out does not start (KEYS-Q21, Q29)."""
    for p in range(s.players):
        if s.left[p]:
            take_out(s, p)
    starter = from_here(s, starter)
    if remaining(s) == 1:
        win(s, starter)  # KEYS-Q22
    else:
        begin_round(s, starter)


def leave(s: Any, seat: int) -> None:
    s.left[seat] = 1
    emit(s, EVERYONE, E_LEFT, seat)
    if s.phase == PLACE:
        take_out(s, seat)
    if remaining(s) == 1:
        win(s, last_one(s))
    elif s.phase == PLACE:
        s.actor = from_here(s, s.actor)
    elif s.phase == BID and seat != s.bidder and not s.passed[seat]:
        pass_bid(s, seat)
        if s.actor == seat:
            ask_next(s)


def last_one(s: Any) -> int:
    """The player who is in the game and has not left, where only one remains."""
    last = 0
    for p in range(s.players):
        if s.owned[p] and not s.left[p]:
            last = p
    return last


# Time and results


def seconds(s: Any, seat: int) -> int:
    return PAUSE_SECONDS if seat == CLOCK and s.phase == RESULT else 0


def idle(s: Any, seat: int, dice: Any) -> int:
    """A random coaster of the hand, a bid of 1 with an empty hand, a pass, or a random flip (KEYS-Q29)."""
    if s.phase == BID:
        return A_PASS
    if s.phase == FLIP:
        out = [0] * MAX_SEATS
        return out[draw(dice, flips(s, out))]
    in_hand = s.owned[seat] - s.height[seat]
    if in_hand == 0:
        return A_BID
    if s.key_at[seat] == HAND and draw(dice, in_hand) == 0:
        return A_PLACE + KEY
    return A_PLACE + REGULAR


def score(s: Any, seat: int) -> int:
    return s.points[seat]


def rank(s: Any, seat: int) -> int:
    """The rulebook knows a winner and nobody else, so all others share the second rank."""
    if s.winner == UNKNOWN:
        return 0
    return 1 if s.winner == seat else 2


def longest(s: Any) -> int:
    """At most 5n - 1 challenges (KEYS-Q28), each of 4n placings, bids and flips, n - 1 passes, the pause and the loss."""
    n = s.players
    return (5 * n - 1) * (13 * n + 1) + n + 1


def why(s: Any, seat: int, action: int) -> int:
    if s.phase == FLIP:
        return why_no_flip(s, action)
    if action < A_BID:
        return why_no_placing(s)
    if action < A_PASS:
        return why_no_bid(s, action - A_BID + 1)
    if action == A_PASS:
        return Reason.NO_BID_YET
    return Reason.NOT_NOW


def why_no_placing(s: Any) -> int:
    if s.phase == BID:
        return Reason.BIDDING
    return Reason.NO_SUCH_COASTER if s.owned[s.actor] > s.height[s.actor] else Reason.NONE_IN_HAND


def why_no_bid(s: Any, bid: int) -> int:
    if s.phase == PLACE and first_lap(s):
        return Reason.FIRST_LAP
    return Reason.BID_TOO_LOW if bid <= s.bid else Reason.BID_TOO_HIGH


def why_no_flip(s: Any, action: int) -> int:
    if action < A_FLIP or action >= A_LEAVE:
        return Reason.FLIPPING
    return Reason.OWN_FIRST if s.flipped[s.actor] < s.height[s.actor] else Reason.NOTHING_TO_FLIP


# What a seat may know


def hide(s: Any, seat: int) -> None:
    """Of another player's KEY: nothing, unless it lies face up or everybody knows it is gone."""
    for p in range(s.players):
        if p != seat and s.key_known[p] != GONE and s.failed_on != p:
            s.key_at[p] = UNKNOWN


def fill(s: Any, seat: int, dice: Any) -> None:
    """A KEY is equally likely to be any of its owner's four coasters that are not known to be regular."""
    for p in range(s.players):
        if s.key_at[p] == UNKNOWN:
            face_down = s.height[p] - s.flipped[p]
            kept = s.owned[p] - s.flipped[p]
            spot = draw(dice, kept if s.key_known[p] == HELD else OWNED - s.flipped[p])
            if spot < face_down:
                s.key_at[p] = spot
            else:
                s.key_at[p] = HAND if spot < kept else LOST


# Invariants


def sound(s: Any) -> bool:
    if not 2 <= s.players <= MAX_SEATS or not all_counts_true(s) or not all_keys_true(s) or s.round > challenges(s) + 1:
        return False
    if s.phase == OVER:
        return 0 <= s.winner < s.players
    if s.winner != UNKNOWN or most_points(s) == TO_WIN or remaining(s) < 2:
        return False
    if s.phase == START:
        return s.starter == UNKNOWN and s.actor == UNKNOWN and untouched(s)
    if not 0 <= s.starter < s.players or not 0 <= s.actor < s.players or s.owned[s.actor] == 0:
        return False
    if s.phase == LOSE:
        return cleared(s) and s.failed_on != UNKNOWN
    return laid_in_turn(s) and phase_true(s)


def challenges(s: Any) -> int:
    """How many challenges the points and the missing coasters speak of; those of players who left count as well."""
    count = 0
    for p in range(s.players):
        count += s.points[p] + OWNED - s.owned[p]
    return count


def all_counts_true(s: Any) -> bool:
    on_table = 0
    for p in range(MAX_SEATS):
        if not s.flipped[p] <= s.height[p] <= s.owned[p] or s.passed[p] > int(s.owned[p] > 0):
            return False
        if p >= s.players and (s.owned[p] or s.left[p] or s.points[p]):
            return False
        on_table += s.height[p]
    return s.on_table == on_table


def all_keys_true(s: Any) -> bool:
    if s.failed_on != UNKNOWN and (s.failed_on >= s.players or s.phase < RESULT):
        return False
    for p in range(MAX_SEATS):
        if not key_true(s, p) or not knowledge_true(s, p):
            return False
    return True


def key_true(s: Any, p: int) -> bool:
    """A KEY lies where there is a coaster, and is face up only where the challenge failed on it."""
    if s.key_at[p] == LOST:
        return s.owned[p] < OWNED
    if s.key_at[p] == HAND:
        return s.height[p] < s.owned[p]
    if s.key_at[p] == UNKNOWN or s.key_at[p] >= s.height[p]:
        return False
    face_down = s.height[p] - s.flipped[p]
    return s.key_at[p] < face_down or (s.key_at[p] == face_down and s.failed_on == p)


def knowledge_true(s: Any, p: int) -> bool:
    if s.key_known[p] == HELD:
        return s.key_at[p] != LOST
    if s.key_known[p] == GONE:
        return s.key_at[p] == LOST
    return 0 < s.owned[p] < OWNED and s.flipped[p] < s.owned[p] and s.failed_on != p


def most_points(s: Any) -> int:
    most = 0
    for p in range(s.players):
        if s.points[p] > most:
            most = s.points[p]
    return most


def cleared(s: Any) -> bool:
    return s.on_table == 0 and s.bid == 0 and s.to_flip == 0 and s.bidder == UNKNOWN and passes(s) == 0


def untouched(s: Any) -> bool:
    for p in range(s.players):
        if s.owned[p] < OWNED or s.left[p]:
            return False
    return cleared(s) and most_points(s) == 0


def passes(s: Any) -> int:
    count = 0
    for p in range(s.players):
        count += s.passed[p]
    return count


def all_flipped(s: Any) -> int:
    count = 0
    for p in range(s.players):
        count += s.flipped[p]
    return count


def laid_in_turn(s: Any) -> bool:
    """From the starter on, no stack is higher than the one before it, and none lower by two than the first."""
    first = UNKNOWN
    before = OWNED
    for i in range(s.players):
        p = (s.starter + i) % s.players
        if s.owned[p]:
            if first == UNKNOWN:
                first = s.height[p]
            if s.height[p] > before or s.height[p] + 1 < first:
                return False
            before = s.height[p]
    return True


def next_to_place(s: Any) -> int:
    """The first after the starter whose stack is lower than the one before it; the first of all where none is."""
    first = from_here(s, s.starter)
    for i in range(s.players):
        p = (s.starter + i) % s.players
        if s.owned[p] and s.height[p] < s.height[first]:
            return p
    return first


def phase_true(s: Any) -> bool:
    if s.phase == PLACE:
        return passes(s) == 0 and placing_true(s)
    if not 0 <= s.bidder < s.players or s.passed[s.bidder] or s.owned[s.bidder] == 0 or not 1 <= s.bid <= s.on_table:
        return False
    for p in range(s.players):
        if s.owned[p] and s.height[p] == 0:
            return False
    return bidding_true(s) if s.phase == BID else flipping_true(s)


def placing_true(s: Any) -> bool:
    for p in range(s.players):
        if s.left[p] and s.owned[p]:
            return False
    return s.bid == 0 and s.bidder == UNKNOWN and s.to_flip == 0 and all_flipped(s) == 0 and s.actor == next_to_place(s)


def bidding_true(s: Any) -> bool:
    for p in range(s.players):
        if s.left[p] and s.owned[p] and not s.passed[p] and p != s.bidder:
            return False
    return s.actor != s.bidder and not s.passed[s.actor] and s.bid < s.on_table and s.to_flip == 0 and all_flipped(s) == 0


def flipping_true(s: Any) -> bool:
    me = s.bidder
    face_up = all_flipped(s)
    good = face_up - int(s.failed_on != UNKNOWN)
    if s.actor != me or s.to_flip + good != wanted(s) or (s.flipped[me] < s.height[me] and face_up > s.flipped[me]):
        return False
    if s.failed_on != UNKNOWN and (s.flipped[s.failed_on] == 0 or s.key_at[s.failed_on] >= s.height[s.failed_on]):
        return False
    return (s.phase == RESULT) == (s.failed_on != UNKNOWN or s.to_flip == 0)
