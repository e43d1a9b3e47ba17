"""The opponents play what may be played, and those who count play better than those who do not."""

import pytest

from parlour.bots import welcoming
from parlour.lab.arena import arena
from parlour.lab.simulate import simulate
from tests.opponents import keys, skyjo, tricks

ALL = [
    *(("skyjo", one) for one in (*skyjo.PUBLIC, *skyjo.CHILDREN)),
    *(("keys", one) for one in (*keys.PUBLIC, *keys.CHILDREN)),
    *((game, one) for game in ("kings_keys", "keskife") for one in tricks.CHILDREN),
]


@pytest.mark.parametrize(("game", "one"), ALL, ids=[f"{game}-{one.__name__}" for game, one in ALL])
def test_they_play_whole_matches(game: str, one: skyjo.Bot) -> None:
    """A bot that plays what is not legal ends a simulation with an error."""
    players = 4 if game == "keskife" else 2
    report = simulate(game, players=players, games=4, bots=[one, *["simple"] * (players - 1)], options=welcoming(game))
    assert report.games == 4


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("skyjo", skyjo.statistician, skyjo.greedy),
        ("skyjo", skyjo.statistician, skyjo.hurrying),
        ("keys", keys.always_trap, keys.bid_everything),
    ],
)
def test_who_counts_beats_who_does_not(game: str, better: skyjo.Bot, worse: skyjo.Bot) -> None:
    result = arena(game, players=2, bots=[better, worse], games=40, seed=3)
    duel = result.duel(better.__name__, worse.__name__)
    assert duel is not None
    assert duel.ahead > 0.5
