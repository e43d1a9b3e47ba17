"""What bots draw by: of a table, a match and a seat, secret before, and afterwards found in the log by anybody."""

from random import Random

import pytest

from parlour.bots import bot
from parlour.engine import Match
from parlour.engine.record.draws import Draws
from parlour.games.cells import seeded
from parlour.server.table.thinking import Ask
from parlour.server.telling import thinker
from tests.server.house import House


@pytest.mark.parametrize("kind", ["sharp", "simple", "gentle"])
def test_what_a_bot_drew_can_be_drawn_again_from_the_log(kind: str) -> None:
    house = House("keys", seed=3)
    ana = house.join()
    assert ana.ask("seat_bot", bot=kind)["type"] == "done"
    ana.ask("start")
    log = house.finish()
    assert log.draws is not None
    match, choices = Match.start("keys", 2, log.options), 0
    for step, (seat, action) in enumerate(log.actions):
        if seat == 1 and len(legal := match.legal(seat)) > 1:
            dice = Random(seeded(log.draws.dice_of(seat), step))
            assert bot("keys", kind)(match.view(seat), legal, dice) == action
            choices += 1
        match.play(seat, action)
    assert choices > 5


def test_no_two_matches_and_no_two_seats_have_the_same_dice() -> None:
    one, other = (Draws(digit * 64, "ab/1", (None, None, None)) for digit in "12")
    again = Draws("1" * 64, "ab/2", (None, None, None))
    dice = [draws.dice_of(seat) for draws in (one, other, again) for seat in range(3)]
    assert len(set(dice)) == len(dice)
    assert dice[0] == one.dice_of(0)


def test_a_mind_thinks_by_the_dice_of_its_seat() -> None:
    def seed(dice: int) -> int:
        asked = Ask("maple-otter-17", 1, 0, 1, "skyjo", 2, {}, 0, (), dice)
        mind = thinker.followed(asked)
        assert mind is not None
        return mind.seed

    assert [seed(5), seed(6)] == [5, 6]


def test_dice_are_not_printed_with_a_question() -> None:
    assert "424242" not in repr(Ask("maple-otter-17", 1, 0, 1, "skyjo", 2, {}, 0, (), 424242))
