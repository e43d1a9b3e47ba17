"""Steps per second of process time, random play: every game on both carriers, beside OpenSpiel's liars_dice from Python.

`python bench/carriers.py [--seconds S] [--out FILE]` measures in turns, so that a busy machine hits all alike, and writes
its part of bench/RESULTS.md. With --compiling it measures instead how long every game takes to compile from an empty cache.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import cast

import pyspiel
from results import RESULTS, stamped, write

from parlour.engine.carriers.compiled import QUICKER, warm
from parlour.engine.carriers.compiled import load as compiled
from parlour.engine.carriers.plain import Plain
from parlour.engine.carriers.rows import Rows
from parlour.engine.contract.game import games, load
from parlour.lab.bench import speed

FLOORS = {"skyjo": (200_000, 8_000_000), "keys": (250_000, 10_000_000), "kings_keys": (40_000, 2_000_000)}
SHARE = {"skyjo": 0.6, "keys": 0.6}  # of liars_dice's speed, on the plain carrier
ROUNDS = 5
STAGES = {"random": ("many", "guesses"), "policy": ("contests", "step_all")}  # all other loops are those of thought


def liars_dice(seconds: float) -> float:
    """OpenSpiel's C++ game driven from Python in the usual way: legal actions listed at every step, chance by its odds."""
    game = pyspiel.load_game("liars_dice")
    rng = random.Random(1)
    steps = 0
    begun = time.process_time()
    while (passed := time.process_time() - begun) < seconds or not steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(outcomes, odds)[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
        state.returns()
    return steps / passed


def measured(seconds: float) -> dict[str, float]:
    """The best of some rounds taken in turns: a busy machine only ever slows down."""
    runs: dict[str, Callable[[], float]] = {"liars_dice": partial(liars_dice, seconds)}
    for name in games():
        game = load(name)
        warm(game)
        runs[f"{name} plain"] = partial(speed, Plain(game), game, seconds)
        runs[f"{name} compiled"] = partial(speed, compiled(game), game, seconds)
    best = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = max(best[name], run())
    return best


def table(best: dict[str, float], seconds: float) -> list[str]:
    """The lines of Markdown that this script writes."""
    yardstick = best["liars_dice"]
    lines = [
        "## Rules: steps per second",
        "",
        f"{stamped('carriers')} One core, process time: whole",
        f"random games of four players, with the legal moves listed at every step. Best of {ROUNDS} rounds of",
        f"{seconds:g} s, interleaved.",
        "",
        "| game | plain | floor | × liars_dice | compiled | floor |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in games():
        plain, rows = best[f"{name} plain"], best[f"{name} compiled"]
        floors = [f"{floor:,}" for floor in FLOORS.get(name, ())] or ["–", "–"]
        lines.append(f"| {name} | {plain:,.0f} | {floors[0]} | {plain / yardstick:.2f} | {rows:,.0f} | {floors[1]} |")
    lines += [f"| OpenSpiel `liars_dice`, C++ from Python | {yardstick:,.0f} | | 1.00 | | |", ""]
    return lines


def missed(best: dict[str, float]) -> list[str]:
    """The floors that were not reached."""
    found = []
    for name, floors in FLOORS.items():
        for carrier, floor in zip(("plain", "compiled"), floors, strict=True):
            if best[f"{name} {carrier}"] < floor:
                found.append(f"{name} {carrier}: {best[f'{name} {carrier}']:,.0f} of {floor:,}")
    for name, share in SHARE.items():
        if best[f"{name} plain"] < share * best["liars_dice"]:
            found.append(f"{name} plain: {best[f'{name} plain'] / best['liars_dice']:.2f} of liars_dice, not {share}")
    return found


def compile_all(name: str) -> dict[str, float]:
    """Seconds of process time in this process, whose cache is empty, by stage: what one compiled the next does not again."""
    carrier = cast(Rows, compiled(name))
    took = dict.fromkeys((*STAGES, "thought"), 0.0)
    for loop, signature in carrier.signatures().items():
        stage = next((stage for stage, loops in STAGES.items() if loop in loops), "thought")
        begun = time.process_time()
        getattr(carrier.loops, loop).compile(signature)
        took[stage] += time.process_time() - begun
    return took


def compiling() -> list[str]:
    """The lines of Markdown on how long games take to compile; each in a process and a cache of its own."""
    lines = [
        "## Compiling: seconds from an empty cache",
        "",
        f"{stamped('carriers')} Process time on one core: the loops of random play",
        "first, then what the loops with a policy add, then what search and judgement add. × loops: the third divided",
        "by the first two.",
        "",
        "| game | random play | policies play | thought | × loops | all |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in games():
        with tempfile.TemporaryDirectory() as folder:
            os.environ |= QUICKER | {"PARLOUR_CACHE": folder}  # before the process begins: Numba reads them once
            with ProcessPoolExecutor(1, get_context("spawn")) as alone:
                took = alone.submit(compile_all, name).result()
        loops = took["random"] + took["policy"]
        lines.append(
            f"| {name} | {took['random']:.1f} | {took['policy']:.1f} | {took['thought']:.1f} |"
            f" {took['thought'] / loops:.2f} | {loops + took['thought']:.1f} |"
        )
        print(lines[-1], flush=True)
    return [*lines, ""]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the rules and write the results.")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement (default %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    parser.add_argument("--compiling", action="store_true", help="measure how long games take to compile")
    arguments = parser.parse_args()
    if arguments.compiling:
        write("compiling", compiling(), arguments.out)
        return 0
    best = measured(arguments.seconds)
    lines = table(best, arguments.seconds)
    write("carriers", lines, arguments.out)
    print("\n".join(lines))
    below = missed(best)
    for line in below:
        print(f"below its floor: {line}")
    return 1 if below else 0


if __name__ == "__main__":
    raise SystemExit(main())
