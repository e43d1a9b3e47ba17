"""The end of the match, and the score."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.skyjo.cards import return_drawn
from parlour.games.skyjo.seats import plays
from parlour.games.skyjo.state import OVER, TOTALS_LOW, Ending, Event


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


def put_back(s: Any) -> None:
    """The others have gone while this player held a card: it stays their secret, back on the pile."""
    return_drawn(s)
    s.pile += 1
