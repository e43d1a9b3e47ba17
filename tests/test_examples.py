"""The examples run: what a learner writes is a bot that plays, and sees its own seat first wherever it sits."""

import importlib
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.engine import Match, load
from parlour.lab.chunks import one_game
from tests.conftest import extra

np = pytest.importorskip("numpy")
sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
learn_keys: Any = importlib.import_module("learn_keys")  # an example is no part of the package

from parlour.bots.learned import read, save  # noqa: E402
from parlour.engine.tensor import length, tensor  # noqa: E402


def test_a_policy_that_was_written_plays_as_a_bot(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    game, wide = load("keys"), learn_keys.WIDTH
    sizes = [(wide, length(game)), (wide, wide), (game.actions.size, wide)]
    layers = [(0.1 * rng.standard_normal(size), np.zeros(size[0])) for size in sizes]
    save(tmp_path / "policy.npz", game, layers, players=[3], seen=learn_keys.SEEN, acts=learn_keys.ACTS)
    bot = read(tmp_path / "policy.npz")
    for number in range(5):
        match, _ = one_game(game, 3, [bot] * 3, Random(number))
        assert match.over


def test_every_seat_sees_itself_first() -> None:
    """A table whose seats are turned looks the same to whoever sits where the other sat."""
    for by in range(3):
        one, other = (Match.start("keys", 3, {"starter": starter}) for starter in (0, by))
        for match in (one, other):
            match.settle(lambda n: 0)
        for step, do in enumerate([{"do": "place", "coaster": "key"}, {"do": "place", "coaster": "regular"}]):
            one.play(step, do)
            other.play((step + by) % 3, do)
        for seat in range(3):
            turned = (seat + by) % 3
            mine = tensor(one.game, one.view(seat).state)[learn_keys.SEEN[seat]]
            theirs = tensor(other.game, other.view(turned).state)[learn_keys.SEEN[turned]]
            assert np.array_equal(mine, theirs)


def test_skyjos_rewards_add_up_to_how_the_game_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables, without Stable-Baselines3: a game's rewards are its end less where it began, and masks are the rules' own."""

    class VecEnv:
        def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
            self.num_envs = num_envs

        def step(self: Any, actions: Any) -> Any:
            self.step_async(actions)
            return self.step_wait()

    stood_in = SimpleNamespace(VecEnv=VecEnv)
    for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
        monkeypatch.setitem(sys.modules, name, stood_in)
    extra("gymnasium", "gymnasium")
    learn_skyjo: Any = importlib.import_module("learn_skyjo")
    monkeypatch.delitem(sys.modules, "learn_skyjo")
    tables, rng, ended = learn_skyjo.Tables(3, 5), np.random.default_rng(5), 0
    tables.reset()
    began, paid = tables.was.copy(), np.zeros(3)
    while ended < 2:
        mask = np.array(tables.env_method("action_masks"))
        seen, reward, over, _ = tables.step((mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1))
        assert seen.shape == (3, 204 + 14 * 15)
        paid += reward
        for t in np.flatnonzero(over):
            score = tables.tables.reward[t]
            lead = np.abs(score[0] - score[1])
            assert np.abs(paid[t] + began[t]) == pytest.approx(lead / learn_skyjo.POINTS + learn_skyjo.WIN)
            began[t], paid[t], ended = tables.was[t], 0, ended + 1


def test_loops_as_pufferlib_and_envpool_have_them_play_the_same_games() -> None:
    """One batch in place, and the same tables sent and received by turns: what is shown lies where it lay, and agrees."""
    loops: Any = importlib.import_module("vector_loops")
    one, pool = loops.Buffers("keys", 4, 2), loops.Pool("keys", 2, 4, 2)
    one.reset(7)
    pool.async_reset(7)
    lies, rewarded, over = one.observations, 0.0, 0
    for _ in range(60):
        seen, rewards, ended, _, info = pool.recv()
        assert info["env_id"] == 0
        assert one.observations is lies
        assert np.array_equal(seen, lies)
        assert np.array_equal(rewards, one.rewards)
        actions = info["action_mask"].argmax(axis=1)
        pool.send(actions, 0)
        one.step(actions)
        *_, info = pool.recv()
        pool.send(info["action_mask"].argmax(axis=1), info["env_id"])
        rewarded, over = rewarded + float(rewards.sum()), over + int(ended.sum())
    assert over > 0
    assert 0 < rewarded < over
