"""What there is in SKYJO: options, actions, events, reasons and cells."""

from enum import IntEnum

from parlour.games.cells import UNKNOWN, arg, cell, cell_of, option, tell

MAX_SEATS, SLOTS, COLUMNS, ROWS, CARDS = 8, 12, 4, 3, 150
KINDS = 15  # the values -2 .. 12; a card is the index of its value, so index - 2 are its points
HIDDEN, GONE = 15, 16
DECK = (5, 10, 15, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10)
VALUES = (-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
FACES = (*VALUES, "hidden", "gone")
SLOT_NAMES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)  # as one reads: 1 to 4 are the top row, 1, 5, 9 the left column
SHEET = 24  # rounds kept on the sheet: a game of bots to 300 takes 9 to 17; of a longer one the oldest rows go


class Phase(IntEnum):
    TURN = 0
    HOLDING = 1  # the player has drawn, and chooses
    REVEAL = 2
    BETWEEN = 3
    OVER = 4
    TAKING = 5  # from here on chance is asked: what lay hidden where the taken card goes
    SWAPPING = 6  # what lay hidden where the drawn card goes
    TURNING = 7
    OPENING = 8  # the first discard
    REVEALING = 9
    COUNTING = 10
    DRAWING = 11
    REDRAWING = 12  # the same, from a pile that was made of discards
    TIE = 13


class Move(IntEnum):
    NONE = 0
    TOOK = 1
    SWAPPED = 2
    TURNED = 3
    REVEALED = 4
    COUNTED = 5


class Ending(IntEnum):
    NONE = 0
    SCORED = 1
    DESERTED = 2  # fewer than two players left
    CAPPED = 3


class Tie(IntEnum):
    SEAT = 0
    RANDOM = 1
    HIGHEST_CARD = 2


class Doubling(IntEnum):
    PRINTED = 0
    OFF = 1


class Action(IntEnum):
    CARD = 0  # chance
    DRAW = 15
    TAKE = 16
    SWAP = 28
    TURN = 40
    REVEAL = 52
    READY = 64
    LEAVE = 65
    START = 66  # chance
    DEAL = 74  # the clock


class Event(IntEnum):
    DEALT = 0
    OPENED = 1
    REVEALED = 2
    STARTS = 3
    LEADS = 4
    RESHUFFLED = 5
    DREW = 6
    TOOK = 7
    SWAPPED = 8
    TURNED = 9
    CLEARED = 10
    OUT = 11
    COUNTED = 12
    SCORED = 13
    DOUBLED = 14
    READY = 15
    LEFT = 16
    DROPPED = 17
    CAPPED = 18
    DESERTED = 19
    WON = 20
    POINTED = 21  # at a hidden card that chance is about to name
    FIRST_SCORED = 22  # in round 1, where the points are the total
    CLEARED_ROW = 23


class Reason(IntEnum):
    NOT_NOW = 1
    DRAW_FIRST = 2
    ALREADY_DREW = 3
    EMPTY_SLOT = 4
    OPEN_ALREADY = 5
    NOTHING_TO_DRAW = 6


POINTS_LOW, POINTS = -30, 330  # the points a grid can show, doubled ones included: -17 to 282
TOTALS_LOW, TOTALS = -30000, 60001
_slot = arg("slot", names=SLOT_NAMES)
_card = arg("card", names=VALUES)
_value = arg("value", names=VALUES)
_went = arg("went", names=VALUES)
_points = arg("points", POINTS, first=POINTS_LOW)
_total = arg("total", TOTALS, first=TOTALS_LOW)

ACTIONS = {
    Action.CARD: (_value,),
    Action.TAKE: (_slot,),
    Action.SWAP: (_slot,),
    Action.TURN: (_slot,),
    Action.REVEAL: (_slot,),
    Action.START: (arg("seat", MAX_SEATS),),
}
EVENTS = {
    Event.DEALT: tell(arg("round", 30000)),
    Event.OPENED: tell(value=_value),
    Event.REVEALED: tell(_slot, value=_value),
    Event.STARTS: tell(_points),
    Event.RESHUFFLED: tell(arg("cards", CARDS)),
    Event.DREW: tell(value=_value),
    Event.TOOK: tell(_slot, _card, value=_went),
    Event.SWAPPED: tell(_slot, _card, value=_went),
    Event.TURNED: tell(_slot, _card, value=_value),
    Event.CLEARED: tell(arg("column", COLUMNS, first=1), value=_value),
    Event.CLEARED_ROW: tell(arg("row", ROWS, first=1), value=_value),
    Event.OUT: tell(_points),
    Event.COUNTED: tell(_slot, value=_value),
    Event.SCORED: tell(_points, _total),
    Event.FIRST_SCORED: tell(_points),
    Event.DOUBLED: tell(_points),
    Event.DROPPED: tell(value=_value),
    Event.WON: tell(_total),
    Event.POINTED: tell(arg("move", names=Move), _slot),
}

TURN, HOLDING, REVEAL, BETWEEN, OVER, TAKING, SWAPPING, TURNING, OPENING, REVEALING, COUNTING, DRAWING, REDRAWING, TIE = map(
    int, Phase
)
MOVE_NONE, MOVE_TOOK, MOVE_SWAPPED, MOVE_TURNED, MOVE_REVEALED, MOVE_COUNTED = map(int, Move)
DO_CARD, DO_DRAW, DO_TAKE, DO_SWAP, DO_TURN, DO_REVEAL, DO_READY, DO_LEAVE, DO_START, DO_DEAL = map(int, Action)
TOLD_DREW, TOLD_TOOK, TOLD_SWAPPED, TOLD_TURNED = map(int, (Event.DREW, Event.TOOK, Event.SWAPPED, Event.TURNED))
TOLD_POINTED = int(Event.POINTED)


class Options:
    start_tie = option(Tie, says="the house rule for a tie at the start")  # SKY-Q03
    end_score = option(low=50, high=300, default=100, says="the total that ends the game")  # SKY-Q16
    turn_cap = option(
        low=0, high=10000, default=0, says="turns of one round at which the game ends without a winner; 0: none"
    )  # SKY-Q19
    doubling = option(Doubling, says="the house rule for doubling")  # SKY-Q27
    opening = option(2, 1, 3, says="cards that everybody turns before the first turn")  # SKY-Q28
    rows = option("off", "on", says="1: four alike in a row leave too")  # SKY-Q29


class State:
    players = cell(high=MAX_SEATS, says="how many play")
    start_tie = cell_of(Options.start_tie)
    end_score = cell_of(Options.end_score)
    turn_cap = cell_of(Options.turn_cap)
    doubling = cell_of(Options.doubling)
    opening = cell_of(Options.opening)
    rows = cell_of(Options.rows, number=True)
    phase = cell(names=Phase, says="what is going on")
    round = cell(high=30000, says="the number of the round, from 1")
    turn = cell(low=UNKNOWN, high=7, says="whose turn it is; null while nobody's")
    starter = cell(low=UNKNOWN, high=7, says="who starts this round, or the next one once a round is counted")
    ender = cell(low=UNKNOWN, high=7, says="the first in this round to have no hidden card")
    due = cell(high=255, says="seats, as bits: still to reveal, still to have their last turn, or not ready yet")
    turns = cell(high=2_000_000_000, says="turns completed in this round")
    grid = cell(
        MAX_SEATS,
        SLOTS,
        names=FACES,
        says="the cards before each seat, row by row of four",
    )
    hidden = cell(MAX_SEATS, high=SLOTS, says="hidden cards in each grid")
    left = cell(MAX_SEATS, high=30000, says="the round in which each seat left for good; 0: it plays")
    drawn = cell(low=UNKNOWN, names=VALUES, says="the card in the hand of whose turn it is")
    mover = cell(low=UNKNOWN, high=MAX_SEATS, says="the move being made, or the last one: who makes it")
    move = cell(names=Move, says="that move: what it is")
    slot = cell(low=UNKNOWN, names=SLOT_NAMES, says="that move: where")
    pile = cell(high=CARDS, says="cards in the draw pile")
    shuffles = cell(high=30000, says="how often the discards became the pile in this round")
    unseen = cell(KINDS, high=15, says="cards by value that nobody has seen: in the grids, and in the pile before a reshuffle")
    recycled = cell(KINDS, high=15, says="cards by value in the pile after a reshuffle")
    discards = cell(high=CARDS, says="cards in the discard pile")
    discard = cell(CARDS, low=UNKNOWN, names=VALUES, says="the discard pile, the bottom first")
    points = cell(MAX_SEATS, low=POINTS_LOW, high=300, says="of each seat in the last round counted, as the cards lay")
    added = cell(
        MAX_SEATS,
        low=POINTS_LOW,
        high=300,
        says="what the last round added for each seat: its points, the ender's doubled where they must be",
    )
    totals = cell(MAX_SEATS, low=TOTALS_LOW, high=30000, says="points of each seat, over all rounds counted")
    scored = cell(high=30000, says="rounds counted so far")
    sheet = cell(MAX_SEATS, SHEET, low=POINTS_LOW, high=300, says="what each round added for each seat, the oldest kept first")
    ending = cell(names=Ending, says="how the game came to its end")
