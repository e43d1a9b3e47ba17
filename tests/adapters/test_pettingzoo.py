"""PettingZoo's own conformance suite on every game, and what it does not ask."""

from copy import deepcopy
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.engine import GameError, games, load
from tests.conftest import extra

extra("pettingzoo", "pettingzoo")

import numpy as np  # noqa: E402
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.seed_test import parallel_seed_test  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

from parlour.adapters.pettingzoo import AtOnce, Turns, env, parallel_env  # noqa: E402

TABLES = [(name, players) for name in games() for players in load(name).seats]
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),  # it is a Dict with a mask, and the suite
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),  # knows the names of those it allows
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # of a game that is over
]


def random_action(table: Any, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"])))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_its_suite_passes(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, players), num_cycles=12)
    seed_test(lambda: env(name, players), num_cycles=6)
    render_test(lambda render_mode: env(name, players, render_mode=render_mode))
    parallel_api_test(parallel_env(name, players), num_cycles=12)
    parallel_seed_test(lambda: parallel_env(name, players), num_cycles=6)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_its_bound_on_cycles_holds(name: str, players: int) -> None:
    """The suite plays anything, legal or not: what is not is passed over, unless one asks otherwise."""
    made = {made.__name__: partial(made, name, players) for made in (env, parallel_env)}
    max_cycles_test(SimpleNamespace(**made))


def test_before_the_beginning_and_after_the_end_it_says_what_every_environment_says() -> None:
    turns, rng = env("keys"), Random(1)
    for asked in (turns.last, turns.agent_iter, lambda: turns.step(0), lambda: turns.observe("player_0")):
        with pytest.raises((AssertionError, AttributeError), match=r"before reset|called before"):
            asked()
    turns.reset(seed=1)
    for _ in turns.agent_iter():
        over = turns.terminations[turns.agent_selection]
        turns.step(None if over else random_action(turns, rng))
    at_once = parallel_env("keys", max_cycles=1)
    for early in (lambda: at_once.step({}), at_once.render):
        with pytest.raises(AssertionError, match="needs to be called before"):
            early()
    at_once.reset(seed=1)
    at_once.step(dict.fromkeys(at_once.agents, at_once.rules.wait))
    EnvLogger.flush()
    turns.step(0)
    assert at_once.step({"player_0": 0}) == ({}, {}, {}, {}, {})
    assert [said for said in EnvLogger.mqueue if "Should reset() first" in said]
    EnvLogger.flush()


@pytest.mark.parametrize("name", games())
def test_only_what_asks_all_at_once_says_it_can_be_parallel(name: str) -> None:
    """`aec_to_parallel` of PettingZoo goes by it."""
    assert not env(name).metadata["is_parallelizable"]
    assert parallel_env(name).metadata["is_parallelizable"]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("reward", ["win", "score"])
def test_rewards_come_at_the_end(name: str, reward: str) -> None:
    table, rng = env(name, reward=reward), Random(2)
    table.reset(seed=2)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        _, gained, over, _, _ = table.last()
        assert over or gained == 0
        total[agent] += gained
        table.step(None if over else random_action(table, rng))
    match = table.episode.match
    if reward == "win":
        assert sum(total.values()) == pytest.approx(1)
        assert [value > 0 for value in total.values()] == [rank == 1 for rank in match.rank()]
    else:
        assert list(total.values()) == [-score if name == "skyjo" else score for score in match.score()]


def test_a_later_seat_sees_nothing_of_an_earlier_sealed_choice() -> None:
    table, rng, compared = env("keskife", 5, observation="cells"), Random(1), 0
    for seed in range(3):
        table.reset(seed=seed)
        while table.agents and not table.episode.over:
            first, *later = table.episode.asked
            choices = table.episode.legal(first)
            if later and len(choices) > 1 and compared < 150:
                seen = []
                for choice in choices[:3]:
                    other = deepcopy(table)
                    other.step(choice)
                    assert other.episode.asked == later
                    seen.append(other.observe(other.agent_selection))
                assert all(np.array_equal(a["observation"], seen[0]["observation"]) for a in seen)
                assert all(np.array_equal(a["action_mask"], seen[0]["action_mask"]) for a in seen)
                compared += 1
            table.step(random_action(table, rng))
    assert compared > 10


def test_all_who_are_asked_choose_at_once() -> None:
    table, rng, together = parallel_env("keskife", 6), Random(1), 0
    seen, _ = table.reset(seed=4)
    while table.agents:
        asked = [f"player_{seat}" for seat in table.episode.asked]
        assert all(seen[agent]["action_mask"][table.rules.wait] == (agent not in asked) for agent in table.agents)
        together += len(asked) > 1
        before = table.episode.steps
        actions = {agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in table.agents}
        seen, rewards, over, _, _ = table.step(actions)
        assert table.episode.steps >= before + len(asked)
    assert together > 6
    assert all(over.values())
    assert sum(rewards.values()) == pytest.approx(1)


def test_what_a_seat_may_do_unasked_is_offered_where_it_is_asked_for() -> None:
    plain, free = env("keskife", 4), env("keskife", 4, may=True)
    leave = load("keskife").actions.number({"do": "leave"})
    plain.reset(seed=1)
    free.reset(seed=1)
    assert plain.infos[plain.agent_selection]["action_mask"][leave] == 0
    rng, waited = Random(5), 0
    while free.agents and not free.episode.over:
        mask = free.infos[free.agent_selection]["action_mask"]
        waits = bool(mask[free.rules.wait])
        waited += waits
        assert mask[leave]
        choices = [action for action in np.flatnonzero(mask) if action != leave]
        free.step(int(free.rules.wait if waits else rng.choice(choices)))
    assert waited > 10
    assert free.episode.match.over


@pytest.mark.parametrize("make", [env, parallel_env])
def test_an_illegal_action_loses_is_passed_over_or_raises(make: Any) -> None:
    def after(illegal: str) -> tuple[Turns | AtOnce, int]:
        table = make("keys", 2, illegal=illegal)
        table.reset(seed=1)
        seat = table.episode.asked[0]
        wrong = table.episode.match.game.actions.number({"do": "pass"})
        agents = {f"player_{p}": wrong if p == seat else table.rules.wait for p in range(2)}
        table.step(wrong if make is env else agents)
        return table, seat

    lost, seat = after("lose")
    assert lost.episode.rewards() == [-1.0 if p == seat else 0.0 for p in range(2)]
    passed, seat = after("idle")
    assert passed.episode.steps == 2
    with pytest.raises(GameError, match="may not play"):
        after("raise")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"reward": "fame"}, "rewards are counted by win or by score"),
        ({"observation": "smell"}, "a view is observed as tensor, cells, features"),
        ({"illegal": "shrug"}, "an illegal action is lose, idle, raise"),
        ({"players": 9}, "is for 2 to 5 players"),
        ({"options": {"no": 1}}, "has no option 'no'"),
    ],
)
def test_bad_input_says_what_is_wrong(given: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said):
        env("keys", **given)
