"""A rule of thumb for SKYJO: swap where it saves most, mind the columns, and do not go out with more points than others.

It reads what its seat sees, nothing else. A hidden card counts as the mean of the cards nobody has seen.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.skyjo.state import COLUMNS, DO_DRAW, DO_SWAP, DO_TAKE, DO_TURN, GONE, HIDDEN, HOLDING, SLOTS, TURN

PAIR = 0.3  # the share of a column that two alike are worth: about how often the third comes along
GOOD = 3.0  # the saving for which it takes an open card rather than draw
LAST = 1.5  # what a rival is likely to save in his last turn
PATIENCE = 20  # turns a player spends putting off going out, before it goes out all the same


@dataclass(frozen=True, slots=True)
class Table:
    """What a decision weighs, worked out once."""

    s: Any
    me: int
    mean: float  # points of a hidden card

    @classmethod
    def seen(cls, s: Any, me: int) -> "Table":
        cards = sum(s.unseen)
        points = sum((value - 2) * count for value, count in enumerate(s.unseen))
        return cls(s, me, points / cards if cards else 0.0)

    def faces(self, seat: int, column: int) -> list[int]:
        grid = self.s.grid[seat]
        return [grid[column + row] for row in range(0, SLOTS, COLUMNS)]

    def column(self, faces: Sequence[int]) -> float:
        """What a column is likely to count in the end; less where two are alike, as long as there is time for the third."""
        if faces[0] == faces[1] == faces[2] < HIDDEN:
            return 0.0
        points = sum(0 if face == GONE else self.mean if face == HIDDEN else face - 2 for face in faces)
        alike = GONE not in faces and any(face < HIDDEN and faces.count(face) == 2 for face in faces)
        return points * (1 - PAIR) if alike and points > 0 and self.s.ender == UNKNOWN else points

    def likely(self, seat: int) -> float:
        """The points a grid is likely to count."""
        return sum(self.column(self.faces(seat, column)) for column in range(COLUMNS))

    def saving(self, card: int, slot: int) -> float:
        """How many points a card in a slot is likely to save."""
        before = self.faces(self.me, slot % COLUMNS)
        after = before[:]
        after[slot // COLUMNS] = card
        return self.column(before) - self.column(after)

    def fear(self, slot: int, saving: float) -> float:
        """What opening a slot may cost: as the last one, its own points again where a rival has as few (SKY-Q15)."""
        s, me = self.s, self.me
        if s.hidden[me] > 1 or s.grid[me][slot] != HIDDEN or s.ender != UNKNOWN or s.turns > PATIENCE * s.players:
            return 0.0
        mine = self.likely(me) - saving
        lowest = min(self.likely(seat) for seat in range(s.players) if seat != me and not s.left[seat])
        return mine if mine > 0 and lowest - LAST <= mine else 0.0

    def placing(self, card: int, actions: Sequence[int], base: int) -> tuple[float, int]:
        """The most that placing a card is worth, and the action that does it."""
        best = (float("-inf"), actions[0])
        for action in actions:
            saving = self.saving(card, action - base)
            best = max(best, (saving - self.fear(action - base, saving), action))
        return best

    def turning(self, actions: Sequence[int]) -> tuple[float, int]:
        """The same of turning a hidden card: it saves nothing, and is best where a column may become alike."""
        best = (float("-inf"), actions[0])
        for action in actions:
            slot = action - DO_TURN
            faces = self.faces(self.me, slot % COLUMNS)
            alike = any(face < HIDDEN and faces.count(face) == 2 for face in faces)
            best = max(best, (0.1 * alike - self.fear(slot, 0.0), action))
        return best


def simple(view: Sight, legal: Sequence[int], rng: random.Random) -> int:
    """Plays one seat; draws from `rng` alone."""
    s = view.state
    table = Table.seen(s, view.seat)
    if s.phase == TURN:
        return _first(table, legal)
    if s.phase == HOLDING:
        return _second(table, legal)
    return rng.choice(legal)


def _first(table: Table, legal: Sequence[int]) -> int:
    """Take the top discard where that saves enough, draw otherwise."""
    s = table.s
    gain, take = table.placing(s.discard[s.discards - 1], [action for action in legal if action >= DO_TAKE], DO_TAKE)
    return take if gain >= GOOD or DO_DRAW not in legal else DO_DRAW


def _second(table: Table, legal: Sequence[int]) -> int:
    """Swap where that saves points, otherwise refuse the card and turn a hidden one."""
    swap = table.placing(table.s.drawn, [action for action in legal if action < DO_TURN], DO_SWAP)
    turn = table.turning([action for action in legal if action >= DO_TURN])
    return max(swap, turn)[1]


Bot = Callable[[Sight, Sequence[int], random.Random], int]
BOTS: dict[str, Bot] = {"simple": simple}
