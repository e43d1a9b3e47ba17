"""Televisions: who may ask for pictures, who is seen there by their own word alone, and who may signal to whom."""

import pytest

from parlour.server.settings import Limits
from parlour.server.wire.bodies import TakeChair
from tests.server.house import Client, House, Message

DEVICE = "television-in-the-corner"
LIMITS = Limits(onlookers=12)


def television(house: House, device: str | None = DEVICE) -> tuple[Client, int]:
    """An onlooker whose page has asked for pictures, and its number."""
    screen = house.connect(**({"device": device} if device is not None else {}))
    tuned = screen.ask("television")
    assert tuned["type"] == "tuned"
    return screen, tuned["television"]


def shown(client: Client) -> list[Message]:
    screens: list[Message] = client.last("table")["table"]["televisions"]
    return screens


def signals(client: Client) -> list[Message]:
    return [m for m in client.got if m["type"] == "signal"]


def test_signals_go_between_a_television_and_who_shows_themselves_there_alone() -> None:
    house = House(limits=LIMITS)
    ana, ben = house.seated(2)
    screen, number = television(house)
    assert 1000 <= number <= 9999
    assert shown(ana) == [{"television": number, "here": True, "shows": []}]
    # Before anybody agrees nothing passes, either way.
    assert ana.ask("signal", television=number, data=1)["code"] == "not_shown"
    assert screen.ask("signal", person=ana.person, data=1)["code"] == "not_shown"
    assert ana.ask("show", television=number, yes=True)["type"] == "done"
    assert shown(ben) == shown(screen) == [{"television": number, "here": True, "shows": [ana.person]}]
    tab = house.connect(ana.token)
    assert ana.ask("signal", television=number, data={"offer": 1})["type"] == "done"
    assert signals(screen) == [{"type": "signal", "person": ana.person, "data": {"offer": 1}}]
    assert screen.ask("signal", person=ana.person, data={"answer": 2})["type"] == "done"
    assert signals(ana) == signals(tab) == [{"type": "signal", "television": number, "data": {"answer": 2}}]
    assert signals(ben) == []
    assert screen.ask("signal", person=ben.person, data=3)["code"] == "not_shown"
    assert ben.ask("signal", television=number, data=3)["code"] == "not_shown"
    # Taken back, it holds at once.
    assert ana.ask("show", television=number, yes=False)["type"] == "done"
    assert shown(screen)[0]["shows"] == []
    assert ana.ask("signal", television=number, data=1)["code"] == "not_shown"
    assert screen.ask("signal", person=ana.person, data=1)["code"] == "not_shown"


def test_nothing_of_it_is_stored_and_another_server_asks_anew() -> None:
    house = House(limits=LIMITS)
    ana, _ = house.seated(2)
    before = len(house.records)
    screen, number = television(house)
    ana.ask("show", television=number, yes=True)
    ana.ask("signal", television=number, data=1)
    screen.ask("signal", person=ana.person, data=1)
    ana.ask("show", television=number, yes=False)
    assert house.records[before:] == []
    house.restart()
    again = house.connect(ana.token)
    assert shown(again) == []
    assert again.ask("show", television=number, yes=True)["code"] == "no_such_television"


def test_other_onlookers_neither_signal_nor_show_themselves() -> None:
    house = House(limits=LIMITS)
    ana, _ = house.seated(2)
    _, number = television(house)
    ana.ask("show", television=number, yes=True)
    other = house.connect()
    for request in (
        {"kind": "signal", "person": ana.person, "data": 1},
        {"kind": "signal", "television": number, "data": 1},
        {"kind": "show", "television": number, "yes": True},
    ):
        assert other.ask(**request)["code"] == "not_seated"
    assert ana.ask("television")["code"] == "wrong_status"


@pytest.mark.parametrize("fields", [{}, {"person": 1, "television": 2}, {"television": 1}])
def test_a_television_signals_to_one_person_at_a_time(fields: Message) -> None:
    house = House(limits=LIMITS)
    ana, _ = house.seated(2)
    screen, number = television(house)
    ana.ask("show", television=number, yes=True)
    assert screen.ask("signal", data=1, **fields)["code"] == "bad_message"
    if len(fields) != 1:
        assert ana.ask("signal", data=1, **fields)["code"] == "bad_message"


def test_signals_of_televisions_have_the_bounds_of_peoples() -> None:
    house = House(limits=Limits(onlookers=8, signals_per_second=2.0, signal_burst=3, signal_bytes=400))
    ana, _ = house.seated(2)
    screen, number = television(house)
    ana.ask("show", television=number, yes=True)
    assert screen.ask("signal", person=ana.person, data="x" * 400)["code"] == "too_large"
    answers = [screen.ask("signal", person=ana.person, data=i).get("code") for i in range(4)]
    assert answers == [None, None, "too_fast", "too_fast"]
    assert [m["data"] for m in signals(ana)] == [0, 1]
    # A person has one measure for all, televisions among them.
    sent = [ana.ask("signal", television=number, data=i).get("code") for i in range(4)]
    assert sent == [None, None, None, "too_fast"]
    house.wait(0.5)
    assert screen.ask("signal", person=ana.person, data=9)["type"] == "done"


def test_who_is_away_who_left_and_who_is_on_another_device_is_not_signalled_to() -> None:
    house = House(limits=LIMITS)
    ana, ben, cy = house.seated(3)
    screen, number = television(house)
    for person in (ana, ben, cy):
        person.ask("show", television=number, yes=True)
    assert shown(screen)[0]["shows"] == [ana.person, ben.person, cy.person]
    ana.leave()
    assert screen.ask("signal", person=ana.person, data=1)["code"] == "not_here"
    back = house.connect(ana.token)
    assert screen.ask("signal", person=ana.person, data=1)["type"] == "done"
    assert len(signals(back)) == 1
    cy.ask("stand")
    assert screen.ask("signal", person=cy.person, data=1)["code"] == "not_shown"
    assert cy.ask("signal", television=number, data=1)["code"] == "not_seated"
    code = ben.ask("hand_on")["code"]
    house.take(house.room.take(TakeChair(code=code, device=None), "token-moved", house.now)[1])
    moved = house.connect("token-moved")
    assert shown(screen)[0]["shows"] == [ana.person], "the chair is on another device, which was not asked"
    assert moved.ask("signal", television=number, data=1)["code"] == "not_shown"


def test_one_is_asked_anew_for_each_match() -> None:
    house = House(limits=LIMITS)
    ana, ben = house.join("Ana"), house.join("Ben")
    screen, number = television(house)
    assert ana.ask("show", television=number, yes=True)["code"] == "wrong_status"
    assert ana.ask("start")["type"] == "done"
    ana.ask("show", television=number, yes=True)
    house.finish()
    assert shown(screen)[0]["shows"] == [ana.person], "the last table is still seen"
    assert ben.ask("show", television=number, yes=True)["code"] == "wrong_status"
    ana.ask("rematch")
    assert ana.ask("start")["type"] == "done"
    assert shown(screen)[0]["shows"] == []
    assert screen.ask("signal", person=ana.person, data=1)["code"] == "not_shown"
    assert screen.ask("television")["television"] == number


def test_a_television_that_comes_again_has_its_number_and_its_older_page_is_an_onlookers() -> None:
    house = House(limits=LIMITS)
    ana, _ = house.seated(2)
    screen, number = television(house)
    ana.ask("show", television=number, yes=True)
    screen.leave()
    assert shown(ana) == [{"television": number, "here": False, "shows": [ana.person]}]
    assert ana.ask("signal", television=number, data=1)["type"] == "done"  # and is lost
    anew, same = television(house)
    newest, still = television(house)
    assert number == same == still
    assert anew.ask("signal", person=ana.person, data=1)["code"] == "not_seated"
    assert newest.ask("signal", person=ana.person, data=1)["type"] == "done"
    anew.leave()
    assert shown(ana)[0]["here"]
    assert shown(ana)[0]["shows"] == [ana.person]


def test_televisions_are_bounded_and_one_that_nobody_shows_themselves_to_gives_way() -> None:
    house = House(limits=LIMITS)
    ana, ben = house.seated(2)
    first, one = television(house, None)
    second, two = television(house, None)
    ana.ask("show", television=two, yes=True)
    _, three = television(house, None)
    assert [screen["television"] for screen in shown(ana)] == [two, three]
    assert first.ask("signal", person=ana.person, data=1)["code"] == "not_seated"
    assert one not in (two, three)
    ben.ask("show", television=three, yes=True)
    late = house.connect()
    assert late.ask("television")["code"] == "table_full"
    second.leave()  # its line is down: who is here goes before
    assert late.ask("television")["type"] == "tuned"
    assert two not in [screen["television"] for screen in shown(ana)]


def test_televisions_ask_no_faster_than_people_can_answer() -> None:
    house = House(limits=LIMITS)
    house.seated(2)
    codes = [house.connect().ask("television").get("code") for _ in range(8)]
    assert codes == [None] * 6 + ["too_fast"] * 2
    house.wait(5)
    _, number = television(house)
    assert number
