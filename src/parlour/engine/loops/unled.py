"""What `tables` asks of a game that has no policy: its players play at random and remember nothing. See `contests`."""

from typing import Any

from parlour.engine.loops.desk import Memories, Scratch
from parlour.engine.loops.given import legal, roll, templates
from parlour.games.cells import CHANCE, draw


def move(s: Any, seat: int, memory: Any, kind: int, scratch: Scratch) -> int:
    if seat == CHANCE:
        return roll(s, scratch.out, scratch.dice)
    k = legal(s, seat, scratch.out)
    return scratch.out[draw(scratch.dice, k) if k > 1 else 0]


def recall(s: Any, players: int, memories: Memories, base: int) -> None:
    pass


def forget(memories: Memories, players: int, base: int, empty: int) -> None:
    pass


TEMPLATES = templates(globals())
ENTRIES: tuple[str, ...] = ()
