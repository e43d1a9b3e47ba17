"""OpenSpiel's own random play on every game, its solvers on KEYS, and what a seat's string tells."""

import pickle
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, Match, games, load
from tests.conftest import extra
from tests.engine.tiny import tiny

extra("open-spiel", "pyspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402
from open_spiel.python.algorithms.best_response import BestResponsePolicy  # noqa: E402
from open_spiel.python.algorithms.cfr import CFRSolver  # noqa: E402
from open_spiel.python.algorithms.exploitability import exploitability  # noqa: E402
from open_spiel.python.algorithms.ismcts import ISMCTSBot  # noqa: E402
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # noqa: E402
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver  # noqa: E402
from open_spiel.python.policy import UniformRandomPolicy  # noqa: E402

import parlour.adapters.open_spiel  # noqa: E402, F401  registers the games
from parlour.adapters.open_spiel import State, position, register  # noqa: E402


def step(state: Any, rng: Random) -> tuple[int, int]:
    """One random step; who and what."""
    player = state.current_player()
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        action = rng.choices(outcomes, odds)[0]
    else:
        action = rng.choice(state.legal_actions())
    state.apply_action(action)
    return player, action


@pytest.mark.parametrize("name", games())
def test_its_random_play_passes(name: str) -> None:
    short = {"skyjo": ",end_score=50", "kings_keys": ",round_limit=10"}.get(name, "")
    for players, serialize in ((load(name).seats.start, True), (min(load(name).seats.stop - 1, 6), False)):
        game = pyspiel.load_game(f"parlour_{name}(players={players}{short})")
        assert game.num_players() == players
        pyspiel.random_sim_test(game, num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize("name", games())
def test_chance_sums_to_one_and_returns_are_shares_of_the_win(name: str) -> None:
    state, rng, rolled = pyspiel.load_game(f"parlour_{name}").new_initial_state(), Random(1), 0
    while not state.is_terminal():
        assert state.returns() == [0.0] * state.num_players()
        if state.is_chance_node():
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
            rolled += 1
        step(state, rng)
    assert rolled
    assert sum(state.returns()) == pytest.approx(state.get_game().utility_sum())


def test_a_game_that_nobody_wins_is_worth_the_same_to_all() -> None:
    """So that every game is of constant sum: SKYJO ends without a count after as many turns as were agreed."""
    state, rng = pyspiel.load_game("parlour_skyjo(players=4,turn_cap=50)").new_initial_state(), Random(1)
    while not state.is_terminal():
        step(state, rng)
    assert state.returns() == [0.25] * 4


def best_reply(total: int, mine: bool) -> float:
    """How often whoever plays best beats one who adds 1 to 3 at random to a total, until it is 10."""
    if total >= 10:
        return float(not mine)  # who made it 10 has won
    worth = [best_reply(total + more, not mine) for more in (1, 2, 3)]
    return max(worth) if mine else sum(worth) / 3


def test_its_exploitability_of_playing_at_random_is_what_the_best_reply_wins(tmp_path: Path) -> None:
    """On a game small enough to be looked through. It refuses games that are not declared of constant sum."""
    register(tiny(tmp_path))
    game = pyspiel.load_game("parlour_tiny(players=2)")
    wanted = (best_reply(0, True) + best_reply(0, False)) / 2 - 1 / 2
    assert exploitability(game, UniformRandomPolicy(game)) == pytest.approx(wanted)
    kind = pyspiel.load_game("parlour_keys(players=2)").get_type()
    assert kind.utility == pyspiel.GameType.Utility.CONSTANT_SUM


@pytest.mark.parametrize("name", games())
def test_games_and_states_are_pickled_as_its_own_are(name: str) -> None:
    game = pyspiel.load_game(f"parlour_{name}")
    again = pickle.loads(pickle.dumps(game))
    assert (again.get_parameters(), again.num_players()) == (game.get_parameters(), game.num_players())
    state, rng = game.new_initial_state(), Random(1)
    for _ in range(12):
        step(state, rng)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_pickled_game_is_read_where_nothing_of_parlour_was_imported() -> None:
    game = pyspiel.load_game("parlour_keys(players=3,to_win=1)")
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    told = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(game), capture_output=True, check=True)
    assert told.stdout.decode().strip() == str(game)


@pytest.mark.parametrize("name", games())
def test_a_seats_string_holds_all_that_it_knew_and_chose_before(name: str) -> None:
    """Perfect recall: two histories that a seat cannot tell apart now it never could, and it chose the same in both."""
    game = pyspiel.load_game(f"parlour_{name}")
    paths: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    for seed in range(4):
        for fork in range(6):  # games that begin alike and part
            state, rng, path = game.new_initial_state(), Random(seed), []
            for number in range(14):
                if number == 2 * fork:
                    rng = Random(f"{seed}/{fork}")
                if state.is_terminal():
                    break
                if state.current_player() == 0:
                    path.append(state.information_state_string(0))
                    paths[path[-1]].add(tuple(path))
                player, action = step(state, rng)
                if player == 0:
                    path.append(action)
    assert len(paths) > 8
    assert all(len(found) == 1 for found in paths.values())


@pytest.mark.parametrize("name", games())
def test_a_state_dealt_anew_is_the_same_to_its_seat_and_not_to_others(name: str) -> None:
    state, rng, differ = pyspiel.load_game(f"parlour_{name}").new_initial_state(), Random(3), 0
    for _ in range(60):
        if state.is_terminal():
            break
        player = state.current_player()
        if player >= 0:
            other: State = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            differ += other.truth.cells != state.truth.cells
            step(other, rng)
        step(state, rng)
    assert (differ > 0) == (name != "skyjo"), "a hidden card of SKYJO has no identity before it is turned"


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ("skyjo(end_score=70)", {"end_score": 70}),
        ("keys(own_stack=until_bid)", {"own_stack": "until_bid", "starter": "random"}),
        ("keskife(blocked=sound+stand,first_leader=2)", {"blocked": ["sound", "stand"], "first_leader": 2}),
    ],
)
def test_options_are_parameters(given: str, options: dict[str, Any]) -> None:
    game = pyspiel.load_game(f"parlour_{given}")
    assert {name: game.start().log().options[name] for name in options} == options


def test_options_that_do_not_fit_say_so() -> None:
    with pytest.raises(GameError, match="from 50 to 300"):
        pyspiel.load_game("parlour_skyjo(end_score=1)")


def test_its_information_set_search_and_its_outcome_sampling_run_on_keys() -> None:
    game = pyspiel.load_game("parlour_keys(players=2)")
    rng = np.random.RandomState(1)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, rng), 1.4, 20, random_state=rng)
    state, dice, asked = game.new_initial_state(), Random(1), 0
    while not state.is_terminal() and asked < 6:
        if state.is_chance_node():
            step(state, dice)
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        asked += 1
    solver = OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    policy = solver.average_policy()
    beginning = game.new_initial_state()
    step(beginning, dice)
    assert sum(policy.action_probabilities(beginning).values()) == pytest.approx(1)


def ending(mine: int, theirs: int) -> Match:
    """The last rounds of KEYS for two, by so many coasters left: whoever succeeds once wins."""
    match = Match.start("keys", 2, {"starter": 0, "to_win": 1})
    match.settle(Random(1).randrange)
    form = match.position()
    form["cells"]["round"] += 8 - mine - theirs
    form["cells"]["owned"][:2] = [mine, theirs]
    return Match.from_position(form)


@pytest.mark.long
def test_its_cfr_solves_the_end_of_keys_and_the_best_response_gains_nothing_by_it() -> None:
    """One coaster against two: small enough to be walked from Python. Two against two is in bench/exploitability.py."""
    game = pyspiel.load_game(f"parlour_keys(players=2,position={position(ending(1, 2))})")
    solver = CFRSolver(game)
    found = []
    for _ in range(16):
        solver.evaluate_and_update_policy()
        found.append(exploitability(game, solver.average_policy()))
    assert found[-1] < found[0] / 8
    assert found[-1] < 0.02
    average, beginning = solver.average_policy(), game.new_initial_state()
    worth = [BestResponsePolicy(game, seat, average).value(beginning) for seat in range(2)]
    assert sum(worth) == pytest.approx(1 + 2 * found[-1])
    assert exploitability(game, UniformRandomPolicy(game)) > found[-1]


def test_a_position_is_where_the_game_begins() -> None:
    text = position(ending(2, 2))
    game = pyspiel.load_game(f"parlour_keys(players=2,position={text})")
    assert game.new_initial_state().truth.cells.owned[:2] == [2, 2]
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for given, said in (
        (f"players=3,position={text}", "the position is of keys for 2, not keys for 3"),
        (f"players=2,to_win=3,position={text}", "its own options, so 'to_win'"),
        ("players=2,position=nonsense", "'position' is none that"),
        ("players=2,history=-1", "'history' is how many"),
    ):
        with pytest.raises(GameError, match=said):
            pyspiel.load_game(f"parlour_keys({given})")


def test_the_information_state_tensor_tells_what_the_string_does_as_far_as_it_remembers() -> None:
    """Of games that begin alike: equal strings have equal tensors, and with a history long enough different ones differ."""
    told: dict[str, dict[str, bytes]] = {}
    for history in (0, 40):
        game = pyspiel.load_game(f"parlour_keys(players=2,history={history})")
        for seed in range(40):
            state, rng = game.new_initial_state(), Random(seed)
            for _ in range(14):
                if state.is_terminal():
                    break
                for seat in range(2):
                    tensor = np.asarray(state.information_state_tensor(seat), np.float32)
                    assert tensor.shape == tuple(game.information_state_tensor_shape())
                    seen = told.setdefault(str(history), {}).setdefault(state.information_state_string(seat), tensor.tobytes())
                    assert seen == tensor.tobytes()
                step(state, rng)
    assert len(set(told["40"].values())) == len(told["40"]) == len(told["0"]) > len(set(told["0"].values()))


def test_what_was_heard_last_stands_first_in_the_tensor() -> None:
    game = pyspiel.load_game("parlour_keys(players=2,starter=0,history=3)")
    state = game.new_initial_state()
    for do in ("key", "regular", "regular"):
        state.apply_action(game.rules.actions.number({"do": "place", "coaster": do}))
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    placed = next(number for number, name in game.rules.events.names.items() if name == "placed")
    for seat, secrets in ((0, [1, 0, 1]), (1, [0, 1, 0])):  # whose coasters are known, the latest first
        observer.set_from(state, seat)
        heard = observer.dict["heard"]
        assert heard[:, placed].tolist() == [1, 1, 1]
        assert heard[:, len(game.rules.events.names) : len(game.rules.events.names) + 2].argmax(axis=1).tolist() == [0, 1, 0]
        assert heard[:, -2].tolist() == secrets, "whether the value is known"
        assert observer.dict["chose"][:, 0].tolist() == ([1, 1, 0] if seat == 0 else [1, 0, 0])
