"""House rules that are looked for: an aim is read, and a planted optimum found."""

import re
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.engine import GameError, Match
from parlour.engine.record.log import Log
from parlour.lab.search import Goal, aim, candidates, search, space, to_text
from tests.lab.toys import LEVELS, PLANTED, toy


def test_an_aim_is_read() -> None:
    assert aim("length 20..30 min, seat within noise, skill max, ties 5..10 %") == [
        Goal("minutes", "within", 20, 30),
        Goal("seat", "noise"),
        Goal("skill", "max"),
        Goal("ties", "within", 0.05, 0.1),
    ]
    for text in ("fame max", "length", "length 20 min", "skill best"):
        with pytest.raises(GameError):
            aim(text)


def test_options_are_read_as_values_to_try() -> None:
    assert space("skyjo", "end_score=50..150,opening,doubling=printed|off") == {
        "end_score": [50, 67, 83, 100, 117, 133, 150],
        "opening": [2, 1, 3],
        "doubling": ["printed", "off"],
    }
    for text in ("fame", "end_score=150..50", "end_score=a..b"):
        with pytest.raises(GameError):
            space("skyjo", text)


def test_a_search_from_the_command_line_leaves_matches_to_look_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "keys", "--search", "to_win", "--aim", "decisions min", "--workers", "1", "--out", str(tmp_path)]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[2].startswith("to_win=1: 40 games")
    assert len(list(tmp_path.iterdir())) == 10
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "to_win=2 (printed)" in page
    assert "on the frontier" in page
    assert "beaten in every goal" in page
    linked = set(re.findall("href='([^']*)'", page))
    assert linked == {file.name for file in tmp_path.glob("*.json")}
    assert not re.search("<script|<link|<img| src=", page)
    assert Match.replay(Log.loads((tmp_path / "1-match-1.json").read_text(encoding="utf-8"))).over
    for wrong in (
        ["--search", "to_win"],
        ["--search", "to_win", "--aim", "fame max"],
        ["--search", "fame", "--aim", "skill max"],
    ):
        assert main(["lab", "keys", *wrong]) == 2


def test_a_planted_optimum_is_found_with_matches_that_show_it(tmp_path: Path) -> None:
    game = toy(tmp_path, PLANTED)
    tried = candidates(game, {"bonus": [0, 2, 4, 6, 8, 10, 12]}, 2, 1)
    goals = aim("seat within noise, first_seat 0.9..1.1")
    done: list[int] = []
    found = search(game, tried, goals, bot="random", levels=LEVELS, progress=done.append)
    assert found[0].finding.variant.options == {"bonus": 6}, "the coin is even"
    assert found[0].frontier
    assert len(found) == 4
    assert [one.finding.games for one in found] == [80] * 4, "half of them went on, with twice the games"
    assert "bonus=6" in to_text(goals, found).splitlines()[2]
    assert not all(goal.met(found[-1].finding) for goal in goals)
    for log in found[0].typical:
        assert (log.options, log.players, len(log.actions)) == ({"bonus": 6}, 2, 3)
