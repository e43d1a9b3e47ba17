"""From the countdown to the pointing fingers."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.keskife.scoring import reveal
from parlour.games.keskife.seats import first_seat, here, pointers
from parlour.games.keskife.state import ACT, BEATS, COUNT_IN, COUNT_OUT, NAMING, PACK, POINT, READY, START, Event, Venue


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
