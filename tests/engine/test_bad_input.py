"""Whatever is given to a match from outside gets a clear error of its own, and changes nothing."""

import json
from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, IllegalAction, Log, LogError, Match


def begun(game: str = "skyjo", players: int = 2) -> Match:
    """A match whose chance has rolled."""
    match = Match.start(game, players)
    match.settle(Random(1).randrange)
    return match


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, '{"a":' * 100_000, '{"players":' + "9" * 5000 + "}", "NaN", "1", "[]"])
def test_a_text_that_is_no_log(text: str) -> None:
    with pytest.raises(LogError):
        Log.loads(text)


@pytest.mark.parametrize("action", [True, 1.0, None, "reveal", b"reveal", [["do", "reveal"]], [], {}, {"do": ["reveal"]}, {1: 2}])
def test_what_is_no_action_is_refused(action: Any) -> None:
    match = begun()
    before = match.position()
    with pytest.raises(IllegalAction) as refused:
        match.play(match.to_act[0], action)
    assert refused.value.reason == "no_such_action"
    assert (match.position(), Log.loads(json.dumps(match.log().to_json()))) == (before, match.log())


def test_a_seat_that_is_not_there_is_asked_nothing() -> None:
    match = begun()
    for seat in (-1, 2, 99):
        assert match.legal(seat) == []
        assert match.may(seat) == []


@pytest.mark.parametrize("game", ["skyjo", "keys"])
def test_a_position_of_another_number_of_players_cannot_be(game: str) -> None:
    position = begun(game, 3).position()
    with pytest.raises(GameError):
        Match.from_position({**position, "players": 2})


def test_a_log_and_its_position_are_of_the_same_match() -> None:
    match = Match.from_position(begun("keys", 3).position())
    good = match.log().to_json()
    assert Match.replay(Log.from_json(good)).state == match.state
    for other in ({"position": begun("skyjo", 3).position()}, {"position": begun("keys", 4).position()}):
        with pytest.raises(LogError, match="another match"):
            Match.replay(Log.from_json({**good, **other}))


def test_a_match_keeps_what_it_began_with() -> None:
    position = begun().position()
    match = Match.from_position(position)
    position["cells"]["round"] = 9
    again = Match.replay(match.log())
    assert again.state == match.state
    started = Match.start("skyjo", 2, {"end_score": 50})
    started.log().options["end_score"] = 100
    assert started.log().options["end_score"] == 50
