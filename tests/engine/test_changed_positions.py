"""A position with a cell or two changed is refused, or plays on as any other."""

from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, Match, load
from parlour.games.cells import Cell

MATCHES, CHANGES, STEPS, BEFORE = 30, 12, 150, (0, 1, 2, 5, 10, 20, 40, 80, 160, 320)


def step(match: Match, rng: Random) -> None:
    """One of the actions whoever is asked has, or now and then one a seat has unasked."""
    seat = rng.choice(match.to_act)
    actions = match.legal(seat)
    assert actions, f"{seat} is asked and has no action"
    other = rng.randrange(match.players)
    unasked = match.may(other)
    if unasked and rng.random() < 0.02:
        match.play(other, rng.choice(unasked))
    else:
        match.play(seat, rng.choice(actions))


def another(value: Any, cell: Cell, rng: Random) -> Any:
    """A number, or one number of a list, made another of the cell's range; two numbers of a list may trade places."""
    if not isinstance(value, list):
        near = [number for number in (value - 1, value + 1) if cell.low <= number <= cell.high]
        return rng.choice([*near, cell.low, rng.randint(cell.low, cell.high)])
    i, j = rng.randrange(len(value)), rng.randrange(len(value))
    if rng.random() < 0.3:
        value[i], value[j] = value[j], value[i]
    else:
        value[i] = another(value[i], cell, rng)
    return value


def changed(match: Match, rng: Random) -> tuple[str, dict[str, Any]]:
    """What was changed, and the position then."""
    state = match.state.clone()
    names = rng.sample(sorted(match.game.cells), rng.choice((1, 1, 2)))
    for name in names:
        setattr(state, name, another(getattr(state, name), match.game.cells[name], rng))
    return ", ".join(names), {**match.position(), "cells": match.game.read_cells(state)}


def plays_on(position: dict[str, Any], rng: Random) -> bool:
    """Plays a position for a while, to the end where that is near; whether it was accepted at all."""
    try:
        match = Match.from_position(position)
    except GameError:
        return False
    for _ in range(min(STEPS, match.game.longest(match.state))):
        if match.over:
            break
        step(match, rng)
    assert match.over or match.game.longest(match.state) > STEPS
    for seat in range(match.players):
        match.view(seat)
    match.score(), match.rank()
    return True


@pytest.mark.parametrize("name", ["keskife", "keys", "kings_keys", "skyjo"])
def test_a_changed_position_is_refused_or_plays_on(name: str) -> None:
    rng = Random(name)
    accepted = 0
    for i in range(MATCHES):
        match = Match.start(name, rng.choice(load(name).seats))
        for _ in range(BEFORE[i % len(BEFORE)]):
            if not match.over:
                step(match, rng)
        for _ in range(CHANGES):
            what, position = changed(match, rng)
            try:
                accepted += plays_on(position, rng)
            except Exception as error:
                raise AssertionError(f"with {what} changed: {error!r}") from error
    assert 0 < accepted < MATCHES * CHANGES


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
