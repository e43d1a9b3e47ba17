"""How far the puzzles that a game brings along stand up to an independent judgement with other seeds, and how hard they are.

`python bench/puzzles.py keys --seed 7`: each is judged anew, from a belief by other dice; told is for how many the same choice
comes out best of those offered, and per grade how often Steady misses it, alone and with a moment's thought.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random
from statistics import mean

from parlour.bots import bot
from parlour.bots.belief import Belief
from parlour.bots.comparison import Comparison
from parlour.bots.think import Search
from parlour.engine import View
from parlour.games.cells import seeded
from parlour.puzzles import Puzzle, shipped

ROUNDS, WORLDS = 3000, 400
DRAWS, THOUGHTS, MOMENT = 20, 5, 100  # of Steady, and of searches of so many iterations


def judged(puzzle: Puzzle, seed: int) -> int:
    """The action that comes out best."""
    view = puzzle.view()
    belief = Belief.of(puzzle.log(), puzzle.seat, worlds=WORLDS, seed=seed)
    honest = View(view.game, view.seat, view.players, belief.state, (), view.memory)
    known = Comparison([option.action for option in puzzle.options])
    search = Search(honest, belief=belief, seed=seed, expected=4 * ROUNDS)
    search.go(ROUNDS // 4)
    search.compare(known, ROUNDS)
    return known.actions[max(range(len(known.actions)), key=known.share)]


def missed(puzzle: Puzzle, seed: int) -> tuple[float, float]:
    """How often Steady misses it, alone (unsure, where the game says how) and with a moment's thought, of the choices offered."""
    view, rng = puzzle.view(), Random(seed)
    offered = [option.action for option in puzzle.options]
    unsure = getattr(view.game.part("puzzles"), "unsure", None)
    if unsure is not None:
        plays = rng.choices(offered, unsure(view.state, view.seat, offered), k=DRAWS)
    else:
        steady = bot(view.game, "simple")
        plays = [play for play in (steady(view, view.legal, rng) for _ in range(DRAWS)) if play in offered]
    late = 0
    for i in range(THOUGHTS):
        search = Search(view, seed=seeded(seed, i), expected=MOMENT)
        search.go(MOMENT)
        visits = dict(zip(search.thought.actions, search.thought.visits, strict=True))
        late += max(offered, key=visits.__getitem__) != offered[0]
    return mean(play != offered[0] for play in plays) if plays else 1.0, late / THOUGHTS


def main(argv: Sequence[str] | None = None) -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("game")
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--every", type=int, default=1, help="only one in so many")
    arguments = p.parse_args(argv)
    begun = time.process_time()
    puzzles = shipped(arguments.game)[:: arguments.every]
    agreed, grades = 0, dict[int, list[tuple[float, float]]]()
    for i, puzzle in enumerate(puzzles):
        seed = seeded(arguments.seed, i)
        same = judged(puzzle, seed) == puzzle.options[0].action
        agreed += same
        grades.setdefault(puzzle.grade, []).append(missed(puzzle, seed))
        if not same:
            print(f"differs: {puzzle.name} ({puzzle.kind})", file=sys.stderr, flush=True)
    print(f"{arguments.game}: the same choice for {agreed} of {len(puzzles)}; {time.process_time() - begun:.0f} s of processor")
    for grade, found in sorted(grades.items()):
        alone, late = (100 * mean(rates) for rates in zip(*found, strict=True))
        print(f"  grade {grade}: Steady misses {alone:.0f} of 100, with {MOMENT} iterations of thought {late:.0f}")


if __name__ == "__main__":
    main()
