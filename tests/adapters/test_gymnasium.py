"""Gymnasium's own check on every game, and what it does not ask."""

from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, games, load
from tests.conftest import extra

extra("gymnasium", "gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from parlour.adapters.gymnasium import Seat, identity  # noqa: E402
from parlour.engine.features import count  # noqa: E402


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("observation", ["tensor", "cells"])
@pytest.mark.filterwarnings("ignore:.*Box observation space maximum")  # raw cells are as large as the game says
@pytest.mark.filterwarnings("ignore:.*Box observation space minimum")
def test_its_check_passes(name: str, observation: str, capsys: pytest.CaptureFixture[str]) -> None:
    for players in {load(name).seats.start, load(name).seats.stop - 1}:
        made = gymnasium.make(identity(name), players=players, observation=observation, render_mode="ansi")
        check_env(made.unwrapped)


@pytest.mark.parametrize("name", games())
def test_what_a_game_declares_for_learners_is_an_observation(name: str) -> None:
    made = gymnasium.make(identity(name), observation="features")
    check_env(made.unwrapped, skip_render_check=True)
    assert made.observation_space.shape == (count(name),)


def play(table: Any, seed: int) -> tuple[float, int]:
    """One game of random play; the reward and the seat."""
    rng = Random(seed)
    _, info = table.reset(seed=seed)
    while True:
        mask = table.unwrapped.action_masks()
        assert mask.dtype == bool
        assert np.array_equal(mask, info["action_mask"])
        _, reward, over, cut, info = table.step(int(rng.choice(np.flatnonzero(mask))))
        if over or cut:
            return reward, info["seat"]


def test_its_line_in_the_readme_works() -> None:
    table = gymnasium.make("parlour/SKYJO-v0", players=4, seat=0, opponents="simple", options={"end_score": 50})
    assert {play(table, seed)[1] for seed in range(2)} == {0}


def test_a_rotating_seat_goes_on_by_one_every_game() -> None:
    table = Seat("keys", 3, seat="rotating", opponents=["random", "simple"])
    table.reset(seed=1)
    seats = [table.seat]
    for _ in range(4):
        table.reset()
        seats.append(table.seat)
    assert seats == [0, 1, 2, 0, 1]


def test_opponents_are_the_bots_named_and_see_their_own_view() -> None:
    asked: list[int] = []

    def first(view: Any, legal: Any, rng: Random) -> int:
        asked.append(view.seat)
        assert list(view.legal) == list(legal)
        return int(legal[0])

    table = Seat("keys", 3, seat=1, opponents=first)
    for seed in range(3):
        play(table, seed)
    assert set(asked) == {0, 2}


def test_simple_opponents_beat_random_play() -> None:
    against = Seat("keys", 2, opponents="simple")
    assert sum(play(against, seed)[0] for seed in range(60)) < 20


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seat": 2}, "'seat' is 'rotating' or a number from 0 to 1"),
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"opponents": ()}, "names nobody"),
    ],
)
def test_bad_input_says_what_is_wrong(given: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said):
        Seat("keys", 2, **given)
