"""What there is in King's Keys: options, actions, events, reasons and cells."""

from enum import IntEnum

from parlour.games.cells import UNKNOWN, arg, cell, cell_of, option, tell

MAX_SEATS, CARDS, SUITED = 4, 68, 64
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
    PLAYING = 5  # their one play
    PAYING = 6
    CHANGING = 7  # which coin the Coin Joker changes
    TARGETING = 8
    NAMING = 9  # which cards lying open the thief takes
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
    BARGAINED = 9  # asks for a guard of theirs back
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
    Event.PLACED: tell(_CARD, arg("guards", 16)),
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
PASSING = (Event.PASSED, Event.BETRAYED, Event.SPIED, Event.SAW, Event.SPIED_NOTHING)  # no view keeps what somebody meant to do


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
    jokers = option("off", "on", says="1: played with jokers")  # KK-Q42 to Q49
    buy_back = option("off", "on", says="1: fallen guards can be bought back")  # KK-Q50 to Q52
    betrayal = option(Betrayal, says="the house rule for betrayal")  # KK-Q21
    kingdoms = option("dealt", "chosen", says="1: kingdoms are chosen, not dealt")  # KK-Q01
    allow_short_hand = option("off", "on", says="1: a hand may be kept short")  # KK-Q08
    fallen_guards = option(Fallen, says="the house rule for fallen guards")  # KK-Q34
    truce_rounds = option(low=1, high=100, default=10, says="rounds in a row without a moved card at which nobody wins")  # KK-Q41
    round_limit = option(low=1, high=1000, default=100, says="rounds at which the game ends and nobody wins")  # KK-Q41
    guards_to_win = option(10, 8, 12, says="pips of guards that win")  # KK-Q66
    army_to_win = option(10, 8, 12, says="pips of an army that win")  # KK-Q67
    hand_limit = option(4, 3, 5, says="cards that stay in the hand at the end of a turn, and are dealt")  # KK-Q68
    payments = option("on", "off", says="1: axes and shields of other kingdoms serve for nothing")  # KK-Q69
    hands = option("closed", "open", says="1: in the first round everything that is held lies open")  # KK-Q70


class State:
    players = cell(high=MAX_SEATS, says="how many play")
    jokers = cell_of(Options.jokers, number=True)
    buy_back = cell_of(Options.buy_back, number=True)
    betrayal = cell_of(Options.betrayal)
    chosen = cell_of(Options.kingdoms, number=True)
    short_hand = cell_of(Options.allow_short_hand, number=True)
    fallen = cell_of(Options.fallen_guards)
    truce_rounds = cell_of(Options.truce_rounds)
    round_limit = cell_of(Options.round_limit)
    guards_to_win = cell_of(Options.guards_to_win)
    army_to_win = cell_of(Options.army_to_win)
    hand_limit = cell_of(Options.hand_limit)
    phase = cell(names=Phase, says="what is going on")
    resume = cell(names=Phase, says="the phase that waits while a truce is voted on")
    actor = cell(high=MAX_SEATS - 1, says="whose turn it is; at the start who chooses, is crowned or dealt to")
    first = cell(high=MAX_SEATS - 1, says="who began the game")
    rounds = cell(high=1000, says="full rounds played")
    turn = cell(high=4001, says="turns begun")
    quiet = cell(high=401, says="turns in a row in which no card moved")  # KK-Q41
    moved = cell(high=1, says="1: a card has moved this turn")
    eliminated = cell(high=1, says="1: somebody has been eliminated this turn")
    card = cell(low=UNKNOWN, names=CARD_NAMES, says="the card in play; a guard being bought back stands where it stood")
    due = cell(high=4, says="pips still to be paid for the card in play")
    paid = cell(high=65535, says="coins on the table, as bits")
    target = cell(low=UNKNOWN, names=PLACE_NAMES, says="the zone being raided")
    takes = cell(high=4, says="cards the thief may still take")
    named = cell(high=4, says="cards the thief has named")
    proposer = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="who proposed the truce that is voted on")
    voter = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="who answers the proposal of a truce now")
    winner = cell(low=UNKNOWN, high=MAX_SEATS - 1, says="who has won; null while nobody has")
    ending = cell(names=Ending, says="how the game came to its end")
    alive = cell(MAX_SEATS, high=1, says="1: this kingdom is still in the game")
    living = cell(high=MAX_SEATS, says="kingdoms still in the game")
    kingdom = cell(MAX_SEATS, low=UNKNOWN, names=Kingdom, says="the kingdom of each seat")
    ruler = cell(4, low=UNKNOWN, high=MAX_SEATS - 1, says="the seat that rules each kingdom; null: neutral")
    proposed = cell(MAX_SEATS, high=1, says="1: this seat has proposed a truce since its last turn")
    guards = cell(MAX_SEATS, high=15, says="pips of the shields in place, by seat")
    best = cell(MAX_SEATS, high=4, says="pips of the highest shield in place, by seat")
    size = cell(PLACES, high=CARDS, says="cards in each place")
    open = cell(PLACES, high=CARDS, says="cards in each place that lie face up since a raid")
    up = cell(CARDS, high=1, says="1: this card lies face up, left behind, until its owner's turn")
    at = cell(CARDS, low=UNKNOWN, names=PLACE_NAMES, says="the place of each card")
    seen = cell(CARDS, high=ALL, says="who knows the place of each card, as bits: seats, and 16 for the onlooker")
    since = cell(CARDS, high=4001, says="the turn in which its holder got it; 0 where nobody holds it or it is not known")
    held = cell(MAX_SEATS, 5, high=65535, says="holdings (hand, vault, dungeon) by suit, as bits; of others, what is known")
    unpaid = cell_of(Options.payments, number=True)
    shown = cell_of(Options.hands, number=True)


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
