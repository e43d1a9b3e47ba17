"""What is said of a game's views is true of the views that people get."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from parlour.engine import ONLOOKER, Game, Match, games, load
from parlour.engine.view.inventory import inventory, view_schema
from tests.engine.tiny import tiny

TOY = Path(__file__).parents[1] / "toy"


def named(name: str) -> Game:
    if name != "toy":
        return load(name)
    sys.path.insert(0, str(TOY))
    try:
        import parlour_toy.rules  # noqa: PLC0415
    finally:
        sys.path.remove(str(TOY))
    return Game("parlour_toy", parlour_toy.rules)


def watched(game: Game, players: int, rng: Random) -> Iterator[Match]:
    """A random match, looked at now and then and at its end."""
    match, steps = Match.start(game, players), 0
    bound = game.longest(match.state)
    yield match
    while not match.over and steps < min(bound, 2000):
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
        steps += 1
        if rng.random() < 1 / (5 + steps / 5):
            yield match
    yield match


@pytest.mark.parametrize("name", [*games(), "toy"])
def test_real_views_and_what_is_told_keep_the_schema(name: str) -> None:
    game, rng = named(name), Random(name)
    schema = view_schema(game)
    Draft202012Validator.check_schema(schema)
    view, event = Draft202012Validator(schema), Draft202012Validator({**schema["$defs"]["Event"], "$defs": schema["$defs"]})
    looked = 0
    for players in (game.seats.start, game.seats.stop - 1):
        for match in watched(game, players, rng):
            for seat in (rng.randrange(players), ONLOOKER):
                seen = match.view(seat)
                view.validate(seen.to_json())
                looked += 1
        for told in match.view(rng.randrange(players)).told_json():
            event.validate(told)
    assert looked > 20


def test_a_schema_is_of_one_game_and_refuses_what_a_view_cannot_be() -> None:
    view = Match.start("keys", 3).view(0).to_json()
    keys = Draft202012Validator(view_schema(load("keys")))
    keys.validate(view)
    assert not Draft202012Validator(view_schema(load("skyjo"))).is_valid(view)
    wrong: dict[str, dict[str, Any]] = {
        "a value out of range": {"bid": 21},
        "null where nothing is hidden": {"bid": None},
        "a row too short": {"points": [0]},
        "no such name": {"phase": "dance"},
        "no such cell": {"colour": 1},
    }
    for what, cells in wrong.items():
        assert not keys.is_valid({**view, "cells": view["cells"] | cells}), what
    for part in view:
        with pytest.raises(ValidationError, match=f"'{part}' is a required property"):
            keys.validate({name: value for name, value in view.items() if name != part})


def test_cells_actions_and_events_are_described_as_they_are_declared(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    how_many = {"name": "how_many", "low": 1, "high": 3}
    assert inventory(game) == {
        "cells": [
            {"name": "players", "shape": [], "low": 0, "high": 3, "unknown": False, "says": ""},
            {"name": "turn", "shape": [], "low": 0, "high": 2, "unknown": False, "says": ""},
            {"name": "sum", "shape": [], "low": 0, "high": 127, "unknown": False, "says": "of what was added"},
        ],
        "actions": [{"do": "add", "first": 0, "count": 3, "arguments": [how_many]}],
        "events": [{"event": "added", "where": [how_many], "value": None}],
    }
    grid = next(cell for cell in inventory(load("skyjo"))["cells"] if cell["name"] == "grid")
    assert grid["shape"] == [8, 12]
    assert grid["values"][:3] == [-2, -1, 0]
    flipped = next(event for event in inventory(load("keys"))["events"] if event["event"] == "flipped")
    assert flipped == {"event": "flipped", "where": [], "value": {"name": "coaster", "values": ["regular", "key"]}}


@pytest.mark.parametrize("name", games())
def test_numbers_of_actions_are_theirs(name: str) -> None:
    game = load(name)
    for word in inventory(game)["actions"]:
        for number in (word["first"], word["first"] + word["count"] - 1):
            assert game.actions.read(number)["do"] == word["do"]
    assert sum(word["count"] for word in inventory(game)["actions"]) <= game.actions.size
