"""Plain carrier = compiled carrier, step by step."""

from collections.abc import Sequence
from typing import Any

from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import load
from parlour.engine.carriers.plain import Plain
from parlour.engine.contract.game import Game
from parlour.engine.loops.desk import Scratch, Written
from parlour.games.cells import seeded
from parlour.testing.reach import Broken, Setup

CAP = 600  # steps of a game written down
RESTLESS = 40


def _traced(carrier: Carrier, game: Game, setup: Setup, seed: int) -> tuple[list[tuple[int, int, int]], Any, int]:
    states, scratch = carrier.states(2 + 3 * CAP), Scratch(carrier.out(), carrier.weights(), carrier.numbers(1))
    seats, actions, sums = written = Written(carrier.numbers(CAP), carrier.numbers(CAP), carrier.numbers(CAP))
    scratch.dice[0] = seeded(seed, 0)
    options = carrier.options(game.options(setup.options, setup.players))
    steps = carrier.loops.trace(states, setup.players, options, RESTLESS, CAP, scratch, written)
    return [(int(seats[i]), int(actions[i]), int(sums[i])) for i in range(steps)], states, int(scratch.dice[0])


def equal(game: Game, setups: Sequence[Setup], seed: int = 1) -> int:
    """Random games on both carriers: the same steps, answers, states, views and guesses. Returns the steps compared."""
    from parlour.engine.carriers.rows import from_row  # noqa: PLC0415  here, so that the kit runs without NumPy

    compared = 0
    plain, compiled = Plain(game), load(game)
    for number, setup in enumerate(setups):
        steps, states, dice = _traced(plain, game, setup, seed + number)
        rows_steps, rows, rows_dice = _traced(compiled, game, setup, seed + number)
        for i, (one, other) in enumerate(zip(steps, rows_steps, strict=False)):
            for k, what in enumerate(("state", "view", "guess")):
                row = game.State()
                from_row(rows[2 + 3 * i + k], row)
                if row != states[2 + 3 * i + k]:
                    raise Broken(f"{game.name}, {setup}, step {i + 1}: {what} {states[2 + 3 * i + k]!r} plain, {row!r} compiled")
            if one != other:
                raise Broken(f"{game.name}, {setup}, step {i + 1}: (seat, action, answers) {one} plain, {other} compiled")
            compared += 1
        if len(steps) != len(rows_steps) or dice != rows_dice:
            raise Broken(
                f"{game.name}, {setup}: {len(steps)} steps plain, {len(rows_steps)} compiled, dice {dice} and {rows_dice}"
            )
    return compared
