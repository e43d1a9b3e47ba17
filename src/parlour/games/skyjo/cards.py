"""The grids, the draw pile, the discards, and a finger on a hidden card.

Hidden cards have no identity: the state counts the cards nobody has seen by value, and chance says what a card is when it
is turned. After a reshuffle there are two such counts, because the new pile holds other cards than the grids do (SKY-Q18).
"""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.skyjo.state import (
    COLUMNS,
    DRAWING,
    GONE,
    HIDDEN,
    HOLDING,
    REDRAWING,
    ROWS,
    SLOTS,
    TOLD_DREW,
    TOLD_POINTED,
    Event,
)


def showing(s: Any, seat: int) -> int:
    """The points of the open cards of a grid; 0 for an empty one (SKY-Q12)."""
    points = 0
    for slot in range(SLOTS):
        if s.grid[seat][slot] < HIDDEN:
            points += s.grid[seat][slot] - 2
    return points


def alike(s: Any, seat: int, column: int) -> bool:
    """Three cards alike in a column in which none is hidden; a column already gone is not one."""
    cards = s.grid[seat]
    return cards[column] < HIDDEN and cards[column] == cards[column + COLUMNS] and cards[column] == cards[column + 2 * COLUMNS]


def alike_rows(s: Any, seat: int) -> int:
    """The rows, as bits, of four open cards alike, where such rows leave (SKY-Q29)."""
    rows = 0
    if s.rows:
        cards = s.grid[seat]
        for row in range(ROWS):
            i = COLUMNS * row
            if cards[i] < HIDDEN and cards[i] == cards[i + 1] and cards[i] == cards[i + 2] and cards[i] == cards[i + 3]:
                rows |= 1 << row
    return rows


def clear_row(s: Any, seat: int, row: int) -> None:
    """What is left of four alike goes, where one of them has not left with its column."""
    cards = s.grid[seat]
    card = UNKNOWN
    for column in range(COLUMNS):
        slot = row * COLUMNS + column
        if cards[slot] < GONE:
            card = cards[slot]
            cards[slot] = GONE
            lay(s, card)
    emit(s, EVERYONE, Event.CLEARED_ROW, seat, row, card)


def clear_column(s: Any, seat: int, column: int) -> None:
    """Three open cards alike must go, whatever their value (SKY-Q09), and leave their slots empty (SKY-Q25)."""
    cards = s.grid[seat]
    card = cards[column]
    for row in range(3):
        cards[column + row * COLUMNS] = GONE
        lay(s, card)
    emit(s, EVERYONE, Event.CLEARED, seat, column, card)


def lay(s: Any, card: int) -> None:
    """Put a card on the discard pile."""
    s.discard[s.discards] = card
    s.discards += 1


def draw_card(s: Any) -> None:
    if s.pile == 0:
        reshuffle(s)
    s.phase = REDRAWING if s.shuffles > 0 else DRAWING


def reshuffle(s: Any) -> None:
    """All discards but the top one become the pile (SKY-Q18)."""
    top = s.discards - 1
    for i in range(top):
        s.recycled[s.discard[i]] += 1
        s.discard[i] = UNKNOWN
    s.discard[0] = s.discard[top]
    s.discard[top] = UNKNOWN
    s.discards = 1
    s.pile = top
    s.shuffles += 1
    emit(s, EVERYONE, Event.RESHUFFLED, UNKNOWN, top)


def draw_value(s: Any, card: int) -> None:
    """The drawn card is its drawer's secret until it lies open (SKY-Q20)."""
    if s.shuffles > 0:
        s.recycled[card] -= 1
    else:
        s.unseen[card] -= 1
    s.pile -= 1
    s.drawn = card
    s.phase = HOLDING
    emit(s, 1 << s.turn, TOLD_DREW, s.turn, 0, card)


def return_drawn(s: Any) -> None:
    """Count the card in hand among the unseen ones again."""
    if s.shuffles > 0:
        s.recycled[s.drawn] += 1
    else:
        s.unseen[s.drawn] += 1
    s.drawn = UNKNOWN


def point(s: Any, seat: int, move: int, slot: int, phase: int) -> None:
    """Note a move; chance then says what the hidden card in its slot is."""
    s.mover = seat
    s.move = move
    s.slot = slot
    s.phase = phase


def point_out(s: Any, seat: int, move: int, slot: int, phase: int) -> None:
    """Point at a hidden card: all see at which, before chance says what it is."""
    point(s, seat, move, slot, phase)
    emit(s, EVERYONE, TOLD_POINTED, seat, move * SLOTS + slot)
