"""Tensors and information states derived from the declared cells."""

from random import Random
from typing import Any

import pytest

from parlour.engine.contract.game import Game, games, load
from parlour.testing.reach import reached

np = pytest.importorskip("numpy")
from parlour.engine.tensor import information_state, length, tensor  # noqa: E402


@pytest.mark.parametrize("name", games())
def test_different_states_give_different_tensors(name: str) -> None:
    game = load(name)
    met: dict[bytes, object] = {}
    for match in reached(game, most=120):
        vector = tensor(game, match.state)
        assert vector.shape == (length(game),)
        assert set(np.unique(vector)) <= {0, 1}
        assert met.setdefault(vector.tobytes(), match.state) == match.state
    assert len(met) > 10


@pytest.mark.parametrize("name", games())
def test_a_guess_of_a_seat_has_the_information_state_of_the_truth(name: str) -> None:
    game, rng, compared = load(name), Random(1), 0
    for match in reached(game, most=40):
        if match.over:
            continue
        view = match.view(rng.randrange(match.players))
        twin = view.state.clone()
        game.fill(twin, view.seat, [rng.getrandbits(60)])
        same = information_state(type(view)(game, view.seat, match.players, _hidden(game, twin, view.seat), view.events))
        assert same == information_state(view)
        assert hash(same) == hash(information_state(view))
        assert np.array_equal(tensor(game, view.state), tensor(game, _hidden(game, twin, view.seat)))
        compared += 1
    assert compared


def _hidden(game: Game, state: Any, seat: int) -> Any:
    seen = state.clone()
    game.hide(seen, seat)
    return seen


def test_events_tell_situations_apart_that_look_alike() -> None:
    match = next(m for m in reached(load("keys")) if len(m.state.events) > 3)
    view = match.view(0)
    shorter = type(view)(view.game, view.seat, view.players, view.state, view.events[:-1])
    assert information_state(shorter) != information_state(view)
