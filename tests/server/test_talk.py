"""Talk at the table: who may say what and when, what is kept of it, and what is not."""

from typing import Any

import pytest

from parlour.server.settings import Limits
from parlour.server.table.records import Answered, Spoke
from parlour.server.table.talk import KEPT
from tests.server.house import Client, House

FREELY = Limits(onlookers=2, lines_per_second=1000, line_burst=1000)


def heard(client: Client) -> list[Any]:
    """What a page shows of the talk: the history it was given, and what came after."""
    last = max(i for i, message in enumerate(client.got) if message["type"] == "talk")
    after = [message["line"] for message in client.got[last:] if message["type"] == "said"]
    return [line["text"] or line["phrase"] for line in [*client.got[last]["lines"], *after]]


def test_a_line_comes_to_everybody_with_who_said_it_and_is_kept() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    watcher = house.connect()
    assert ana.ask("say", text="  Four?   With that face? ")["type"] == "done"
    assert ben.ask("phrase", phrase="sure")["type"] == "done"
    for client in (ana, ben, watcher):
        assert heard(client) == ["Four? With that face?", "sure"]
    line = watcher.last("said")["line"]
    assert (line["person"], line["name"], line["text"], line["number"]) == (ben.person, "Ben", None, 2)
    house.restart()
    assert heard(house.connect(ana.token)) == ["Four? With that face?", "sure"]
    assert house.room.talk.lines == [*house.saved().talk]


def test_a_line_that_is_sent_again_is_said_once() -> None:
    house = House()
    ana = house.join("Ana")
    ana.say("say", id="one", text="Hello")
    ana.say("say", id="one", text="Hello")
    assert [m["type"] for m in ana.got if m.get("id") == "one"] == ["done", "done"]
    assert heard(ana) == ["Hello"]
    assert [record.id for record in house.records if isinstance(record, Answered)] == ["one"]
    house.restart()
    again = house.connect(ana.token)
    again.say("say", id="one", text="Hello")
    assert heard(again) == ["Hello"]


def test_onlookers_listen_and_do_not_write() -> None:
    house = House()
    house.join("Ana")
    watcher = house.connect()
    for kind, what in (("say", {"text": "Psst"}), ("phrase", {"phrase": "hm"}), ("react", {"reaction": "clap"})):
        assert watcher.ask(kind, **what)["code"] == "not_seated"
    assert not [record for record in house.records if isinstance(record, Spoke)]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("<b>bold</b> & <script>alert(1)</script>", "<b>bold</b> & <script>alert(1)</script>"),
        ("one\ntwo\tthree", "one two three"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\x07c\u3164d", "abcd"),
        ("👨\u200d👩\u200d👧 שלום می\u200cخواهم", "👨\u200d👩\u200d👧 שלום می\u200cخواهم"),
        (
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f!",
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f!",
        ),
    ],
)
def test_a_line_is_text_without_what_is_not_drawn(sent: str, kept: str) -> None:
    house = House()
    ana = house.join("Ana")
    assert ana.ask("say", text=sent)["type"] == "done"
    assert heard(ana) == [kept]


@pytest.mark.parametrize("sent", ["", "  \n ", "\u200b\u200d", "x" * 201])
def test_nothing_and_too_much_are_no_line(sent: str) -> None:
    house = House()
    ana = house.join("Ana")
    answer = ana.ask("say", text=sent)
    assert (answer["code"], answer["field"]) == ("bad_line", "text")
    assert heard(ana) == []
    assert ana.ask("say", text="é" * 200)["type"] == "done"


def test_who_says_too_much_is_bounded_and_the_others_are_not() -> None:
    house = House(limits=Limits(onlookers=2, lines_per_second=1.0, line_burst=3))
    ana, ben = house.join("Ana"), house.join("Ben")
    answers = [ana.ask("say", text=f"{i}") for i in range(4)]
    assert [answer.get("code") for answer in answers] == [None, None, None, "too_fast"]
    assert ana.ask("react", reaction="clap")["code"] == "too_fast"
    assert ben.ask("say", text="Enough")["type"] == "done"
    house.wait(1.0)
    assert ana.ask("say", text="Sorry")["type"] == "done"


def test_the_oldest_lines_are_kept_no_longer() -> None:
    house = House(limits=FREELY)
    ana = house.join("Ana")
    for i in range(KEPT + 5):
        ana.ask("say", text=str(i))
    house.restart()
    back = house.connect(ana.token)
    assert heard(back) == [str(i) for i in range(5, KEPT + 5)]
    back.ask("say", text="on")
    assert back.last("said")["line"]["number"] == KEPT + 6


def test_a_reaction_is_seen_by_all_and_not_remembered() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    before = len(house.records)
    assert ana.ask("react", reaction="heart")["type"] == "done"
    assert ben.last("reacted") == {"type": "reacted", "person": ana.person, "reaction": "heart"}
    assert len(house.records) == before
    assert heard(ben) == []


def test_the_host_takes_the_word_and_gives_it_back() -> None:
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben")
    assert ben.ask("hush", person=ana.person, hushed=True)["code"] == "not_host"
    assert ana.ask("hush", person=ana.person, hushed=True)["code"] == "no_such_person"
    assert ana.ask("hush", person=ben.person, hushed=True)["type"] == "done"
    assert ben.last("table")["table"]["hushed"] == [ben.person]
    assert ben.ask("say", text="But")["code"] == "hushed"
    assert ben.ask("react", reaction="sigh")["code"] == "hushed"
    house.restart()
    ana, ben = house.connect(ana.token), house.connect(ben.token)
    assert ben.ask("phrase", phrase="hm")["code"] == "hushed"
    assert ana.ask("hush", person=ben.person, hushed=False)["type"] == "done"
    assert ben.ask("phrase", phrase="hm")["type"] == "done"


@pytest.mark.parametrize("again", [{"name": "Ben", "device": "e" * 32}, {"name": "Loud", "device": "d" * 32}])
def test_standing_up_and_sitting_down_again_does_not_give_the_word_back(again: dict[str, str]) -> None:
    """Neither on the same device under another name, nor on another under the same; the host sees it and can give it back."""
    house = House()
    ana, ben = house.join("Ana"), house.join("Ben", device="d" * 32)
    assert ana.ask("hush", person=ben.person, hushed=True)["type"] == "done"
    assert ben.ask("stand")["type"] == "done"
    ben, other = house.join(**again), house.join("Cy", device="c" * 32)
    house.restart()
    ana, ben, other = (house.connect(one.token) for one in (ana, ben, other))
    assert ben.ask("say", text="I am back")["code"] == "hushed"
    assert other.ask("say", text="Hello")["type"] == "done"
    assert ana.last("table")["table"]["hushed"] == [ben.person]
    assert ana.ask("hush", person=ben.person, hushed=False)["type"] == "done"
    assert ben.ask("say", text="I am back")["type"] == "done"


def test_the_game_has_its_silence() -> None:
    house = House()
    ana, ben = house.seated(2)
    assert ana.view["quiet"] == []
    assert ana.ask("say", text="Mine is the five")["type"] == "done"
    ana.play()
    ben.play()
    assert (ana.view["waiting"], ana.view["quiet"]) == ("clock", [0, 1])
    for kind, what in (("say", {"text": "It is the five"}), ("phrase", {"phrase": "hm"}), ("react", {"reaction": "clap"})):
        assert ana.ask(kind, **what)["code"] == "quiet"
    house.wait(4.0)
    assert ana.view["quiet"] == []
    assert ana.ask("say", text="There it was")["type"] == "done"
    assert heard(ben) == ["Mine is the five", "There it was"]
