"""Whatever is given to a match from outside gets a clear error of its own, and changes nothing."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, IllegalAction, Log, LogError, Match, Seating
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER


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


@pytest.mark.parametrize("action", [True, 1.0, None, "draw"])
def test_the_refusal_of_what_is_no_action_names_both_forms(action: Any) -> None:
    match = begun()
    with pytest.raises(IllegalAction, match="its number or an object such as"):
        match.play(match.to_act[0], action)


ASKED: list[Callable[[Match, Any], object]] = [Match.legal, Match.may, Match.view, lambda match, seat: match.why(seat, 1)]


@pytest.mark.parametrize("seat", [-1, 2, 99, True, "0", 1.5, 0.0, None])
@pytest.mark.parametrize("ask", ASKED)
def test_a_seat_that_is_not_there_cannot_be_asked(ask: Callable[[Match, Any], object], seat: Any) -> None:
    with pytest.raises(Seating, match=f"there is no seat {seat!r}"):
        ask(begun(), seat)


def test_those_beside_the_players_are_asked_nothing_while_a_player_is() -> None:
    match = begun()
    for beside in (ONLOOKER, CHANCE, CLOCK):
        assert (match.legal(beside), match.may(beside), match.why(beside, 0)) == ([], [], "not_legal")


@pytest.mark.parametrize("number", [10**9, -1, 1.0, "reveal", None])
def test_why_tells_a_number_that_is_no_action_from_one_that_is_not_legal(number: Any) -> None:
    assert begun().why(0, number) == "no_such_action"


@pytest.mark.parametrize("pick", [-1, 10**6, 0.5, None, "0"])
def test_a_roll_outside_what_was_asked_for_is_refused(pick: Any) -> None:
    match = Match.start("skyjo", 2)
    before = match.position()
    with pytest.raises(IllegalAction, match=f"gave {pick!r}, not a whole number from 0 to"):
        match.roll(lambda n: pick)
    with pytest.raises(IllegalAction, match=r"not a whole number from 0 to"):
        match.roll(lambda n: n)
    assert (match.position(), match.log().actions) == (before, ())


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        (5, None, "a game or its name, not 5"),
        (None, None, "not None"),
        ("skyjo", ["a"], "by name, not"),
        ("skyjo", "x", "not 'x'"),
    ],
)
def test_a_match_of_no_game_or_with_no_options_does_not_start(game: Any, options: Any, said: str) -> None:
    with pytest.raises(GameError, match=said):
        Match.start(game, 2, options)


@pytest.mark.parametrize("text", [None, 5, ["{}"]])
def test_what_is_no_text_is_no_log(text: Any) -> None:
    with pytest.raises(LogError, match="read from a text"):
        Log.loads(text)
    with pytest.raises(LogError, match="replayed from a Log"):
        Match.replay(text)


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
