"""The rules of KESKIFÈ?. Rulings (KSK-Q..) are in docs/rules/keskife.md.

People are seats; who holds a card together is a unit: one person up to eight people, two neighbours from nine on
(KSK-Q22). Cards, leaders, targets and scores are units'; readiness, gestures and fingers are people's. Every length of
time is a step of CLOCK.
"""

from enum import IntEnum
from typing import Any

from parlour.games.cells import CHANCE, CLOCK, EVERYONE, UNKNOWN, arg, cell, draw, emit, flags, option, seat_option, tell

NAME = "keskife"
VERSION = 1
SEATS = range(4, 17)

MAX_SEATS, MAX_UNITS, FEWEST_UNITS, ROUNDS = 16, 8, 4, 6
ENTRIES, LINES = 36, 6
MOVES, BEATS = 24, 15  # gestures; 30 seconds of two-second beats
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")

GESTURES = (
    *("wave", "cheer", "row", "conduct", "butter", "penguin", "sleep", "search", "ski", "paint", "tray", "juggle"),
    *("bow", "clap", "flex", "fly", "violin", "whisper", "shrug", "dance", "jump", "robot", "hug", "peek"),
)

# A pack lists the 36 entries of a colour by tag: 24 mimed on a chair without a sound, 6 with the voice, 6 on one's feet.
TAGS = ("mime", "sound", "stand")
TAG_SIZES = (24, 6, 6)
TAG_ENTRIES = ((1 << 24) - 1, 63 << 24, 63 << 30)

# Seconds at the normal pace (KSK-Q04, Q05, Q10 to Q12, Q20); SHOW is for reading a round's outcome.
PACK_TIME, TAKE_TIME, READY_TIME, START_TIME, COUNT_TIME = 10, 3, 30, 30, 1
ACT_TIME, BEAT_TIME, POINT_TIME, SHOW_TIME, NAMING_TIME = 30, 2, 5, 8, 10
TIMES = (
    *(0, PACK_TIME, TAKE_TIME, 0, 0, 0, READY_TIME, START_TIME),
    *(COUNT_TIME, ACT_TIME, COUNT_TIME, POINT_TIME, SHOW_TIME, NAMING_TIME, 0),
)  # by phase


class Phase(IntEnum):
    APPOINT = 0  # chance draws the leader
    PACK = 1  # the leader chooses a colour
    TAKE = 2  # his three secret seconds
    DEAL = 3  # chance deals the rest
    TURN = 4  # chance turns the numbers
    LINE = 5  # chance says which entry of the pack stands there
    READY = 6
    START = 7
    COUNT_IN = 8
    ACT = 9
    COUNT_OUT = 10
    POINT = 11
    SHOW = 12
    NAMING = 13  # the leader names the next one
    OVER = 14


APPOINT, PACK, TAKE, DEAL, TURN, LINE, READY, START, COUNT_IN, ACT, COUNT_OUT, POINT, SHOW, NAMING, OVER = Phase


class Card(IntEnum):
    NONE = 0
    ACTION = 1
    MONKEY = 2


NONE, ACTION, MONKEY = Card


class Venue(IntEnum):
    ROOM = 0
    CAMERA = 1
    STAGE = 2


class Pot(IntEnum):
    ALL = 0
    HALF = 1
    ALL_OR_NOTHING = 2


class Action(IntEnum):
    LEADER = 0  # chance: + seat of the unit that leads
    COLOUR = 16  # + colour
    COLOUR_OVER = 22  # the clock: the next unused colour
    TAKE = 23  # + card - 1
    TAKE_OVER = 25  # the clock: the three seconds are over
    DEAL = 26  # chance: + 8 * one monkey's unit + the other's (the same where there is one monkey)
    NUMBERS = 90  # chance: + 6 * (tens - 1) + ones - 1
    LINE = 126  # chance: + entry
    READY = 162
    READY_OVER = 163  # the clock
    START = 164
    START_OVER = 165  # the clock
    COUNT_IN = 166  # the clock: + the number said
    GESTURE = 169  # + gesture
    BEAT = 193  # the clock: + the beat that ends
    STOP = 208
    ACT_OVER = 209  # the clock
    COUNT_OUT = 210  # the clock: + the number said
    POINT = 213  # + first seat of the unit
    POINT_OVER = 229  # the clock
    CARRY_ON = 230
    SHOW_OVER = 231  # the clock
    NAME = 232  # + first seat of the unit
    NAME_OVER = 248  # the clock
    LEAVE = 249


CLOCK_STEPS = (
    *(0, Action.COLOUR_OVER, Action.TAKE_OVER, 0, 0, 0, Action.READY_OVER, Action.START_OVER),
    *(0, 0, 0, Action.POINT_OVER, Action.SHOW_OVER, Action.NAME_OVER, 0),
)  # by phase; 0: several steps, or none

ACTIONS = {
    Action.LEADER: (arg("seat", MAX_SEATS),),
    Action.COLOUR: (arg("colour", names=COLOURS),),
    Action.TAKE: (arg("card", names=("action", "monkey")),),
    Action.DEAL: (arg("unit", MAX_UNITS), arg("other", MAX_UNITS)),
    Action.NUMBERS: (arg("tens", LINES, first=1), arg("ones", LINES, first=1)),
    Action.LINE: (arg("entry", ENTRIES, first=1),),
    Action.COUNT_IN: (arg("number", 3),),
    Action.GESTURE: (arg("gesture", names=GESTURES),),
    Action.BEAT: (arg("beat", BEATS, first=1),),
    Action.COUNT_OUT: (arg("number", 3),),
    Action.POINT: (arg("seat", MAX_SEATS),),
    Action.NAME: (arg("seat", MAX_SEATS),),
}


class Event(IntEnum):
    LEADS = 0
    COLOUR = 1
    DEALT = 2
    SHUFFLED = 3  # the number cards
    NUMBERS = 4
    LINE = 5
    READY = 6
    COUNT_IN = 7
    CHOSE = 8  # a gesture, sealed until the beat ends
    GESTURE = 9
    STOPPED = 10
    HANDS_UP = 11
    COUNT_OUT = 12
    POINTED = 13  # sealed until the reveal
    FINGER = 14
    MONKEY = 15
    KEPT = 16
    LOST = 17  # a card to the pot
    WON = 18  # a monkey's cards
    LEFT = 19
    REPLAYED = 20
    NAMED = 21
    ENDED = 22


EVENTS = {
    Event.COLOUR: tell(arg("colour", names=COLOURS)),
    Event.DEALT: tell(value=arg("card", names=Card)),
    Event.NUMBERS: tell(arg("tens", LINES, first=1), arg("ones", LINES, first=1)),
    Event.LINE: tell(value=arg("entry", ENTRIES, first=1)),
    Event.COUNT_IN: tell(arg("number", 4)),
    Event.CHOSE: tell(value=arg("gesture", names=GESTURES)),
    Event.GESTURE: tell(arg("gesture", names=GESTURES)),
    Event.COUNT_OUT: tell(arg("number", 4)),
    Event.POINTED: tell(value=arg("at", MAX_SEATS)),
    Event.FINGER: tell(arg("at", MAX_SEATS)),
    Event.WON: tell(arg("cards", 10)),
    Event.NAMED: tell(arg("next", MAX_SEATS)),
}


class Reason(IntEnum):
    NO_ACTION_LEFT = 1
    OWN_TEAM = 2
    NOT_IN_ROUND = 3
    COLOUR_USED = 4
    HAS_LED = 5
    GONE = 6
    NOT_NOW = 7


class Options:
    venue = option("room", "camera", "stage")
    pace = option("normal", "relaxed", "slow")
    first_leader = seat_option("random")
    colour_choice = option("leader", "fixed")
    numbers = option("cards", "dice")
    pot = option("all", "half", "all_or_nothing")
    count_monkey_votes = option("off", "on")
    tie_break = option("won", "held")
    team_vote = option("agree", "captain")
    blocked = flags(*TAGS)


class State:
    venue = cell(names=Venue)
    pace = cell(names=("normal", "relaxed", "slow"))
    fixed = cell(high=1)  # colours come in the order of the box
    dice = cell(high=1)  # doubles can come up
    pot_rule = cell(names=Pot)
    count_monkey_votes = cell(high=1)
    by_held = cell(high=1)  # ties go to whoever was monkey more often
    captains = cell(high=1)  # one member points for his team
    blocked = cell(high=7)  # tags, as bits

    players = cell(low=4, high=MAX_SEATS)
    units = cell(low=4, high=MAX_UNITS)
    phase = cell(names=Phase)
    present = cell(high=(1 << MAX_SEATS) - 1)  # seats that have not left
    round = cell(low=1, high=ROUNDS)
    scored = cell(high=ROUNDS)  # rounds

    leader = cell(low=UNKNOWN, high=MAX_UNITS - 1)
    led = cell(high=(1 << MAX_UNITS) - 1)  # units
    colours = cell(high=63)  # used
    colour = cell(low=UNKNOWN, names=COLOURS)
    wish = cell(2, low=UNKNOWN, names=Card)  # what each member of the leading unit takes
    choice = cell(low=UNKNOWN, names=Card)  # the wish that came first and counts
    dealt = cell(high=(1 << MAX_UNITS) - 1)  # units in this round, those that left since included
    card = cell(MAX_UNITS, low=UNKNOWN, names=Card)
    turned = cell(high=63)  # number cards used
    tens = cell(low=UNKNOWN, high=LINES)
    ones = cell(low=UNKNOWN, high=LINES)
    entry = cell(low=UNKNOWN, high=ENTRIES - 1)  # of the pack, at these numbers
    replays = cell(high=MAX_UNITS)  # of this round
    burnt = cell(high=(1 << ENTRIES) - 1)  # entries of this colour drawn in rounds that were replayed

    ready = cell(high=(1 << MAX_SEATS) - 1)  # seats
    count = cell(high=3)  # the number said last
    beat = cell(high=BEATS)  # beats over
    chosen = cell(high=(1 << MAX_SEATS) - 1)  # seats with a gesture in the running beat
    gesture = cell(MAX_SEATS, BEATS, low=UNKNOWN, names=GESTURES)
    voted = cell(high=(1 << MAX_SEATS) - 1)  # seats
    vote = cell(MAX_SEATS, low=UNKNOWN, high=MAX_UNITS - 1)  # units

    recognised = cell(MAX_UNITS, high=MAX_UNITS)  # fingers on this monkey
    pot = cell(high=MAX_UNITS)  # cards of wrong guessers
    gained = cell(MAX_UNITS, high=MAX_UNITS + 1)  # cards, in the last round
    out = cell(high=ROUNDS * MAX_UNITS)  # cards that left play
    handed = cell(high=ROUNDS * MAX_UNITS)  # cards dealt in scored rounds
    won = cell(MAX_UNITS, high=ROUNDS * MAX_UNITS)  # cards
    won_monkeys = cell(MAX_UNITS, high=2 * ROUNDS)  # Monkey cards among them
    held = cell(MAX_UNITS, high=ROUNDS)  # times monkey


# Questions


def ones_in(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def lowest(bits: int) -> int:
    """The number of the lowest bit; 0 where there is none."""
    i = 0
    while bits >> i and not bits >> i & 1:
        i += 1
    return i


def in_teams(s: Any) -> bool:
    return s.players > MAX_UNITS


def unit_of(s: Any, seat: int) -> int:
    return seat // 2 if in_teams(s) else seat


def first_seat(s: Any, unit: int) -> int:
    """The seat a unit is named by in actions and events, present or not."""
    return 2 * unit if in_teams(s) else unit


def here(s: Any, unit: int) -> int:
    """The members who have not left, as bits."""
    members = 3 << 2 * unit if in_teams(s) else 1 << unit
    return s.present & members


def team_size(s: Any, unit: int) -> int:
    return 2 if in_teams(s) and 2 * unit + 1 < s.players else 1


def units_here(s: Any) -> int:
    units = 0
    for u in range(s.units):
        if here(s, u):
            units |= 1 << u
    return units


def monkeys_among(units: int) -> int:
    return 1 if units <= 6 else 2  # KSK-Q02


def may_lead(s: Any) -> int:
    """The units present that have not led; where all have, all of them (KSK-Q20)."""
    waiting = units_here(s) & ~s.led
    return waiting if waiting else units_here(s)


def next_colour(s: Any) -> int:
    return lowest(63 & ~s.colours)


def open_entries(s: Any) -> int:
    """The entries that may stand at the numbers: none blocked, none seen in a replayed round (KSK-Q26)."""
    return unblocked(s.blocked) & ~s.burnt


def unblocked(blocked: int) -> int:
    entries = 0
    for tag in range(3):
        if not blocked >> tag & 1:
            entries |= TAG_ENTRIES[tag]
    return entries


def pair_is_open(s: Any, pair: int) -> bool:
    tens, ones = pair // LINES, pair % LINES
    if s.dice:
        return True
    return tens != ones and not s.turned >> tens & 1 and not s.turned >> ones & 1


def in_play(s: Any) -> bool:
    """From the deal to the reveal: cards are secret, and who leaves leaves his card behind."""
    return s.phase >= TURN and s.phase <= POINT


def has_line(s: Any) -> bool:
    return s.dealt != 0 and s.phase != TURN and s.phase != LINE


def monkey_is_here(s: Any) -> bool:
    for u in range(s.units):
        if s.card[u] == MONKEY and here(s, u):
            return True
    return False


def pointers(s: Any) -> int:
    """The seats whose fingers count: everybody present, or each unit's first member present (KSK-Q22)."""
    if not s.captains:
        return s.present
    seats = 0
    for u in range(s.units):
        team = here(s, u)
        seats |= team & ~(team - 1)
    return seats


def asked_seats(s: Any) -> int:
    if s.phase == PACK or s.phase == START or s.phase == NAMING:
        return here(s, s.leader)
    if s.phase == READY:
        return s.present & ~s.ready
    if s.phase == ACT and s.venue == Venue.STAGE:
        return s.present & ~s.chosen
    if s.phase == POINT:
        return pointers(s) & ~s.voted
    return 0


def to_act(s: Any) -> int:
    if s.phase == OVER:
        return 0
    if s.phase == APPOINT or s.phase == DEAL or s.phase == TURN or s.phase == LINE:
        return 1 << CHANCE
    return 1 << CLOCK | asked_seats(s)


# What may be played


def legal(s: Any, seat: int, out: Any) -> int:
    if not to_act(s) >> seat & 1:
        return 0
    if seat == CHANCE:
        return chances(s, out)
    if seat == CLOCK:
        out[0] = due(s)
        return 1
    if s.phase == PACK:
        return listed(63 & ~s.colours, Action.COLOUR, out)
    if s.phase == READY:
        out[0] = Action.READY
        return 1
    if s.phase == START:
        out[0] = Action.START
        return 1
    if s.phase == ACT:
        return listed((1 << MOVES) - 1, Action.GESTURE, out)
    if s.phase == POINT:
        return targets(s, s.dealt & ~(1 << unit_of(s, seat)), Action.POINT, out)
    return targets(s, units_here(s) & ~s.led, Action.NAME, out)


def listed(bits: int, base: int, out: Any) -> int:
    k = 0
    for i in range(ENTRIES):
        if bits >> i & 1:
            out[k] = base + i
            k += 1
    return k


def targets(s: Any, units: int, base: int, out: Any) -> int:
    k = 0
    for u in range(s.units):
        if units >> u & 1:
            out[k] = base + first_seat(s, u)
            k += 1
    return k


def chances(s: Any, out: Any) -> int:
    if s.phase == APPOINT:
        return targets(s, may_lead(s), Action.LEADER, out)
    if s.phase == DEAL:
        return deals(s, out)
    if s.phase == LINE:
        return listed(open_entries(s), Action.LINE, out)
    k = 0
    for pair in range(ENTRIES):
        if pair_is_open(s, pair):
            out[k] = Action.NUMBERS + pair
            k += 1
    return k


def deals(s: Any, out: Any) -> int:
    """Every set of monkeys that fits what the leader took, each equally likely (KSK-Q05, Q06)."""
    units = units_here(s)
    one = monkeys_among(ones_in(units)) == 1
    k = 0
    for a in range(s.units):
        for b in range(a, s.units):
            if (a == b) == one and units >> a & 1 and units >> b & 1 and fits_choice(s, a, b):
                out[k] = Action.DEAL + MAX_UNITS * a + b
                k += 1
    return k


def choice_fits(s: Any) -> bool:
    """What counts is one of the wishes, and nothing only where there is none."""
    if s.choice == NONE:
        return s.wish[0] == NONE and s.wish[1] == NONE
    return s.choice == s.wish[0] or s.choice == s.wish[1]


def fits_choice(s: Any, a: int, b: int) -> bool:
    leads = a == s.leader or b == s.leader
    return s.choice == NONE or leads == (s.choice == MONKEY)


def due(s: Any) -> int:
    """What only time brings about; each wait has a number of its own, so that each has its own countdown."""
    if s.phase == COUNT_IN:
        return Action.COUNT_IN + s.count - 1
    if s.phase == COUNT_OUT:
        return Action.COUNT_OUT + s.count - 1
    if s.phase == ACT:
        return Action.BEAT + s.beat if s.venue == Venue.STAGE else Action.ACT_OVER
    return CLOCK_STEPS[s.phase]


def may(s: Any, seat: int, out: Any) -> int:
    if to_act(s) & 1 << CHANCE or s.phase == OVER or not s.present >> seat & 1:
        return 0
    k = 0
    if unit_of(s, seat) == s.leader:
        k = leader_may(s, seat, out)
    out[k] = Action.LEAVE
    return k + 1


def leader_may(s: Any, seat: int, out: Any) -> int:
    """He is never asked for his secret choice, for everybody sees who is asked and until when (KSK-Q05)."""
    if s.phase == TAKE and s.wish[seat - first_seat(s, s.leader)] == NONE:
        out[0] = Action.TAKE
        out[1] = Action.TAKE + 1
        return 2
    if s.phase == ACT and (s.venue != Venue.STAGE or s.beat > 0):
        out[0] = Action.STOP
        return 1
    if s.phase == SHOW:
        out[0] = Action.CARRY_ON
        return 1
    return 0


def why(s: Any, seat: int, action: int) -> int:
    if Action.POINT <= action < Action.POINT_OVER and s.phase == POINT:
        return Reason.OWN_TEAM if unit_of(s, action - Action.POINT) == unit_of(s, seat) else Reason.NOT_IN_ROUND
    if Action.COLOUR <= action < Action.COLOUR_OVER and s.phase == PACK:
        return Reason.COLOUR_USED
    if Action.NAME <= action < Action.NAME_OVER and s.phase == NAMING:
        unit = unit_of(s, action - Action.NAME)
        return Reason.HAS_LED if unit < s.units and here(s, unit) else Reason.GONE
    return Reason.NOT_NOW


def unfit(players: int, options: Any) -> int:
    """KSK-Q26: a filter that leaves a colour without an entry is refused."""
    return 0 if unblocked(options.blocked) else Reason.NO_ACTION_LEFT


# Setting up


def setup(s: Any, players: int, options: Any) -> None:
    s.venue = options.venue
    s.pace = options.pace
    s.fixed = options.colour_choice
    s.dice = options.numbers
    s.pot_rule = options.pot
    s.count_monkey_votes = options.count_monkey_votes
    s.by_held = options.tie_break
    s.captains = options.team_vote
    s.blocked = options.blocked
    s.players = players
    s.units = players if players <= MAX_UNITS else (players + 1) // 2
    s.present = (1 << players) - 1
    s.round = 1
    s.leader = UNKNOWN
    s.colour = UNKNOWN
    clear_table(s)
    s.phase = APPOINT
    if options.first_leader:
        appoint(s, unit_of(s, options.first_leader - 1))


def forget_choice(s: Any) -> None:
    s.choice = NONE
    s.wish[0] = NONE
    s.wish[1] = NONE


def clear_table(s: Any) -> None:
    forget_choice(s)
    s.dealt = 0
    s.tens = UNKNOWN
    s.ones = UNKNOWN
    s.entry = UNKNOWN
    s.ready = 0
    s.count = 0
    s.beat = 0
    s.chosen = 0
    s.voted = 0
    s.pot = 0
    for u in range(MAX_UNITS):
        s.card[u] = NONE
        s.recognised[u] = 0
    for p in range(MAX_SEATS):
        s.vote[p] = UNKNOWN
        for b in range(BEATS):
            s.gesture[p][b] = UNKNOWN


# The play


def play(s: Any, seat: int, action: int) -> None:
    if action == Action.LEAVE:
        leave(s, seat)
    elif seat == CHANCE:
        play_chance(s, action)
    elif seat == CLOCK:
        play_clock(s)
    else:
        play_seat(s, seat, action)


def play_chance(s: Any, action: int) -> None:
    if s.phase == APPOINT:
        appoint(s, unit_of(s, action - Action.LEADER))
    elif s.phase == DEAL:
        deal(s, (action - Action.DEAL) // MAX_UNITS, (action - Action.DEAL) % MAX_UNITS)
    elif s.phase == TURN:
        turn_numbers(s, action - Action.NUMBERS)
    else:
        draw_line(s, action - Action.LINE)


def play_clock(s: Any) -> None:
    if s.phase == PACK:
        choose_colour(s, next_colour(s))
    elif s.phase == TAKE:
        s.phase = DEAL
    elif s.phase == READY or s.phase == START:
        count_in(s)
    elif s.phase == COUNT_IN:
        say_number(s, Event.COUNT_IN)
    elif s.phase == ACT:
        end_beat(s)
    elif s.phase == COUNT_OUT:
        say_number(s, Event.COUNT_OUT)
    elif s.phase == POINT:
        reveal(s)
    elif s.phase == SHOW:
        seek_leader(s)
    else:
        s.phase = APPOINT


def play_seat(s: Any, seat: int, action: int) -> None:
    if s.phase == PACK:
        choose_colour(s, action - Action.COLOUR)
    elif s.phase == TAKE:
        take(s, seat, action - Action.TAKE + ACTION)
    elif s.phase == READY:
        be_ready(s, seat)
    elif s.phase == START:
        count_in(s)
    elif action == Action.STOP:
        stop(s, seat)
    elif s.phase == ACT:
        choose_gesture(s, seat, action - Action.GESTURE)
    elif s.phase == POINT:
        point(s, seat, unit_of(s, action - Action.POINT))
    elif s.phase == SHOW:
        seek_leader(s)
    else:
        name_leader(s, seat, unit_of(s, action - Action.NAME))


def appoint(s: Any, unit: int) -> None:
    """A leader for the next round, or for this one where its leader left before the deal (KSK-Q24)."""
    if s.dealt:
        next_round(s)
    s.leader = unit
    s.led |= 1 << unit
    emit(s, EVERYONE, Event.LEADS, first_seat(s, unit))
    if s.colour != UNKNOWN:
        s.phase = TAKE
    elif s.fixed or ones_in(s.colours) == 5:
        choose_colour(s, next_colour(s))
    else:
        s.phase = PACK


def next_round(s: Any) -> None:
    clear_table(s)
    s.round += 1
    s.colour = UNKNOWN
    s.burnt = 0
    s.replays = 0


def choose_colour(s: Any, colour: int) -> None:
    s.colour = colour
    s.colours |= 1 << colour
    emit(s, EVERYONE, Event.COLOUR, first_seat(s, s.leader), colour)
    s.phase = TAKE


def take(s: Any, seat: int, card: int) -> None:
    """In a team the first wish counts (KSK-Q22). Nobody is told of it, for that would tell that there was one (KSK-Q05)."""
    s.wish[seat - first_seat(s, s.leader)] = card
    if s.choice == NONE:
        s.choice = card


def deal(s: Any, a: int, b: int) -> None:
    forget_choice(s)
    s.dealt = units_here(s)
    for u in range(s.units):
        if s.dealt >> u & 1:
            s.card[u] = MONKEY if u == a or u == b else ACTION
            emit(s, here(s, u), Event.DEALT, first_seat(s, u), 0, s.card[u])
    if not s.dice and ones_in(s.turned) > 4:  # KSK-Q08
        s.turned = 0
        emit(s, EVERYONE, Event.SHUFFLED, UNKNOWN)
    s.phase = TURN


def turn_numbers(s: Any, pair: int) -> None:
    s.tens = pair // LINES + 1
    s.ones = pair % LINES + 1
    if not s.dice:
        s.turned |= 1 << pair // LINES | 1 << pair % LINES
    emit(s, EVERYONE, Event.NUMBERS, UNKNOWN, pair)
    s.phase = LINE


def draw_line(s: Any, entry: int) -> None:
    s.entry = entry
    readers = 0
    for u in range(s.units):
        if s.card[u] == ACTION:
            readers |= here(s, u)
    emit(s, readers, Event.LINE, UNKNOWN, 0, entry)
    s.phase = READY


def be_ready(s: Any, seat: int) -> None:
    s.ready |= 1 << seat
    emit(s, EVERYONE, Event.READY, seat)
    go_on(s)


def count_in(s: Any) -> None:
    s.phase = COUNT_IN
    s.count = 3
    emit(s, EVERYONE, Event.COUNT_IN, UNKNOWN, 3)


def say_number(s: Any, event: int) -> None:
    s.count -= 1
    emit(s, EVERYONE, event, UNKNOWN, s.count)
    if s.count == 0:
        s.phase = ACT if s.phase == COUNT_IN else POINT
        go_on(s)


def choose_gesture(s: Any, seat: int, gesture: int) -> None:
    s.gesture[seat][s.beat] = gesture
    s.chosen |= 1 << seat
    emit(s, 1 << seat, Event.CHOSE, seat, 0, gesture)


def end_beat(s: Any) -> None:
    if s.venue == Venue.STAGE:
        for p in range(s.players):
            if s.chosen >> p & 1:
                emit(s, EVERYONE, Event.GESTURE, p, s.gesture[p][s.beat])
        s.chosen = 0
        s.beat += 1
    if s.venue != Venue.STAGE or s.beat == BEATS:
        hands_up(s)


def stop(s: Any, seat: int) -> None:
    """The beat that was running does not count; what was chosen in it stays unseen."""
    emit(s, EVERYONE, Event.STOPPED, seat)
    for p in range(s.players):
        if s.chosen >> p & 1:
            s.gesture[p][s.beat] = UNKNOWN
    s.chosen = 0
    hands_up(s)


def hands_up(s: Any) -> None:
    s.phase = COUNT_OUT
    s.count = 3
    emit(s, EVERYONE, Event.HANDS_UP, UNKNOWN)
    emit(s, EVERYONE, Event.COUNT_OUT, UNKNOWN, 3)


def point(s: Any, seat: int, unit: int) -> None:
    s.vote[seat] = unit
    s.voted |= 1 << seat
    emit(s, 1 << seat, Event.POINTED, seat, 0, first_seat(s, unit))
    go_on(s)


def go_on(s: Any) -> None:
    """What need not wait for the clock: everybody is ready, nobody is left to start or to point."""
    if s.phase == READY and not asked_seats(s):
        s.phase = START
    if s.phase == START and not here(s, s.leader):
        count_in(s)
    elif s.phase == POINT and not asked_seats(s):
        reveal(s)


# The reveal and the score


def reveal(s: Any) -> None:
    for p in range(s.players):
        if s.voted >> p & 1:
            emit(s, EVERYONE, Event.FINGER, p, first_seat(s, s.vote[p]))
    for u in range(s.units):
        if s.card[u] == MONKEY:
            s.held[u] += 1
            emit(s, EVERYONE, Event.MONKEY, first_seat(s, u))
    score_round(s)
    s.scored += 1
    if s.scored == ROUNDS or ones_in(units_here(s)) < FEWEST_UNITS:
        finish(s)
    else:
        s.phase = SHOW


def finger(s: Any, unit: int) -> int:
    """The unit this one points at; UNKNOWN where it has no valid vote (KSK-Q13, Q22, Q24)."""
    found = UNKNOWN
    team = pointers(s) & here(s, unit)
    for p in range(s.players):
        if team >> p & 1:
            at = s.vote[p]
            if at == UNKNOWN or (found != UNKNOWN and found != at):
                return UNKNOWN
            found = at
    return found


def score_round(s: Any) -> None:
    units = ones_in(s.dealt)
    for u in range(s.units):
        s.gained[u] = 0
    count_fingers(s)
    if monkeys_among(units) == 1:
        score_one(s, units)
    else:
        score_two(s)
    s.handed += units
    for u in range(s.units):
        s.won[u] += s.gained[u]
        if s.card[u] == MONKEY:
            emit(s, EVERYONE, Event.WON, first_seat(s, u), s.gained[u])


def count_fingers(s: Any) -> None:
    """KSK-Q13 to Q16: a right guess keeps its card, any other puts it into the pot."""
    for u in range(s.units):
        at = finger(s, u)
        right = at != UNKNOWN and s.card[at] == MONKEY
        if s.card[u] == ACTION and right:
            s.gained[u] = 1
            s.recognised[at] += 1
            emit(s, EVERYONE, Event.KEPT, first_seat(s, u))
        elif s.card[u] == ACTION:
            s.pot += 1
            emit(s, EVERYONE, Event.LOST, first_seat(s, u))
        elif s.card[u] == MONKEY and right and s.count_monkey_votes:
            s.recognised[at] += 1


def score_one(s: Any, units: int) -> None:
    """KSK-Q17, Q18."""
    monkey = a_monkey(s, 0)
    share = s.pot
    if s.pot_rule == Pot.HALF:
        share = share // 2
    elif s.pot_rule == Pot.ALL_OR_NOTHING and s.recognised[monkey]:
        share = 0
    own = 0 if s.recognised[monkey] == units - 1 else 1
    s.gained[monkey] = own + share
    s.won_monkeys[monkey] += own
    s.out += s.pot - share + 1 - own


def score_two(s: Any) -> None:
    """KSK-Q19: the more recognised monkey gives his card to the other; they halve the pot."""
    a = a_monkey(s, 0)
    b = a_monkey(s, a + 1)
    own = 1
    if s.recognised[a] > s.recognised[b]:
        own = 0
    elif s.recognised[a] < s.recognised[b]:
        own = 2
    share = s.pot // 2
    s.gained[a] = own + share
    s.gained[b] = 2 - own + share
    s.won_monkeys[a] += own
    s.won_monkeys[b] += 2 - own
    s.out += s.pot - 2 * share


def a_monkey(s: Any, first: int) -> int:
    u = first
    while s.card[u] != MONKEY:
        u += 1
    return u


def finish(s: Any) -> None:
    forget_choice(s)
    s.phase = OVER
    emit(s, EVERYONE, Event.ENDED, UNKNOWN)


# The next leader


def seek_leader(s: Any) -> None:
    """The last leader names one who has not led; where he or all those are gone, chance does (KSK-Q20, Q24)."""
    if here(s, s.leader) and units_here(s) & ~s.led:
        s.phase = NAMING
    else:
        s.phase = APPOINT


def name_leader(s: Any, seat: int, unit: int) -> None:
    emit(s, EVERYONE, Event.NAMED, seat, first_seat(s, unit))
    appoint(s, unit)


# Leaving for good (KSK-Q24)


def leave(s: Any, seat: int) -> None:
    bit = 1 << seat
    s.present &= ~bit
    s.ready &= ~bit
    if s.chosen & bit:
        s.chosen &= ~bit
        s.gesture[seat][s.beat] = UNKNOWN
    if s.phase == POINT:
        s.voted &= ~bit
        s.vote[seat] = UNKNOWN
    emit(s, EVERYONE, Event.LEFT, seat)
    if not here(s, unit_of(s, seat)):
        lose_unit(s, unit_of(s, seat))
    go_on(s)


def lose_unit(s: Any, unit: int) -> None:
    if in_play(s):
        if not monkey_is_here(s):
            replay_round(s)
    elif ones_in(units_here(s)) < FEWEST_UNITS:
        finish(s)
    elif s.phase == NAMING:
        seek_leader(s)
    elif unit == s.leader and s.phase != SHOW:
        forget_choice(s)
        s.phase = APPOINT


def replay_round(s: Any) -> None:
    """No monkey is left: the same colour again, with new numbers and a pack fitted to who is there."""
    emit(s, EVERYONE, Event.REPLAYED, UNKNOWN)
    s.burnt |= 1 << s.entry
    s.replays += 1
    clear_table(s)
    if ones_in(units_here(s)) < FEWEST_UNITS:
        finish(s)
    elif here(s, s.leader):
        s.phase = TAKE
    else:
        s.phase = APPOINT


# Time


def seconds(s: Any, seat: int) -> int:
    if seat != CLOCK:
        return 0
    time = TIMES[s.phase]
    if s.phase == ACT and s.venue == Venue.STAGE:
        time = BEAT_TIME
    return time * (1 + s.pace)


def idle(s: Any, seat: int, dice: Any) -> int:
    if s.phase == PACK:
        return Action.COLOUR + next_colour(s)
    if s.phase == READY:
        return Action.READY
    if s.phase == START:
        return Action.START
    if s.phase == ACT:
        return Action.GESTURE + draw(dice, MOVES)
    if s.phase == POINT:
        return Action.POINT + first_seat(s, one_of(s.dealt & ~(1 << unit_of(s, seat)), dice))
    return Action.NAME + first_seat(s, one_of(units_here(s) & ~s.led, dice))


def one_of(bits: int, dice: Any) -> int:
    for _ in range(draw(dice, ones_in(bits))):
        bits &= bits - 1
    return lowest(bits)


# The end


def score(s: Any, seat: int) -> int:
    return s.won[unit_of(s, seat)]


def rank(s: Any, seat: int) -> int:
    """A unit's place among all units, those that left included (KSK-Q21, Q24)."""
    if not s.scored:
        return 0
    place = 1
    for u in range(s.units):
        if worth(s, u) > worth(s, unit_of(s, seat)):
            place += 1
    return place


def worth(s: Any, unit: int) -> int:
    monkeys = s.held[unit] if s.by_held else s.won_monkeys[unit]
    return s.won[unit] * 16 + monkeys


def longest(s: Any) -> int:
    """Six rounds and four replayed ones, with a gesture of everybody in every beat; every seat leaves once."""
    steps = 24 + 2 * s.players
    if s.venue == Venue.STAGE:
        steps += BEATS * (1 + s.players)
    return (ROUNDS + MAX_UNITS - FEWEST_UNITS) * steps + 2 * MAX_SEATS


# Soundness


def sound(s: Any) -> bool:
    return (
        sound_seats(s)
        and sound_round(s)
        and sound_leader(s)
        and sound_colours(s)
        and sound_cards(s)
        and sound_steps(s)
        and sound_table(s)
        and sound_score(s)
    )


def sound_seats(s: Any) -> bool:
    everybody = (1 << s.players) - 1
    units = s.players if s.players <= MAX_UNITS else (s.players + 1) // 2
    if s.units != units or s.present & ~everybody or s.led >> units:
        return False
    if (s.ready | s.chosen) & ~s.present or s.voted & ~everybody:
        return False
    if s.phase == POINT and s.voted & ~pointers(s):
        return False
    return in_play(s) or (s.phase == OVER) == (s.scored == ROUNDS or ones_in(units_here(s)) < FEWEST_UNITS)


def sound_round(s: Any) -> bool:
    """A round is scored at its reveal; its cards lie there until the next one begins. A unit at least left in each replay."""
    if s.scored != s.round - int(in_play(s) or not s.dealt):
        return False
    if s.dealt and (s.phase == PACK or s.phase == TAKE or s.phase == DEAL):
        return False
    if unblocked(s.blocked) == 0 or s.burnt & ~unblocked(s.blocked) or ones_in(s.burnt) != s.replays:
        return False
    return s.replays <= s.units - ones_in(units_here(s)) and s.replays <= MAX_UNITS - FEWEST_UNITS + 1


def sound_leader(s: Any) -> bool:
    if s.leader == UNKNOWN:
        return s.phase == APPOINT and s.round == 1 and s.led == 0 and s.colour == UNKNOWN
    if s.leader >= s.units or not s.led >> s.leader & 1:
        return False
    if s.phase == NAMING and units_here(s) & ~s.led == 0:
        return False
    asked = s.phase == PACK or s.phase == TAKE or s.phase == DEAL or s.phase == START or s.phase == NAMING
    return not asked or here(s, s.leader) != 0


def sound_colours(s: Any) -> bool:
    """Each round so far has used a colour, the running one from the moment its leader chose (KSK-Q04)."""
    if s.fixed and s.colours & s.colours + 1:
        return False
    if s.colour == UNKNOWN:
        if ones_in(s.colours) != s.round - 1 or s.dealt or s.replays:
            return False
        return s.phase == APPOINT or s.phase == OVER or (s.phase == PACK and not s.fixed and s.round < ROUNDS)
    if s.phase == PACK or ones_in(s.colours) != s.round or not s.colours >> s.colour & 1:
        return False
    return not s.fixed or s.colour == s.round - 1


def sound_cards(s: Any) -> bool:
    monkeys = 0
    for u in range(MAX_UNITS):
        if s.card[u] == UNKNOWN or (s.card[u] == NONE) != (not s.dealt >> u & 1):
            return False
        if s.card[u] == MONKEY:
            monkeys += 1
    if s.dealt >> s.units or not sound_choice(s):
        return False
    if not s.dealt:
        return not in_play(s) and s.entry == UNKNOWN and s.tens == UNKNOWN and s.ones == UNKNOWN and sound_turned(s)
    if units_here(s) & ~s.dealt or ones_in(s.dealt) < FEWEST_UNITS or monkeys != monkeys_among(ones_in(s.dealt)):
        return False
    if in_play(s) and not monkey_is_here(s):
        return False
    return sound_line(s) and sound_turned(s)


def sound_choice(s: Any) -> bool:
    if s.choice == UNKNOWN or s.wish[0] == UNKNOWN or s.wish[1] == UNKNOWN or not choice_fits(s):
        return False
    if s.choice == NONE:
        return True
    return (s.phase == TAKE or s.phase == DEAL) and (s.wish[1] == NONE or team_size(s, s.leader) == 2)


def sound_line(s: Any) -> bool:
    if (s.tens == UNKNOWN) != (s.phase == TURN) or (s.ones == UNKNOWN) != (s.phase == TURN) or s.tens == 0 or s.ones == 0:
        return False
    if has_line(s) != (s.entry != UNKNOWN):
        return False
    return not has_line(s) or open_entries(s) >> s.entry & 1 != 0


def sound_turned(s: Any) -> bool:
    """Number cards come up in twos, and are shuffled before they run out (KSK-Q08); dice leave none behind."""
    if s.dice:
        return s.turned == 0
    if ones_in(s.turned) % 2 or (s.phase == TURN and s.turned == 63):
        return False
    if s.tens == UNKNOWN:
        return True
    return s.tens != s.ones and s.turned >> s.tens - 1 & 1 != 0 and s.turned >> s.ones - 1 & 1 != 0


def sound_steps(s: Any) -> bool:
    """What a step of the round leaves behind is there from that step on, and no step is left waiting for nobody."""
    if (s.count != 0) != (s.phase == COUNT_IN or s.phase == COUNT_OUT):
        return False
    if s.ready and (not s.dealt or s.phase == TURN or s.phase == LINE):
        return False
    if (s.phase == READY or s.phase == POINT) and not asked_seats(s):
        return False
    if s.voted and in_play(s) and s.phase != POINT:
        return False
    if s.venue != Venue.STAGE or not s.dealt or (in_play(s) and s.phase < ACT):
        return s.beat == 0 and s.chosen == 0
    return s.beat < BEATS if s.phase == ACT else s.beat > 0


def sound_table(s: Any) -> bool:
    """Gestures lie in beats that were, and fingers point at other units of the round."""
    for p in range(MAX_SEATS):
        for b in range(BEATS):
            shown = b < s.beat or (b == s.beat and s.chosen >> p & 1)
            if s.gesture[p][b] != UNKNOWN and (p >= s.players or not shown):
                return False
        if s.chosen >> p & 1 and (s.phase != ACT or s.gesture[p][s.beat] == UNKNOWN):
            return False
        if (s.vote[p] != UNKNOWN) != (s.voted >> p & 1 != 0):
            return False
        if s.vote[p] != UNKNOWN and (s.vote[p] == unit_of(s, p) or not s.dealt >> s.vote[p] & 1):
            return False
    return True


def sound_score(s: Any) -> bool:
    """KSK-Q25: cards scored and cards out of play are all the cards that were dealt."""
    total = s.out
    monkeys = 0
    for u in range(MAX_UNITS):
        total += s.won[u]
        monkeys += s.won_monkeys[u]
        if s.won_monkeys[u] > s.won[u] or s.gained[u] > s.won[u] or s.held[u] > s.scored:
            return False
        if u >= s.units and (s.won[u] or s.held[u]):
            return False
        if s.recognised[u] and (in_play(s) or not s.dealt):
            return False
    if s.pot and (in_play(s) or not s.dealt):
        return False
    return total == s.handed and FEWEST_UNITS * s.scored <= s.handed <= s.units * s.scored and monkeys <= 2 * s.scored


# Secrets


def hide(s: Any, seat: int) -> None:
    """Who has left sees what an onlooker sees."""
    mine = seat < s.players and s.present >> seat & 1 != 0
    if s.phase == TAKE or s.phase == DEAL:
        hide_choice(s, seat if mine else UNKNOWN)
    if not mine or s.card[unit_of(s, seat)] != ACTION:
        s.entry = UNKNOWN
    if not mine:
        s.burnt = 0
    if in_play(s):
        hide_cards(s, unit_of(s, seat) if mine else UNKNOWN)
    for p in range(s.players):
        if p != seat:
            if s.phase == POINT:
                s.vote[p] = UNKNOWN
            if s.chosen >> p & 1:
                s.gesture[p][s.beat] = UNKNOWN


def hide_choice(s: Any, own: int) -> None:
    s.choice = UNKNOWN
    for m in range(team_size(s, s.leader)):
        if first_seat(s, s.leader) + m != own:
            s.wish[m] = UNKNOWN


def hide_cards(s: Any, own: int) -> None:
    for u in range(s.units):
        if u != own and s.dealt >> u & 1:
            s.card[u] = UNKNOWN


def fill(s: Any, seat: int, dice: Any) -> None:
    if s.choice == UNKNOWN:
        fill_choice(s, dice)
    if in_play(s):
        fill_cards(s, dice)
    while ones_in(s.burnt) < s.replays:
        s.burnt |= 1 << one_of(open_entries(s), dice)
    if has_line(s) and s.entry == UNKNOWN:
        s.entry = one_of(open_entries(s), dice)
    for p in range(s.players):
        if s.voted >> p & 1 and s.vote[p] == UNKNOWN:
            s.vote[p] = one_of(s.dealt & ~(1 << unit_of(s, p)), dice)
        if s.chosen >> p & 1 and s.gesture[p][s.beat] == UNKNOWN:
            s.gesture[p][s.beat] = draw(dice, MOVES)


def fill_choice(s: Any, dice: Any) -> None:
    a = s.wish[0]
    b = s.wish[1]
    while s.choice == UNKNOWN or not choice_fits(s):
        s.wish[0] = draw(dice, 3) if a == UNKNOWN else a
        s.wish[1] = draw(dice, 3) if b == UNKNOWN else b
        s.choice = draw(dice, 3)


def fill_cards(s: Any, dice: Any) -> None:
    """Every set of monkeys equally likely that fits the own card and has a monkey present: else the round would be replayed."""
    k = draw(dice, monkey_sets(s, UNKNOWN))
    monkey_sets(s, k)


def monkey_sets(s: Any, pick: int) -> int:
    """How many sets of monkeys there are; deals the one numbered `pick`."""
    one = monkeys_among(ones_in(s.dealt)) == 1
    k = 0
    for a in range(s.units):
        for b in range(a, s.units):
            if (a == b) == one and could_be_monkeys(s, a, b):
                if k == pick:
                    deal_guess(s, a, b)
                    return k
                k += 1
    return k


def could_be_monkeys(s: Any, a: int, b: int) -> bool:
    if not here(s, a) and not here(s, b):
        return False
    for u in range(s.units):
        chosen = u == a or u == b
        if chosen and (not s.dealt >> u & 1 or s.card[u] == ACTION):
            return False
        if not chosen and s.card[u] == MONKEY:
            return False
    return True


def deal_guess(s: Any, a: int, b: int) -> None:
    for u in range(s.units):
        if s.dealt >> u & 1:
            s.card[u] = MONKEY if u == a or u == b else ACTION
