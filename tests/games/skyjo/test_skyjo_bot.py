"""The rule-of-thumb bot: strong enough, fast enough, and never the reason why a round does not end."""

import random
import time
from collections.abc import Sequence
from typing import Any

import pytest

from parlour.bots import Bot
from parlour.bots import sensible as simple
from parlour.bots import uniform as at_random
from parlour.engine import Match
from parlour.games.cells import CHANCE, CLOCK
from parlour.games.skyjo.policy import PATIENCE


def played(bots: Sequence[Bot], seed: int) -> tuple[Match, int, list[float]]:
    """A match of bots, the most turns of a round in it, and the seconds of process time of each decision."""
    rng = random.Random(seed)
    match = Match.start("skyjo", len(bots))
    turns, took = 0, []
    while not match.over:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll(rng.randrange)
        else:
            assert seat != CLOCK
            view = match.view(seat)
            legal = view.legal
            began = time.process_time()
            action = bots[seat](view, legal, rng)
            took.append(time.process_time() - began)
            match.play(seat, action)
        turns = max(turns, match.state.turns)
    return match, turns, took


def test_simple_beats_random() -> None:
    """In at least 95 of 100 games of two, the seats changing."""
    won = 0
    for seed in range(100):
        me = seed % 2
        match, _, _ = played([simple if seat == me else at_random for seat in (0, 1)], seed)
        won += match.rank()[me] == 1 and match.rank()[1 - me] == 2
    assert won >= 95


@pytest.mark.parametrize("players", [2, 5, 8])
def test_simple_is_quick_and_ends_its_rounds(players: int) -> None:
    for seed in range(3):
        match, turns, took = played([simple] * players, seed)
        assert max(match.score()) >= 100
        assert turns < 2 * PATIENCE * players
        assert sorted(took)[len(took) * 99 // 100] < 0.005


def test_simple_does_not_go_out_with_more_points_than_a_rival(lay: Any) -> None:
    """With 30 points before it and 4 across the table it keeps its last card hidden (SKY-Q15)."""
    table = lay(
        [[9, 8, "h"], [7, 6, 0], [], []],
        [[0, 1, "h"], [], [], []],
        pile=[8],
    )
    table.do(0, "draw")
    view = table.match.view(0)
    action = table.match.game.actions.read(simple(view, view.legal, random.Random(0)))
    assert action["do"] == "swap"
    assert action["slot"] != 9


def test_simple_completes_a_column(lay: Any) -> None:
    table = lay(
        [[12, 12, "h"], ["h", "h", "h"], ["h", "h", "h"], ["h", "h", "h"]], [["h", "h", "h"]] * 3 + [[1, 1, "h"]], discard=[3, 12]
    )
    view = table.match.view(0)
    assert table.match.game.actions.read(simple(view, view.legal, random.Random(0))) == {"do": "take", "slot": 9}
