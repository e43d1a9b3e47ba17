"""The count at the end of a round."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.skyjo.cards import alike, alike_rows, clear_column, clear_row, point, showing
from parlour.games.skyjo.ending import win
from parlour.games.skyjo.seats import playing, plays
from parlour.games.skyjo.state import (
    BETWEEN,
    COLUMNS,
    COUNTING,
    HIDDEN,
    MOVE_COUNTED,
    POINTS_LOW,
    ROWS,
    SHEET,
    TOTALS,
    TOTALS_LOW,
    Doubling,
    Event,
)


def start_count(s: Any) -> None:
    """Everything hidden is turned, seat by seat, before any column goes (SKY-Q14)."""
    s.turn = UNKNOWN
    point(s, 0, MOVE_COUNTED, 0, COUNTING)
    if not find_hidden(s):
        score_round(s)


def count(s: Any, card: int) -> None:
    s.grid[s.mover][s.slot] = card
    emit(s, EVERYONE, Event.COUNTED, s.mover, s.slot, card)
    if not find_hidden(s):
        score_round(s)


def find_hidden(s: Any) -> bool:
    """Go on to the next hidden card of those who play; False when there is none."""
    while s.mover < s.players:
        if s.left[s.mover] == 0 and s.hidden[s.mover] > 0:
            while s.grid[s.mover][s.slot] != HIDDEN:
                s.slot += 1
            return True
        s.mover += 1
        s.slot = 0
    return False


def score_round(s: Any) -> None:
    s.mover = UNKNOWN
    s.slot = UNKNOWN
    for seat in range(s.players):
        if plays(s, seat):
            clear_grid(s, seat)
    make_room(s)
    for seat in range(s.players):
        s.points[seat] = showing(s, seat) if plays(s, seat) else 0
    for seat in range(s.players):
        add_points(s, seat)
    s.scored += 1
    s.starter = s.ender
    if reached_end(s):
        win(s)
    else:
        s.due = playing(s)
        s.phase = BETWEEN


def clear_grid(s: Any, seat: int) -> None:
    """All that is alike goes; whether a row is, is asked before a column has left (SKY-Q29)."""
    rows = alike_rows(s, seat)
    for column in range(COLUMNS):
        if alike(s, seat, column):
            clear_column(s, seat, column)
    for row in range(ROWS):
        if rows >> row & 1:
            clear_row(s, seat, row)


def make_room(s: Any) -> None:
    """Forget the oldest row of a full sheet."""
    if s.scored < SHEET:
        return
    for seat in range(s.players):
        for row in range(SHEET - 1):
            s.sheet[seat][row] = s.sheet[seat][row + 1]


def add_points(s: Any, seat: int) -> None:
    s.added[seat] = s.points[seat]
    if plays(s, seat):
        if seat == s.ender and must_double(s):
            s.added[seat] = 2 * s.points[seat]
            emit(s, EVERYONE, Event.DOUBLED, seat, s.added[seat] - POINTS_LOW)
        s.totals[seat] += s.added[seat]
        points = s.added[seat] - POINTS_LOW
        if s.round == 1:
            emit(s, EVERYONE, Event.FIRST_SCORED, seat, points)
        else:
            emit(s, EVERYONE, Event.SCORED, seat, points * TOTALS + s.totals[seat] - TOTALS_LOW)
    s.sheet[seat][min(s.scored, SHEET - 1)] = s.added[seat]


def must_double(s: Any) -> bool:
    """The ender's points count twice if they are above 0 and another player has as few or fewer, undoubled (SKY-Q15, Q27)."""
    mine = s.points[s.ender]
    if mine <= 0 or s.doubling == Doubling.OFF:
        return False
    for seat in range(s.players):
        if seat != s.ender and plays(s, seat) and s.points[seat] <= mine:
            return True
    return False


def reached_end(s: Any) -> bool:
    """Exactly the end score counts; the total of one who left does not (SKY-Q16, SKY-Q23)."""
    for seat in range(s.players):
        if plays(s, seat) and s.totals[seat] >= s.end_score:
            return True
    return False
