"""Metrics of games whose values are known: games made by hand, and toys."""

from pathlib import Path

import pytest

from parlour.engine.contract.game import Game
from parlour.lab.metrics import METRICS, QUICK, THOROUGH, Step, Trace, UnknownMetric, metric
from parlour.lab.watched import Deal, traced
from tests.lab.toys import COIN, SKILL, toy


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return toy(tmp_path, COIN)


def made(game: Game, scores: list[list[int]], wins: list[float]) -> Trace:
    """A game with a decision between four actions before each of these score sheets, the seats in turn."""
    steps = [Step(i % 2, i % 3, (0, 1, 2, 3), row) for i, row in enumerate(scores)]
    return Trace(game, 2, {}, steps, True, wins)


def told(name: str, trace: Trace) -> object:
    return METRICS[name](trace)


def test_the_shape_of_a_game(game: Game) -> None:
    trace = made(game, [[0, 0]] * 10, [0.0, 1.0])
    assert (told("decisions", trace), told("branching", trace), told("choice", trace)) == (10, 4, 1)
    assert told("tree", trace) == pytest.approx(6.0206, abs=1e-4), "ten decisions of four actions: 4 to the tenth"
    assert (told("first_seat", trace), told("first_seat", made(game, [[0, 0]], [1.0, 0.0]))) == (0, 2)
    assert told("first_seat", made(game, [[0, 0]], [0.0, 0.0])) is None, "nobody won"
    forced = Trace(game, 2, {}, [Step(0, 1, (1,), [0, 0])], True, [1.0, 0.0])
    assert (told("choice", forced), told("branching", forced), told("tree", forced)) == (0, 1, 0)


def test_who_leads_and_what_becomes_of_it(game: Game) -> None:
    trace = made(game, [[4, 0], [4, 2], [4, 8], [4, 8]], [0.0, 1.0])
    assert told("changes", trace) == 1
    assert told("drama", trace) == pytest.approx((0.5**0.5 + 0.25**0.5) / 2), "behind by 4 and by 2 of 8"
    assert told("clear", trace) == 0.75, "from the third of four decisions on"
    assert told("margin", trace) == 1
    assert (told("runaway", trace), told("comeback", trace)) == (0, 1), "seat 0 leads at half-time, seat 1 wins"
    led = made(game, [[1, 0], [2, 0]], [1.0, 0.0])
    assert (told("drama", led), told("changes", led), told("clear", led)) == (0, 0, 0.5)
    assert (told("runaway", led), told("comeback", led)) == (1, 0)
    level = made(game, [[1, 1], [2, 2]], [0.5, 0.5])
    assert [told(name, level) for name in ("drama", "clear", "margin", "runaway", "comeback")] == [None] * 5


def test_which_actions_are_used_and_win(game: Game) -> None:
    trace = made(game, [[0, 0]] * 6, [1.0, 0.0])
    assert told("use", trace) == pytest.approx({"say 1": 1 / 3, "say 2": 1 / 3, "say 3": 1 / 3, "say 4": 0})
    one = Trace(game, 2, {}, [Step(0, 3, (0, 3), [0, 0]), Step(1, 0, (0, 3), [0, 0])], True, [1.0, 0.0])
    assert told("win_rate", one) == {"say 4": 2, "say 1": 0}


def test_what_is_hidden_is_told_in_bits(game: Game) -> None:
    trace = traced(Deal(game, ("random", "random"), {}, 1, 1))
    found = METRICS["entropy"](trace)
    assert isinstance(found, dict)
    assert found["0 %"] == 0, "nobody has said anything"
    assert found["100 %"] == pytest.approx(2, abs=0.12), "one of four numbers"
    assert told("unknown", trace) == pytest.approx((0.2 * 3) / 5, abs=0.21), "one value of five, where seat 1 decides"


def test_a_decision_weighs_what_hangs_on_it(tmp_path: Path, game: Game) -> None:
    high = ("tests.lab.toys:high",) * 2
    assert told("weight", traced(Deal(game, high, {}, 1, 1))) == 0, "the coin decides"
    assert told("weight", traced(Deal(toy(tmp_path, SKILL), high, {}, 1, 1))) == 0.5, "a level game, or a lost one"


def test_every_metric_has_a_definition_a_source_and_a_place() -> None:
    assert set(METRICS) == {*QUICK, *THOROUGH}
    for one in METRICS.values():
        assert one.function.__doc__
        assert "Source: " in one.function.__doc__ or one.name in ("margin", "comeback")


def bluffs(trace: Trace) -> float:
    return float(trace.decisions)


bluffs.label = "bluffs a game"  # type: ignore[attr-defined]


def test_a_designers_own_is_named_by_its_import_path(game: Game) -> None:
    own = metric("tests.lab.test_known_metrics:bluffs")
    assert (own.label, own(made(game, [[0, 0]] * 3, [1.0, 0.0])), own.share) == ("bluffs a game", 3, False)
    for name in ("fame", "no.such.module", "tests.lab.test_known_metrics:gone", "tests.lab.toys:COIN"):
        with pytest.raises(UnknownMetric):
            metric(name)
