"""Puzzles: positions of finished matches in which one choice is beyond doubt the best, and the rule of thumb misses it.

`found_in` looks for them in a match that bots play, `picked` chooses a varied, graded set, `shipped` reads the set that a game
brings along. How they are judged is in docs/puzzles.md.
"""

from parlour.puzzles.find import Find, Nothing, found_in, looked_through
from parlour.puzzles.pick import picked
from parlour.puzzles.puzzle import Option, Puzzle
from parlour.puzzles.shipped import NoPuzzles, read, shipped, written

__all__ = [
    "Find",
    "NoPuzzles",
    "Nothing",
    "Option",
    "Puzzle",
    "found_in",
    "looked_through",
    "picked",
    "read",
    "shipped",
    "written",
]
