"""What there is in KESKIFÈ?: options, actions, events, reasons and cells."""

from enum import IntEnum

from parlour.games.cells import UNKNOWN, arg, cell, cell_of, flags, option, seat_option, tell

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


class Phase(IntEnum):
    APPOINT = 0  # chance draws the leader
    PACK = 1  # the leader chooses a colour
    TAKE = 2  # the leader's three secret seconds
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
SILENT = (Action.BEAT, Action.CARRY_ON, Action.SHOW_OVER)  # a beat without gestures, and a page turned, are no news


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
    venue = option(Venue, says="where it is played")
    pace = option("normal", "relaxed", "slow", says="how fast it is played")
    first_leader = seat_option("random")
    colour_choice = option("leader", "fixed", says="1: colours come in the order of the box")
    numbers = option("cards", "dice", says="1: doubles can come up")
    pot = option(Pot, says="the house rule for the pot")
    count_monkey_votes = option("off", "on", says="1: monkeys' votes count")
    tie_break = option("won", "held", says="1: ties go to whoever was monkey more often")
    team_vote = option("agree", "captain", says="1: one member points for the team")
    blocked = flags(*TAGS, says="tags that are left out, as bits")
    rounds = option(6, 3, 4, says="rounds that a game has")  # KSK-Q27; a pack is played once, so there are six at most


class State:
    venue = cell_of(Options.venue)
    pace = cell_of(Options.pace)
    fixed = cell_of(Options.colour_choice, number=True)
    dice = cell_of(Options.numbers, number=True)
    pot_rule = cell_of(Options.pot)
    count_monkey_votes = cell_of(Options.count_monkey_votes, number=True)
    by_held = cell_of(Options.tie_break, number=True)
    captains = cell_of(Options.team_vote, number=True)
    blocked = cell_of(Options.blocked)
    rounds = cell_of(Options.rounds)

    players = cell(low=4, high=MAX_SEATS, says="how many play")
    units = cell(low=4, high=MAX_UNITS, says="how many units play: people, or teams of two")
    phase = cell(names=Phase, says="what is going on")
    present = cell(high=(1 << MAX_SEATS) - 1, says="seats that have not left, as bits")
    round = cell(low=1, high=ROUNDS, says="the number of the round, from 1")
    scored = cell(high=ROUNDS, says="rounds scored so far")

    leader = cell(low=UNKNOWN, high=MAX_UNITS - 1, says="the unit that leads this round")
    led = cell(high=(1 << MAX_UNITS) - 1, says="units that have led, as bits")
    colours = cell(high=63, says="colours used, as bits")
    colour = cell(low=UNKNOWN, names=COLOURS, says="the colour of this round")
    wish = cell(2, low=UNKNOWN, names=Card, says="the card that each member of the leading unit takes")
    choice = cell(low=UNKNOWN, names=Card, says="the card wished for first, which counts")
    dealt = cell(high=(1 << MAX_UNITS) - 1, says="units in this round, as bits, those that left since included")
    card = cell(MAX_UNITS, low=UNKNOWN, names=Card, says="the card of each unit")
    turned = cell(high=63, says="number cards used, as bits")
    tens = cell(low=UNKNOWN, high=LINES, says="the line that the first number names")
    ones = cell(low=UNKNOWN, high=LINES, says="the line that the second number names")
    entry = cell(low=UNKNOWN, high=ENTRIES - 1, says="the entry of the pack at these numbers")
    replays = cell(high=MAX_UNITS, says="how often this round was replayed")
    burnt = cell(high=(1 << ENTRIES) - 1, says="entries of this colour drawn in rounds that were replayed, as bits")

    ready = cell(high=(1 << MAX_SEATS) - 1, says="seats that are ready, as bits")
    count = cell(high=3, says="the number that was said last")
    beat = cell(high=BEATS, says="beats over in this round")
    chosen = cell(high=(1 << MAX_SEATS) - 1, says="seats with a gesture in the running beat, as bits")
    gesture = cell(MAX_SEATS, BEATS, low=UNKNOWN, names=GESTURES, says="the gesture of each seat at each beat")
    voted = cell(high=(1 << MAX_SEATS) - 1, says="seats that have pointed, as bits")
    vote = cell(MAX_SEATS, low=UNKNOWN, high=MAX_UNITS - 1, says="the unit that each seat points at")

    recognised = cell(MAX_UNITS, high=MAX_UNITS, says="fingers on this monkey, by unit")
    pot = cell(high=MAX_UNITS, says="cards that wrong guessers paid into the pot")
    gained = cell(MAX_UNITS, high=MAX_UNITS + 1, says="cards gained in the last round, by unit")
    out = cell(high=ROUNDS * MAX_UNITS, says="cards that left play")
    handed = cell(high=ROUNDS * MAX_UNITS, says="cards dealt in scored rounds")
    won = cell(MAX_UNITS, high=ROUNDS * MAX_UNITS, says="cards won, by unit")
    won_monkeys = cell(MAX_UNITS, high=2 * ROUNDS, says="Monkey cards among those won, by unit")
    held = cell(MAX_UNITS, high=ROUNDS, says="how often each unit was monkey")
