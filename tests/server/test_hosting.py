"""What a table keeps between matches, and who is away in which way."""

from tests.server.house import Client, House


def person(client: Client, name: str) -> dict[str, object]:
    found: dict[str, object] = next(one for one in client.last("table")["table"]["people"] if one["name"] == name)
    return found


def end(house: House, people: list[Client]) -> None:
    """Everybody plays the first thing allowed until the match is over."""
    for _ in range(1000):
        for client in people:
            if house.room.status == "playing" and client.view["legal"]:
                client.play(client.view["legal"][-1])
        if house.room.status == "over":
            return
        house.wait(5)
    raise AssertionError("the match did not end")


def test_a_dropped_line_says_until_when_the_seat_is_kept() -> None:
    house = House(grace=60.0)
    ana, ben = house.seated(2)
    ben.leave()
    assert person(ana, "Ben")["kept_until"] == house.now + 60.0
    house.wait(61)
    assert person(ana, "Ben")["kept_until"] is None
    assert person(ana, "Ben")["covered"]
    house.connect(ben.token)
    assert person(ana, "Ben")["kept_until"] is None
    assert not person(ana, "Ben")["covered"]


def test_a_page_out_of_sight_is_no_dropped_line() -> None:
    house = House()
    ana, ben = house.seated(2)
    ben.ask("present", looking=False)
    assert person(ana, "Ben")["asleep"]
    assert person(ana, "Ben")["here"]
    second = house.connect(ben.token)
    assert not person(ana, "Ben")["asleep"], "another page of theirs is in sight"
    second.leave()
    assert person(ana, "Ben")["asleep"]
    ben.ask("present", looking=True)
    assert not person(ana, "Ben")["asleep"]


def test_the_evening_counts_who_won_and_outlives_a_restart() -> None:
    house = House()
    people = house.seated(2)
    end(house, people)
    evening = people[0].last("table")["table"]["evening"]
    assert [match["game"] for match in evening] == ["toy"]
    ranks = people[0].view["ranks"]
    assert evening[0]["won"] == [one.person for one, rank in zip(people, ranks, strict=True) if rank == 1]
    people[0].ask("rematch")
    people[0].ask("start")
    end(house, people)
    assert len(people[0].last("table")["table"]["evening"]) == 2
    house.restart()
    assert len(house.room.shown()["evening"]) == 2


def test_the_same_people_go_on_to_another_game_under_the_same_word() -> None:
    house = House()
    people = house.seated(2)
    assert people[0].ask("game", game="skyjo")["code"] == "wrong_status", "not in the middle of a match"
    end(house, people)
    assert people[1].ask("game", game="skyjo")["code"] == "not_host"
    assert people[0].ask("game", game="nonsense")["code"] == "unknown_game"
    assert people[0].ask("game", game="skyjo")["type"] == "done"
    table = people[1].last("table")["table"]
    assert (table["game"], table["status"], [one["name"] for one in table["people"]]) == ("skyjo", "lobby", ["Ana", "Ben"])
    assert "end_score" in table["options"]
    people[0].ask("start")
    assert people[1].view["game"] == "skyjo"
    house.restart()
    back = house.connect(people[1].token)
    assert back.view["game"] == "skyjo"


def test_bots_that_another_game_does_not_seat_are_not_taken_along() -> None:
    house = House()
    ana = house.join()
    ana.ask("seat_bot", bot="random")
    refused = ana.ask("game", game="keskife")
    assert refused["code"] == "no_bots_here"
    assert ana.last("table")["table"]["game"] == "toy"
    assert ana.ask("game", game="keys")["type"] == "done"
    assert person(ana, ana.last("table")["table"]["people"][1]["name"])["bot"] == "random", "its level goes along"
