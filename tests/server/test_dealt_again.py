"""A finished match is dealt again at a new table: its lobby says so, it survives a restart, and the log tells of it."""

import pytest

from parlour.engine import CHANCE, Match
from parlour.engine.chance.dealer import deal_of, kind
from parlour.engine.chance.fairness import check
from parlour.engine.record.deal import Deal
from tests.server.house import House
from tests.server.live import Live

NAME = "maple-otter-17/1"


def deal(game: str = "toy", **options: int) -> Deal:
    """Of a match of two that was played at a table."""
    house = House(game, options=options)
    house.seated(2)
    return deal_of(house.finish(), NAME)


def test_the_lobby_says_what_is_dealt_again_and_takes_as_many_people() -> None:
    house = House(deal=deal())
    ana = house.join("Ana")
    table = ana.last("table")["table"]
    assert table["deal"] == {"match": NAME, "players": 2}
    assert ana.ask("start")["code"] == "not_enough_people"
    assert ana.ask("seat_bot", bot="random")["type"] == "done"
    assert ana.ask("seat_bot", bot="random")["code"] == "too_many_people"
    assert house.room.summary()["free"] == 0
    assert ana.ask("options", options={"rounds": 1})["code"] == "dealt_again"
    assert ana.ask("start")["type"] == "done"
    assert ana.last("table")["table"]["deal"] == {"match": NAME, "players": 2}


def test_the_same_plays_at_the_new_table_make_the_same_match() -> None:
    house = House()
    house.seated(2)
    before = house.finish()
    again = House(deal=deal_of(before, NAME), seed=99)
    again.seated(2)
    after = again.finish()
    assert after.actions == before.actions
    assert after.draws is not None
    assert after.draws.secret != before.draws.secret  # type: ignore[union-attr]
    assert all(one.drawn is None for one in check(after))


def test_it_is_dealt_again_over_restarts_in_the_lobby_and_in_the_match() -> None:
    known = deal("skyjo", end_score=50)
    house = House("skyjo", options={"end_score": 50}, deal=known)
    ana, ben = house.join("Ana"), house.join("Ben")
    house.restart()
    ana, ben = house.connect(ana.token), house.connect(ben.token)
    assert ana.last("table")["table"]["deal"]["match"] == NAME
    ana.ask("start")
    for client in (ana, ben, ana):
        client.play()
    house.restart()
    house.connect(ana.token)
    house.connect(ben.token)
    log = house.finish(seed=8)
    drawn = check(log)
    assert sum(one.drawn is None for one in drawn) > 0
    first: dict[str, int] = {}
    match = Match.start("skyjo", 2, log.options)
    for seat, action in log.actions:
        if seat == CHANCE:
            first.setdefault(kind(match), action)
        match.play(seat, action)
    assert first["1 pile"] == known.outcomes["1 pile"][0]
    assert first["1 grid 0 0"] == known.outcomes["1 grid 0 0"][0]


def test_only_the_first_match_is_dealt_again() -> None:
    house = House(deal=deal())
    ana, _ = house.seated(2)
    house.finish()
    assert ana.ask("rematch")["type"] == "done"
    assert ana.last("table")["table"]["deal"] is None
    ana.ask("start")
    assert house.begun().deal is None


def test_the_host_may_deal_afresh_and_another_game_is() -> None:
    for wish in ({"kind": "afresh"}, {"kind": "game", "game": "keys"}):
        house = House(deal=deal())
        ana, ben = house.join("Ana"), house.join("Ben")
        assert ben.ask(**wish)["code"] == "not_host"
        assert ana.ask(**wish)["type"] == "done"
        assert ana.last("table")["table"]["deal"] is None
    assert ana.ask("start")["type"] == "done"
    assert house.begun().deal is None


@pytest.mark.long
def test_a_table_of_a_match_that_is_dealt_again_is_opened_over_http(live: Live) -> None:
    ana, ben = live.seated(2, options={"rounds": 1})
    with ana, ben:
        word = next(m for m in ana.seen if m["type"] == "welcome")["table"]
        body = {"game": "toy", "name": "Ana", "avatar": "fox", "again": {"table": word, "match": 1}}
        assert live.http.post("/api/tables", json=body).json()["code"] == "playing"
        ana.play()
        ben.until("view")
        ben.play()
        while not ben.view()["view"]["over"]:
            ben.until("view")
    for wrong, code in (
        ({"game": "keys"}, "bad_options"),
        ({"options": {"rounds": 2}}, "bad_options"),
        ({"again": {"table": word, "match": 2}}, "wrong_status"),
        ({"again": {"table": "maple-otter-0000-0000", "match": 1}}, "unknown_table"),
    ):
        assert live.http.post("/api/tables", json=body | wrong).json()["code"] == code
    name = live.http.get(f"/api/tables/{word}/matches/1/draws").json()["match"]
    assert word not in name
    chair = live.open(again={"table": word, "match": 1})
    host, guest = live.socket(chair["table"], chair["token"]), live.socket(chair["table"], live.join(chair["table"])["token"])
    with host, guest:
        table = host.until("table")["table"]
        assert (table["deal"], table["options"]["rounds"]) == ({"match": name, "players": 2}, 1)
        host.ask(type="start")
        for wire in (host, guest):
            while not any(message["type"] == "view" for message in wire.seen):
                wire.next()
            wire.play()
        while not guest.view()["view"]["over"]:
            guest.until("view")
    matches = f"/api/tables/{chair['table']}/matches/1"
    draws = live.http.get(f"{matches}/draws").json()
    assert draws["deal"]["match"] == name
    assert {one["drawn"] for one in draws["draws"]} == {None}
    assert live.http.get(f"{matches}/replay").json()["deal"]["match"] == name
    assert live.http.get(f"{matches}/log").json()["draws"]["deal"]["outcomes"]
