"""What only one seat may read: the list on its card. Made from its view alone, which holds the entry for Action cards only.

The order of a colour's 36 entries is secret and new in every match (KSK-Q26), yet the state holds no more of it than the
one entry that stands at the numbers: the other 35 lines follow from that entry, so that all who hold an Action card see the
same list, and who does not know the entry cannot work it out. The monkey's list is as long and says other things.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.keskife.lines import has_line
from parlour.games.keskife.pack import pack
from parlour.games.keskife.seats import unit_of
from parlour.games.keskife.state import ENTRIES, LINES, MONKEY


def texts(view: Sight, language: str) -> dict[str, Any]:
    """{"card": {theme, tens, ones, line, rows}} for a seat that holds a card whose numbers are turned, else {}.

    `rows` are six lists of six lines, `line` the one at row `tens`, place `ones` (both from 1); the same shape for everybody.
    """
    s = view.state
    if not has_line(s) or view.seat >= s.players or not s.present >> view.seat & 1:
        return {}
    card, words = s.card[unit_of(s, view.seat)], pack()
    spoken = words.language(language)
    if card == MONKEY:
        lines, drawn = [line[spoken] for line in words.monkey], 0
    elif s.entry != UNKNOWN:
        lines, drawn = [entry.text[spoken] for entry in words.entries[s.colour]], s.entry
    else:
        return {}
    rows = laid_out(lines, drawn, LINES * (s.tens - 1) + s.ones - 1, s.colour)
    theme = words.themes[s.colour][spoken]
    return {"card": {"theme": theme, "tens": s.tens, "ones": s.ones, "line": lines[drawn], "rows": rows}}


def laid_out(lines: Sequence[str], drawn: int, place: int, colour: int) -> list[list[str]]:
    """The lines in rows of six, the drawn one at `place`."""
    others = [line for i, line in enumerate(lines) if i != drawn]
    Random(f"{colour} {drawn} {place}").shuffle(others)
    others.insert(place, lines[drawn])
    return [others[i : i + LINES] for i in range(0, ENTRIES, LINES)]
