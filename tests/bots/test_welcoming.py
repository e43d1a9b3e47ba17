"""Where bots sit: every game that has them says so."""

import pytest

from parlour.bots import seated, welcoming
from parlour.engine import games, load


@pytest.mark.parametrize("name", games())
def test_what_a_game_is_tried_with_seats_its_bots(name: str) -> None:
    game = load(name)
    for players in game.seats:
        assert seated(game, game.options(welcoming(game), players))
