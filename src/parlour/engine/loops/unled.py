"""What `tables` asks of a game that has no policy: its players play at random and remember nothing. See `contests`."""

from typing import TYPE_CHECKING, Any

from parlour.engine.loops.given import templates
from parlour.games.cells import CHANCE, draw

if TYPE_CHECKING:
    from parlour.engine.loops.given import legal, roll


def move(s: Any, seat: int, memory: Any, kind: int, out: Any, weights: Any, dice: Any) -> int:
    if seat == CHANCE:
        return roll(s, out, dice)
    k = legal(s, seat, out)
    action: int = out[draw(dice, k) if k > 1 else 0]
    return action


def recall(s: Any, players: int, memories: Any, base: int) -> None:
    pass


def forget(memories: Any, players: int, base: int, empty: int) -> None:
    pass


TEMPLATES = templates(globals())
ENTRIES: tuple[str, ...] = ()
