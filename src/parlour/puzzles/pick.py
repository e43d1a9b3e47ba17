"""Choosing puzzles from those that were found: no position twice, no kind too often, in grades."""

from collections import Counter
from collections.abc import Iterable

from parlour.engine import load
from parlour.puzzles.puzzle import Puzzle

GRADES = 3
MOST = 0.4  # of a set, of one kind


def picked(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """At most so many, the easiest first, in grades from 1; those that are worth most where there are more than enough."""
    distinct: dict[object, Puzzle] = {}
    for puzzle in found:
        distinct.setdefault(_position(puzzle), puzzle)
    ordered = sorted(distinct.values(), key=lambda puzzle: (-_margin(puzzle), puzzle.name))
    chosen: list[Puzzle] = []
    kinds = Counter[str]()
    for puzzle in ordered:
        if len(chosen) < count and kinds[puzzle.kind] < max(1, int(MOST * count)):
            kinds[puzzle.kind] += 1
            chosen.append(puzzle)
    chosen.sort(key=lambda puzzle: (puzzle.hardness, puzzle.name))
    return [puzzle.graded(1 + i * GRADES // len(chosen)) for i, puzzle in enumerate(chosen)]


def _margin(puzzle: Puzzle) -> float:
    """How clearly the best choice is the best: the least gap of both judgements."""
    return min(*(option.gap for option in puzzle.options[1:]), *puzzle.again[1:])


def _position(puzzle: Puzzle) -> object:
    """What makes two positions one to whoever looks at them: as the game says."""
    view = puzzle.view()
    part = load(puzzle.game).part("puzzles")
    assert part is not None
    return part.position(view.state, view.seat), view.players
