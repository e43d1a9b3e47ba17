"""What there is in KEYS: options, actions, events, reasons and cells."""

from enum import IntEnum

from parlour.games.cells import UNKNOWN, arg, cell, cell_of, option, seat_option, tell

MAX_SEATS = 5
OWNED = 4  # coasters at the start: three regular ones and a KEY
MOST = MAX_SEATS * OWNED
MOST_TO_WIN = 3

ODDS = 10_000  # how far apart the odds of a KEY are kept

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

MOMENTS = (Action.FLIP,)


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
    Event.SUCCEEDED: tell(arg("points", MOST_TO_WIN, first=1)),
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
    own_stack = option(OwnStack, says="the house rule for one's own stack")  # KEYS-Q11
    after_knockout = option(AfterKnockout, says="the house rule for who begins after somebody is out")  # KEYS-Q21
    starter = seat_option("random")  # KEYS-Q02
    to_win = option(2, 1, 3, says="points that win")  # KEYS-Q25, KEYS-Q30


class State:
    players = cell(high=MAX_SEATS, says="how many play")
    own_stack = cell_of(Options.own_stack)
    after_knockout = cell_of(Options.after_knockout)
    phase = cell(names=Phase, says="what is going on")
    to_win = cell_of(Options.to_win)
    round = cell(
        high=(MOST_TO_WIN + 3) * MAX_SEATS - 1, says="the number of the round, from 1"
    )  # each ends in a point or a loss: KEYS-Q28
    actor = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="whose turn it is; the challenger while they flip")
    starter = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="who places first in this round")
    bidder = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="who has the highest bid")
    bid = cell(high=MOST, says="the highest bid; 0 while there is none")
    on_table = cell(high=MOST, says="coasters in all stacks")
    to_flip = cell(high=MOST, says="coasters the challenger must still flip, their whole own stack included")
    failed_on = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="whose KEY ended the latest challenge")
    winner = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="who has won; null while nobody has")
    points = cell(MAX_SEATS, high=MOST_TO_WIN, says="points of each seat")
    owned = cell(MAX_SEATS, high=OWNED, says="coasters that each seat has in hand and on the table; 0: out of the game")
    height = cell(MAX_SEATS, high=OWNED, says="coasters in each stack")
    flipped = cell(MAX_SEATS, high=OWNED, says="coasters flipped in each stack, from the top")
    passed = cell(MAX_SEATS, high=1, says="1: this seat has passed in this round")
    left = cell(MAX_SEATS, high=1, says="1: this seat has left for good")
    key_known = cell(MAX_SEATS, names=Known, says="what the flips everybody saw prove of each seat's KEY")
    lost_odds = cell(MAX_SEATS, high=4 * ODDS, says="by all that everybody saw, for each seat: the weight of its KEY being lost")
    kept_odds = cell(
        MAX_SEATS, high=4 * ODDS, says="against lost_odds: the weight of the KEY being any one of its owner's coasters"
    )  # KEYS-Q26
    key_at = cell(
        MAX_SEATS,
        low=UNKNOWN,
        names=(1, 2, 3, 4, "hand", "lost"),
        says="where each KEY is: its place in the stack from the bottom, the hand, or lost",
    )


LATER = ("lost_odds", "kept_odds")  # positions written before these cells came are completed

START, PLACE, BID, FLIP, RESULT, LOSE, OVER = map(int, Phase)
REGULAR, KEY = map(int, Coaster)
UNSURE, HELD, GONE = map(int, Known)
ALL, UNTIL_BID = map(int, OwnStack)
CLOCKWISE, KEY_OWNER = map(int, AfterKnockout)
A_PLACE, A_BID, A_PASS, A_FLIP, A_LEAVE, A_BEGIN, A_LOSE, A_NEXT = map(int, Action)
E_BEGAN, E_PLACED, E_BID, E_PASSED, E_CHALLENGER, E_FLIPPED = map(int, tuple(Event)[: Event.SUCCEEDED])
E_SUCCEEDED, E_FAILED, E_RETURNED, E_LOST, E_OUT, E_LEFT, E_WON = map(int, tuple(Event)[Event.SUCCEEDED :])
