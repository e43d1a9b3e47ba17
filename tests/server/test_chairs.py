"""Any seat, any time: bots that play for people, people who come late, chairs that move, and people who are let back."""

import pytest

from parlour.engine import CHANCE, Log
from parlour.engine.chance.fairness import check
from parlour.server.table.records import Begun, Joined
from parlour.server.wire.bodies import JoinTable, TakeChair
from parlour.server.wire.refused import Refused
from tests.server.house import Client, House, Message
from tests.server.test_hosting import end, person

NEW = "the-new-phone-of-Ben"


def told(client: Client, kind: str) -> list[Message]:
    return [message for message in client.got if message["type"] == kind]


def bring(house: House, code: str, device: str | None = None) -> str:
    """What becomes of a device that brings a code: its token, or why not."""
    token = f"rotated-{house.count()}"
    try:
        _, outcome = house.room.take(TakeChair(code=code, device=device), token, house.now)
    except Refused as refused:
        return refused.code
    house.take(outcome)
    return token


# --- a bot plays for somebody


def test_the_host_lets_a_bot_play_for_somebody_who_does_not_act_without_any_clock_and_gives_the_seat_back() -> None:
    house = House("skyjo")
    ana, ben = house.seated(2)
    house.wait(600)
    assert not any(seat == 1 for seat, _ in house.actions()), "nothing plays for Ben without a clock"
    assert ben.ask("cover", person=ana.person)["code"] == "not_host"
    assert ana.ask("cover", person=ben.person)["type"] == "done"
    assert (person(ana, "Ben")["covered"], person(ana, "Ben")["cover"]) == (True, "host")
    assert ana.ask("cover", person=ben.person)["code"] == "wrong_status"
    house.wait(10)
    played = [seat for seat, _ in house.actions()]
    assert 1 in played
    assert ana.ask("uncover", person=ben.person)["type"] == "done"
    assert not person(ben, "Ben")["covered"]
    before = len(house.actions())
    house.wait(600)
    assert len(house.actions()) == before


def test_whoever_plays_while_a_bot_has_their_seat_has_it_back() -> None:
    house = House("skyjo", pace=(50.0, 50.0))
    ana, ben = house.seated(2)
    ana.ask("cover", person=ben.person)
    assert ben.play()["type"] == "done"
    assert not person(ana, "Ben")["covered"]


def test_a_person_hands_their_seat_over_for_a_while_and_it_outlives_lines_and_restarts() -> None:
    house = House("skyjo")
    ana, ben = house.seated(2)
    assert ben.ask("cover", person=ben.person, minutes=5)["type"] == "done"
    assert (person(ana, "Ben")["cover"], person(ana, "Ben")["back_at"]) == ("own", house.now + 300)
    house.restart()
    ana = house.connect(ana.token)
    assert (person(ana, "Ben")["cover"], person(ana, "Ben")["back_at"]) == ("own", house.now + 300)
    back = house.connect(ben.token)
    assert person(ana, "Ben")["covered"], "a phone that wakes has not come back yet"
    assert back.ask("uncover", person=back.person)["type"] == "done"
    assert (person(ana, "Ben")["covered"], person(ana, "Ben")["back_at"]) == (False, None)
    house.restart()
    ana = house.connect(ana.token)
    assert not person(ana, "Ben")["covered"]


def test_whose_line_was_down_is_back_with_it_but_whom_the_host_covered_meanwhile_is_not() -> None:
    house = House("skyjo", grace=5.0)
    ana, ben = house.seated(2)
    ben.leave()
    house.wait(6)
    assert person(ana, "Ben")["cover"] == "line"
    assert ana.ask("uncover", person=ben.person)["code"] == "not_here"
    assert ana.ask("cover", person=ben.person)["type"] == "done"
    house.connect(ben.token)
    assert person(ana, "Ben")["cover"] == "host"


def test_a_seat_changes_hands_no_faster_than_people_can_mean_it() -> None:
    house = House("skyjo", pace=(50.0, 50.0))
    ana, ben = house.seated(2)
    codes = []
    for _ in range(10):
        codes.append(ana.ask("cover", person=ben.person).get("code"))
        ana.ask("uncover", person=ben.person)
    assert codes == [None] * 6 + ["too_fast", *["too_fast"] * 3]
    house.wait(11)
    assert ana.ask("cover", person=ben.person)["type"] == "done"


def test_no_bot_sits_where_the_game_seats_none_and_none_plays_outside_a_match() -> None:
    house = House("keskife")
    people = [house.join(name) for name in ("Ana", "Ben", "Cy", "Di")]
    ana = people[0]
    assert ana.ask("cover", person=ana.person)["code"] == "wrong_status"
    house.room.lobby.bots_allowed = False
    ana.ask("start")
    assert ana.ask("cover", person=ana.person)["code"] == "no_bots_here"


def test_everybody_is_told_since_when_somebody_is_asked() -> None:
    house = House("skyjo")
    ana, ben = house.seated(2)
    began = house.now
    assert ana.last("view")["waits"] == [{"seat": 0, "since": began}, {"seat": 1, "since": began}]
    ana.play()
    ana.play()
    house.wait(90)
    late = house.connect()
    assert late.last("view")["waits"] == [{"seat": 1, "since": began}]
    ana.ask("cover", person=ben.person)
    assert house.connect().last("view")["waits"] == []


def test_a_nudge_goes_to_whoever_is_asked_and_to_nobody_else() -> None:
    house = House("skyjo")
    ana, ben = house.seated(2)
    phone = house.connect(ben.token)
    assert ana.ask("nudge", person=ben.person)["type"] == "done"
    assert [told(one, "nudged") for one in (ben, phone)] == [[{"type": "nudged", "person": ana.person}]] * 2
    assert told(ana, "nudged") == []
    assert ana.ask("nudge", person=ana.person)["code"] == "no_such_person"
    ana.ask("nudge", person=ben.person)
    assert ana.ask("nudge", person=ben.person)["code"] == "nudged"
    assert len(told(ben, "nudged")) == 2
    house.now += 41
    assert ana.ask("nudge", person=ben.person)["type"] == "done"
    ben.play()
    ben.play()
    assert ana.ask("nudge", person=ben.person)["code"] == "no_such_person", "Ben has played what was asked"


# --- somebody comes late


def latecomer(house: House, name: str = "Dora", **asked: object) -> Client | str:
    try:
        return house.join(name, **asked)
    except Refused as refused:
        return refused.code


def test_a_latecomer_takes_the_seat_of_a_bot_where_the_host_allows_it_and_the_match_goes_on() -> None:
    house = House("skyjo", options={"end_score": 50})
    [ana] = house.seated(1, bots=2)
    bots = [one for one in ana.last("table")["table"]["people"] if one["bot"]]
    assert latecomer(house) == "playing"
    assert house.room.summary()["late"] == []
    assert ana.ask("late", allowed=True)["type"] == "done"
    house.restart()
    ana = house.connect(ana.token)
    assert ana.last("table")["table"]["late"]
    assert [one["person"] for one in house.room.summary()["late"]] == [one["person"] for one in bots]
    while not ana.view["legal"]:
        house.wait(2)
    ana.play()
    before = house.actions()
    dora = latecomer(house, instead_of=bots[1]["person"])
    assert isinstance(dora, Client)
    assert house.actions() == before
    people = ana.last("table")["table"]["people"]
    assert [(one["name"], one["seat"]) for one in people] == [("Ana", 0), (bots[0]["name"], 1), ("Dora", 2)]
    assert dora.view["seat"] == 2
    assert [guest["name"] for guest in next(r for r in house.records if isinstance(r, Joined)).people][2] == "Dora"
    assert latecomer(house, "Eve", instead_of=bots[1]["person"]) == "table_full"
    assert isinstance(latecomer(house, "Eve"), Client)
    assert latecomer(house, "Finn") == "table_full"


def test_a_match_with_a_latecomer_is_as_sealed_as_it_was() -> None:
    house = House()
    ana = house.join("Ana")
    ana.ask("shake", seal=ana.last("table")["table"]["seal"], part="ab" * 32)
    ana.ask("seat_bot", bot="random")
    ana.ask("late", allowed=True)
    ana.ask("start")
    begun = next(record for record in house.records if isinstance(record, Begun))
    while not ana.view["legal"]:
        house.wait(2)
    ana.play()
    dora = latecomer(house)
    assert isinstance(dora, Client)
    end(house, [ana, dora])
    draws = house.room.running.draws if house.room.running is not None else None
    assert draws is not None
    assert draws.to_json() == begun.draws
    log = Log(begun.game, begun.version, begun.players, begun.options, tuple(house.actions()), draws=draws)
    assert len(check(log)) == sum(seat == CHANCE for seat, _ in house.actions())


def test_a_bot_that_thinks_thinks_no_more_when_its_seat_is_taken() -> None:
    house = House("skyjo", thinkers=1)
    ana = house.join("Ana")
    ana.ask("seat_bot", bot="sharp")
    ana.ask("late", allowed=True)
    ana.ask("start")
    assert isinstance(latecomer(house), Client)
    while ana.view["legal"]:
        ana.play()
    before = len(house.actions())
    house.wait(60)
    assert len(house.actions()) == before, "she is asked, and nobody else plays there"


# --- another device


def test_a_chair_moves_to_another_device_once_and_the_old_one_is_told() -> None:
    house = House()
    ana, ben = house.seated(2)
    handed = ben.ask("hand_on")
    assert handed["until"] == house.now + 300
    assert all(handed["code"] not in str(record) for record in house.records), "no secret is stored as it is"
    house.restart()
    ana, ben = house.connect(ana.token), house.connect(ben.token)
    token = bring(house, handed["code"], NEW)
    assert ben.last("closed")["reason"] == "moved"
    assert bring(house, handed["code"]) == "bad_link", "once"
    there = house.connect(token)
    assert (there.person, there.view["seat"]) == (ben.person, 1)
    assert house.connect(ben.token).last("refused")["code"] == "bad_token"
    house.restart()
    assert house.connect(token).person == ben.person


def test_a_link_is_void_when_it_is_old_replaced_or_the_chair_is_given_up() -> None:
    house = House()
    ana, ben = house.seated(2)
    first = ben.ask("hand_on")["code"]
    second = ben.ask("hand_on")["code"]
    assert bring(house, first) == "bad_link"
    house.now += 301
    assert bring(house, second) == "bad_link"
    third = ben.ask("hand_on")["code"]
    ben.ask("stand")
    assert bring(house, third) == "bad_link"
    assert bring(house, "0" * 32) == "bad_link", "ana has asked for none"
    assert ana.ask("hand_on")["type"] == "handed"


def test_a_device_that_was_sent_away_brings_no_chair() -> None:
    house = House()
    ana = house.join("Ana")
    eve = house.join("Eve", device=NEW)
    ana.ask("remove", person=eve.person, stay_out=True)
    assert bring(house, ana.ask("hand_on")["code"], NEW) == "barred"


def test_a_guest_whose_device_lost_its_token_is_let_back_by_the_host() -> None:
    house = House()
    ana, ben = house.seated(2)
    guest = house.connect(device=NEW)
    assert guest.ask("claim", person=ben.person)["code"] == "here_already"
    ben.leave()
    assert [one["name"] for one in house.room.summary()["away"]] == ["Ben"]
    assert guest.ask("claim", person=ben.person)["type"] == "done"
    assert ana.last("table")["table"]["claims"] == [ben.person]
    other = house.connect()
    assert other.ask("claim", person=ben.person)["code"] == "claimed"
    assert other.ask("vouch", person=ben.person, yes=True)["code"] == "not_seated"
    assert ana.ask("vouch", person=ben.person, yes=True)["type"] == "done"
    seated = guest.last("seated")
    assert told(other, "seated") == told(ana, "seated") == []
    house.restart()
    again = house.connect(seated["token"])
    assert again.person == ben.person
    assert house.connect(ben.token).last("refused")["code"] == "bad_token"


def test_whom_the_host_does_not_know_asks_no_more_for_that_chair() -> None:
    house = House()
    ana, ben, cy = house.seated(3)
    ben.leave()
    guest = house.connect(device=NEW)
    guest.ask("claim", person=ben.person)
    assert cy.ask("vouch", person=ben.person, yes=False)["code"] == "not_host"
    assert ana.ask("vouch", person=ben.person, yes=False)["type"] == "done"
    assert ana.last("table")["table"]["claims"] == []
    assert guest.ask("claim", person=ben.person)["code"] == "declined"
    assert ana.ask("vouch", person=ben.person, yes=True)["code"] == "no_such_person"


@pytest.mark.parametrize("who", ["guest goes", "person comes"])
def test_a_claim_ends_when_the_guest_goes_or_the_person_comes(who: str) -> None:
    house = House()
    ana, ben = house.seated(2)
    ben.leave()
    guest = house.connect(device=NEW)
    guest.ask("claim", person=ben.person)
    if who == "guest goes":
        guest.leave()
    else:
        house.connect(ben.token)
    assert ana.last("table")["table"]["claims"] == []


def test_the_host_is_asked_no_faster_than_they_can_answer() -> None:
    house = House()
    ana, ben = house.seated(2)
    ben.leave()
    codes = []
    for number in range(10):
        guest = house.connect(device=f"{number:016d}")
        codes.append(guest.ask("claim", person=ben.person).get("code"))
        ana.ask("vouch", person=ben.person, yes=False)
        guest.leave()
    assert codes == [None] * 8 + ["too_fast"] * 2


def test_a_seated_person_claims_nothing_and_joining_the_lobby_needs_no_place() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    ben.leave()
    assert ana.ask("claim", person=ben.person)["code"] == "wrong_status"
    _, outcome = house.room.join(JoinTable(name="Cy", avatar="owl", instead_of=ben.person), "token-cy", house.now)
    house.take(outcome)
    assert len(house.room.seats) == 3
