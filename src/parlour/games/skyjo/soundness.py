"""Invariants of a state."""

from typing import Any

from parlour.games.cells import UNKNOWN, ones_in
from parlour.games.skyjo.cards import alike, alike_rows
from parlour.games.skyjo.counting import reached_end
from parlour.games.skyjo.knowledge import holds_secret
from parlour.games.skyjo.seats import next_seat, playing, plays
from parlour.games.skyjo.state import (
    BETWEEN,
    CARDS,
    COLUMNS,
    COUNTING,
    DECK,
    DRAWING,
    GONE,
    HIDDEN,
    HOLDING,
    KINDS,
    MAX_SEATS,
    MOVE_COUNTED,
    MOVE_REVEALED,
    MOVE_TOOK,
    OPENING,
    OVER,
    REDRAWING,
    REVEAL,
    REVEALING,
    ROWS,
    SHEET,
    SLOTS,
    TAKING,
    TIE,
    TURNING,
    Ending,
    Tie,
)


def sound(s: Any) -> bool:
    if s.players < 2 or s.players > MAX_SEATS or s.discards > CARDS or s.round < 1 or not 1 <= s.opening <= 3:
        return False
    for seat in range(MAX_SEATS):
        if not sound_grid(s, seat):
            return False
    return sound_discard(s) and sound_unseen(s) and sound_deck(s) and sound_sheet(s) and sound_phase(s)


def sound_grid(s: Any, seat: int) -> bool:
    """Columns and rows go whole and at once when alike, the hidden cards are counted, and who is not there has no cards."""
    hidden = 0
    gone = 0
    rows = empty_rows(s, seat)
    for slot in range(SLOTS):
        if s.grid[seat][slot] == HIDDEN:
            hidden += 1
        if s.grid[seat][slot] == GONE:
            gone += 1
            if not empty_column(s, seat, slot % COLUMNS) and rows >> slot // COLUMNS & 1 == 0:
                return False
    if seat >= s.players and (gone < SLOTS or s.left[seat] > 0):
        return False
    if s.left[seat] > 0 and s.left[seat] < s.round and gone < SLOTS:
        return False
    if alike_stands(s, seat) and (s.phase != COUNTING or not plays(s, seat)):
        return False
    return (rows == 0 or rows == 7 or s.rows == 1) and hidden == s.hidden[seat] and s.left[seat] <= s.round


def alike_stands(s: Any, seat: int) -> bool:
    """Whether a column or row alike has not gone: only in the count, where all hidden cards are turned first (SKY-Q14)."""
    for column in range(COLUMNS):
        if alike(s, seat, column):
            return True
    return alike_rows(s, seat) != 0


def empty_column(s: Any, seat: int, column: int) -> bool:
    cards = s.grid[seat]
    return cards[column] == GONE and cards[column + COLUMNS] == GONE and cards[column + 2 * COLUMNS] == GONE


def empty_rows(s: Any, seat: int) -> int:
    """The rows in which nothing lies, as bits."""
    rows = 0
    for row in range(ROWS):
        there = 0
        for column in range(COLUMNS):
            there += int(s.grid[seat][row * COLUMNS + column] != GONE)
        if there == 0:
            rows |= 1 << row
    return rows


def sound_discard(s: Any) -> bool:
    for i in range(CARDS):
        known = s.discard[i] != UNKNOWN
        if known != (i < s.discards):
            return False
    return True


def sound_unseen(s: Any) -> bool:
    """The unseen cards lie in the grids and in the pile, which after a reshuffle holds recycled ones."""
    unseen = 0
    recycled = 0
    for value in range(KINDS):
        unseen += s.unseen[value]
        recycled += s.recycled[value]
    for seat in range(MAX_SEATS):
        unseen -= s.hidden[seat]
    if s.shuffles > 0:
        return unseen == 0 and recycled == s.pile
    return unseen == s.pile and recycled == 0


def sound_deck(s: Any) -> bool:
    """Every card of the deck is somewhere, and only once."""
    missing = [0] * (GONE + 1)
    for value in range(KINDS):
        missing[value] = DECK[value] - s.unseen[value] - s.recycled[value]
    if s.drawn != UNKNOWN:
        missing[s.drawn] -= 1
    for i in range(s.discards):
        missing[s.discard[i]] -= 1
    for seat in range(s.players):
        for slot in range(SLOTS):
            missing[s.grid[seat][slot]] -= 1
    for value in range(KINDS):
        if missing[value] != 0:
            return False
    return True


def sound_sheet(s: Any) -> bool:
    """As many rounds are scored as were played, every total is the sum of its rows, and none ends the game but at its end."""
    rounds = s.round - 1
    if s.phase == BETWEEN or s.ending == Ending.SCORED or (s.ending == Ending.DESERTED and s.scored == s.round):
        rounds += 1
    if s.scored != rounds or (s.ending == Ending.SCORED) != reached_end(s):
        return False
    for seat in range(MAX_SEATS):
        if not sound_total(s, seat):
            return False
    return True


def sound_total(s: Any, seat: int) -> bool:
    """Of a game with more rounds than the sheet has rows, the oldest are not on it any more."""
    total = 0
    for row in range(SHEET):
        total += s.sheet[seat][row]
        if row >= s.scored and s.sheet[seat][row]:
            return False
    if s.scored <= SHEET and s.totals[seat] != total:
        return False
    if not plays(s, seat) and s.totals[seat] >= s.end_score:
        return False
    if seat >= s.players and (total or s.totals[seat]):
        return False
    last = s.sheet[seat][min(s.scored, SHEET) - 1] if s.scored > 0 else 0
    return s.added[seat] == last and (last == s.points[seat] or last == 2 * s.points[seat])


def sound_phase(s: Any) -> bool:
    phase = s.phase
    held = holds_secret(s) or phase == TAKING
    if held != (s.drawn != UNKNOWN) or s.due & ~playing(s) != 0 or s.starter >= s.players or s.ender >= s.players:
        return False
    if (phase == OVER) != (s.ending != Ending.NONE):
        return False
    others = playing(s)
    if phase != OVER and ones_in(others) < 2:
        return False
    if phase <= HOLDING or phase == DRAWING or phase == REDRAWING:
        return sound_turn(s)
    if phase >= TAKING and phase <= TURNING:
        return sound_turn(s) and sound_pointed(s, s.turn, phase - TAKING + MOVE_TOOK)
    if s.turn != UNKNOWN or (s.turn_cap > 0 and s.turns > s.turn_cap):
        return False
    if phase == REVEAL or phase == REVEALING:
        return sound_reveal(s)
    if phase == COUNTING:
        return sound_count(s)
    if phase == BETWEEN:
        return s.due != 0 and s.starter != UNKNOWN and sound_counted(s)
    if phase == OPENING:
        return sound_deal(s)
    if phase == TIE:
        return s.due == 0 and s.start_tie == Tie.RANDOM and sound_tie(s)
    return s.due == 0 and (s.ending != Ending.SCORED or sound_counted(s))


def sound_tie(s: Any) -> bool:
    """Everybody has their first cards open, and chance is to say who starts."""
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] != SLOTS - s.opening:
            return False
    return s.round == 1 and s.ender == UNKNOWN and first_discards(s) and s.turns == 0


def sound_counted(s: Any) -> bool:
    """After the count nothing is hidden of those who play, and somebody ended the round."""
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] > 0:
            return False
    return s.ender != UNKNOWN


def first_discards(s: Any) -> bool:
    """The first discard, and the columns that were alike at once (SKY-Q28)."""
    return s.discards == 1 or (s.opening == 3 and s.discards % 3 == 1)


def sound_deal(s: Any) -> bool:
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] < SLOTS:
            return False
    return s.discards == 0 and s.turns == 0 and s.shuffles == 0 and s.ender == UNKNOWN and (s.round == 1 or s.starter != UNKNOWN)


def sound_turn(s: Any) -> bool:
    """Whose turn it is plays and has a hidden card (SKY-Q06); in the last lap they are still due a turn."""
    if s.turn == UNKNOWN or not plays(s, s.turn) or s.hidden[s.turn] == 0 or s.starter == UNKNOWN:
        return False
    if s.phase <= HOLDING and s.discards == 0:
        return False
    if s.phase >= DRAWING and (s.pile == 0 or (s.phase == REDRAWING) != (s.shuffles > 0)):
        return False
    if s.turn_cap > 0 and s.turns >= s.turn_cap:
        return False
    if not sound_course(s):
        return False
    if s.ender != UNKNOWN:
        return s.hidden[s.ender] == 0 and s.turn != s.ender and s.due == still_due(s)
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] == 0:
            return False
    return s.due == 0


def sound_course(s: Any) -> bool:
    """Every turn so far has drawn a card at most, opened one of the mover's at most, and passed the turn to the next."""
    leavers = left_now(s)
    dealt = ones_in(playing(s)) + leavers
    first_pile = CARDS - SLOTS * dealt - 1  # the one more is the first discard
    held = int(s.drawn != UNKNOWN and s.phase != TAKING)
    drawn = first_pile if s.shuffles > 0 else first_pile - s.pile
    if drawn > s.turns + held + leavers:  # a turn in which somebody leaves is none, and they may have drawn (SKY-Q23)
        return False
    seat = s.starter
    for i in range(dealt):
        had = s.turns if leavers > 0 else (s.turns + dealt - 1 - i) // dealt
        if SLOTS - s.hidden[seat] > s.opening + had:
            return False
        if leavers == 0 and i == s.turns % dealt and seat != s.turn:
            return False
        seat = next_seat(s, seat)
    return True


def left_now(s: Any) -> int:
    """How many have left in this round."""
    count = 0
    for seat in range(s.players):
        count += int(s.left[seat] == s.round)
    return count


def still_due(s: Any) -> int:
    """In the last lap: whose turn it is and all who follow up to the ender, each with a hidden card; 0 where one has none."""
    seats = 0
    p = s.turn
    while p != s.ender:
        if plays(s, p):
            if s.hidden[p] == 0:
                return 0
            seats |= 1 << p
        p = p + 1 if p + 1 < s.players else 0
    return seats


def sound_pointed(s: Any, seat: int, move: int) -> bool:
    """Chance is asked about a hidden card of the mover, for the sake of the move in progress."""
    return s.mover == seat and s.move == move and s.slot != UNKNOWN and s.grid[seat][s.slot] == HIDDEN


def sound_reveal(s: Any) -> bool:
    """Exactly those with fewer open cards than everybody begins with are due."""
    if (
        s.due == 0
        or s.turns > 0
        or s.shuffles > 0
        or not first_discards(s)
        or s.ender != UNKNOWN
        or (s.round > 1 and s.starter == UNKNOWN)
    ):
        return False
    for seat in range(s.players):
        if plays(s, seat) and (
            s.hidden[seat] < SLOTS - s.opening or (s.due >> seat & 1 == 1) != (s.hidden[seat] > SLOTS - s.opening)
        ):
            return False
    if s.phase == REVEALING:
        return (
            s.mover != UNKNOWN and s.mover < s.players and s.due >> s.mover & 1 == 1 and sound_pointed(s, s.mover, MOVE_REVEALED)
        )
    return True


def sound_count(s: Any) -> bool:
    """The card being turned is the first hidden one of those who play."""
    if (
        s.due != 0
        or s.ender == UNKNOWN
        or s.mover == UNKNOWN
        or not plays(s, s.mover)
        or not sound_pointed(s, s.mover, MOVE_COUNTED)
    ):
        return False
    for seat in range(s.mover):
        if plays(s, seat) and s.hidden[seat] > 0:
            return False
    for slot in range(s.slot):
        if s.grid[s.mover][slot] == HIDDEN:
            return False
    return True
