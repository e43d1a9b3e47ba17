"""A finished match is looked at again exactly as it was seen, from every seat, and with everything open."""

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from parlour.engine import CHANCE, ONLOOKER, Log, LogError, Match, Seating, View
from parlour.engine.match.frames import as_json, frames
from parlour.engine.match.match import OPEN

GAMES = {"skyjo": 3, "keys": 3, "kings_keys": 3, "keskife": 5}


@cache
def played(game: str, seed: int = 4) -> tuple[Log, dict[int, list[View]]]:
    """A match at random, and what each seat and an onlooker saw whenever nobody but people and the clock was asked."""
    rng, players = Random(seed), GAMES[game]
    match = Match.start(game, players)
    seen: dict[int, list[View]] = {seat: [] for seat in (*range(players), ONLOOKER)}

    def look() -> None:
        match.settle(rng.randrange)
        for seat, views in seen.items():
            views.append(match.view(seat))

    look()
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        look()
    return match.log(), seen


@pytest.mark.parametrize("game", GAMES)
def test_a_view_read_beside_another_shares_what_is_alike_and_says_the_same(game: str) -> None:
    _, seen = played(game)
    shared = 0
    for beside, *others in zip(*seen.values(), strict=True):
        form = beside.to_json()
        for view in others:
            found = view.to_json((beside, form))
            assert found == view.to_json()
            shared += sum(cell is form["cells"][name] for name, cell in found["cells"].items() if isinstance(cell, list))
    assert shared > 0


@pytest.mark.parametrize("game", GAMES)
def test_frames_are_what_was_seen(game: str) -> None:
    log, seen = played(game)
    for seat, views in seen.items():
        again = [frame.view for frame in frames(log, seat)]
        assert [(view.to_json(), view.told_json()) for view in again] == [(view.to_json(), view.told_json()) for view in views]


@pytest.mark.parametrize("game", GAMES)
def test_what_changed_adds_up_to_what_was_seen(game: str) -> None:
    log, seen = played(game)
    whole: dict[str, Any] = {}
    story: list[dict[str, Any]] = []
    for frame, view in zip(as_json(log, 0), seen[0], strict=True):
        cells = {**whole.get("cells", {}), **frame["cells"]}
        whole = {**whole, **frame, "cells": cells}
        story += frame["events"]
        shown = view.to_json()
        assert cells == shown["cells"]
        assert {name: whole[name] for name in shown if name not in ("legal", "may", "quiet")} == {
            name: value for name, value in shown.items() if name not in ("legal", "may", "quiet")
        }
        assert story == view.told_json()
    frames_size, views_size = len(json.dumps(as_json(log, 0))), sum(len(json.dumps(view.to_json())) for view in seen[0])
    assert frames_size < views_size / 2


def test_who_played_is_said() -> None:
    log, _ = played("skyjo")
    steps = [seat for seat, _ in log.actions if seat != CHANCE]
    assert [frame.seat for frame in frames(log, ONLOOKER)] == [None, *steps]


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_open_where_that_is_asked_for(game: str) -> None:
    log, _ = played(game)
    *_, last = frames(log, OPEN)
    match = Match.replay(log)
    assert last.view.state == match.state
    assert last.view.told_json() == match.open_story()
    assert last.view.to_json()["seat"] is None


def test_nothing_is_shown_of_a_match_that_runs() -> None:
    log, _ = played("skyjo")
    for seat in (0, ONLOOKER, OPEN):
        with pytest.raises(LogError, match="secret until then"):
            next(frames(replace(log, actions=log.actions[:-1]), seat))


def test_there_is_no_such_seat() -> None:
    log, _ = played("keys")
    with pytest.raises(Seating):
        list(frames(log, 3))
