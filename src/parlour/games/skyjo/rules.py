"""The rules of SKYJO. Rulings (SKY-Q..) are in docs/rules/skyjo.md.

Hidden cards have no identity: the state counts the cards nobody has seen by value, and chance says what a card is when it
is turned. After a reshuffle there are two such counts, because the new pile holds other cards than the grids do (SKY-Q18).
"""

from enum import IntEnum
from typing import Any

from parlour.games.cells import CHANCE, CLOCK, EVERYONE, UNKNOWN, arg, cell, draw, emit, option, tell

NAME = "skyjo"
VERSION = 1
SEATS = range(2, 9)
LOWEST_WINS = True

MAX_SEATS, SLOTS, COLUMNS, CARDS = 8, 12, 4, 150
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
    start_tie = option("seat", "random", "highest_card")  # SKY-Q03
    end_score = option(low=50, high=300, default=100)  # SKY-Q16
    turn_cap = option(low=0, high=10000, default=0)  # SKY-Q19; 0: none


class State:
    players = cell(high=MAX_SEATS)
    start_tie = cell(names=Tie)
    end_score = cell(high=300)
    turn_cap = cell(high=10000)
    phase = cell(names=Phase)
    round = cell(high=30000)  # counts from 1
    turn = cell(low=UNKNOWN, high=7)  # whose turn it is; null while nobody's
    starter = cell(low=UNKNOWN, high=7)  # who starts this round, or the next one once a round is counted
    ender = cell(low=UNKNOWN, high=7)  # the first to have no hidden card
    due = cell(high=255)  # seats, as bits: still to reveal, still to have their last turn, or not ready yet
    turns = cell(high=2_000_000_000)  # completed in this round
    grid = cell(MAX_SEATS, SLOTS, names=FACES)
    hidden = cell(MAX_SEATS, high=SLOTS)  # hidden cards in each grid
    left = cell(MAX_SEATS, high=30000)  # the round in which a seat left for good; 0: it plays
    drawn = cell(low=UNKNOWN, names=VALUES)  # the card in the hand of whose turn it is
    mover = cell(low=UNKNOWN, high=MAX_SEATS)  # the move being made, or the last one: who,
    move = cell(names=Move)  # what,
    slot = cell(low=UNKNOWN, names=SLOT_NAMES)  # and where
    pile = cell(high=CARDS)  # cards in the draw pile
    shuffles = cell(high=30000)  # how often the discards became the pile in this round
    unseen = cell(KINDS, high=15)  # cards by value that nobody has seen: in the grids, and in the pile before a reshuffle
    recycled = cell(KINDS, high=15)  # cards by value in the pile after a reshuffle
    discards = cell(high=CARDS)
    discard = cell(CARDS, low=UNKNOWN, names=VALUES)  # bottom first
    points = cell(MAX_SEATS, low=POINTS_LOW, high=300)  # of the last round counted, as they lay
    added = cell(MAX_SEATS, low=POINTS_LOW, high=300)  # the same, the ender's doubled where it must be
    totals = cell(MAX_SEATS, low=TOTALS_LOW, high=30000)
    scored = cell(high=30000)  # rounds counted so far
    sheet = cell(MAX_SEATS, SHEET, low=POINTS_LOW, high=300)  # what each round added, the oldest kept first
    ending = cell(names=Ending)


# Setting up and dealing


def setup(s: Any, players: int, options: Any) -> None:
    s.players = players
    s.start_tie = options.start_tie
    s.end_score = options.end_score
    s.turn_cap = options.turn_cap
    s.round = 0
    s.scored = 0
    s.starter = UNKNOWN
    s.ending = Ending.NONE
    for seat in range(MAX_SEATS):
        s.left[seat] = 0
        s.totals[seat] = 0
        s.points[seat] = 0
        s.added[seat] = 0
        for row in range(SHEET):
            s.sheet[seat][row] = 0
    deal(s)


def deal(s: Any) -> None:
    """All 150 cards anew (SKY-Q22): twelve hidden ones for everybody who plays, and chance opens the first discard."""
    s.round += 1
    s.turn = UNKNOWN
    s.ender = UNKNOWN
    s.due = 0
    s.turns = 0
    s.drawn = UNKNOWN
    s.mover = UNKNOWN
    s.move = MOVE_NONE
    s.slot = UNKNOWN
    s.pile = CARDS
    s.shuffles = 0
    s.discards = 0
    for value in range(KINDS):
        s.unseen[value] = DECK[value]
        s.recycled[value] = 0
    for i in range(CARDS):
        s.discard[i] = UNKNOWN
    for seat in range(MAX_SEATS):
        deal_grid(s, seat)
    s.phase = OPENING
    emit(s, EVERYONE, Event.DEALT, UNKNOWN, s.round)


def deal_grid(s: Any, seat: int) -> None:
    face = GONE
    s.hidden[seat] = 0
    if plays(s, seat):
        face = HIDDEN
        s.hidden[seat] = SLOTS
        s.pile -= SLOTS
    for slot in range(SLOTS):
        s.grid[seat][slot] = face


# Questions


def plays(s: Any, seat: int) -> bool:
    """Whether a seat has a player who has not left for good."""
    return seat < s.players and s.left[seat] == 0


def playing(s: Any) -> int:
    """The seats that play, as bits."""
    seats = 0
    for seat in range(s.players):
        if s.left[seat] == 0:
            seats |= 1 << seat
    return seats


def next_seat(s: Any, seat: int) -> int:
    """The next seat clockwise that plays."""
    seat += 1
    if seat >= s.players:
        seat = 0
    while s.left[seat] > 0:
        seat += 1
        if seat >= s.players:
            seat = 0
    return seat


def showing(s: Any, seat: int) -> int:
    """The points of the open cards of a grid; 0 for an empty one (SKY-Q12)."""
    points = 0
    for slot in range(SLOTS):
        if s.grid[seat][slot] < HIDDEN:
            points += s.grid[seat][slot] - 2
    return points


# Who may do what


def to_act(s: Any) -> int:
    phase = s.phase
    if phase <= HOLDING:
        seats = 1 << s.turn
    elif phase >= TAKING:
        seats = 1 << CHANCE
    elif phase == REVEAL:
        seats = s.due
    elif phase == BETWEEN:
        seats = s.due | 1 << CLOCK
    else:
        seats = 0
    return seats


def legal(s: Any, seat: int, out: Any) -> int:
    phase = s.phase
    if seat == CHANCE:
        return chances(s, out) if phase >= TAKING else 0
    if phase <= HOLDING:
        if seat != s.turn:
            return 0
        return first_choices(s, seat, out) if phase == TURN else second_choices(s, seat, out)
    if phase == REVEAL:
        return hidden_slots(s, seat, DO_REVEAL, out, 0) if s.due >> seat & 1 else 0
    if phase == BETWEEN:
        return between_choices(s, seat, out)
    return 0


def first_choices(s: Any, seat: int, out: Any) -> int:
    k = 0
    if s.pile > 0 or s.discards > 1:  # the top discard stays, so an empty pile needs another one to be made anew (SKY-Q18)
        out[0] = DO_DRAW
        k = 1
    return present_slots(s, seat, DO_TAKE, out, k)


def second_choices(s: Any, seat: int, out: Any) -> int:
    return hidden_slots(s, seat, DO_TURN, out, present_slots(s, seat, DO_SWAP, out, 0))


def between_choices(s: Any, seat: int, out: Any) -> int:
    if seat == CLOCK:
        out[0] = DO_DEAL
        return 1
    if s.due >> seat & 1:
        out[0] = DO_READY
        return 1
    return 0


def present_slots(s: Any, seat: int, base: int, out: Any, k: int) -> int:
    """Every slot with a card in it; columns go whole."""
    cards = s.grid[seat]
    for column in range(COLUMNS):
        if cards[column] < GONE:
            action = base + column
            out[k] = action
            out[k + 1] = action + 4
            out[k + 2] = action + 8
            k += 3
    return k


def hidden_slots(s: Any, seat: int, base: int, out: Any, k: int) -> int:
    if s.hidden[seat] > 0:
        cards = s.grid[seat]
        for slot in range(SLOTS):
            if cards[slot] == HIDDEN:
                out[k] = base + slot
                k += 1
    return k


def chances(s: Any, out: Any) -> int:
    if s.phase == TIE:
        return tied_seats(s, out)
    urn = s.recycled if s.phase == REDRAWING else s.unseen
    k = 0
    for value in range(KINDS):
        if urn[value]:
            out[k] = value
            k += 1
    return k


def odds(s: Any, outcome: int) -> int:
    phase = s.phase
    if phase <= DRAWING:
        return s.unseen[outcome]
    if phase == REDRAWING:
        return s.recycled[outcome]
    return 1


def may(s: Any, seat: int, out: Any) -> int:
    """Leaving for good (SKY-Q23), at any time but in the instant a card is being turned."""
    if s.phase < OVER and plays(s, seat):
        out[0] = DO_LEAVE
        return 1
    return 0


def why(s: Any, seat: int, action: int) -> int:
    if action < DO_DRAW or action >= DO_REVEAL:
        if action >= DO_REVEAL and action < DO_READY and s.phase == REVEAL:
            return Reason.OPEN_ALREADY
        return Reason.NOT_NOW
    if s.phase == TURN and action >= DO_SWAP:
        return Reason.DRAW_FIRST
    if s.phase == HOLDING and action < DO_SWAP:
        return Reason.ALREADY_DREW
    if s.phase > HOLDING:
        return Reason.NOT_NOW
    if action == DO_DRAW:
        return Reason.NOTHING_TO_DRAW
    if s.grid[seat][(action - DO_TAKE) % SLOTS] == GONE:
        return Reason.EMPTY_SLOT
    return Reason.OPEN_ALREADY


# Playing


def play(s: Any, seat: int, action: int) -> None:
    if action < DO_DRAW:
        turn_up(s, action)
    elif action == DO_DRAW:
        draw_card(s)
    elif action < DO_SWAP:
        take(s, seat, action - DO_TAKE)
    elif action < DO_TURN:
        swap(s, seat, action - DO_SWAP)
    elif action < DO_REVEAL:
        point_out(s, seat, MOVE_TURNED, action - DO_TURN, TURNING)
    elif action < DO_READY:
        point_out(s, seat, MOVE_REVEALED, action - DO_REVEAL, REVEALING)
    elif action == DO_READY:
        ready(s, seat)
    elif action == DO_LEAVE:
        leave(s, seat)
    elif action < DO_DEAL:
        start_first(s, action - DO_START)
    else:
        deal(s)


def point_out(s: Any, seat: int, move: int, slot: int, phase: int) -> None:
    """Point at a hidden card: all see at which, before chance says what it is."""
    point(s, seat, move, slot, phase)
    emit(s, EVERYONE, TOLD_POINTED, seat, move * SLOTS + slot)


def point(s: Any, seat: int, move: int, slot: int, phase: int) -> None:
    """Note a move; chance then says what the hidden card in its slot is."""
    s.mover = seat
    s.move = move
    s.slot = slot
    s.phase = phase


def take(s: Any, seat: int, slot: int) -> None:
    """Take the top discard: it must be exchanged, so the source and the slot are one action (SKY-Q05)."""
    top = s.discards - 1
    s.discards = top
    s.drawn = s.discard[top]
    s.discard[top] = UNKNOWN
    put_down(s, seat, MOVE_TOOK, slot, TAKING)


def swap(s: Any, seat: int, slot: int) -> None:
    put_down(s, seat, MOVE_SWAPPED, slot, SWAPPING)


def put_down(s: Any, seat: int, move: int, slot: int, phase: int) -> None:
    """The card in hand takes a slot: at once where it is known what goes, else when chance has said it."""
    went = s.grid[seat][slot]
    if went == HIDDEN:
        point_out(s, seat, move, slot, phase)
    else:
        point(s, seat, move, slot, phase)
        exchange(s, went)


def draw_card(s: Any) -> None:
    if s.pile == 0:
        reshuffle(s)
    s.phase = REDRAWING if s.shuffles > 0 else DRAWING


def reshuffle(s: Any) -> None:
    """All discards but the top one become the pile (SKY-Q18)."""
    top = s.discards - 1
    for i in range(top):
        s.recycled[s.discard[i]] += 1
        s.discard[i] = UNKNOWN
    s.discard[0] = s.discard[top]
    s.discard[top] = UNKNOWN
    s.discards = 1
    s.pile = top
    s.shuffles += 1
    emit(s, EVERYONE, Event.RESHUFFLED, UNKNOWN, top)


def turn_up(s: Any, card: int) -> None:
    """Chance says what the card is that somebody draws or turns."""
    phase = s.phase
    if phase >= DRAWING:
        draw_value(s, card)
        return
    s.unseen[card] -= 1
    if phase == OPENING:
        open_discard(s, card)
        return
    s.hidden[s.mover] -= 1
    if phase <= SWAPPING:
        exchange(s, card)
    elif phase == TURNING:
        refuse(s, card)
    elif phase == REVEALING:
        reveal(s, card)
    else:
        count(s, card)


def draw_value(s: Any, card: int) -> None:
    """The drawn card is its drawer's secret until it lies open (SKY-Q20)."""
    if s.shuffles > 0:
        s.recycled[card] -= 1
    else:
        s.unseen[card] -= 1
    s.pile -= 1
    s.drawn = card
    s.phase = HOLDING
    emit(s, 1 << s.turn, TOLD_DREW, s.turn, 0, card)


def lay(s: Any, card: int) -> None:
    """Put a card on the discard pile."""
    s.discard[s.discards] = card
    s.discards += 1


def exchange(s: Any, went: int) -> None:
    """The card in hand takes the slot; what lay there goes to the discards, before any column does (SKY-Q08, SKY-Q10)."""
    card = s.drawn
    s.drawn = UNKNOWN
    seat = s.mover
    slot = s.slot
    s.grid[seat][slot] = card
    lay(s, went)
    event = TOLD_TOOK if s.move == MOVE_TOOK else TOLD_SWAPPED
    emit(s, EVERYONE, event, seat, slot * KINDS + card, went)
    finish(s, seat, slot % COLUMNS)


def refuse(s: Any, card: int) -> None:
    """The drawn card goes to the discards, and a hidden one has been turned (SKY-Q06)."""
    refused = s.drawn
    s.drawn = UNKNOWN
    lay(s, refused)
    s.grid[s.mover][s.slot] = card
    emit(s, EVERYONE, TOLD_TURNED, s.mover, s.slot * KINDS + refused, card)
    finish(s, s.mover, s.slot % COLUMNS)


def finish(s: Any, seat: int, column: int) -> None:
    """The end of a turn, in this order: the column, "all open?", the next player (SKY-Q11)."""
    if alike(s, seat, column):
        clear_column(s, seat, column)
    if s.hidden[seat] == 0 and s.ender == UNKNOWN:
        go_out(s, seat)
    s.turns += 1
    pass_turn(s, seat)


def alike(s: Any, seat: int, column: int) -> bool:
    """Three cards alike in a column in which none is hidden; a column already gone is not one."""
    cards = s.grid[seat]
    return cards[column] < HIDDEN and cards[column] == cards[column + COLUMNS] and cards[column] == cards[column + 2 * COLUMNS]


def clear_column(s: Any, seat: int, column: int) -> None:
    """Three open cards alike must go, whatever their value (SKY-Q09), and leave their slots empty (SKY-Q25)."""
    cards = s.grid[seat]
    card = cards[column]
    for row in range(3):
        cards[column + row * COLUMNS] = GONE
        lay(s, card)
    emit(s, EVERYONE, Event.CLEARED, seat, column, card)


def go_out(s: Any, seat: int) -> None:
    """The first without a hidden card ends the round: one more turn for every other player (SKY-Q13)."""
    s.ender = seat
    s.due = playing(s) & ~(1 << seat)
    emit(s, EVERYONE, Event.OUT, seat, showing(s, seat) - POINTS_LOW)


def pass_turn(s: Any, seat: int) -> None:
    if s.ender != UNKNOWN:
        s.due &= ~(1 << seat)
        if s.due == 0:
            start_count(s)
            return
    if s.turn_cap > 0 and s.turns >= s.turn_cap:
        close(s, Ending.CAPPED, Event.CAPPED)
        return
    s.turn = next_seat(s, seat)
    s.phase = TURN


# Before the first turn


def open_discard(s: Any, card: int) -> None:
    """The value of the first discard has no effect (SKY-Q21)."""
    s.pile -= 1
    lay(s, card)
    emit(s, EVERYONE, Event.OPENED, UNKNOWN, 0, card)
    s.due = playing(s)
    s.phase = REVEAL


def reveal(s: Any, card: int) -> None:
    """One card of two, in any order of players, seen by all at once (SKY-Q01)."""
    seat = s.mover
    s.grid[seat][s.slot] = card
    emit(s, EVERYONE, Event.REVEALED, seat, s.slot, card)
    if s.hidden[seat] == SLOTS - 2:
        s.due &= ~(1 << seat)
    s.phase = REVEAL
    if s.due == 0:
        open_round(s)


def open_round(s: Any) -> None:
    """The highest sum starts the first round (SKY-Q02), whoever ended a round the next one (SKY-Q04)."""
    if s.round > 1:
        if s.left[s.starter] > 0:
            s.starter = next_seat(s, s.starter)
        emit(s, EVERYONE, Event.LEADS, s.starter)
        start(s, s.starter)
    elif s.start_tie == Tie.RANDOM and count_tied(s) > 1:
        s.phase = TIE
    else:
        start_first(s, first_tied(s))


def start_first(s: Any, seat: int) -> None:
    emit(s, EVERYONE, Event.STARTS, seat, showing(s, seat) - POINTS_LOW)
    start(s, seat)


def start(s: Any, seat: int) -> None:
    s.starter = seat
    s.turn = seat
    s.phase = TURN


def claim(s: Any, seat: int) -> int:
    """What decides who starts round 1: the sum of the open cards, then the highest of them where that was agreed (SKY-Q03)."""
    high = 0
    if s.start_tie == Tie.HIGHEST_CARD:
        for slot in range(SLOTS):
            if s.grid[seat][slot] < HIDDEN and s.grid[seat][slot] > high:
                high = s.grid[seat][slot]
    return (showing(s, seat) - POINTS_LOW) * KINDS + high


def best_claim(s: Any) -> int:
    best = -1  # no claim is negative, though a sum may be
    for seat in range(s.players):
        if plays(s, seat) and claim(s, seat) > best:
            best = claim(s, seat)
    return best


def tied_seats(s: Any, out: Any) -> int:
    best = best_claim(s)
    k = 0
    for seat in range(s.players):
        if plays(s, seat) and claim(s, seat) == best:
            out[k] = DO_START + seat
            k += 1
    return k


def count_tied(s: Any) -> int:
    return tied_seats(s, [0] * MAX_SEATS)


def first_tied(s: Any) -> int:
    out = [0] * MAX_SEATS
    tied_seats(s, out)
    return out[0] - DO_START


# The count


def start_count(s: Any) -> None:
    """Everything hidden is turned, seat by seat, before any column goes (SKY-Q14)."""
    s.turn = UNKNOWN
    point(s, 0, MOVE_COUNTED, 0, COUNTING)
    if not find_hidden(s):
        score_round(s)


def count(s: Any, card: int) -> None:
    s.grid[s.mover][s.slot] = card
    emit(s, EVERYONE, Event.COUNTED, s.mover, s.slot, card)
    if not find_hidden(s):
        score_round(s)


def find_hidden(s: Any) -> bool:
    """Go on to the next hidden card of those who play; False when there is none."""
    while s.mover < s.players:
        if s.left[s.mover] == 0 and s.hidden[s.mover] > 0:
            while s.grid[s.mover][s.slot] != HIDDEN:
                s.slot += 1
            return True
        s.mover += 1
        s.slot = 0
    return False


def score_round(s: Any) -> None:
    s.mover = UNKNOWN
    s.slot = UNKNOWN
    for seat in range(s.players):
        if plays(s, seat):
            for column in range(COLUMNS):
                if alike(s, seat, column):
                    clear_column(s, seat, column)
    make_room(s)
    for seat in range(s.players):
        s.points[seat] = showing(s, seat) if plays(s, seat) else 0
    for seat in range(s.players):
        add_points(s, seat)
    s.scored += 1
    s.starter = s.ender
    if reached_end(s):
        win(s)
    else:
        s.due = playing(s)
        s.phase = BETWEEN


def make_room(s: Any) -> None:
    """Forget the oldest row of a full sheet."""
    if s.scored < SHEET:
        return
    for seat in range(s.players):
        for row in range(SHEET - 1):
            s.sheet[seat][row] = s.sheet[seat][row + 1]


def add_points(s: Any, seat: int) -> None:
    s.added[seat] = s.points[seat]
    if plays(s, seat):
        if seat == s.ender and must_double(s):
            s.added[seat] = 2 * s.points[seat]
            emit(s, EVERYONE, Event.DOUBLED, seat, s.added[seat] - POINTS_LOW)
        s.totals[seat] += s.added[seat]
        points = s.added[seat] - POINTS_LOW
        if s.round == 1:
            emit(s, EVERYONE, Event.FIRST_SCORED, seat, points)
        else:
            emit(s, EVERYONE, Event.SCORED, seat, points * TOTALS + s.totals[seat] - TOTALS_LOW)
    s.sheet[seat][min(s.scored, SHEET - 1)] = s.added[seat]


def must_double(s: Any) -> bool:
    """The ender's points count twice if they are above 0 and another player has as few or fewer, undoubled (SKY-Q15)."""
    mine = s.points[s.ender]
    if mine <= 0:
        return False
    for seat in range(s.players):
        if seat != s.ender and plays(s, seat) and s.points[seat] <= mine:
            return True
    return False


def reached_end(s: Any) -> bool:
    """Exactly the end score counts; the total of one who left does not (SKY-Q16, SKY-Q23)."""
    for seat in range(s.players):
        if plays(s, seat) and s.totals[seat] >= s.end_score:
            return True
    return False


def ready(s: Any, seat: int) -> None:
    """The next round is dealt when everybody is ready, or when the clock says so (SKY-Q26)."""
    s.due &= ~(1 << seat)
    emit(s, EVERYONE, Event.READY, seat)
    if s.due == 0:
        deal(s)


# The end


def win(s: Any) -> None:
    s.ending = Ending.SCORED
    s.due = 0
    s.phase = OVER
    for seat in range(s.players):
        if rank(s, seat) == 1:
            emit(s, EVERYONE, Event.WON, seat, s.totals[seat] - TOTALS_LOW)


def close(s: Any, ending: int, event: int) -> None:
    """End the match with nobody ranked and the open round unscored (SKY-Q19, SKY-Q23)."""
    if s.drawn != UNKNOWN:
        put_back(s)
    s.ending = ending
    s.due = 0
    s.turn = UNKNOWN
    s.phase = OVER
    emit(s, EVERYONE, event, UNKNOWN)


def leave(s: Any, seat: int) -> None:
    """The grid leaves play as it lies, its hidden cards unseen until the next deal (SKY-Q23)."""
    s.left[seat] = s.round
    emit(s, EVERYONE, Event.LEFT, seat)
    if s.phase == HOLDING and seat == s.turn:
        drop_drawn(s)
    others = playing(s)
    if others & (others - 1) == 0:
        close(s, Ending.DESERTED, Event.DESERTED)
    elif s.phase <= HOLDING:
        leave_turn(s, seat)
    else:
        leave_wait(s, seat)


def drop_drawn(s: Any) -> None:
    emit(s, EVERYONE, Event.DROPPED, s.turn, 0, s.drawn)
    lay(s, s.drawn)
    s.drawn = UNKNOWN


def put_back(s: Any) -> None:
    """The others have gone while this player held a card: it stays his secret, back on the pile."""
    return_drawn(s)
    s.pile += 1


def return_drawn(s: Any) -> None:
    """Count the card in hand among the unseen ones again."""
    if s.shuffles > 0:
        s.recycled[s.drawn] += 1
    else:
        s.unseen[s.drawn] += 1
    s.drawn = UNKNOWN


def leave_turn(s: Any, seat: int) -> None:
    if seat == s.turn:
        pass_turn(s, seat)
    else:
        s.due &= ~(1 << seat)


def leave_wait(s: Any, seat: int) -> None:
    s.due &= ~(1 << seat)
    if s.due == 0:
        if s.phase == REVEAL:
            open_round(s)
        else:
            deal(s)


def score(s: Any, seat: int) -> int:
    return s.totals[seat]


def rank(s: Any, seat: int) -> int:
    """The lowest total wins, ties share (SKY-Q16, SKY-Q17); those who left come after all who stayed."""
    if s.ending != Ending.SCORED:
        return 0
    place = 1
    for other in range(s.players):
        if plays(s, other) and (s.left[seat] > 0 or s.totals[other] < s.totals[seat]):
            place += 1
    return place


# Time


def seconds(s: Any, seat: int) -> int:
    return 30 if seat == CLOCK else 0


def idle(s: Any, seat: int, dice: Any) -> int:
    """Draw, refuse, and turn the first hidden card: it brings the round to its end and risks nothing open."""
    out = [0] * (2 * SLOTS)
    k = legal(s, seat, out)
    if s.phase == HOLDING:
        return out[k - s.hidden[seat]]
    return out[0]


def longest(s: Any) -> int:
    """Nothing in the rules ends a round in which everybody swaps open cards for ever (SKY-Q19).

    Far above any game that gets on: 160,000 random games, to 100 and to 300 points, took at most 1,824 steps.
    """
    return 50000


# Secrets


def holds_secret(s: Any) -> bool:
    """Whether the card in hand was drawn and does not lie open yet."""
    return s.phase == HOLDING or s.phase == SWAPPING or s.phase == TURNING


def hide(s: Any, seat: int) -> None:
    """The drawn card is the only secret: for others it is still one of the unseen cards (SKY-Q20)."""
    if holds_secret(s) and seat != s.turn and s.drawn != UNKNOWN:
        return_drawn(s)


def fill(s: Any, seat: int, dice: Any) -> None:
    if holds_secret(s) and s.drawn == UNKNOWN:
        urn = s.recycled if s.shuffles > 0 else s.unseen
        s.drawn = pick(urn, dice)
        urn[s.drawn] -= 1


def pick(urn: Any, dice: Any) -> int:
    """A value, every card of an urn as likely as every other."""
    cards = 0
    for value in range(KINDS):
        cards += urn[value]
    at = draw(dice, cards)
    value = 0
    while at >= urn[value]:
        at -= urn[value]
        value += 1
    return value


# What cannot be otherwise


def sound(s: Any) -> bool:
    if s.players < 2 or s.players > MAX_SEATS or s.discards > CARDS or s.round < 1:
        return False
    for seat in range(MAX_SEATS):
        if not sound_grid(s, seat):
            return False
    return sound_discard(s) and sound_unseen(s) and sound_deck(s) and sound_phase(s)


def sound_grid(s: Any, seat: int) -> bool:
    """Columns go whole, the hidden cards are counted, and nobody sits beyond the last seat."""
    hidden = 0
    gone = 0
    for slot in range(SLOTS):
        if s.grid[seat][slot] == HIDDEN:
            hidden += 1
        if s.grid[seat][slot] == GONE:
            gone += 1
            if s.grid[seat][slot % COLUMNS] != GONE or s.grid[seat][slot % COLUMNS + 2 * COLUMNS] != GONE:
                return False
    if seat >= s.players and (gone < SLOTS or s.left[seat] > 0):
        return False
    return gone % 3 == 0 and hidden == s.hidden[seat] and s.left[seat] <= s.round


def sound_discard(s: Any) -> bool:
    for i in range(CARDS):
        known = s.discard[i] != UNKNOWN
        if known != (i < s.discards):
            return False
    return True


def sound_unseen(s: Any) -> bool:
    """The unseen cards lie in the grids and in the pile, which after a reshuffle holds recycled ones."""
    unseen = 0
    recycled = 0
    for value in range(KINDS):
        unseen += s.unseen[value]
        recycled += s.recycled[value]
    for seat in range(MAX_SEATS):
        unseen -= s.hidden[seat]
    if s.shuffles > 0:
        return unseen == 0 and recycled == s.pile
    return unseen == s.pile and recycled == 0


def sound_deck(s: Any) -> bool:
    """Every card of the deck is somewhere, and only once."""
    missing = [0] * (GONE + 1)
    for value in range(KINDS):
        missing[value] = DECK[value] - s.unseen[value] - s.recycled[value]
    if s.drawn != UNKNOWN:
        missing[s.drawn] -= 1
    for i in range(s.discards):
        missing[s.discard[i]] -= 1
    for seat in range(s.players):
        for slot in range(SLOTS):
            missing[s.grid[seat][slot]] -= 1
    for value in range(KINDS):
        if missing[value] != 0:
            return False
    return True


def sound_phase(s: Any) -> bool:
    phase = s.phase
    held = holds_secret(s) or phase == TAKING
    if held != (s.drawn != UNKNOWN) or s.due & ~playing(s) != 0 or s.starter >= s.players or s.ender >= s.players:
        return False
    if (phase == OVER) != (s.ending != Ending.NONE):
        return False
    others = playing(s)
    if phase != OVER and others & (others - 1) == 0:
        return False
    if phase <= HOLDING or phase == DRAWING or phase == REDRAWING:
        return sound_turn(s)
    if phase >= TAKING and phase <= TURNING:
        return sound_turn(s) and sound_pointed(s, s.turn)
    if s.turn != UNKNOWN:
        return False
    if phase == REVEAL or phase == REVEALING:
        return sound_reveal(s)
    if phase == COUNTING:
        return sound_count(s)
    if phase == BETWEEN:
        return s.due != 0 and s.starter != UNKNOWN
    if phase == OPENING:
        return sound_deal(s)
    if phase == TIE:
        return s.due == 0 and s.start_tie == Tie.RANDOM and s.round == 1 and s.ender == UNKNOWN and s.discards == 1
    return True


def sound_deal(s: Any) -> bool:
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] < SLOTS:
            return False
    return s.discards == 0 and s.shuffles == 0 and s.ender == UNKNOWN and (s.round == 1 or s.starter != UNKNOWN)


def sound_turn(s: Any) -> bool:
    """Whose turn it is plays and has a hidden card (SKY-Q06); in the last lap he is still due his turn."""
    if s.turn == UNKNOWN or not plays(s, s.turn) or s.hidden[s.turn] == 0 or s.starter == UNKNOWN:
        return False
    if s.phase <= HOLDING and s.discards == 0:
        return False
    if s.phase >= DRAWING and (s.pile == 0 or (s.phase == REDRAWING) != (s.shuffles > 0)):
        return False
    if s.ender != UNKNOWN:
        return s.hidden[s.ender] == 0 and s.due >> s.turn & 1 == 1 and s.due >> s.ender & 1 == 0
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] == 0:
            return False
    return s.due == 0


def sound_pointed(s: Any, seat: int) -> bool:
    """Chance is asked about a hidden card of the mover."""
    return s.mover == seat and s.slot != UNKNOWN and s.grid[seat][s.slot] == HIDDEN


def sound_reveal(s: Any) -> bool:
    """Exactly those with fewer than two open cards are due."""
    if s.due == 0 or s.ender != UNKNOWN or (s.round > 1 and s.starter == UNKNOWN):
        return False
    for seat in range(s.players):
        if plays(s, seat) and (s.hidden[seat] < SLOTS - 2 or (s.due >> seat & 1 == 1) != (s.hidden[seat] > SLOTS - 2)):
            return False
    if s.phase == REVEALING:
        return s.mover != UNKNOWN and s.mover < s.players and s.due >> s.mover & 1 == 1 and sound_pointed(s, s.mover)
    return True


def sound_count(s: Any) -> bool:
    """The card being turned is the first hidden one of those who play."""
    if s.due != 0 or s.ender == UNKNOWN or s.mover == UNKNOWN or not plays(s, s.mover) or not sound_pointed(s, s.mover):
        return False
    for seat in range(s.mover):
        if plays(s, seat) and s.hidden[seat] > 0:
            return False
    for slot in range(s.slot):
        if s.grid[s.mover][slot] == HIDDEN:
            return False
    return True
