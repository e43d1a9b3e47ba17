"""Simulation: results by kind of bot, seats that rotate, one seed one result, whichever carrier plays."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.bots import UnknownBot
from parlour.engine import Game, GameError, Log, Match, Seating, load
from parlour.engine.carriers import compiled as carriers
from parlour.engine.carriers.plain import Plain
from parlour.engine.carriers.source import NotCompiled
from parlour.lab import carriers as choice
from parlour.lab import chunks
from parlour.lab.bench import bench, speed
from parlour.lab.chunks import Row, one_game, seating
from parlour.lab.simulate import Report, simulate, wilson
from parlour.lab.workers import WorkerLost, spread
from parlour.testing.plugin import missing
from tests.patience import PATIENCE


def run(game: str = "keys", **given: Any) -> Report:
    return simulate(load(game), **{"players": 3, "games": 40, "bots": ["random"], "seed": 3, **given})


def results(report: Report) -> dict[str, object]:
    return {name: value for name, value in report.to_json().items() if "second" not in name and name != "carrier"}


def test_one_seed_one_result() -> None:
    assert results(run(bots=["simple", "random"])) == results(run(bots=["simple", "random"]))
    assert results(run()) == results(run())
    assert results(run(seed=4)) != results(run())


def test_both_carriers_count_the_same() -> None:
    if not carriers.available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    game = load("keys")
    carriers.warm(game)
    plain, compiled = run(carrier=Plain(game)), run(carrier=carriers.load(game))
    assert (plain.carrier, compiled.carrier) == ("plain", "compiled")
    assert results(plain) == results(compiled)


def test_the_number_of_workers_changes_nothing() -> None:
    rows: dict[int, list[Row]] = {1: [], 2: []}
    logs: dict[int, dict[int, Log]] = {1: {}, 2: {}}
    reports = [
        run(bots=["simple", "random"], workers=n, rows=rows[n].append, logged=[0, 39], log=logs[n].__setitem__) for n in (1, 2)
    ]
    assert results(reports[0]) == results(reports[1])
    assert rows[1] == rows[2]
    assert [row.game for row in rows[1]] == list(range(40))
    assert logs[1] == logs[2]
    assert list(logs[1]) == [0, 39]
    assert sum(row.steps for row in rows[1]) == reports[0].steps


def test_a_kept_log_is_of_the_game_that_was_counted() -> None:
    for bots in (["simple"], ["simple", "random"], ["random"]):
        rows: list[Row] = []
        logs: dict[int, Log] = {}
        run(bots=bots, rows=rows.append, logged=range(40), log=logs.__setitem__)
        for row in rows:
            match = Match.replay(logs[row.game])
            assert (match.score(), match.rank(), len(logs[row.game].actions)) == (row.scores, row.ranks, row.steps)


def test_a_worker_that_ends_is_said() -> None:
    with pytest.raises(WorkerLost, match="ended before"):
        list(spread(os._exit, [1, 1], workers=2))


@pytest.mark.long
def test_a_script_that_every_worker_would_begin_anew_says_what_it_lacks(tmp_path: Path) -> None:
    """One line a worker and one for the error, and not the ends of all of them."""
    script = tmp_path / "study.py"
    call = 'simulate("keys", players=3, games=2000, bots=["random"], workers=2)'
    script.write_text(f"from parlour.lab.simulate import simulate\nprint({call}.games)\n", encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr.count("bootstrapping") == 0
    assert [line for line in done.stderr.splitlines() if line.startswith("parlour: a script that plays in several processes")]
    assert '`if __name__ == "__main__":`' in done.stderr.splitlines()[-1]
    guarded = f"from parlour.lab.simulate import simulate\nif __name__ == '__main__':\n    print({call}.games)\n"
    script.write_text(guarded, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("2000\n", "")


def test_the_report_adds_up() -> None:
    steps: list[int] = []
    report = run(bots=["simple", "random", "random"], progress=steps.append)
    assert sum(steps) == report.games == 40
    assert [(s.bot, s.games) for s in report.bots] == [("simple", 40), ("random", 80)]
    assert sum(s.win_share * s.games for s in report.bots) == pytest.approx(40)
    for s in report.bots:
        low, high = s.win_share_interval
        assert 0 <= low < s.win_share < high <= 1
    assert set(report.to_json()) >= {"game", "players", "games", "steps", "seconds", "steps_per_second", "carrier", "bots"}
    assert "simple" in report.to_text()


def test_seats_rotate() -> None:
    counts = Counter((seat, kind) for number in range(6) for seat, kind in enumerate(seating(["simple", "random"], 3, number)))
    assert {counts[seat, "simple"] for seat in range(3)} == {4}


def test_chance_and_bots_are_driven_by_one_generator() -> None:
    game = load("keys")
    asked: list[int] = []

    def first(view: Any, legal: Sequence[int], rng: Random) -> int:
        asked.append(view.seat)
        return legal[0]

    match, steps = one_game(game, 2, [first, first], Random(1))
    assert match.over
    assert steps == len(match.log().actions) > len(asked) > 0


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"players": 99}, Seating),
        ({"bots": ["no such bot"]}, UnknownBot),
        ({"options": {"no such option": 1}}, GameError),
    ],
)
def test_bad_input_says_what_is_wrong(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        run(**given)


def test_wilsons_interval() -> None:
    low, high = wilson(0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert [wilson(0, n)[0] for n in range(1, 1000)] == [0.0] * 999, "not nearly"
    assert [wilson(1, n)[1] for n in range(1, 1000)] == [1.0] * 999
    assert wilson(1, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_speed_counts_steps_of_process_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("keys")
    assert speed(Plain(game), game, 0.02) > 0
    monkeypatch.setattr("parlour.lab.bench.available", lambda: False)
    measured = bench(game, 0.01)
    assert measured["compiled"] is None
    assert measured["plain"]


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing is compiled yet; what would be is noted here, and the games are then played on lists all the same."""
    noted: list[str] = []
    monkeypatch.setattr(carriers, "ready", lambda game: False)
    monkeypatch.setattr(carriers, "available", lambda: True)
    monkeypatch.setattr(carriers, "warm", lambda game: noted.append(game.name))
    monkeypatch.setattr(chunks, "compiled", Plain)
    return noted


def test_a_game_is_compiled_first_where_its_games_are_many_and_that_is_said(
    compiler: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(choice, "plainly", lambda play: 10.0)
    report = run(games=20, say=said.append)
    assert compiler == ["keys"]
    assert said == ["compiling keys first, once: as they are, these games would take about 3 minutes"]
    assert report.carrier == "compiled"
    assert results(report) == results(run(games=20, carrier=Plain(load("keys"))))


@pytest.mark.parametrize(("seconds", "workers"), [(3.9, 1), (7.9, 2)])
def test_few_games_are_played_as_they_are(
    compiler: list[str], monkeypatch: pytest.MonkeyPatch, seconds: float, workers: int
) -> None:
    monkeypatch.setattr(choice, "plainly", lambda play: seconds)
    said: list[str] = []
    assert choice.chosen(chunks.Play("keys", 2, ("random",), 1), 20, workers, said.append) == "plain"
    assert choice.chosen(chunks.Play("keys", 2, ("random",), 1), 21, workers, said.append) == "compiled"
    assert compiler == ["keys"]
    assert len(said) == 1


def test_rules_that_do_not_compile_are_played_as_they_are(compiler: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: Game) -> None:
        raise NotCompiled(f"{game.name} does not compile: no such thing")

    monkeypatch.setattr(carriers, "warm", fails)
    monkeypatch.setattr(choice, "plainly", lambda play: 10.0)
    said: list[str] = []
    assert run(games=20, say=said.append).carrier == "plain"
    assert said[1] == "keys does not compile: no such thing\nso the games are played as they are"


def test_without_the_extra_nothing_is_compiled(compiler: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carriers, "available", lambda: False)
    monkeypatch.setattr(choice, "plainly", lambda play: 10.0)
    assert run(games=20).carrier == "plain"
    assert compiler == []


def test_how_long_a_game_takes_is_measured_by_playing() -> None:
    assert choice.plainly(chunks.Play("keys", 2, ("random",), 1)) > 0


def test_a_keyword_that_is_none_is_named() -> None:
    with pytest.raises(TypeError, match="unexpected keyword 'worker'; there are carrier, log, "):
        simulate("keys", players=2, games=1, bots=["random"], worker=2)  # type: ignore[call-arg]
