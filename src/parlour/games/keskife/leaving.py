"""Leaving for good (KSK-Q24)."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit, ones_in
from parlour.games.keskife.acting import go_on
from parlour.games.keskife.cards import forget_choice, in_play, monkey_is_here
from parlour.games.keskife.leading import clear_table, seek_leader
from parlour.games.keskife.scoring import finish
from parlour.games.keskife.seats import here, unit_of, units_here
from parlour.games.keskife.state import APPOINT, FEWEST_UNITS, NAMING, POINT, SHOW, TAKE, Event


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
