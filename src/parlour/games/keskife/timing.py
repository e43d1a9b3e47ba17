"""Every length of time is a step of CLOCK."""

from typing import Any

from parlour.games.cells import CLOCK
from parlour.games.keskife.state import ACT, COUNT_IN, COUNT_OUT, POINT, READY, SHOW, Action, Venue

# Seconds at the normal pace (KSK-Q04, Q05, Q10 to Q12, Q20); SHOW is for reading a round's outcome.
PACK_TIME, TAKE_TIME, READY_TIME, START_TIME, COUNT_TIME = 10, 3, 30, 30, 1
ACT_TIME, BEAT_TIME, POINT_TIME, SHOW_TIME, NAMING_TIME = 30, 2, 5, 8, 10
TIMES = (
    *(0, PACK_TIME, TAKE_TIME, 0, 0, 0, READY_TIME, START_TIME),
    *(COUNT_TIME, ACT_TIME, COUNT_TIME, POINT_TIME, SHOW_TIME, NAMING_TIME, 0),
)  # by phase

CLOCK_STEPS = (
    *(0, Action.COLOUR_OVER, Action.TAKE_OVER, 0, 0, 0, Action.READY_OVER, Action.START_OVER),
    *(0, 0, 0, Action.POINT_OVER, Action.SHOW_OVER, Action.NAME_OVER, 0),
)  # by phase; 0: several steps, or none


def due(s: Any) -> int:
    """What only time brings about; each wait has a number of its own, so that each has its own countdown."""
    if s.phase == COUNT_IN:
        return Action.COUNT_IN + s.count - 1
    if s.phase == COUNT_OUT:
        return Action.COUNT_OUT + s.count - 1
    if s.phase == ACT:
        return Action.BEAT + s.beat if s.venue == Venue.STAGE else Action.ACT_OVER
    return CLOCK_STEPS[s.phase]


def seconds(s: Any, seat: int) -> int:
    if seat != CLOCK:
        return 0
    time = TIMES[s.phase]
    if s.phase == ACT and s.venue == Venue.STAGE:
        time = BEAT_TIME
    if s.phase == SHOW and s.venue == Venue.STAGE:
        time *= 2  # the round is shown once more
    return time * (1 + s.pace)


def quiet(s: Any) -> int:
    """From the cards to the pointing nobody may say what is acted, or whom they mean (KSK-Q28)."""
    return s.present if READY <= s.phase <= POINT else 0
