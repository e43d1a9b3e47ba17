"""The clocks a host may choose: any number of seconds a turn, or one time a match, and what happens when it is spent."""

import pytest

from parlour.server.table.bank import LAST
from tests.server.house import Client, House


def left(client: Client, seat: int) -> float | None:
    """What a seat's clock shows, in seconds."""
    now = client.house.now
    return next((clock["ends"] - now for clock in client.last("view")["clocks"] if clock["seat"] == seat), None)


def asked(people: list[Client]) -> Client:
    return next(client for client in people if client.view["legal"])


def test_a_turn_has_as_many_seconds_as_the_host_says() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    for seconds in (4, 601):
        assert ana.ask("clock", seconds=seconds)["code"] == "bad_options"
    assert ana.ask("clock", seconds=47)["type"] == "done"
    shown = ben.last("table")["table"]
    assert (shown["clock"], shown["per"]) == (47, "turn")
    ana.ask("start")
    assert left(ana, 0) == 47.0
    assert "banks" not in ana.last("view")


def test_one_time_for_the_match_is_spent_turn_by_turn() -> None:
    house = House("keys", clock=60, per="match")
    people = house.seated(2)
    first = asked(people)
    assert left(first, first.view["seat"]) == 60.0
    house.wait(3.0)
    first.play()
    second = asked(people)
    assert left(second, second.view["seat"]) == 60.0
    house.wait(5.0)
    second.play()
    assert house.room.timers.bank is not None
    assert house.room.timers.bank.spent == {first.view["seat"]: 3.0, second.view["seat"]: 5.0}
    assert asked(people) is first
    assert left(first, first.view["seat"]) == 57.0, "what is left of it is what this person did not spend"
    banks = {one["seat"]: one["left"] for one in second.last("view")["banks"]}
    assert banks == {first.view["seat"]: 57.0, second.view["seat"]: 55.0}, "everybody sees what each has left"


def test_whoever_has_spent_it_has_ten_seconds_a_turn_and_then_the_ordinary_action_is_played() -> None:
    house = House("keys", clock=60, per="match")
    people = house.seated(2)
    client = asked(people)
    steps = len(house.actions())
    house.wait(59.0)
    assert len(house.actions()) == steps
    house.wait(1.5)
    assert len(house.actions()) == steps + 1, "time is up"
    other = asked(people)
    other.play()
    assert asked(people) is client
    assert left(client, client.view["seat"]) == LAST
    house.wait(LAST + 0.5)
    assert asked(people) is other


def test_what_was_spent_outlives_the_server_and_the_time_away_is_given_back() -> None:
    house = House("keys", clock=60, per="match")
    people = house.seated(2)
    client = asked(people)
    seat = client.view["seat"]
    house.wait(20.0)
    client.play()
    asked(people).play()
    house.wait(10.0)  # of a turn that the server does not live to see the end of
    house.restart()
    house.now += 500.0
    back = [house.connect(one.token) for one in people]
    assert left(asked(back), seat) == 40.0


def test_a_pause_costs_nothing() -> None:
    house = House("keys", clock=60, per="match")
    people = house.seated(2)
    client = asked(people)
    seat = client.view["seat"]
    people[0].ask("pause")
    house.wait(50.0)
    people[0].ask("resume")
    assert left(client, seat) == 60.0
    house.wait(2.0)
    client.play()
    assert house.room.timers.bank is not None
    assert house.room.timers.bank.spent == {seat: pytest.approx(2.0)}
