"""A learned policy is a file that plays what it has learned, and is refused where it does not fit."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy")
from parlour.bots.learned import Misfit, digest, read, save  # noqa: E402
from parlour.engine import Match, load  # noqa: E402
from parlour.engine.tensor import length  # noqa: E402

KEYS = load("keys")
WIDE = length(KEYS)


def biased(favourite: int) -> list[tuple[Any, Any]]:
    """A net that always wants one action most."""
    last = np.zeros(KEYS.actions.size)
    last[favourite] = 50.0
    return [(np.zeros((4, WIDE)), np.ones(4)), (np.zeros((KEYS.actions.size, 4)), last)]


def opening(players: int = 2) -> Match:
    match = Match.start(KEYS, players)
    match.settle(lambda n: 0)
    return match


def test_it_plays_what_its_net_wants_of_what_is_legal(tmp_path: Path) -> None:
    match = opening()
    seat = match.to_act[0]
    for wanted in match.legal(seat):
        save(tmp_path / "policy.npz", KEYS, biased(wanted), players=[2])
        bot = read(tmp_path / "policy.npz")
        view = match.view(seat)
        assert {bot(view, view.legal, Random(n)) for n in range(20)} == {wanted}
        assert bot.odds(view, view.legal).sum() == pytest.approx(1)
        bot.greedy = True
        assert bot(view, view.legal, Random(1)) == wanted


def test_seats_and_actions_are_turned_as_the_learner_counted_them(tmp_path: Path) -> None:
    match = opening()
    seat = match.to_act[0]
    first, second = match.legal(seat)[:2]
    acts = np.tile(np.arange(KEYS.actions.size), (2, 1))
    acts[seat, [first, second]] = [second, first]
    save(tmp_path / "policy.npz", KEYS, biased(first), players=[2], seen=np.tile(np.arange(WIDE), (2, 1)), acts=acts)
    view = match.view(seat)
    assert read(tmp_path / "policy.npz")(view, view.legal, Random(1)) == second


def test_it_is_refused_where_it_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "policy.npz"
    for layers, players in ((biased(0)[:1], [2]), ([(np.zeros((3, 5)), np.zeros(3))], [2]), (biased(0), [9]), (biased(0), [])):
        with pytest.raises(Misfit):
            save(path, KEYS, layers, players=players)
    assert not path.exists()
    save(path, KEYS, biased(0), players=[2])
    view = opening(3).view(0)
    with pytest.raises(Misfit, match="plays keys for 2, not keys for 3"):
        read(path)(view, [0], Random(1))
    kept = dict(np.load(path))
    for change, said in (({"version": 99}, "version 99"), ({"digest": "0"}, "another observation"), ({"form": 2}, "form 2")):
        about = json.dumps(json.loads(str(kept["about"])) | change)
        np.savez(path, **{**kept, "about": about})
        with pytest.raises(Misfit, match=said):
            read(path)
    path.write_bytes(b"nothing")
    with pytest.raises(Misfit, match="no learned policy"):
        read(path)
    assert digest("keys") != digest("skyjo")
