"""Positions that nothing leads to, case by case; the law kit changes cells at random."""

import re
from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, Match, load
from parlour.engine.match.contradictions import contradicting


@pytest.mark.parametrize(
    ("name", "players", "cells"),
    [
        ("keskife", 5, {"colours": 1}),
        ("keskife", 9, {"colours": 1, "blocked": 1}),
        ("keskife", 5, {"blocked": 7}),
        ("keskife", 5, {"burnt": 1, "replays": 1}),
        ("keskife", 5, {"turned": 31}),
        ("kings_keys", 2, {"first": 2}),
        ("kings_keys", 2, {"actor": 1}),
        ("kings_keys", 4, {"actor": 3}),
        ("kings_keys", 4, {"ruler": [0, 1, 2, 3]}),
        ("kings_keys", 4, {"round_limit": 0}),
    ],
)
def test_a_position_nothing_leads_to_is_refused(name: str, players: int, cells: dict[str, Any]) -> None:
    position = Match.start(name, players).position()
    position["cells"] |= cells
    with pytest.raises(GameError):
        Match.from_position(position)


@pytest.mark.parametrize(
    ("name", "cells", "named"),
    [
        ("keys", {"on_table": 1}, {"on_table", "height"}),
        ("keys", {"points": [1, 0, 0, 0, 0]}, {"points"}),
        ("skyjo", {"pile": 3}, {"pile", "unseen"}),
        ("kings_keys", {"first": 2}, {"first"}),
        ("keskife", {"burnt": 1}, {"burnt"}),
    ],
)
def test_a_position_that_is_refused_says_which_cells_contradict(name: str, cells: dict[str, Any], named: set[str]) -> None:
    match = Match.start(name, load(name).seats.start)
    position = match.position()
    assert contradicting(match.game, match.state) == [], "of one that can be, none"
    position["cells"] |= cells
    with pytest.raises(GameError, match="its cells contradict each other") as refused:
        Match.from_position(position)
    told = re.findall(r"\w+", str(refused.value).partition("(")[2])
    assert named <= set(told)
    assert len(told) <= 6
    assert set(told) < set(match.game.cells)


def test_colours_that_no_round_has_used_are_refused_later_too() -> None:
    rng = Random(2)
    match = Match.start("keskife", 5)
    while match.state.scored < 2:
        match.play(seat := rng.choice(match.to_act), rng.choice(match.legal(seat)))
        position = match.position()
        assert Match.from_position(position).position() == position
        for colours in range(64):
            if colours.bit_count() != match.state.colours.bit_count():
                position["cells"]["colours"] = colours
                with pytest.raises(GameError):
                    Match.from_position(position)


def test_who_is_to_be_crowned_last_may_leave() -> None:
    match = Match.start("kings_keys", 3, {"kingdoms": "chosen"})
    for kingdom in ("sun", "ocean"):
        match.play(match.to_act[0], {"do": "crown", "kingdom": kingdom})
    match.play(2, {"do": "leave"})
    assert Match.from_position(match.position()).position() == match.position()
    match.settle(Random(1).randrange)
    assert match.to_act[0] in (0, 1)
