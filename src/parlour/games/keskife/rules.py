"""The rules of KESKIFÈ?. Rulings (KSK-Q..) are in docs/rules/keskife.md.

People sit on seats and hold cards as units (`seats.py`). Every length of time is a step of CLOCK (`timing.py`).
"""

from typing import Any

from parlour.games.cells import CHANCE, CLOCK, UNKNOWN, draw
from parlour.games.keskife.acting import asked_seats, be_ready, choose_gesture, count_in, end_beat, point, say_number, stop
from parlour.games.keskife.cards import deal, deals, take
from parlour.games.keskife.knowledge import fill, hide
from parlour.games.keskife.leading import (
    appoint,
    choose_colour,
    clear_table,
    leader_may,
    may_lead,
    name_leader,
    next_colour,
    seek_leader,
)
from parlour.games.keskife.leaving import leave
from parlour.games.keskife.lines import draw_line, open_entries, pair_is_open, turn_numbers
from parlour.games.keskife.reasons import unfit, why
from parlour.games.keskife.scoring import rank, reveal, score
from parlour.games.keskife.seats import first_seat, listed, one_of, targets, unit_of, units_here
from parlour.games.keskife.soundness import sound
from parlour.games.keskife.state import (
    ACT,
    ACTION,
    ACTIONS,
    APPOINT,
    BEATS,
    COUNT_IN,
    COUNT_OUT,
    DEAL,
    ENTRIES,
    EVENTS,
    FEWEST_UNITS,
    LINE,
    MAX_SEATS,
    MAX_UNITS,
    MOVES,
    OVER,
    PACK,
    POINT,
    READY,
    SHOW,
    SILENT,
    START,
    TAKE,
    TURN,
    Action,
    Event,
    Options,
    Reason,
    State,
    Venue,
)
from parlour.games.keskife.timing import due, quiet, seconds

__all__ = [
    "ACTIONS",
    "EVENTS",
    "NAME",
    "SEATS",
    "SILENT",
    "VERSION",
    "Action",
    "Event",
    "Options",
    "Reason",
    "State",
    "fill",
    "hide",
    "idle",
    "legal",
    "longest",
    "may",
    "play",
    "quiet",
    "rank",
    "score",
    "seconds",
    "setup",
    "sound",
    "to_act",
    "unfit",
    "why",
]


NAME = "keskife"
VERSION = 1
SEATS = range(4, 17)


def setup(s: Any, players: int, options: Any) -> None:
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


# Who is asked, and what may be played


def to_act(s: Any) -> int:
    if s.phase == OVER:
        return 0
    if s.phase == APPOINT or s.phase == DEAL or s.phase == TURN or s.phase == LINE:
        return 1 << CHANCE
    return 1 << CLOCK | asked_seats(s)


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


def may(s: Any, seat: int, out: Any) -> int:
    if to_act(s) & 1 << CHANCE or s.phase == OVER or not s.present >> seat & 1:
        return 0
    k = 0
    if unit_of(s, seat) == s.leader:
        k = leader_may(s, seat, out)
    out[k] = Action.LEAVE
    return k + 1


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


# Time and bounds


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


def longest(s: Any) -> int:
    """Its rounds and four replayed ones, with a gesture of everybody in every beat; every seat leaves once."""
    steps = 24 + 2 * s.players
    if s.venue == Venue.STAGE:
        steps += BEATS * (1 + s.players)
    return (s.rounds + MAX_UNITS - FEWEST_UNITS) * steps + 2 * MAX_SEATS
