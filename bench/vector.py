"""Agent steps per second of process time on one core, many games side by side: ours, and leduc of PGX, EnvPool and OpenSpiel.

`python bench/vector.py [--pgx PYTHON] [--envpool PYTHON] [--seconds S] [--out FILE]` measures in turns on one core, so that a
busy machine hits all alike, and writes its part of bench/RESULTS.md. PGX, JAX and EnvPool are no dependencies of ours: PYTHON is
an interpreter that has them (`python -m venv pgx; pgx/bin/pip install pgx`, and the same with `envpool`).

An agent step is one choice of a player; masks and raw observations are written for each, chance plays inside. Choices are
random among the legal ones: for us drawn by NumPy beside the loop (once timed, once not), for EnvPool the same, for PGX inside
its compiled step.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

BATCH = 1024
FLOORS = {"skyjo": 2_000_000, "keys": 2_000_000, "kings_keys": 700_000}
ROUNDS = 5


def ours(name: str, seconds: float, observation: str = "cells") -> tuple[float, float]:
    """Steps a second in `step` alone, and with the drawing of random choices."""
    import numpy as np  # noqa: PLC0415

    from parlour.engine.carriers.compiled import load as compiled  # noqa: PLC0415
    from parlour.engine.contract.game import load  # noqa: PLC0415
    from parlour.lab.vector import Vector  # noqa: PLC0415

    game = load(name)
    vector = Vector(game, BATCH, min(4, game.seats.stop - 1), observation=observation, carrier=compiled(game))
    _, mask, _ = vector.reset(1)
    vector.step(mask.argmax(axis=1))  # the first call loads what is compiled
    noise = np.random.default_rng(1).random(mask.shape, dtype=np.float32) + 0.01
    steps, inside = 0, 0.0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        noise = np.roll(noise, 1, axis=0)
        actions = (mask * noise).argmax(axis=1)
        before = time.process_time()
        _, mask, *_ = vector.step(actions)
        inside += time.process_time() - before
        steps += BATCH
    return steps / inside, steps / (time.process_time() - begun)


def written(width: int, seconds: float) -> float:
    """Rows a second of so many bytes, 1024 side by side, written whole: what memory allows who writes every row anew."""
    import numpy as np  # noqa: PLC0415

    rows, source, count = np.zeros((BATCH, width), np.uint8), np.ones((BATCH, width), np.uint8), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        rows[:] = source
        count += BATCH
    return count / (time.process_time() - begun)


def pgx_leduc(seconds: float) -> float:
    """PGX's leduc_holdem, `vmap` and `jit`, begun anew where it has ended; many steps in one compiled scan, as PGX is meant."""
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415
    import pgx  # noqa: PLC0415

    env = pgx.make("leduc_holdem")
    inner = 100

    def again(state: Any, key: Any) -> Any:
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        act, new = jax.random.split(key)
        after = env.step(state, jax.random.categorical(act, logits))
        return jax.lax.cond(after.terminated | after.truncated, lambda: env.init(new), lambda: after)

    def many(states: Any, key: Any) -> Any:
        def one(states: Any, key: Any) -> tuple[Any, Any]:
            states = jax.vmap(again)(states, jax.random.split(key, BATCH))
            return states, states.observation.sum()

        return jax.lax.scan(one, states, jax.random.split(key, inner))

    ahead = jax.jit(many)
    states = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), BATCH))
    states, _ = jax.block_until_ready(ahead(states, jax.random.PRNGKey(1)))
    steps = number = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        number += 1
        states, _ = jax.block_until_ready(ahead(states, jax.random.PRNGKey(number)))
        steps += inner * BATCH
    return steps / (time.process_time() - begun)


def envpool_leduc(seconds: float) -> tuple[float, float]:
    """EnvPool's LeducHoldem-v1, on one thread: steps a second in `step` alone, and with the drawing of random choices.

    The step that begins a game anew is no choice, and is not counted.
    """
    import envpool  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    env = envpool.make("LeducHoldem-v1", env_type="gymnasium", num_envs=BATCH, num_threads=1)
    _, info = env.reset()
    mask, done = info["legal_action_mask"], np.zeros(BATCH, bool)
    noise = np.random.default_rng(1).random(mask.shape, dtype=np.float32) + 0.01
    steps, inside = 0, 0.0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        noise = np.roll(noise, 1, axis=0)
        actions = (mask * noise).argmax(axis=1).astype(np.int32)
        steps += BATCH - int(done.sum())
        before = time.process_time()
        _, _, ended, cut, info = env.step(actions)
        inside += time.process_time() - before
        mask, done = info["legal_action_mask"], ended | cut
    return steps / inside, steps / (time.process_time() - begun)


def open_spiel_leduc(seconds: float) -> float:
    """OpenSpiel's leduc_poker from Python, one game after another, with mask and observation tensor at every choice."""
    import pyspiel  # noqa: PLC0415

    game, rng, steps = pyspiel.load_game("leduc_poker"), random.Random(1), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            state.legal_actions_mask()
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        state.returns()
    return steps / (time.process_time() - begun)


def elsewhere(python: str, what: str, seconds: float) -> tuple[float, float]:
    """One of ELSEWHERE in another interpreter, on the same core."""
    command = [python, __file__, "--only", what, "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | {"JAX_PLATFORMS": "cpu"})
    inside, whole = json.loads(done.stdout.splitlines()[-1])
    return float(inside), float(whole)


ELSEWHERE = {"pgx": lambda seconds: (0.0, pgx_leduc(seconds)), "envpool": envpool_leduc}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure games side by side and write the results.")
    parser.add_argument("--pgx", help="an interpreter that has PGX and JAX; without it PGX is left out")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement (default %(default)s)")
    parser.add_argument("--out", type=Path, help="default bench/RESULTS.md")
    parser.add_argument("--envpool", help="an interpreter that has EnvPool; without it EnvPool is left out")
    parser.add_argument("--only", choices=ELSEWHERE, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if arguments.only:
        print(json.dumps(ELSEWHERE[arguments.only](arguments.seconds)))
        return 0
    from results import RESULTS, stamped, write  # noqa: PLC0415

    from parlour.engine.carriers.compiled import warm  # noqa: PLC0415
    from parlour.engine.contract.game import load  # noqa: PLC0415
    from parlour.engine.tensor import length  # noqa: PLC0415

    best = dict.fromkeys(FLOORS, (0.0, 0.0))
    hot, memory = dict.fromkeys(FLOORS, 0.0), dict.fromkeys(FLOORS, 0.0)
    widths = {name: length(name) for name in FLOORS}
    others: dict[str, Callable[[], tuple[float, float]]] = {
        "OpenSpiel `leduc_poker` from Python, one game at a time": lambda: (0.0, open_spiel_leduc(arguments.seconds))
    }
    if arguments.pgx:
        others["PGX `leduc_holdem`, jit and vmap"] = partial(elsewhere, arguments.pgx, "pgx", arguments.seconds)
    if arguments.envpool:
        others["EnvPool `LeducHoldem-v1`, one thread"] = partial(elsewhere, arguments.envpool, "envpool", arguments.seconds)
    theirs = dict.fromkeys(others, (0.0, 0.0))
    for name in FLOORS:
        warm(load(name))
    for _ in range(ROUNDS):
        for name in FLOORS:
            best[name] = max(best[name], ours(name, arguments.seconds))
            hot[name] = max(hot[name], ours(name, arguments.seconds, "one-hot")[0])
            memory[name] = max(memory[name], written(widths[name], arguments.seconds))
        for name, run in others.items():
            theirs[name] = max(theirs[name], run())
    lines = [
        "## Games side by side: agent steps per second",
        "",
        f"{stamped('vector')} One core, process time: {BATCH} games side by side, with masks and",
        f"raw observations at every step and random choices. Best of {ROUNDS} rounds of {arguments.seconds:g} s, interleaved;",
        f"load of the machine (`uptime`): {os.getloadavg()[0]:.1f} at the end.",
        "",
        "| game | in `step` | floor | with the choices drawn |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name}, 4 players | {inside:,.0f} | {FLOORS[name]:,} | {whole:,.0f} |" for name, (inside, whole) in best.items()),
        *(f"| {name} |{f' {inside:,.0f}' if inside else ''} | | {whole:,.0f} |" for name, (inside, whole) in theirs.items()),
        "",
    ]
    lines += [
        "One-hot tensors instead of cells (uint8). Only what has changed since the row before is written, in the compiled loop:",
        "of SKYJO's 532 cells about eight a step, spread over a row of 7 kB, so that a step waits for some 14 lines of memory",
        "that are in no near cache. `of cells` is the speed relative to cells (target: 0.5). For comparison, rows written whole:",
        "`copied` is how much memory copies in a second, `wanted` what it would have to, for at half of cells' speed a row has",
        "as much time as the game itself takes.",
        "",
        "| game | numbers a row | one-hot, in `step` | of cells | copied | wanted |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *(
            f"| {name}, 4 players | {widths[name]:,} | {hot[name]:,.0f} | {hot[name] / best[name][0]:.2f}"
            f" | {widths[name] * memory[name] / 1e9:.1f} GB | {widths[name] * best[name][0] / 1e9:.1f} GB |"
            for name in FLOORS
        ),
        "",
    ]
    write("vector", lines, arguments.out or RESULTS)
    print("\n".join(lines))
    below = [f"{name}: {best[name][0]:,.0f} of {floor:,}" for name, floor in FLOORS.items() if best[name][0] < floor]
    for line in below:
        print(f"below its floor: {line}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
