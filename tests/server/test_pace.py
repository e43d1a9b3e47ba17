"""How long bots seem to think: one pause a turn, at the host's pace, and nobody has to wait for it."""

from itertools import groupby

import pytest

from parlour.engine import load
from parlour.server.table.clock import AT_A_STRETCH, LEAST, STEPS_A_SECOND
from parlour.server.table.standin import ONE_TURN
from tests.server.house import Client, House


def turns(house: House, since: int) -> list[int]:
    """Who played since that many steps, a turn each."""
    return [seat for seat, _ in groupby(seat for seat, _ in house.actions()[since:] if seat >= 0)]


def reveal(ana: Client) -> None:
    """SKYJO begins with two cards that each turns over."""
    while ana.view["cells"]["phase"] == "reveal" and ana.view["legal"]:
        ana.play()


def test_a_bots_turn_is_one_pause_and_one_step_for_those_who_watch() -> None:
    house = House("skyjo", pace=(1.0, 1.0))
    (ana,) = house.seated(1, bots=1)
    house.wait(1.1)
    assert not ana.view["cells"]["grid"][1].count("hidden") > 10, "the bot turned both its cards over in one go"
    reveal(ana)
    if ana.view["asked"] == [0]:
        ana.play({"do": "take", "slot": 1})
    seen = len([message for message in ana.got if message["type"] == "view"])
    steps = len(house.actions())
    house.wait(1.1)
    assert len([message for message in ana.got if message["type"] == "view"]) == seen + 1
    assert ana.view["asked"] == [0]
    assert all(seat != 0 for seat, _ in house.actions()[steps:])


def test_a_flip_in_keys_is_a_moment_of_its_own() -> None:
    game = load("keys")
    assert {game.actions.read(action)["do"] for action in game.moments} == {"flip"}
    assert not load("skyjo").moments


@pytest.mark.parametrize(("pace", "pause"), [("calm", 10.0), ("brisk", 4.0), ("at_once", 0.0)])
def test_the_host_sets_the_pace_even_during_a_match(pace: str, pause: float) -> None:
    house = House(pace=(10.0, 10.0))
    ana, ben = house.seated(2, bots=1)
    assert ben.ask("pace", pace=pace)["code"] == "not_host"
    assert ana.ask("pace", pace=pace)["type"] == "done"
    assert ben.last("table")["table"]["pace"] == pace
    steps = len(house.actions())
    if pause:
        house.wait(pause - 0.1)
        assert turns(house, steps) == []
    house.wait(0.2)
    assert turns(house, steps) == [2]
    house.restart()
    assert house.room.shown()["pace"] == pace


def test_anybody_may_hurry_the_bots_until_a_person_is_asked() -> None:
    house = House("skyjo", pace=(50.0, 50.0))
    ana, ben = house.seated(2, bots=2)
    onlooker = house.connect()
    assert onlooker.ask("hurry")["code"] == "not_seated"
    assert ben.ask("hurry")["type"] == "done"
    house.wait(0.4)
    assert set(turns(house, 0)) >= {2, 3}, "the bots turned over what they had to"
    reveal(ana)
    reveal(ben)
    for person in (ana, ben):
        if person.view["legal"]:
            person.play({"do": "take", "slot": 1})
    steps = len(house.actions())
    if ana.view["asked"][0] > 1:
        house.wait(0.4)
        assert turns(house, steps) == [], "a hurry ends with the turn of a person"


def test_a_hurry_without_a_match_is_refused() -> None:
    house = House()
    assert house.join().ask("hurry")["code"] == "wrong_status"


def test_where_no_page_shows_motion_bots_take_half_the_time() -> None:
    house = House(pace=(10.0, 10.0))
    ana = house.join("Ana")
    ana.ask("seat_bot", bot="random")
    ana.leave()
    ana = house.connect(ana.token, still=True)
    ana.ask("start")
    steps = len(house.actions())
    house.wait(4.9)
    assert turns(house, steps) == []
    house.wait(0.2)
    assert turns(house, steps) == [1]


def test_a_bots_turn_takes_a_moment_at_any_pace() -> None:
    house = House("skyjo", pace=(0.0, 0.0))
    house.seated(1, bots=2)
    steps = len(house.actions())
    house.wait(LEAST[0] - 0.01)
    assert turns(house, steps) == []
    house.wait(LEAST[1])
    assert {1, 2} <= {*turns(house, steps)}


def test_bots_among_themselves_play_no_more_than_a_budget_of_steps() -> None:
    house = House("kings_keys", pace=(0.0, 0.0))
    (ana,) = house.seated(1, bots=3)
    assert ana.ask("cover", person=ana.person)["type"] == "done"
    before, began = len(house.actions()), house.now
    for _ in range(6):
        house.wait(10.0)
        played = len(house.actions()) - before
        assert played <= AT_A_STRETCH + (house.now - began) * STEPS_A_SECOND + ONE_TURN
        if house.room.status != "playing":
            break
    assert played > AT_A_STRETCH, "nobody played"
