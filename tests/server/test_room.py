"""The table itself: people, lobby, hosting, watching, rematch."""

import json

import pytest

from parlour.engine import GameError, Match
from parlour.server.settings import Limits
from parlour.server.table.core import TableCore
from parlour.server.table.records import Kept
from parlour.server.table.repeats import REMEMBERED
from parlour.server.wire.bodies import JoinTable
from parlour.server.wire.refused import Refused
from tests.server.house import House

ENGLAND, SCOTLAND = (  # the flags, which are emoji written with tags
    f"🏴{''.join(chr(0xE0000 + ord(letter)) for letter in country)}\U000e007f" for country in ("gbeng", "gbsct")
)


def people(house: House) -> list[str]:
    return [person["name"] for person in house.room.shown()["people"]]


def test_the_opener_is_host_and_others_join_up_to_the_games_number() -> None:
    house = House()
    ana, _, _, di = [house.join(name) for name in ("Ana", "Ben", "Cy", "Di")]
    assert house.room.shown()["host"] == ana.person
    assert people(house) == ["Ana", "Ben", "Cy", "Di"]
    assert di.last("table") == ana.last("table")
    with pytest.raises(Refused, match="taken") as refused:
        house.room.join(JoinTable(name="Eve", avatar="fox"), "token", house.now)
    assert refused.value.code == "table_full"
    assert people(house) == ["Ana", "Ben", "Cy", "Di"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "a\x00b",
        "a\u202eb",
        "\ud800",
        "\u3164",
        "\u2800 \u2800",
        "\u115f\u1160",
        "\u200d",
        "\u0301",
        "Ana\u3164",
        "A\u200cna",
        "🦊\u200d",
        "\ufffc",
        "Ana\ufffc",
        "\U0001d159",
        "Ana\U00016fe4",
        "\u180b",
        "Ana\u180e",
        "Ana\u034f",
        "Ana\u17b4",
        "ENGLAND\U000e0067",
        "🏴\U000e0067\U000e0062",
        "🏴\U000e0078\U000e0078\U000e007f",
    ],
)
def test_a_name_that_could_deceive_is_refused(name: str) -> None:
    house = House()
    with pytest.raises(Refused) as refused:
        house.room.join(JoinTable.model_construct(name=name, avatar="fox"), "token", house.now)
    assert (refused.value.code, refused.value.field) == ("bad_name", "name")
    assert len(house.room.seats) == 0


def test_a_name_is_refused_for_what_is_wrong_with_it() -> None:
    house = House()
    for name, reason in (("Ana\u202e", "unseen"), ("Ana\u2800", "unseen"), ("Z" + 23 * "\u0301", "marks"), ("A" * 25, None)):
        with pytest.raises(Refused) as refused:
            house.room.join(JoinTable.model_construct(name=name, avatar="fox"), "token", house.now)
        assert (refused.value.code, refused.value.reason) == ("bad_name", reason)


@pytest.mark.parametrize(
    "name",
    [
        "<b>Ana</b>",
        "Ana & Ben",
        "  Zoé  de  la   Tour ",
        "李小龙",
        "👨\u200d👩\u200d👧",
        "🏳\ufe0f\u200d🌈 Zed",
        "عليرضا",
        "می\u200cخواهم",
        "ᠠ\u180b",
        ENGLAND,
        f"{SCOTLAND} Ailsa",
        "x" * 24,
    ],
)
def test_a_name_is_text_and_kept_as_such(name: str) -> None:
    house = House()
    house.join(name)
    assert people(house) == [" ".join(name.split())]


@pytest.mark.parametrize(
    "name", ["Zoé", "zoe", " ZOE\u0301 ", "\uff3aoe", "Zo\u00eb", "Zoe\u180b", "Zoe\u180f", "Z\ufe00oe", "Zoe\U000e0100"]
)
def test_a_name_that_sits_here_already_is_refused(name: str) -> None:
    house = House()
    zoe, ben = house.join("Zoé"), house.join("Ben")
    before = house.room.shown()
    with pytest.raises(Refused, match="already") as refused:
        house.room.join(JoinTable.model_construct(name=name, avatar="fox"), "token", house.now)
    assert refused.value.to_json() | {"message": ""} == {"code": "bad_name", "message": "", "field": "name", "reason": "taken"}
    answer = ben.ask("rename", name=name, avatar="owl")
    assert (answer["code"], answer["field"], answer["reason"]) == ("bad_name", "name", "taken")
    assert house.room.shown() == before
    zoe.say("rename", id="own", name=name, avatar="owl")
    zoe.say("rename", id="own", name=name, avatar="owl")
    assert [m["type"] for m in zoe.got if m.get("id") == "own"] == ["done", "done"]


@pytest.mark.parametrize(("one", "other"), [("が", "か"), ("Ana", "Anna"), ("کی", "کا"), ("🦊", "🦉"), (ENGLAND, SCOTLAND)])
def test_names_that_only_resemble_each_other_sit_together(one: str, other: str) -> None:
    house = House()
    house.join(one)
    house.join(other)
    assert people(house) == [one, other]


def test_who_gave_up_the_chair_may_come_back_under_the_old_name() -> None:
    house = House(options={"rounds": 1})
    ana, ben = house.seated(2)
    assert ben.ask("stand")["type"] == "done"
    house.wait(60)
    play_out(house)
    assert house.room.status == "over"
    house.join("Ben")
    ana.ask("rematch")
    assert people(house) == ["Ana", "Ben"]


def test_a_bot_takes_a_name_nobody_has() -> None:
    house = House()
    ana = house.join("COG")
    house.join("tíck")
    assert ana.ask("seat_bot", bot="random")["type"] == "done"
    assert people(house) == ["COG", "tíck", "Tock"]


def test_a_bots_name_and_face_tell_its_temper() -> None:
    house = House("keys")
    ana = house.join("Ana")
    for kind in ("gentle", "simple", "gentle", "simple"):
        assert ana.ask("seat_bot", bot=kind)["type"] == "done"
    bots = [(one.name, one.avatar) for one in house.room.seats if one.bot is not None]
    assert bots == [("Thimble", "thimble"), ("Cog", "cog"), ("Bobbin", "thimble2"), ("Tick", "tick")]
    other = next(one.number for one in house.room.seats if one.name == "Cog")
    assert ana.ask("bot", person=other, bot="gentle")["type"] == "done"
    assert [one.name for one in house.room.seats if one.bot == "simple"] == ["Tick"]
    assert [one.name for one in house.room.seats if one.bot == "gentle"] == ["Thimble", "Button", "Bobbin"]
    assert ana.ask("game", game="skyjo")["type"] == "done"
    assert [one.bot for one in house.room.seats][1:] == ["gentle", "gentle", "gentle", "simple"], (
        "and it keeps it from game to game"
    )


def test_requests_long_past_are_no_longer_stored() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    for _ in range(REMEMBERED + 40):
        ana.ask("ready", ready=True)
    ben.ask("ready", ready=True)
    kept: list[int | None] = [person for person, _ in house.saved().answered]
    assert (kept.count(ana.person), kept.count(ben.person)) == (REMEMBERED, 1)
    ana.ask("remove", person=ben.person)
    house.restart()
    ana = house.connect(ana.token)
    ana.ask("ready", ready=False)
    assert {person for person, _ in house.saved().answered} == {ana.person}
    assert len(house.saved().answered) == REMEMBERED


@pytest.mark.parametrize("avatar", ["", "Fox", "../fox", "a" * 25, "fox.svg"])
def test_an_avatar_is_an_id(avatar: str) -> None:
    house = House()
    with pytest.raises(Refused) as refused:
        house.room.join(JoinTable.model_construct(name="Ana", avatar=avatar), "token", house.now)
    assert refused.value.code == "bad_avatar"


def test_no_token_is_stored_or_sent() -> None:
    house = House()
    ana, ben = house.seated(2)
    ana.play()
    everything = json.dumps([m for c in (ana, ben) for m in c.got]) + "".join(map(repr, house.records))
    assert ana.token is not None
    assert ben.token is not None
    assert ana.token not in everything
    assert ben.token not in everything


def test_a_wrong_token_opens_no_chair() -> None:
    house = House()
    house.join()
    stranger = house.connect("token-of-nobody")
    assert stranger.got[-1]["code"] == "bad_token"
    assert stranger.ask("start")["code"] == "bad_message"


def test_the_host_arranges_the_lobby() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    assert ana.ask("seat_bot", bot="highest")["type"] == "done"
    bot = house.room.shown()["people"][2]
    assert bot["bot"] == "highest"
    assert ana.ask("bot", person=bot["person"], bot="random")["type"] == "done"
    assert ana.ask("move", person=bot["person"], to=0)["type"] == "done"
    assert ana.ask("options", options={"rounds": 1, "bonus": ["five"]})["type"] == "done"
    assert ana.ask("clock", seconds=30)["type"] == "done"
    assert ben.ask("rename", name="Benjamin", avatar="owl")["type"] == "done"
    assert ben.ask("ready", ready=True)["type"] == "done"
    shown = ben.last("table")["table"]
    assert [p["bot"] for p in shown["people"]] == ["random", None, None]
    assert (shown["people"][2]["name"], shown["people"][2]["avatar"], shown["people"][2]["ready"]) == ("Benjamin", "owl", True)
    assert shown["options"] == {"rounds": 1, "ties": "nobody", "handicap": "none", "bonus": ["five"]}
    assert shown["clock"] == 30
    assert ana.ask("remove", person=bot["person"])["type"] == "done"
    assert people(house) == ["Ana", "Benjamin"]


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("options", {"options": {"rounds": 9}}, "bad_options"),
        ("options", {"options": {"colour": "red"}}, "bad_options"),
        ("clock", {"seconds": 4}, "bad_options"),
        ("clock", {"seconds": 30, "per": "match"}, "bad_options"),
        ("seat_bot", {"bot": "genius"}, "unknown_bot"),
        ("bot", {"person": 1, "bot": "random"}, "no_such_person"),
        ("remove", {"person": 99}, "no_such_person"),
        ("host", {"person": 99}, "no_such_person"),
        ("move", {"person": 1, "to": 5}, "bad_message"),
        ("rename", {"name": "", "avatar": "fox"}, "bad_name"),
        ("start", {}, "not_enough_people"),
        ("rematch", {}, "wrong_status"),
        ("play", {"match": 1, "question": 1, "actions": [{"do": "card", "slot": 1}]}, "wrong_status"),
        ("plan", {"match": 1, "question": 1, "actions": []}, "wrong_status"),
        ("signal", {"person": 99, "data": {}}, "no_such_person"),
        ("signal", {"person": 1, "data": "x" * 20000}, "too_large"),
    ],
)
def test_what_the_lobby_cannot_do_is_refused_and_changes_nothing(kind: str, fields: dict[str, object], code: str) -> None:
    house = House()
    ana = house.join()
    before = house.room.shown()
    stored = len(house.records)
    assert ana.ask(kind, **fields)["code"] == code
    assert house.room.shown() == before
    assert len(house.records) == stored


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("options", {"options": {"rounds": 1}}),
        ("clock", {"seconds": 30}),
        ("seat_bot", {"bot": "random"}),
        ("bot", {"person": 1, "bot": "random"}),
        ("remove", {"person": 1}),
        ("host", {"person": 2}),
        ("move", {"person": 1, "to": 1}),
        ("start", {}),
    ],
)
def test_only_the_host_may(kind: str, fields: dict[str, object]) -> None:
    house = House()
    house.join("Ana")
    ben = house.join("Ben")
    before = house.room.shown()
    assert ben.ask(kind, **fields)["code"] == "not_host"
    assert house.room.shown() == before


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("rounds", True, "a whole number from 1 to 3, not True"),
        ("rounds", None, "a whole number from 1 to 3, not None"),
        ("rounds", 2.0, "a whole number from 1 to 3, not 2.0"),
        ("ties", False, "one of nobody, share, not False"),
        ("handicap", True, "'none' or a seat from 0 to 3, not True"),
    ],
)
def test_an_option_of_the_wrong_kind_is_refused_in_the_games_words(option: str, value: object, said: str) -> None:
    house = House()
    ana = house.join()
    before = house.room.shown()
    refused = ana.ask("options", options={option: value})
    assert (refused["code"], refused["field"]) == ("bad_options", "options")
    assert refused["message"].endswith(f"must be {said}")
    with pytest.raises(GameError) as library:
        Match.start("toy", 4, {option: value})
    assert refused["message"] == str(library.value)
    assert house.room.shown() == before


def test_options_that_do_not_fit_the_people_are_refused_at_the_start() -> None:
    house = House()
    ana, _ = house.join("Ana"), house.join("Ben")
    ana.ask("options", options={"handicap": 3})
    refused = ana.ask("start")
    assert (refused["code"], refused["field"]) == ("bad_options", "options")
    assert house.room.status == "lobby"
    ana.ask("options", options={"handicap": 1, "bonus": ["low_beats_five"]})
    assert "too_few" in ana.ask("start")["message"]


def test_somebody_removed_is_told_and_can_no_longer_come_back() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    ana.ask("remove", person=ben.person)
    assert ben.got[-1] == {"type": "closed", "reason": "removed"}
    assert house.connect(ben.token).got[-1]["code"] == "bad_token"


def test_hosting_is_handed_over() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    assert ana.ask("host", person=ben.person)["type"] == "done"
    assert ana.ask("clock", seconds=30)["code"] == "not_host"
    assert ben.ask("clock", seconds=30)["type"] == "done"


def test_hosting_passes_on_when_the_host_is_gone_and_not_before() -> None:
    house = House(grace=60.0)
    ana, ben = house.join("Ana"), house.join("Ben")
    ana.leave()
    house.wait(59)
    assert house.room.shown()["host"] == ana.person
    house.wait(2)
    assert ben.last("table")["table"]["host"] == ben.person
    assert [r for r in house.records if isinstance(r, Kept)][-1].state["seats"]["host"] == ben.person


def test_a_host_who_comes_back_in_time_stays_host() -> None:
    house = House(grace=60.0)
    ana, _ = house.join("Ana"), house.join("Ben")
    ana.leave()
    house.wait(50)
    house.connect(ana.token)
    house.wait(100)
    assert house.room.shown()["host"] == ana.person


def test_a_host_who_stands_up_is_followed_at_once() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    assert ana.ask("stand")["type"] == "done"
    assert ben.last("table")["table"]["host"] == ben.person
    assert people(house) == ["Ben"]
    assert ana.last("welcome")["person"] is None


def test_two_tabs_on_one_seat_both_work() -> None:
    house = House()
    ana, _ = house.seated(2)
    tab = house.connect(ana.token)
    assert tab.view == ana.view
    assert tab.play()["type"] == "done"
    assert ana.last("view") == tab.last("view")
    ana.leave()
    assert tab.last("table")["table"]["people"][0]["here"]
    assert tab.play({"do": "card", "slot": 2})["reason"] == "not_asked"


def test_onlookers_see_what_an_onlooker_may_see_and_touch_nothing() -> None:
    house = House()
    ana, ben = house.seated(2)
    onlooker = house.connect()
    assert onlooker.person is None
    assert onlooker.view["seat"] is None
    assert onlooker.view["cells"]["card"][0] == [None, None, None]
    assert ana.view["cells"]["card"][0] != [None, None, None]
    assert ben.last("table")["table"]["onlookers"] == 1
    assert onlooker.ask("stand")["code"] == "not_seated"
    assert onlooker.play(ana.view["legal"][0])["code"] == "not_seated"
    house.connect()
    assert house.connect().got[-1]["code"] == "table_full"


def test_nobody_joins_a_match_under_way() -> None:
    house = House()
    house.seated(2)
    with pytest.raises(Refused) as refused:
        house.room.join(JoinTable(name="Cy", avatar="fox"), "token", house.now)
    assert refused.value.code == "playing"


def play_out(house: House) -> None:
    while house.room.status == "playing":
        for client in list(house.clients.values()):
            if client.person is not None and client.view["legal"]:
                client.play()
        house.wait(3)


def test_a_rematch_keeps_the_people_and_begins_a_new_match() -> None:
    house = House(options={"rounds": 1})
    ana, ben = house.seated(2)
    play_out(house)
    assert ana.last("table")["table"]["status"] == "over"
    assert ana.view["over"]
    assert ana.view["ranks"] is not None
    assert ben.ask("rematch")["code"] == "not_host"
    assert ana.ask("rematch")["type"] == "done"
    assert ana.last("table")["table"]["status"] == "lobby"
    assert ana.ask("start")["type"] == "done"
    assert (ben.last("view")["match"], ben.last("view")["heard"]) == (2, 0)
    assert ben.play(match=1)["code"] == "stale"
    assert ben.play()["type"] == "done"


def test_who_left_is_not_in_the_rematch() -> None:
    house = House()
    ana, ben, cy = house.seated(3)
    assert cy.ask("stand")["type"] == "done"
    assert house.connect(cy.token).got[-1]["code"] == "bad_token"
    assert ana.last("table")["table"]["people"][2]["left"]
    play_out(house)
    ana.ask("rematch")
    assert people(house) == ["Ana", "Ben"]
    assert ana.ask("start")["type"] == "done"
    assert ben.view["players"] == 2


def test_signals_reach_the_other_persons_connections_alone() -> None:
    house = House()
    ana, ben, cy = house.join("Ana"), house.join("Ben"), house.join("Cy")
    tab = house.connect(ben.token)
    assert ana.ask("signal", person=ben.person, data={"offer": [1, "x"]})["type"] == "done"
    assert ben.last("signal") == tab.last("signal") == {"type": "signal", "person": ana.person, "data": {"offer": [1, "x"]}}
    assert not [m for m in cy.got if m["type"] == "signal"]


def test_signals_are_bounded_by_person_and_come_back_with_time() -> None:
    house = House(limits=Limits(signals_per_second=2.0, signal_burst=3))
    ana, ben = house.join("Ana"), house.join("Ben")
    answers = [ana.ask("signal", person=ben.person, data=i) for i in range(5)]
    assert [answer.get("code") for answer in answers] == [None, None, None, "too_fast", "too_fast"]
    assert [m["data"] for m in ben.got if m["type"] == "signal"] == [0, 1, 2]
    assert ben.ask("signal", person=ana.person, data=9)["type"] == "done"
    assert ana.ask("rename", name="Anna", avatar="owl")["type"] == "done"
    house.wait(0.5)
    assert ana.ask("signal", person=ben.person, data=5)["type"] == "done"


def test_signals_are_measured_in_bytes() -> None:
    house = House(limits=Limits(signal_bytes=400))
    ana, ben = house.join("Ana"), house.join("Ben")
    assert ana.ask("signal", person=ben.person, data="\N{FOX FACE}" * 99)["type"] == "done"
    assert ana.ask("signal", person=ben.person, data="\N{FOX FACE}" * 100)["code"] == "too_large"


def test_a_signal_is_passed_on_whatever_its_id_was_used_for() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    ana.say("ready", id="same", ready=True)
    for data in (1, 2):
        ana.say("signal", id="same", person=ben.person, data=data)
    assert [m["data"] for m in ben.got if m["type"] == "signal"] == [1, 2]


def test_no_signal_goes_to_a_bot_or_to_somebody_who_left() -> None:
    house = House()
    ana, _, cy = house.seated(3)
    assert cy.ask("stand")["type"] == "done"
    assert ana.ask("signal", person=cy.person, data=1)["code"] == "no_such_person"
    lobby = House()
    ana = lobby.join("Ana")
    ana.ask("seat_bot", bot="random")
    assert ana.ask("signal", person=lobby.room.shown()["people"][1]["person"], data=1)["code"] == "no_such_person"


def test_a_host_who_removes_themselves_is_answered_first() -> None:
    house = House()
    ana = house.join("Ana")
    ana.ask("remove", person=ana.person)
    assert [m["type"] for m in ana.got[-2:]] == ["done", "closed"]


def test_signals_do_not_push_out_what_must_not_be_done_twice() -> None:
    house = House(limits=Limits(signal_burst=1000))
    ana, ben = house.join("Ana"), house.join("Ben")
    ana.say("rename", id="once", name="Anna", avatar="owl")
    for _ in range(600):
        ana.ask("signal", person=ben.person, data=0)
    ana.say("rename", id="once", name="Other", avatar="owl")
    assert ana.answer("once")["type"] == "done"
    assert people(house)[0] == "Anna"


def test_time_is_told() -> None:
    house = House()
    ana = house.join()
    ana.say("time", sent=12.5)
    assert ana.got[-1] == {"type": "time", "sent": 12.5, "now": house.now}


def test_a_closed_table_says_so_and_takes_nobody() -> None:
    house = House()
    ana = house.join()
    house.take(house.room.close("expired", house.now))
    assert ana.got[-1] == {"type": "closed", "reason": "expired"}
    assert house.connect(ana.token).got[-1] == {"type": "closed", "reason": "expired"}
    with pytest.raises(Refused):
        house.room.join(JoinTable(name="Ben", avatar="fox"), "token", house.now)


def test_a_table_opens_with_good_options_only() -> None:
    with pytest.raises(Refused) as refused:
        House(options={"rounds": 0})
    assert refused.value.code == "bad_options"
    assert isinstance(House(options={"rounds": 2}).room, TableCore)
