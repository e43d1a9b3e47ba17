"""Worked positions of SKYJO: tables whose hidden cards are chosen in advance."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from parlour.engine import Match
from parlour.games.cells import CHANCE, CLOCK
from parlour.games.skyjo.state import DECK, VALUES

PLENTY = 80  # turns that everybody has had: all cards may have been drawn by then

Columns = Sequence[
    Sequence[int | str]
]  # each from the top; `h5` is a hidden 5, a column that has gone is [], a card that has "gone"


@dataclass
class Table:
    """A match in which chance answers as the position says: `lies` under a slot, and `pile` from its top."""

    match: Match
    lies: dict[tuple[int, int], int] = field(default_factory=dict)
    pile: list[int] = field(default_factory=list)

    @property
    def cells(self) -> dict[str, Any]:
        cells: dict[str, Any] = self.match.position()["cells"]
        return cells

    @property
    def discard(self) -> list[int]:
        return [card for card in self.cells["discard"] if card is not None]

    def columns(self, seat: int) -> list[list[int | str]]:
        """A grid as it was given, `h` for a hidden card."""
        row = ["h" if face == "hidden" else face for face in self.cells["grid"][seat]]
        return [[] if row[c] == "gone" else [row[c], row[c + 4], row[c + 8]] for c in range(4)]

    def do(self, seat: int, do: str, column: int = 0, row: int = 0) -> None:
        """Play an action, with the place of its slot as column and row, and chance after it."""
        form: dict[str, Any] = {"do": do}
        if column:
            form["slot"] = 4 * (row - 1) + column
        self.match.play(seat, form)
        self.settle()

    def settle(self) -> None:
        """Answer chance as long as it is asked about cards of the position."""
        while self.match.to_act == [CHANCE] and self.cells["phase"] not in ("opening", "tie"):
            state = self.match.state
            value = self.pile.pop(0) if "drawing" in self.cells["phase"] else self.lies[state.mover, state.slot]
            self.match.play(CHANCE, {"do": "card", "value": value})

    def deal(self) -> None:
        """The clock deals the next round; its first discard is a 0."""
        self.match.play(CLOCK, {"do": "deal"})
        self.match.play(CHANCE, {"do": "card", "value": 0})

    def story(self, event: str) -> list[dict[str, Any]]:
        """What an onlooker heard of one kind."""
        return [told for told in self.match.view(28).told_json() if told["event"] == event]


Lay = Callable[..., Table]


def _laid(columns: Columns) -> tuple[list[int | str], dict[int, int]]:
    faces: list[int | str] = ["gone"] * 12
    lies: dict[int, int] = {}
    for c, column in enumerate(columns):
        for r, card in enumerate(column):
            slot = 4 * r + c
            faces[slot] = card if isinstance(card, int) or card == "gone" else "hidden"
            if isinstance(card, str) and card[0] == "h" and len(card) > 1:
                lies[slot] = int(card[1:])
    return faces, lies


def _unseen(cells: Mapping[str, Any]) -> list[int]:
    """The cards of the deck that do not lie open."""
    open_cards = [face for row in cells["grid"] for face in row] + cells["discard"] + [cells["drawn"]]
    return [count - open_cards.count(value) for value, count in zip(VALUES, DECK, strict=True)]


def lay_table(
    *grids: Columns,
    discard: Sequence[int] = (0,),
    pile: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Table:
    """A table in mid-round, seat 0 to play, with these grids, discards (bottom first) and cells changed."""
    match = Match.start("skyjo", len(grids), options)
    position = match.position()
    cells = position["cells"]
    lies: dict[tuple[int, int], int] = {}
    for seat, columns in enumerate(grids):
        cells["grid"][seat], under = _laid(columns)
        cells["hidden"][seat] = cells["grid"][seat].count("hidden")
        lies.update({(seat, slot): value for slot, value in under.items()})
    cells.update(phase="turn", turn=0, starter=0, discard=[*discard, *[None] * (150 - len(discard))], discards=len(discard))
    if "totals" in changes:  # what they have, they scored in the first round
        cells.update(round=2, scored=1, points=changes["totals"], added=changes["totals"])
        for seat, total in enumerate(changes["totals"]):
            cells["sheet"][seat] = [total, *[0] * (len(cells["sheet"][seat]) - 1)]
    cells.update(changes)
    cells["unseen"] = _unseen(cells)
    cells["pile"] = sum(cells["unseen"]) - sum(cells["hidden"])
    if "turns" not in changes:  # as many as there may have been, for so many cards to lie as they do
        cells.update(turns=len(grids) * PLENTY, starter=cells["turn"] or 0)
    return Table(Match.from_position(position), lies, list(pile))


@pytest.fixture
def lay() -> Lay:
    return lay_table
