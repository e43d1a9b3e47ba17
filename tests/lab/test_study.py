"""The variant lab: what is watched in a game, what a study says of it, and what it calls noise."""

import csv
import importlib
import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.cli import main
from parlour.engine import GameError, load
from parlour.games.cells import CHANCE
from parlour.lab import report, tables
from parlour.lab.figure import Figure
from parlour.lab.study import Finding, Variant, against, games_of, histogram, study, uneven, variants
from parlour.lab.variance import PARTS, ladder, line_ups, taken_apart
from parlour.lab.watched import Deal, traced
from tests.conftest import extra
from tests.lab.toys import COIN, FIRST, LEVELS, PENNIES, SKILL, toy

KEYS = load("keys")


@pytest.mark.parametrize(
    ("kind", "levels", "decides"),
    [
        (COIN, LEVELS, "cards"),
        (SKILL, LEVELS, "skill"),
        (PENNIES, ("random", "random"), "mixing"),
        (FIRST, LEVELS, "seat"),
    ],
)
def test_what_decides_a_toy_is_told(tmp_path: Path, kind: str, levels: tuple[str, str], decides: str) -> None:
    found = study(toy(tmp_path, kind), [Variant(2, {}, ())], games=600, bot="random", levels=levels)[0]
    for part in PARTS:
        figure, truth = found.figures[part], float(part == decides)
        assert figure.low <= truth <= figure.high, part
        assert figure.value == pytest.approx(truth, abs=0.1), part


def test_the_parts_of_a_mixed_game_are_found_and_add_up() -> None:
    rng = Random(1)

    def wins(deal: float, line_up: int) -> list[float]:
        won = line_up if rng.random() < 0.5 else int(deal < 0.5) if rng.random() < 0.6 else rng.randrange(2)
        return [1.0 - won, float(won)]

    table = [[[wins(deal, line_up) for _ in range(2)] for line_up in range(2)] for deal in (rng.random() for _ in range(1000))]
    parts = taken_apart(table)
    assert sum(figure.value for figure in parts.values()) == pytest.approx(1)
    known = {"skill": 0.5**2, "cards": 0.3**2, "mixing": 1 - 0.5**2 - 0.3**2, "seat": 0.0}
    for name, share in known.items():
        assert parts[name].low - 0.01 < share < parts[name].high + 0.01, (name, parts[name])


def test_line_ups_have_every_level_in_every_seat_equally_often() -> None:
    for players in range(2, 9):
        for levels in (("a", "b"), ("a", "b", "c")):
            found = line_ups(levels, players)
            assert len(set(found)) == len(found)
            for seat in range(players):
                assert len({[up[seat] for up in found].count(level) for level in levels}) == 1
    assert ladder(KEYS) == ("gentle", "simple")


def test_the_same_deal_has_the_same_chance_whoever_plays() -> None:
    def rolled(*bots: str, again: int = 0) -> list[int]:
        trace = traced(Deal("skyjo", bots, {"end_score": 50}, 1, 3, again))
        return [step.action for step in trace.steps if step.seat == CHANCE][:8]

    assert traced(Deal("keys", ("simple",) * 2, {}, 1, 3)) == traced(Deal("keys", ("simple",) * 2, {}, 1, 3))
    first = traced(Deal("keys", ("simple",) * 2, {}, 1, 3)).steps
    assert first != traced(Deal("keys", ("simple",) * 2, {}, 1, 3, 1)).steps, "other choices of their own"
    assert rolled("random", "simple")[0] == rolled("gentle", "random", again=1)[0]


def finding(players: int = 3, games: int = 400, of: int = 0, **shares: float) -> Finding:
    seats = [Figure.share(games * shares.get(f"seat{seat}", 1 / players), games) for seat in range(players)]
    figures = {name: Figure(0.5, 0.4, 0.6) for name in ("minutes", "changes", "clear", "ties", "blow_outs", *PARTS)}
    return Finding(Variant(players, {}, (), printed=True), "simple", games, of or games, figures, seats, [1.0, 2.0], (1.0, 2.0))


def test_what_is_noise_is_said_to_be() -> None:
    printed, other = finding(), finding()
    assert not any(against(other, printed).values())
    assert report.verdict(other, printed) == "every difference is within the noise"
    changed = dict(other.figures, minutes=Figure(0.8, 0.75, 0.85))
    longer = replace(other, figures=changed)
    assert [name for name, differs in against(longer, printed).items() if differs] == ["minutes"]
    assert report.verdict(longer, printed) == "minutes at a table 0.8 instead of 0.5; all else is within the noise"
    assert not uneven(finding(seat0=0.37))
    assert uneven(finding(seat0=0.45))


def test_no_headline_comes_from_noise_and_a_study_that_was_cut_short_says_so_first() -> None:
    even = finding()
    assert report.lead(even) == "no part of what decides who wins stands out from the noise"
    clear = replace(even, figures=dict(even.figures, skill=Figure(0.9, 0.8, 0.95)))
    assert report.lead(clear) == "decided by skill: 90.0 % (80.0 to 95.0)"
    assert report.to_text(KEYS, [finding(games=40, of=400)]).startswith("cut short: 40 of 400 games")
    assert not report.cut([even])


def test_a_study_that_takes_too_long_has_as_many_games_of_each() -> None:
    chosen = variants(KEYS, {}, {"to_win": [1]}, [2])
    found = study(KEYS, chosen, games=60, bot="random", enough=lambda: True)
    assert [(one.games, one.of) for one in found] == [(20, 60), (20, 60)]


def test_variants_begin_with_the_printed_rules_and_are_every_combination() -> None:
    chosen = variants(KEYS, {}, {"to_win": [1, 2, 3], "own_stack": ["until_bid"]}, [2, 3])
    assert [one.players for one in chosen] == [2] * 4 + [3] * 4
    assert dict(chosen[0].changed) == {"to_win": 2, "own_stack": "all"}
    assert [dict(one.changed)["to_win"] for one in chosen[1:4]] == [1, 2, 3]
    assert [one.printed for one in chosen] == [True, False, False, False] * 2
    with pytest.raises(GameError, match="no option 'no'"):
        variants(KEYS, {}, {"no": [1]}, [2])
    with pytest.raises(GameError, match="must be one of 2, 1, 3"):
        variants(KEYS, {}, {"to_win": [4]}, [2])


def test_a_study_finds_that_more_points_take_longer_whatever_the_workers() -> None:
    chosen = variants(KEYS, {}, {"to_win": [3]}, [2])
    done: list[int] = []
    found = study(KEYS, chosen, games=60, bot="simple", seed=2, progress=done.append)
    assert sum(done) == games_of(KEYS, chosen, 60)
    assert found[1].figures["decisions"].value > found[0].figures["decisions"].value
    assert against(found[1], found[0])["decisions"]
    for one in found:
        assert sum(seat.value for seat in one.seats) == pytest.approx(1)
        assert sum(histogram(one.minutes)["counts"]) == one.games == 60
    again = study(KEYS, chosen, games=60, bot="simple", seed=2, workers=2)
    assert [one.to_json() for one in again] == [one.to_json() for one in found]


def test_the_report_is_one_file_that_asks_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    extra("plots", "matplotlib")
    path = tmp_path / "report.html"
    command = ["lab", "keys", "--vary", "to_win=1,3", "--games", "20", "--workers", "1"]
    assert main([*command, "--out", str(path)]) == 0
    said = capsys.readouterr().out
    assert "within the noise" in said
    assert "95 % intervals" in said
    text = path.read_text(encoding="utf-8")
    assert text.count("<svg") == 5, "lengths, what decides, seats, changes, when it is clear"
    assert text.count("class='wide plot'") == 5, "each scrolls by itself on a phone"
    assert "<script" not in text
    assert "@import" not in text
    assert not re.search(r"""(src|href)=["'](?!#)""", text.replace("xlink:href", "href")), "nothing is fetched"
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["changed"] for one in told["variants"]] == [{"to_win": 2}, {"to_win": 1}, {"to_win": 3}]
    files = ["--figures", str(tmp_path / "figures.csv"), "--picture", str(tmp_path / "lab.svg")]
    assert main([*command, "--bots", "random,simple", "--metrics", "use", *files]) == 0
    assert (tmp_path / "lab.svg").read_text(encoding="utf-8").startswith("<svg ")
    said = capsys.readouterr().out
    assert "by who plays, 2 players, to_win=2 (printed)" in said
    assert re.search(r"^pass +\d", said, re.MULTILINE), "how often an action is used"
    rows = list(csv.DictReader((tmp_path / "figures.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["bot"] for row in rows} == {"random", "simple"}
    assert {"cards", "use", "wins"} <= {row["figure"] for row in rows}
    assert all(low <= value <= high for one in told["variants"] for value, low, high in (one["minutes"], *one["seats"]))


def test_figures_are_written_as_parquet_too(tmp_path: Path) -> None:
    extra("tables", "pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    found = [finding(seat0=0.5)]
    for name in ("figures.csv", "figures.parquet"):
        tables.write(tmp_path / name, KEYS, found)
    rows = parquet.read_table(tmp_path / "figures.parquet").to_pylist()
    lines = list(csv.DictReader((tmp_path / "figures.csv").read_text(encoding="utf-8").splitlines()))
    assert [{name: str(value) for name, value in row.items()} for row in rows] == lines
    assert rows[-1]["figure"] == "wins"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["--vary", "to_win"], "--vary is NAME=V1,V2"),
        (["--vary", "to_win=9"], "must be one of 2, 1, 3"),
        (["--players", "2-9"], "is for 2 to 5 players, not 6"),
        (["--players", "two"], "--players is a list"),
        (["--games", "1"], "--games must be at least 2"),
        (["--bots", "nobody"], "no bot 'nobody'"),
        (["--levels", "simple"], "--levels are two"),
        (["--metrics", "fame"], "there is no metric 'fame'"),
        (["--figures", "x.xls"], "a .csv or a .parquet file"),
    ],
)
def test_what_is_asked_wrongly_is_said(command: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "keys", *command]) == 2
    assert said in capsys.readouterr().err
