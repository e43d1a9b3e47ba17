"""Leaving for good (SKY-Q23)."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit, ones_in
from parlour.games.skyjo.cards import lay
from parlour.games.skyjo.dealing import deal
from parlour.games.skyjo.ending import close
from parlour.games.skyjo.opening import open_round
from parlour.games.skyjo.seats import playing
from parlour.games.skyjo.state import HOLDING, REVEAL, Ending, Event
from parlour.games.skyjo.turns import pass_turn


def leave(s: Any, seat: int) -> None:
    """The grid leaves play as it lies, its hidden cards unseen until the next deal (SKY-Q23)."""
    s.left[seat] = s.round
    emit(s, EVERYONE, Event.LEFT, seat)
    if s.phase == HOLDING and seat == s.turn:
        drop_drawn(s)
    others = playing(s)
    if ones_in(others) < 2:
        close(s, Ending.DESERTED, Event.DESERTED)
    elif s.phase <= HOLDING:
        leave_turn(s, seat)
    else:
        leave_wait(s, seat)


def drop_drawn(s: Any) -> None:
    emit(s, EVERYONE, Event.DROPPED, s.turn, 0, s.drawn)
    lay(s, s.drawn)
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
