"""Positions that nothing leads to: a few cells changed that belong together, which is refused or plays on as any other."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from parlour.engine.contract.game import Game, GameError
from parlour.engine.match import Match
from parlour.games.cells import Cell
from parlour.testing.laws import guess, hidden, lookers
from parlour.testing.reach import Broken, hold, random_step
from parlour.testing.reading import deed, raised, who

STEPS = 60  # of a position that is played on
CHANGES = 6  # of one match
NEAR = (-1, 1)


def changed_positions_play_on(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """What is accepted stays sound, asks nobody who has nothing to play, and can be guessed. Returns how many were."""
    accepted = 0
    for match in matches:
        for _ in range(CHANGES):
            position = changed(match, rng.choice(matches), rng)
            try:
                begun = Match.from_position(position)
            except GameError:
                continue
            accepted += begun.state != match.state
            play_on(begun, rng)
    return accepted


def play_on(match: Match, rng: Random) -> None:
    """Play on at random, and look at every step."""
    game = match.game
    for _ in range(min(STEPS, game.longest(match.state))):
        if match.over:
            return
        _stands(match, rng)
        before = match.clone()
        seat, action = random_step(match, rng, restless=10)
        if not game.sound(match.state):
            what = f"a position that is accepted is not sound after {who(seat)} played {deed(game, action)}"
            raise Broken(what, before, lambda at: _unsound(at, seat, action))  # noqa: B023  it is left at once


def _unsound(match: Match, seat: int, action: int) -> None:
    match.play(seat, action)
    hold(match.game.sound(match.state), match, "a position that is accepted is not sound after the last step")


def _stands(match: Match, rng: Random) -> None:
    game = match.game
    for seat in match.to_act:
        hold(match.legal(seat), match, f"in a position that is accepted {who(seat)} is asked and has nothing to play")
        if seat < match.players:
            action = game.idle(match.state.clone(), seat, [rng.getrandbits(60)])
            hold(action in match.legal(seat), match, f"in a position that is accepted idle plays {deed(game, action)}")
    seat = rng.choice(lookers(match, rng))
    try:
        world = guess(game, hidden(match, seat), seat, rng)
    except Exception as error:
        raise Broken(f"a position that is accepted cannot be guessed by {who(seat)}: {raised(error)}", match) from error
    hold(game.sound(world), match, f"in a position that is accepted a guess of {who(seat)} is not sound")


def changed(match: Match, other: Match, rng: Random) -> dict[str, Any]:
    """A position with one to four cells changed, in one of the ways in which cells belong together."""
    state = match.state.clone()
    cells = match.game.cells
    ways = [_another, _together, _traded, _seats_traded, _moved]
    if other.players == match.players:
        ways += [_taken_over, _taken_over]
    rng.choice(ways)(state, other.state, cells, rng)
    return {**match.position(), "cells": match.game.read_cells(state)}


Cells = Mapping[str, Cell]


def _another(state: Any, other: Any, cells: Cells, rng: Random) -> None:
    """One number is another one of its range."""
    name = rng.choice(sorted(cells))
    cell = cells[name]
    row, at = _place(state, name, rng)
    near = [row[at] + by for by in NEAR if cell.low <= row[at] + by <= cell.high]
    row[at] = rng.choice([*near, cell.low, rng.randint(cell.low, cell.high)])
    _put_back(state, name, row)


def _together(state: Any, other: Any, cells: Cells, rng: Random) -> None:
    """Two or three single numbers go one up or down."""
    names = [name for name, cell in cells.items() if not cell.shape]
    by = rng.choice(NEAR)
    for name in rng.sample(names, min(rng.choice((2, 3)), len(names))):
        setattr(state, name, min(cells[name].high, max(cells[name].low, getattr(state, name) + by)))


def _traded(state: Any, other: Any, cells: Cells, rng: Random) -> None:
    """Two numbers of one list trade places."""
    lists = [name for name, cell in cells.items() if cell.shape]
    if lists:
        name = rng.choice(lists)
        (row, at), (instead, there) = _place(state, name, rng), _place(state, name, rng)
        row[at], instead[there] = instead[there], row[at]


def _seats_traded(state: Any, other: Any, cells: Cells, rng: Random) -> None:
    """Two seats trade what some of the lists by seat hold of them."""
    lists = [name for name, cell in cells.items() if cell.shape]
    if not lists:
        return
    length = cells[rng.choice(lists)].shape[0]
    alike = [name for name in lists if cells[name].shape[0] == length]
    p, q = rng.randrange(length), rng.randrange(min(length, 4))
    for name in rng.sample(alike, rng.randint(1, len(alike))):
        rows = getattr(state, name)
        rows[p], rows[q] = rows[q], rows[p]


def _moved(state: Any, other: Any, cells: Cells, rng: Random) -> None:
    """One number goes down, and another, of this cell or of the next, goes up: the sum stays."""
    first = rng.choice(sorted(cells))
    for name, by in ((first, -1), (rng.choice([first, rng.choice(sorted(cells))]), 1)):
        row, at = _place(state, name, rng)
        if cells[name].low <= row[at] + by <= cells[name].high:
            row[at] += by
            _put_back(state, name, row)


def _taken_over(state: Any, other: Any, cells: Cells, rng: Random) -> None:
    """Some cells are those of another moment of the game."""
    for name in rng.sample(sorted(cells), min(rng.randint(1, 4), len(cells))):
        setattr(state, name, getattr(other.clone(), name))


def _place(state: Any, name: str, rng: Random) -> tuple[list[Any], int]:
    """A list of numbers in a cell, and a place in it; of a single number, a list of that one."""
    value = getattr(state, name)
    if not isinstance(value, list):
        return [value], 0
    while isinstance(value[0], list):
        value = rng.choice(value)
    return value, rng.randrange(len(value))


def _put_back(state: Any, name: str, row: list[Any]) -> None:
    if not isinstance(getattr(state, name), list):
        setattr(state, name, row[0])
