"""A failure is read by people: what happened in JSON, the shortest way there, and one failure for one mistake."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from parlour_toy import bot

from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.testing import laws, reports, stand_ins
from parlour.testing.reach import Broken, reached, setups
from parlour.testing.shrinking import tried
from parlour.testing.trial import Trial
from tests.laws.broken import toy

CRASH = ("    s.turn += 1\n    s.phase", "    s.turn += 1\n    s.left[s.turn + 3] += 0\n    s.phase")


def steps(broken: Broken) -> int:
    assert broken.match is not None
    return len(broken.match.log().actions)


def test_a_crash_comes_with_the_log_that_leads_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch, CRASH)
    with pytest.raises(Broken) as failure:
        tried(laws.sound_after_every_action, game, setups(game), Random(1))
    text = str(failure.value)
    first, *_, log = text.splitlines()
    assert first.startswith(
        'toy: the rules crash when the clock plays {"do": "turn"}: IndexError: list index out of range (rules_'
    )
    assert "in turn_cards)" in first
    assert '  1. chance: {"do": "value", "value": ' in text
    match = Match.replay(Log.loads(log))
    with pytest.raises(IndexError):
        match.play(match.to_act[0], {"do": "turn"})
    # two players: six cards are dealt; a round is two cards and the clock, and in the second one the clock crashes
    assert (match.players, len(log_actions(match))) == (2, 6 + 3 + 2)


def log_actions(match: Match) -> tuple[tuple[int, int], ...]:
    return match.log().actions


def test_a_crash_outside_of_play_is_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch, ("    return s.points[seat]\n", "    return s.points[seat + s.turn * 2]\n"))
    with pytest.raises(Broken, match="the rules crash: IndexError") as failure:
        tried(laws.view_answers_as_state, game, reached(game), Random(1))
    assert '{"do": "turn"}' in str(failure.value)


def test_the_smallest_counterexample_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch, ("        s.choice[p] = UNKNOWN", "        s.choice[p] = UNKNOWN if s.turn == 0 else 0"))
    found = reached(game)
    with pytest.raises(Broken) as long:
        laws.filled_world_plays_on(game, found, Random(1))
    with pytest.raises(Broken) as short:
        tried(laws.filled_world_plays_on, game, found, Random(1))
    assert steps(short.value) <= 6 + 3 + 1 < steps(long.value)
    assert "2 players, options" in str(short.value)
    assert "is not sound" in str(short.value)


def test_a_position_is_shown_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    match = Match.from_position(reached(game)[0].position())
    assert "from the position in the log" in str(Broken("it is odd", match))


def test_a_game_that_does_not_load_is_one_failure() -> None:
    command = ["-m", "pytest", "--pyargs", "parlour.testing.kit", "-q", "-p", "no:cacheprovider", "--parlour-game", "nowhere"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300, check=False)
    assert "1 failed" in done.stdout
    assert "passed" not in done.stdout
    assert "nowhere does not load: UnknownGame: no game is called 'nowhere'" in done.stdout


def test_a_game_that_cannot_be_played_is_one_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch, CRASH)
    monkeypatch.setattr("parlour.testing.trial.load", lambda name: game)
    fault = Trial("toy", 1, 1, tmp_path).fault
    assert fault.startswith("toy: the rules crash when the clock plays")
    assert fault.count("the clock:") == 1, "the shortest way there"
    whole = toy(tmp_path, monkeypatch)
    monkeypatch.setattr("parlour.testing.trial.load", lambda name: whole)
    assert Trial("toy", 1, 1, tmp_path).fault == ""


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (lambda view, legal, rng: 77, "plays the number 77, which is no action as seat"),
        (lambda view, legal, rng: 3, """plays {"do": "value", "value": 1} as seat"""),
        (lambda view, legal, rng: None, "plays None as seat"),
        (lambda view, legal, rng: legal[9], "crashes as seat"),
    ],
)
def test_a_bot_that_plays_what_is_illegal_is_caught(
    kind: object, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = toy(tmp_path, monkeypatch)
    found = reached(game)
    assert stand_ins.bots_play_legal_actions(game, found, Random(1))
    monkeypatch.setitem(bot.BOTS, "cheat", kind)
    with pytest.raises(Broken) as failure:
        stand_ins.bots_play_legal_actions(game, found, Random(1))
    assert f"the bot 'cheat' {says}" in str(failure.value)


REPORTED = {
    "never legal: leave (in": ("    out[0] = LEAVE\n    return 1", "    return 0"),
    "never reached: the phase reveal (in": (
        "        if waits_for(s, p):\n            return\n    s.phase = REVEAL",
        "        return",
    ),
    "never told: scored (in": ("            emit(s, EVERYONE, SCORED, p, 0, s.points[p])\n", ""),
    'never legal, and never refused for a reason: {"do": "value", "value": 5} (in': (
        "    for v in range(VALUES):\n        if s.left[v] > 0:",
        "    for v in range(VALUES - 1):\n        if s.left[v] > 0:",
    ),
    "changes nothing: the option ties (in": ("winners > 1 and s.ties == 0", "winners > 1"),
    'changes nothing: the option bonus = ["five"] (in': ("2 if s.bonus & 1 and", "1 if s.bonus & 1 and"),
}


@pytest.mark.parametrize("line", REPORTED)
def test_what_never_comes_up_is_reported(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch, REPORTED[line])
    some = setups(game)
    lines = [*reports.never_met(game, reports.met(game, some, Random(1))), *reports.without_effect(game, some, Random(1))]
    assert any(said.startswith(line) for said in lines), lines


def test_nothing_is_reported_of_the_whole_toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    some = setups(game)
    assert reports.never_met(game, reports.met(game, some, Random(1))) == []
    assert reports.without_effect(game, some, Random(1)) == []
