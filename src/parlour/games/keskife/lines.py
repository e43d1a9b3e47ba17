"""The numbers, and the entry of the pack that stands there."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.keskife.seats import here
from parlour.games.keskife.state import ACTION, LINE, LINES, READY, TAG_ENTRIES, TURN, Event


def open_entries(s: Any) -> int:
    """The entries that may stand at the numbers: none blocked, none seen in a replayed round (KSK-Q26)."""
    return unblocked(s.blocked) & ~s.burnt


def unblocked(blocked: int) -> int:
    entries = 0
    for tag in range(3):
        if not blocked >> tag & 1:
            entries |= TAG_ENTRIES[tag]
    return entries


def pair_is_open(s: Any, pair: int) -> bool:
    tens, ones = pair // LINES, pair % LINES
    if s.dice:
        return True
    return tens != ones and not s.turned >> tens & 1 and not s.turned >> ones & 1


def has_line(s: Any) -> bool:
    return s.dealt != 0 and s.phase != TURN and s.phase != LINE


def turn_numbers(s: Any, pair: int) -> None:
    s.tens = pair // LINES + 1
    s.ones = pair % LINES + 1
    if not s.dice:
        s.turned |= 1 << pair // LINES | 1 << pair % LINES
    emit(s, EVERYONE, Event.NUMBERS, UNKNOWN, pair)
    s.phase = LINE


def draw_line(s: Any, entry: int) -> None:
    s.entry = entry
    readers = 0
    for u in range(s.units):
        if s.card[u] == ACTION:
            readers |= here(s, u)
    emit(s, readers, Event.LINE, UNKNOWN, 0, entry)
    s.phase = READY
