"""Which cells of a position contradict each other: those that the check read which said that it cannot be."""

import sys
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from parlour.engine.contract.game import Game

NAMED = 6  # cells, at most: those read last come first
APART = "players"  # what every check reads, and no position is wrong for


@dataclass(slots=True)
class _Call:
    """One call of a function of the rules: the cells it read, and the call that it ended with."""

    read: list[str] = field(default_factory=list)
    last: "_Call | None" = None
    answer: Any = None

    @property
    def cells(self) -> list[str]:
        """The cells read, the latest first."""
        return [name for name in dict.fromkeys(reversed(self.read)) if name != APART]


class _Watched:
    """A state, and who reads what of it."""

    def __init__(self, state: Any, calls: list[_Call]) -> None:
        self._state, self._calls = state, calls

    def __getattr__(self, name: str) -> Any:
        call = self._calls[-1]
        call.read.append(name)
        call.last = None
        return getattr(self._state, name)


def contradicting(game: Game, state: Any) -> list[str]:
    """The names of the cells that a state is not sound for, the likeliest first; none of a state that is sound.

    The rules say only that something cannot be. What they looked at last, in the smallest check that still compares
    several cells, is what does not fit together.
    """
    calls = [_Call()]
    own = _Watched.__getattr__.__code__

    def watch(frame: FrameType, event: str, answer: Any) -> None:
        if frame.f_code is own:
            return
        if event == "call":
            calls.append(_Call())
        elif event == "return" and len(calls) > 1:
            done = calls.pop()
            done.answer = answer
            calls[-1].read += done.read
            calls[-1].last = done

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        sound = game.sound(_Watched(state, calls))
    finally:
        sys.setprofile(before)
    call = calls[0]
    while call.last is not None and not call.last.answer and len(call.last.cells) > 1:
        call = call.last
    return [] if sound else call.cells[:NAMED]
