"""The variant lab: what is watched in a game, what a study says of it, and what it calls noise."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.cli import main
from parlour.engine import GameError, load
from parlour.lab import report
from parlour.lab.study import Figure, Finding, Variant, against, cards_and_play, games_of, histogram, study, uneven, variants
from parlour.lab.watched import Deal, Watched, _clear, _margin, changes, leader, watch
from tests.conftest import extra

KEYS = load("keys")


def test_who_leads_and_when_it_is_clear() -> None:
    assert [leader([3, 1, 2], lowest) for lowest in (True, False)] == [1, 0]
    assert leader([2, 2, 1], lowest_wins=False) == -1
    led = [(0, -1), (10, 0), (20, -1), (30, 0), (40, 2), (60, 2)]
    assert changes(led) == 1
    assert _clear(led, [0, 0, 1], 80) == 0.5
    assert _clear(led, [0, 1, 0], 80) == 1, "the end alone decided"
    assert _clear(led, [0.5, 0, 0.5], 80) == 1, "nobody won alone"


def test_a_blow_out_is_judged_by_the_distances_between_scores() -> None:
    assert _margin([10, 20, 30], [1, 0, 0], lowest_wins=True) == 1
    assert _margin([10, 60, 70], [1, 0, 0], lowest_wins=True) == pytest.approx(50 / 30)
    assert _margin([70, 60, 10], [1, 0, 0], lowest_wins=False) == pytest.approx(10 / 30)
    assert _margin([5, 5], [0.5, 0.5], lowest_wins=False) == 0


def test_the_same_deal_rolls_the_same_whoever_is_strong() -> None:
    deals = [Deal("skyjo", 2, "random", {"end_score": 50}, 1, 3, strong) for strong in (0, 1)]
    assert watch(deals[0]) == watch(deals[0])
    assert watch(deals[0]) != watch(deals[1])
    assert watch(deals[0]).finished


def _mixed(players: int, deals: int, win: Any) -> list[Watched]:
    games = []
    for deal in range(deals):
        for strong in range(players):
            won = win(deal, strong)
            games.append(Watched(1, True, [float(seat == won) for seat in range(players)], 0, 1.0, 0.0))
    return games


def test_cards_and_play_tell_skill_from_luck() -> None:
    rng = Random(1)
    cards, play = cards_and_play(_mixed(3, 100, lambda deal, strong: strong), 3)
    assert (cards.value, play.value) == pytest.approx((0, 1))
    cards, play = cards_and_play(_mixed(3, 400, lambda deal, strong: rng.randrange(3)), 3)
    assert play.value < 0.02
    assert cards.value + play.value == pytest.approx(1)
    half = cards_and_play(_mixed(3, 400, lambda deal, strong: strong if rng.random() < 0.5 else rng.randrange(3)), 3)[1]
    assert half.low < 0.25 < half.high, "the variance that goes with half of all games is a quarter"


def finding(players: int = 3, games: int = 400, **shares: float) -> Finding:
    seats = [Figure.share(games * shares.get(f"seat{seat}", 1 / players), games) for seat in range(players)]
    one = {name: Figure(0.5, 0.4, 0.6) for name in ("moves", "minutes", "changes", "clear", "ties", "abandoned", "blow_outs")}
    figures = {**one, "cards": Figure(0.5, 0.4, 0.6), "play": Figure(0.5, 0.4, 0.6)}
    return Finding(Variant(players, {}, ()), games, figures, seats, [1.0, 2.0], (1.0, 2.0))


def test_what_is_noise_is_said_to_be() -> None:
    printed, other = finding(), finding()
    assert not any(against(other, printed).values())
    assert report.verdict(other, printed) == "every difference is within the noise"
    changed = dict(other.figures, minutes=Figure(0.8, 0.75, 0.85))
    longer = Finding(other.variant, other.games, changed, other.seats, other.minutes, other.nine_in_ten)
    assert [name for name, differs in against(longer, printed).items() if differs] == ["minutes"]
    assert report.verdict(longer, printed) == "minutes at a table 0.8 instead of 0.5; all else is within the noise"
    assert not uneven(finding(seat0=0.37))
    assert uneven(finding(seat0=0.45))


def test_variants_begin_with_the_printed_rules_and_are_every_combination() -> None:
    chosen = variants(KEYS, {}, {"to_win": [1, 2, 3], "own_stack": ["until_bid"]}, [2, 3])
    assert [one.players for one in chosen] == [2] * 4 + [3] * 4
    assert dict(chosen[0].changed) == {"to_win": 2, "own_stack": "all"}
    assert [dict(one.changed)["to_win"] for one in chosen[1:4]] == [1, 2, 3]
    with pytest.raises(GameError, match="no option 'no'"):
        variants(KEYS, {}, {"no": [1]}, [2])
    with pytest.raises(GameError, match="must be one of 2, 1, 3"):
        variants(KEYS, {}, {"to_win": [4]}, [2])


def test_a_study_finds_that_more_points_take_longer_whatever_the_workers() -> None:
    chosen = variants(KEYS, {}, {"to_win": [3]}, [2])
    done: list[int] = []
    found = study(KEYS, chosen, games=60, bot="simple", seed=2, progress=done.append)
    assert sum(done) == games_of(chosen, 60)
    assert found[1].figures["moves"].value > found[0].figures["moves"].value
    assert against(found[1], found[0])["moves"]
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
    assert text.count("<svg") == 7, "lengths, what decides, three of seats, changes, when it is clear"
    assert "<script" not in text
    assert "@import" not in text
    assert not re.search(r"""(src|href)=["'](?!#)""", text.replace("xlink:href", "href")), "nothing is fetched"
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["changed"] for one in told["variants"]] == [{"to_win": 2}, {"to_win": 1}, {"to_win": 3}]
    assert all(low <= value <= high for one in told["variants"] for value, low, high in (one["minutes"], *one["seats"]))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["--vary", "to_win"], "--vary is NAME=V1,V2"),
        (["--vary", "to_win=9"], "must be one of 2, 1, 3"),
        (["--players", "2-9"], "is for 2 to 5 players, not 6"),
        (["--players", "two"], "--players is a list"),
        (["--games", "1"], "--games must be at least 2"),
        (["--bots", "nobody"], "no bot 'nobody'"),
    ],
)
def test_what_is_asked_wrongly_is_said(command: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "keys", *command]) == 2
    assert said in capsys.readouterr().err
