"""Nobody stacks the cards: a secret is sealed before, pages add to it, chance follows from both, and it is opened afterwards."""

import json
from dataclasses import replace

import pytest

from parlour.engine import CHANCE
from parlour.engine.chance.fairness import check
from parlour.engine.record.draws import sealed
from parlour.server.table.records import Kept
from tests.server.house import Client, House

MINE, YOURS = "a1" * 32, "b2" * 32


def seal(client: Client) -> str:
    shown: str = client.last("table")["table"]["seal"]
    return shown


def shake(client: Client, part: str) -> str:
    kind: str = client.ask("shake", seal=seal(client), part=part)["type"]
    return kind


def test_the_seal_is_shown_before_the_match_and_its_secret_nowhere_until_the_end() -> None:
    house = House()
    ana = house.join("Ana")
    ben = house.join("Ben")
    watcher = house.connect()
    shown = seal(ana)
    assert shake(ana, MINE) == shake(ben, YOURS) == "done"
    ana.ask("start")
    draws = house.begun()
    assert draws.seal == shown == seal(watcher)
    assert draws.parts == (MINE, YOURS)
    assert draws.match == f"{draws.seal[:12]}/1"
    assert house.room.word not in json.dumps(draws.to_json()), "whoever is sent a log could come in"
    house.finish()
    for client in (ana, ben, watcher):
        told = json.dumps(client.got)
        assert draws.secret not in told
        assert draws.seed not in told
    assert MINE not in json.dumps(ben.got)


def test_the_secret_and_the_parts_are_kept_before_anybody_is_told_of_them() -> None:
    house = House()
    ana = house.join("Ana")
    kept = next(r for r in house.records if isinstance(r, Kept)).state["sealing"]
    assert sealed(kept["secret"]) == seal(ana)
    shake(ana, MINE)
    assert [r for r in house.records if isinstance(r, Kept)][-1].state["sealing"]["parts"] == [[ana.person, MINE]]
    assert ana.last("table")["table"]["people"][0]["shook"]


def test_every_outcome_of_a_match_follows_from_secret_and_parts() -> None:
    house = House(options={"rounds": 3})
    ana, ben = house.join("Ana"), house.join("Ben")
    shake(ana, MINE)
    ana.ask("start")
    assert ben.view["seat"] == 1
    log = house.finish()
    assert len(check(log)) == sum(seat == CHANCE for seat, _ in log.actions)
    assert log.draws is not None
    assert log.draws.parts == (MINE, None)


def test_a_restart_in_the_middle_rolls_nothing_again() -> None:
    house = House("skyjo", options={"end_score": 50})
    ana, ben = house.join("Ana"), house.join("Ben")
    tokens = (ana.token, ben.token)
    shake(ana, MINE)
    ana.ask("start")
    dealt = sum(seat == CHANCE for seat, _ in house.actions())
    house.restart()
    house.dice.seed(99)
    for token in tokens:
        house.connect(token)
    assert len(check(house.finish())) > dealt


def test_a_seal_is_kept_over_a_restart_and_what_was_added_too() -> None:
    house = House()
    ana = house.join("Ana")
    before = seal(ana)
    shake(ana, MINE)
    token = ana.token
    house.restart()
    again = house.connect(token)
    assert seal(again) == before
    assert again.last("table")["table"]["people"][0]["shook"]


def test_each_match_has_a_secret_of_its_own() -> None:
    house = House()
    ana, _ = house.seated(2)
    first = seal(ana)
    house.finish()
    assert seal(ana) != first
    assert not ana.last("table")["table"]["people"][0]["shook"]
    assert shake(ana, MINE) == "done"
    ana.ask("rematch")
    ana.ask("start")
    assert house.begun().parts == (MINE, None)


def test_what_is_added_too_late_or_to_another_seal_is_refused() -> None:
    house = House()
    ana = house.join("Ana")
    house.join("Ben")
    old = seal(ana)
    assert ana.ask("shake", seal="00" * 32, part=MINE)["code"] == "stale"
    ana.ask("start")
    assert ana.ask("shake", seal=old, part=MINE)["code"] == "wrong_status"
    assert house.begun().parts == (None, None)


@pytest.mark.parametrize("part", ["", "A1" * 32, "a1" * 31, "zz" * 32, "a1" * 32 + "\n"])
def test_what_is_no_part_is_no_message(part: str) -> None:
    house = House()
    ana = house.join("Ana")
    with pytest.raises(Exception, match="part"):
        ana.say("shake", id="x", seal=seal(ana), part=part)
    assert not ana.last("table")["table"]["people"][0]["shook"]


def test_who_takes_another_place_keeps_what_they_added() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    shake(ana, MINE)
    shake(ben, YOURS)
    ana.ask("move", person=ana.person, to=1)
    ana.ask("start")
    assert house.begun().parts == (YOURS, MINE)


def test_a_match_from_before_there_were_seals_goes_on() -> None:
    house = House()
    ana, ben = house.seated(2)
    tokens = (ana.token, ben.token)
    saved = house.saved()
    assert saved.log is not None
    state = {name: value for name, value in saved.state.items() if name != "sealing"}
    house.restart(log=replace(saved.log, draws=None), state=state)
    for token in tokens:
        house.connect(token)
    assert len(house.finish().actions) > len(saved.log.actions)
    assert any("sealing" in r.state for r in house.records if isinstance(r, Kept))
