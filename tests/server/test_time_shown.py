"""How long somebody has is worked out from what everybody sees: a deadline is public, and would tell what it was made from."""

from random import Random
from typing import Any

import pytest

from parlour.engine import Match
from parlour.games.cells import CHANCE, ONLOOKER
from parlour.server.table.running import Running


def test_the_room_asks_the_onlookers_view(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.start("keys", 3)
    asked: list[Any] = []

    def seconds(state: Any, seat: int) -> int:
        asked.append(state.clone())
        return 7 + seat

    monkeypatch.setattr(match.game, "seconds", seconds)
    rng = Random(4)
    running = Running(1, match, None, rng.randrange)
    running.settle()
    for _ in range(4):
        seat = match.to_act[0]
        assert running.seconds(seat) == running.seconds(seat) == 7 + seat
        assert asked == [match.view(ONLOOKER).state], "once a step"
        assert asked[0] != match.state, "the places of the KEYs are hidden"
        asked.clear()
        running.play(seat, match.legal(seat)[0])
    assert CHANCE not in match.to_act
