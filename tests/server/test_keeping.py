"""A table that is kept: who sat there is known again, bots fill in, hosting passes on, and nothing lapses for a year."""

import pytest

from parlour.server.table.records import Ended, Kept
from parlour.server.table.seats import NOBODY
from parlour.server.wire.refused import Refused
from tests.server.house import Client, House, Message

LAPTOP, PHONE = "laptop-of-ana-0001", "phone-of-ben-00001"
PARIS = {"name": "Friday table", "zone": "Europe/Paris"}
WEEK = 7 * 86_400.0
WINTER = 1774638000.0  # eight in the evening of 27 March 2026 in Paris; two days later summer time begins


def kept(house: House, **changes: str) -> tuple[Client, Client]:
    """Ana, who keeps the table, and Ben."""
    ana, ben = house.join("Ana", device=LAPTOP), house.join("Ben", device=PHONE)
    assert ana.ask("keep", **{**PARIS, **changes})["type"] == "done"
    return ana, ben


def shown(client: Client) -> Message:
    table: Message = client.last("table")["table"]
    return table


def end(house: House, client: Client) -> None:
    """This person, and bots, play until the match is over."""
    for _ in range(300):
        if house.room.status == "over":
            return
        if client.view["legal"]:
            client.play(client.view["legal"][-1])
        house.wait(5)
    raise AssertionError("the match did not end")


def test_who_sat_here_is_known_again_by_their_device() -> None:
    house = House()
    ana, ben = kept(house)
    ana.ask("start")
    end_all(house, ana, ben)
    ben.ask("stand")
    ana.ask("rematch")
    assert [one["name"] for one in shown(ana)["people"]] == ["Ana"]
    house.restart()
    house.now += WEEK
    again = house.join("ben", device=PHONE)
    assert again.person == ben.person, "in whatever case the name is written"
    assert house.join("Ben's sister", device=PHONE).person not in (ana.person, ben.person)
    assert [one["name"] for one in shown(again)["kept"]["members"]] == ["Ana", "ben", "Ben's sister"]


def test_a_device_that_lost_its_token_has_its_chair_again_once_nobody_sits_there() -> None:
    house = House()
    ana, ben = kept(house)
    ben.leave()
    again = house.join("Ben", device=PHONE)
    assert again.person == ben.person
    assert len(shown(ana)["people"]) == 2
    assert house.connect(ben.token).got[-1]["code"] == "bad_token", "the token that was lost opens nothing"


def end_all(house: House, *people: Client) -> None:
    for _ in range(300):
        if house.room.status == "over":
            return
        for person in people:
            if person.view["legal"]:
                person.play(person.view["legal"][-1])
        house.wait(5)
    raise AssertionError("the match did not end")


def test_opened_again_who_is_missing_is_shown_missing_and_a_bot_fills_in_until_they_come() -> None:
    house = House(grace=1e6)
    ana, ben = kept(house)
    ana.ask("start")
    end_all(house, ana, ben)
    house.restart()
    house.now += WEEK
    ben = house.connect(ben.token)
    assert ben.ask("reopen")["type"] == "done"
    table = shown(ben)
    assert table["status"] == "lobby"
    assert [(one["name"], one["here"]) for one in table["people"]] == [("Ana", False), ("Ben", True)]
    assert table["host"] == ben.person, "the host is not here"
    ben.ask("start")
    missing = shown(ben)["people"][0]
    assert (missing["covered"], missing["cover"]) == (True, "line")
    end(house, ben)
    result = [record for record in house.records if isinstance(record, Ended)][-1].result
    assert [seat.get("absent") for seat in result["seats"]] == [True, None]
    ben.ask("rematch")
    ben.ask("start")
    house.connect(ana.token)
    assert not shown(ben)["people"][0]["covered"], "whoever comes plays"
    end_all(house, *house.clients.values())
    result = [record for record in house.records if isinstance(record, Ended)][-1].result
    assert [seat.get("absent") for seat in result["seats"]] == [None, None]


def test_at_a_table_that_is_not_kept_nobody_is_replaced_at_once() -> None:
    house = House(grace=1e6)
    ana, ben = house.join("Ana"), house.join("Ben")
    ben.leave()
    ana.ask("start")
    assert not shown(ana)["people"][1]["covered"]
    assert ana.ask("reopen")["code"] == "not_kept"


def test_a_match_of_this_evening_is_not_left_and_one_of_last_week_is() -> None:
    house = House()
    ana, ben = kept(house)
    ana.ask("start")
    assert ben.ask("reopen")["code"] == "playing"
    house.restart()
    house.now += WEEK
    assert house.connect(ben.token).ask("reopen")["type"] == "done"
    assert house.room.status == "lobby"


def test_hosting_passes_on_by_consent_of_two_while_the_host_does_nothing() -> None:
    house = House(quiet=120.0)
    ana, ben = kept(house)
    cy = house.join("Cy")
    assert ben.ask("succeed")["code"] == "host_busy"
    house.wait(121)
    assert ana.ask("succeed")["code"] == "wrong_status"
    assert ben.ask("succeed")["type"] == "done"
    assert ben.ask("succeed")["type"] == "done"
    assert shown(ana)["host"] == ana.person, "one alone cannot agree with themselves"
    ana.ask("say", text="I am here")
    assert shown(ben)["succession"] is None
    assert cy.ask("succeed")["code"] == "host_busy"
    house.wait(121)
    ben.ask("succeed")
    assert shown(cy)["succession"]["by"] == ben.person
    house.wait(61)
    cy.ask("succeed")
    assert shown(cy)["host"] == ana.person, "that was too late to agree, and asks anew"
    ana.ask("present", looking=True)  # a page does so by itself
    ben.ask("succeed")
    assert shown(cy)["host"] == cy.person


def test_the_next_date_is_by_the_tables_clock_whatever_season_it_is() -> None:
    house = House()
    ana, ben = kept(house)
    assert ben.ask("coming", yes=True)["code"] == "no_date"
    for local, utc in (("2026-03-27T20:00", WINTER), ("2026-04-03T20:00", WINTER + WEEK - 3600)):
        ana.ask("next_date", at=local)
        assert shown(ben)["kept"]["next"] == {"local": local, "at": utc, "coming": [], "staying": []}
    ben.ask("coming", yes=True)
    ben.ask("coming", yes=False)
    ana.ask("coming", yes=True)
    assert shown(ben)["kept"]["next"]["coming"] == [ana.person]
    assert shown(ben)["kept"]["next"]["staying"] == [ben.person]
    ana.ask("keep", name="Friday table", zone="America/New_York")
    assert shown(ben)["kept"]["next"]["at"] == WINTER + WEEK + 5 * 3600, "at eight there, where they live now"
    before = house.saved().state
    assert ana.ask("keep", name="Friday table", zone="Europe/Nowhere")["code"] == "bad_zone"
    assert ana.ask("keep", name=" ", zone="UTC")["code"] == "bad_name"
    assert ana.ask("next_date", at="2026-02-30T20:00")["code"] == "bad_date"
    assert ana.ask("seasons", seasons=[{"name": "x", "begins": "2026-02-01", "ends": "2026-01-01"}])["code"] == "bad_date"
    assert ana.ask("seasons", seasons=[{"name": "x", "begins": "soon", "ends": "2026-01-01"}])["code"] == "bad_date"
    assert house.saved().state == before


def test_somebody_is_erased_by_device_or_token_and_by_nobody_else() -> None:
    house = House()
    ana, ben = kept(house)
    ben.ask("say", text="I live in Secret Street")
    ana.ask("next_date", at="2026-12-11T20:00")
    ben.ask("coming", yes=True)
    ana.ask("start")
    assert ben.person is not None
    for device, token in ((LAPTOP, None), ("another-device-001", "token"), (LAPTOP, ana.token)):
        with pytest.raises(Refused, match="nobody of this number"):
            house.room.forget(ben.person, device, token, house.now)
    house.take(house.room.forget(ben.person, PHONE, None, house.now))
    told = str([shown(ana), ana.last("view"), [r for r in house.records if isinstance(r, Kept)][-1].state])
    assert "Ben" not in told
    assert house.room.talk.lines == []
    member = shown(ana)["kept"]["members"][1]
    assert (member["name"], member["avatar"], member["erased"]) == ("", NOBODY, True)
    end_all(house, ana, ben)
    house.restart()
    assert house.join("Ben", device=PHONE).person != ben.person, "nothing of the device is left"
