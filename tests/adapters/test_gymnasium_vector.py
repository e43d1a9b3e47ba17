"""Many tables as Gymnasium's VectorEnv: its spaces and its three modes of autoreset, and what `Seat` plays one at a time."""

from collections.abc import Iterator
from typing import Any

import pytest

from parlour.engine import GameError, games
from tests.conftest import extra

extra("gymnasium", "gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402

from parlour.adapters.gymnasium import identity  # noqa: E402
from parlour.adapters.gymnasium_vector import Seats  # noqa: E402
from parlour.engine.features import count  # noqa: E402

Step = tuple[Any, Any, Any, Any, dict[str, Any]]


def played(tables: Any, steps: int, mode: AutoresetMode) -> Iterator[Step]:
    """Random steps from a seed; what `step` returned, its mask copied."""
    _, info = tables.reset(seed=3)
    rng = np.random.default_rng(3)
    over = np.zeros(tables.num_envs, bool)
    for _ in range(steps):
        if mode is AutoresetMode.DISABLED and over.any():
            _, info = tables.reset(options={"reset_mask": over})
        mask = info["action_mask"].copy()
        seen, reward, ended, cut, info = tables.step((mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1))
        over = ended | cut
        yield seen, reward, ended, cut, {"chosen_from": mask, **info}


@pytest.mark.parametrize("name", games())
def test_make_vec_makes_it_and_what_it_shows_lies_in_its_spaces(name: str) -> None:
    for observation in ("tensor", "cells", "features"):
        tables = gymnasium.make_vec(identity(name), 3, vectorization_mode="vector_entry_point", observation=observation)
        assert isinstance(tables, VectorEnv)
        seen, info = tables.reset(seed=1)
        seen, *_ = tables.step(info["action_mask"].argmax(axis=1))
        assert tables.observation_space.contains(seen)
        again, _ = tables.reset(seed=1)
        assert tables.observation_space.contains(again)
    assert tables.single_observation_space.shape == (count(name),)


def test_a_games_end_is_told_as_each_mode_has_it() -> None:
    """NEXT_STEP shows it and begins anew at the next step, SAME_STEP tells it aside, and DISABLED waits to be told."""
    ends: dict[AutoresetMode, list[tuple[Any, float]]] = {}
    for mode in AutoresetMode:
        tables = Seats(1, "keys", 2, autoreset_mode=mode, opponents="random", observation="features")
        assert tables.metadata["autoreset_mode"] is mode
        ends[mode], was = [], False
        for seen, reward, over, _, info in played(tables, 260, mode):
            if mode is AutoresetMode.NEXT_STEP and was:
                assert not over[0]
                assert reward[0] == 0
            was = bool(over[0])
            if was:
                last = info["final_obs"][0] if mode is AutoresetMode.SAME_STEP else seen[0].copy()
                ends[mode].append((last.tolist(), float(reward[0])))
                assert info["action_mask"][0].any() == (mode is AutoresetMode.SAME_STEP), "a game that is over offers nothing"
            else:
                assert "final_obs" not in info
                assert reward[0] == 0
        assert len(ends[mode]) > 8
        assert {reward for _, reward in ends[mode]} == {0.0, 1.0}
        assert all(last[6] == 1 for last, _ in ends[mode]), "phase: over"


def test_the_same_choices_bring_the_same_games_whatever_the_mode() -> None:
    """Each game of a table is decided by the seed and its number alone."""
    told = {}
    for mode in AutoresetMode:
        tables = Seats(4, "keys", 3, autoreset_mode=mode, seat="rotating", opponents="random")
        _, info = tables.reset(seed=9)
        games_over: list[list[float]] = [[] for _ in range(4)]
        over = np.zeros(4, bool)
        for _ in range(220):
            if mode is AutoresetMode.DISABLED and over.any():
                _, info = tables.reset(options={"reset_mask": over})
            _, reward, ended, cut, info = tables.step(info["action_mask"].argmax(axis=1))
            over = ended | cut
            for table in np.flatnonzero(over).tolist():
                games_over[table].append(float(reward[table]))
        told[mode] = games_over
    least = [min(len(told[mode][t]) for mode in AutoresetMode) for t in range(4)]
    assert min(least) > 6
    for t, number in enumerate(least):
        assert len({tuple(told[mode][t][:number]) for mode in AutoresetMode}) == 1


def test_a_game_that_is_over_waits_where_nothing_begins_it() -> None:
    tables = Seats(2, "keys", 2, autoreset_mode="Disabled", opponents="random")
    over = np.zeros(2, bool)
    _, info = tables.reset(seed=1)
    while not over.any():
        _, _, over, _, info = tables.step(info["action_mask"].argmax(axis=1))
    table = int(over.argmax())
    with pytest.raises(GameError, match=f"table {table}: the game is over; begin another"):
        tables.step(info["action_mask"].argmax(axis=1))
    _, info = tables.reset(options={"reset_mask": over})
    assert info["action_mask"].any(axis=1).all()
    tables.step(info["action_mask"].argmax(axis=1))


def test_bad_input_says_what_is_wrong() -> None:
    with pytest.raises(GameError, match="'autoreset_mode' is NextStep, SameStep, Disabled"):
        Seats(2, "keys", autoreset_mode="Never")
    with pytest.raises(GameError, match="a view is observed as tensor, cells, features"):
        Seats(2, "keys", observation="smell")
    tables = Seats(2, "keys")
    with pytest.raises(GameError, match="reset comes before begin"):
        tables.reset(options={"reset_mask": np.ones(2, bool)})
    tables.reset(seed=1)
    with pytest.raises(GameError, match="for each of 2 tables"):
        tables.reset(options={"reset_mask": np.ones(3, bool)})
