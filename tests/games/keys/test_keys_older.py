"""Logs and positions of KEYS that were written before everybody counted the odds of a lost KEY along."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.engine import GameError, Match
from parlour.engine.record.log import Log
from parlour.games.keys.state import GONE, HELD, OWNED, UNSURE

OLDER: list[dict[str, Any]] = json.loads(Path(__file__).with_name("before_the_odds.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("older", OLDER)
def test_a_log_of_before_replays_to_the_same_result(older: dict[str, Any]) -> None:
    match = Match.replay(Log.from_json(older["log"]))
    assert (match.score(), match.rank()) == (older["score"], older["rank"])


@pytest.mark.parametrize("older", OLDER)
def test_a_position_of_before_is_completed_and_plays_on(older: dict[str, Any]) -> None:
    match = Match.from_position(older["position"])
    state = match.state
    doubted = [p for p in range(match.players) if state.key_known[p] == UNSURE]
    assert doubted
    for p in range(match.players):
        wanted = {UNSURE: (OWNED - state.owned[p], 1), HELD: (0, 1), GONE: (1, 0)}[state.key_known[p]]
        assert (state.lost_odds[p], state.kept_odds[p]) == wanted
    for seat, action in older["rest"]:
        match.play(seat, action)
    assert (match.score(), match.rank()) == (older["score"], older["rank"])


def test_odds_are_there_whole_or_not_at_all() -> None:
    position = Match.from_position(OLDER[0]["position"]).position()
    assert Match.from_position(position).position() == position
    del position["cells"]["lost_odds"]
    with pytest.raises(GameError, match="cells missing or unknown: lost_odds"):
        Match.from_position(position)
