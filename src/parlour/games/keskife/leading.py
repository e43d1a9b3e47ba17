"""Who leads, which colour they choose, and the table between two rounds."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit, lowest, ones_in
from parlour.games.keskife.cards import forget_choice
from parlour.games.keskife.seats import first_seat, here, units_here
from parlour.games.keskife.state import (
    ACT,
    APPOINT,
    BEATS,
    MAX_SEATS,
    MAX_UNITS,
    NAMING,
    NONE,
    PACK,
    SHOW,
    TAKE,
    Action,
    Event,
    Venue,
)


def may_lead(s: Any) -> int:
    """The units present that have not led; where all have, all of them (KSK-Q20)."""
    waiting = units_here(s) & ~s.led
    return waiting if waiting else units_here(s)


def next_colour(s: Any) -> int:
    return lowest(63 & ~s.colours)


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


def choose_colour(s: Any, colour: int) -> None:
    s.colour = colour
    s.colours |= 1 << colour
    emit(s, EVERYONE, Event.COLOUR, first_seat(s, s.leader), colour)
    s.phase = TAKE


def seek_leader(s: Any) -> None:
    """The last leader names one who has not led; where the leader or all those are gone, chance does (KSK-Q20, Q24)."""
    if here(s, s.leader) and units_here(s) & ~s.led:
        s.phase = NAMING
    else:
        s.phase = APPOINT


def name_leader(s: Any, seat: int, unit: int) -> None:
    emit(s, EVERYONE, Event.NAMED, seat, first_seat(s, unit))
    appoint(s, unit)


def leader_may(s: Any, seat: int, out: Any) -> int:
    """The leader is never asked for the secret choice, because everybody sees who is asked and until when (KSK-Q05)."""
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
