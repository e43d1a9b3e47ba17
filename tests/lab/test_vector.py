"""Games side by side: both carriers alike, what is seen and may be chosen as the rules say, finished games begun anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.engine import GameError, games, load
from parlour.engine.carriers.compiled import available
from parlour.engine.carriers.compiled import load as compiled
from parlour.engine.carriers.plain import Plain
from parlour.engine.view import seats_in
from parlour.testing.plugin import missing
from tests.conftest import extra
from tests.engine.tiny import tiny

np = pytest.importorskip("numpy")
from parlour.engine.features import bounds, count, declared, features  # noqa: E402
from parlour.engine.tensor import raw, tensor  # noqa: E402
from parlour.lab import encoder  # noqa: E402
from parlour.lab.vector import Vector  # noqa: E402


def played(vector: Vector, seed: int, steps: int) -> Iterator[tuple[Any, ...]]:
    """What came of some random steps, copied; the choices depend on the masks alone."""
    seen, mask, seat = vector.reset(seed)
    reward, done = vector.reward, vector.done
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        yield seen.copy(), mask.copy(), seat.copy(), reward.copy(), done.copy()
        actions = (mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1)
        seen, mask, seat, reward, done = vector.step(actions)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("learners", ["all", "rotating"])
def test_both_carriers_play_the_same(name: str, learners: str) -> None:
    if not available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    game = load(name)
    opponents = "simple" if game.policy is not None else "random"
    given: dict[str, Any] = {"players": game.seats.start, "learners": learners, "opponents": opponents}
    given["autoreset"] = "NextStep" if learners == "rotating" else "SameStep"
    pair = [Vector(game, 5, carrier=carrier, **given) for carrier in (Plain(game), compiled(game))]
    for one, other in zip(*(played(vector, 7, 160) for vector in pair), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("name", games())
def test_what_is_seen_and_may_be_chosen_is_as_the_rules_say(name: str) -> None:
    game = load(name)
    vector, hot = (Vector(game, 3, carrier=Plain(game), observation=kind) for kind in ("cells", "one-hot"))
    ended = 0
    for number, (one, other) in enumerate(zip(played(vector, 3, 400), played(hot, 3, 400), strict=True)):
        seen, mask, seat, reward, done = one
        ended += int(done.astype(bool).sum())
        assert np.array_equal(reward.sum(axis=1) > 0, done == 1) or name == "keskife"
        if number % 8:
            continue
        for t in range(3):
            state = vector.states[t]
            assert seats_in(game.to_act(state))[0] == seat[t]
            out = [0] * game.actions.size
            assert np.flatnonzero(mask[t]).tolist() == sorted(out[: game.legal(state, seat[t], out)])
            view = state.clone()
            game.hide(view, seat[t])
            assert np.array_equal(other[0][t], tensor(game, view))
            assert [value for field in seen.dtype.names for value in seen[field][t].ravel()] == raw(game, view).tolist()
    assert ended or name in ("kings_keys", "skyjo")


def test_what_has_changed_is_encoded_the_same_with_and_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    extra("fast", "numba")
    game = load("skyjo")
    pair = [Vector(game, 4, 2, carrier=Plain(game), observation="one-hot") for _ in range(2)]
    for number, (one, other) in enumerate(zip(*(played(vector, 5, 12) for vector in pair), strict=True)):
        assert np.array_equal(one[0], other[0])
        monkeypatch.setattr(encoder, "available", lambda now=number % 2: bool(now))


def test_cells_are_shared_without_a_copy_and_masks_are_packed() -> None:
    vector = Vector("skyjo", 3, 2)
    vector.reset(1)
    assert vector.dtype.fields is not None
    rows, (kind, at) = np.from_dlpack(vector.rows), vector.dtype.fields["grid"][:2]
    grids = rows[:, at : at + kind.itemsize].copy().view(kind.base).reshape(3, 8, 12)
    assert np.array_equal(grids, vector.fields["grid"])
    for array in (rows, vector.mask, vector.reward, vector.seen):
        assert array.flags.c_contiguous
        assert array.ctypes.data % 64 == 0, "JAX would copy it"
    grid = np.from_dlpack(vector.fields["grid"])
    assert grid.shape == (3, 8, 12)
    assert np.shares_memory(grid, vector.fields["grid"])
    before = grid.copy()
    for _ in range(6):
        vector.step(vector.mask.argmax(axis=1))
    assert not np.array_equal(grid, before)
    packed = vector.packed_mask()
    assert packed.shape == (3, -(-vector.actions // 8))
    assert np.array_equal(np.unpackbits(packed, axis=1, count=vector.actions, bitorder="little"), vector.mask)


@pytest.mark.parametrize("name", [name for name in games() if declared(name)])
def test_features_are_within_their_bounds_and_alike_on_both_carriers(name: str) -> None:
    game, players = load(name), load(name).seats.stop - 1
    low, high = bounds(game)
    carriers = [Plain(game), compiled(game)] if available() else [Plain(game)]
    options = {"venue": "stage"} if name == "keskife" else {}  # where gestures are made on the page
    vectors = [Vector(game, 3, players, options, carrier=carrier, observation="features") for carrier in carriers]
    views = Vector(game, 3, players, options, carrier=Plain(game))
    for number, steps in enumerate(zip(*(played(vector, 4, 60) for vector in (*vectors, views)), strict=True)):
        seen = steps[0][0]
        assert seen.shape == (3, count(game)) == (3, len(low))
        assert ((low <= seen) & (seen <= high)).all()
        assert all(np.array_equal(seen, other[0]) for other in steps[1:-1])
        view = views.states[views.tables + number % 3]
        assert np.array_equal(seen[number % 3], features(game, view, int(steps[0][2][number % 3])))


def test_a_game_without_features_says_so(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    with pytest.raises(GameError, match="tiny declares no features"):
        Vector(game, 2, carrier=Plain(game), observation="features")


def test_finished_games_begin_anew_and_pay_the_winner() -> None:
    game = load("keys")
    vector = Vector(game, 2, 3, learners=1, carrier=Plain(game))
    won = games_over = 0
    for _, _, seat, reward, done in played(vector, 5, 250):
        assert set(seat) == {1}
        for t in np.flatnonzero(done):
            games_over += 1
            won += reward[t, 1] == 1
            assert sorted(reward[t]) == [0, 0, 1]
            assert vector.states[t].round <= 1
    assert games_over > 8
    assert won > 0


def test_a_learner_that_rotates_sits_everywhere() -> None:
    game = load("keys")
    vector = Vector(game, 4, 2, learners="rotating", carrier=Plain(game))
    seats = [seat for _, _, seat, _, _ in played(vector, 1, 120)]
    assert list(seats[0]) == [0, 1, 0, 1]
    assert all({seat[t] for seat in seats} == {0, 1} for t in range(4))


def test_scores_are_paid_where_they_are_asked_for() -> None:
    game = load("skyjo")
    vector = Vector(game, 4, 2, {"end_score": 50}, reward="score", carrier=Plain(game))
    paid = [reward[t] for _, _, _, reward, done in played(vector, 2, 500) for t in np.flatnonzero(done)]
    assert paid
    assert all(min(scores) <= -50 for scores in paid)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    game = load("keys")
    vector = Vector(game, 3, carrier=Plain(game))
    with pytest.raises(GameError, match="reset comes before"):
        vector.step([0, 0, 0])
    _, mask, seat = vector.reset(1)
    before = [state.clone() for state in vector.states]
    good = mask.argmax(axis=1)
    for bad, said in ((game.actions.size, "table 1"), (-1, "table 1"), (int((~mask[1]).argmax()), f"table 1: seat {seat[1]}")):
        with pytest.raises(GameError, match=said):
            vector.step([good[0], bad, good[2]])
    with pytest.raises(GameError, match="each of 3 tables"):
        vector.step([0])
    assert before == vector.states


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tables": 0}, "'tables'"),
        ({"learners": 2}, "'learners' is 'all'"),
        ({"opponents": "strong"}, "'opponents' of keys is random or simple"),
        ({"observation": "picture"}, "'observation' is cells, one-hot, features"),
        ({"reward": "fame"}, "rewards are counted"),
        ({"autoreset": "never"}, "'autoreset' is SameStep, NextStep, Disabled"),
        ({"players": 9}, "2 to 5 players"),
    ],
)
def test_bad_input_says_what_is_wrong(given: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said):
        Vector(**{"game": "keys", "tables": 2, "players": 2, **given})
    with pytest.raises(GameError, match="a seed is a whole number"):
        Vector("keys", 2).reset(-1)
