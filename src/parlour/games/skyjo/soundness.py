"""What cannot be otherwise."""

from typing import Any

from parlour.games.cells import UNKNOWN, ones_in
from parlour.games.skyjo.knowledge import holds_secret
from parlour.games.skyjo.seats import playing, plays
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
    OPENING,
    OVER,
    REDRAWING,
    REVEAL,
    REVEALING,
    ROWS,
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
    return sound_discard(s) and sound_unseen(s) and sound_deck(s) and sound_phase(s)


def sound_grid(s: Any, seat: int) -> bool:
    """Columns and rows go whole, the hidden cards are counted, and nobody sits beyond the last seat."""
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
    return (rows == 0 or rows == 7 or s.rows == 1) and hidden == s.hidden[seat] and s.left[seat] <= s.round


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
        return sound_turn(s) and sound_pointed(s, s.turn)
    if s.turn != UNKNOWN:
        return False
    if phase == REVEAL or phase == REVEALING:
        return sound_reveal(s)
    if phase == COUNTING:
        return sound_count(s)
    if phase == BETWEEN:
        return s.due != 0 and s.starter != UNKNOWN
    if phase == OPENING:
        return sound_deal(s)
    if phase == TIE:
        return s.due == 0 and s.start_tie == Tie.RANDOM and s.round == 1 and s.ender == UNKNOWN and tied_discards(s)
    return True


def tied_discards(s: Any) -> bool:
    """The first discard, and the columns that were alike at once (SKY-Q28)."""
    return s.discards == 1 or (s.opening == 3 and s.discards % 3 == 1)


def sound_deal(s: Any) -> bool:
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] < SLOTS:
            return False
    return s.discards == 0 and s.shuffles == 0 and s.ender == UNKNOWN and (s.round == 1 or s.starter != UNKNOWN)


def sound_turn(s: Any) -> bool:
    """Whose turn it is plays and has a hidden card (SKY-Q06); in the last lap he is still due his turn."""
    if s.turn == UNKNOWN or not plays(s, s.turn) or s.hidden[s.turn] == 0 or s.starter == UNKNOWN:
        return False
    if s.phase <= HOLDING and s.discards == 0:
        return False
    if s.phase >= DRAWING and (s.pile == 0 or (s.phase == REDRAWING) != (s.shuffles > 0)):
        return False
    if s.ender != UNKNOWN:
        return s.hidden[s.ender] == 0 and s.due >> s.turn & 1 == 1 and s.due >> s.ender & 1 == 0
    for seat in range(s.players):
        if plays(s, seat) and s.hidden[seat] == 0:
            return False
    return s.due == 0


def sound_pointed(s: Any, seat: int) -> bool:
    """Chance is asked about a hidden card of the mover."""
    return s.mover == seat and s.slot != UNKNOWN and s.grid[seat][s.slot] == HIDDEN


def sound_reveal(s: Any) -> bool:
    """Exactly those with fewer open cards than everybody begins with are due."""
    if s.due == 0 or s.ender != UNKNOWN or (s.round > 1 and s.starter == UNKNOWN):
        return False
    for seat in range(s.players):
        if plays(s, seat) and (
            s.hidden[seat] < SLOTS - s.opening or (s.due >> seat & 1 == 1) != (s.hidden[seat] > SLOTS - s.opening)
        ):
            return False
    if s.phase == REVEALING:
        return s.mover != UNKNOWN and s.mover < s.players and s.due >> s.mover & 1 == 1 and sound_pointed(s, s.mover)
    return True


def sound_count(s: Any) -> bool:
    """The card being turned is the first hidden one of those who play."""
    if s.due != 0 or s.ender == UNKNOWN or s.mover == UNKNOWN or not plays(s, s.mover) or not sound_pointed(s, s.mover):
        return False
    for seat in range(s.mover):
        if plays(s, seat) and s.hidden[seat] > 0:
            return False
    for slot in range(s.slot):
        if s.grid[s.mover][slot] == HIDDEN:
            return False
    return True
