"""Whom the host sends away, and a table they clear."""

import pytest

from parlour.server.table.records import Kept
from parlour.server.wire.bodies import JoinTable
from parlour.server.wire.refused import Refused
from tests.server.house import House

PHONE, LAPTOP = "the-phone-of-Ben", "the-laptop-of-Ben"
EVENING = 12 * 3600


def came_back(house: House, device: str | None) -> str:
    """What becomes of somebody who wants a chair again."""
    try:
        house.room.join(
            JoinTable(name=f"Benno {house.count()}", avatar="owl", device=device), f"again-{house.count()}", house.now
        )
    except Refused as refused:
        return refused.code
    return "sits"


def test_a_person_sent_away_for_the_evening_stays_away_with_that_device() -> None:
    house = House()
    ana = house.join("Ana")
    ben, outcome = house.room.join(JoinTable(name="Ben", avatar="owl", device=PHONE), "token-ben", house.now)
    house.take(outcome)
    wire = house.connect("token-ben")
    assert ana.ask("remove", person=ben.number, stay_out=True)["type"] == "done"
    assert wire.last("closed")["reason"] == "removed"
    for _ in range(2):
        assert came_back(house, PHONE) == "barred"
        watching = house.connect(device=PHONE)
        assert (watching.last("refused")["code"], watching.last("refused")["id"]) == ("barred", None)
        house.restart()
    assert came_back(house, LAPTOP) == "sits"
    house.now += EVENING + 1
    assert came_back(house, PHONE) == "sits"


@pytest.mark.parametrize("stay_out", [True, False])
def test_the_host_chooses_and_a_device_is_known_by_its_hello_too(stay_out: bool) -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    house.connect(ben.token, device=PHONE)
    assert ana.ask("remove", person=ben.person, stay_out=stay_out)["type"] == "done"
    assert came_back(house, PHONE) == ("barred" if stay_out else "sits")


def test_no_device_is_stored_as_it_calls_itself() -> None:
    house = House()
    _, outcome = house.room.join(JoinTable(name="Ben", avatar="owl", device=PHONE), "token-ben", house.now)
    house.take(outcome)
    assert PHONE not in str([record for record in house.records if isinstance(record, Kept)])


@pytest.mark.parametrize("when", ["lobby", "playing", "over"])
def test_the_host_clears_the_table_whenever_they_like_and_nobody_else_does(when: str) -> None:
    house = House(options={"rounds": 1})
    ana, ben = house.join("Ana"), house.join("Ben")
    watching = house.connect()
    if when != "lobby":
        ana.ask("start")
    if when == "over":
        ana.play()
        ben.play()
        house.wait(60)
    assert house.room.status == when
    assert ben.ask("close")["code"] == "not_host"
    assert ana.ask("close")["type"] == "done"
    for one in (ana, ben, watching):
        assert one.last("closed")["reason"] == "cleared"
    assert ana.got[-2]["type"] == "done", "it is answered before the line ends"
    assert house.wake_at is None
    house.restart()
    assert house.room.summary()["status"] == "closed"
    assert came_back(house, None) == "unknown_table"
    assert house.connect(ana.token).last("closed")["reason"] == "cleared"
