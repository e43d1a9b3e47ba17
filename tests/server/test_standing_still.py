"""A match that is paused, and a step that is taken back: who may, what stands still, what comes back after a restart."""

import pytest

from parlour.engine import Log, Match
from parlour.engine.chance.fairness import check
from parlour.server.table.records import Acted, TookBack
from parlour.server.table.slips import Doubt, looked
from tests.server.house import NOON, Client, House


def stored(house: House) -> list[tuple[int, int]]:
    """The log as the store would hold it: what was taken back is cut off."""
    steps: list[tuple[int, int]] = []
    for record in house.records:
        if isinstance(record, TookBack):
            del steps[record.seq :]
        elif isinstance(record, Acted):
            assert record.seq == len(steps)
            steps.append((record.seat, record.action))
    return steps


def test_the_host_pauses_and_clocks_stand_and_bots_wait() -> None:
    house = House(clock=30)
    ana, ben = house.seated(2, bots=1)
    before = len(house.actions())
    house.wait(0.5)
    assert ana.ask("pause")["type"] == "done"
    table = ben.last("table")["table"]
    assert table["pause"] == {"by": ana.person, "since": house.now}
    assert ben.last("view")["clocks"] == []
    assert ben.play()["code"] == "paused"
    house.wait(600.0)
    assert len(house.actions()) == before, "somebody was played for"
    assert ben.ask("resume")["code"] == "not_host"
    assert ana.ask("resume")["type"] == "done"
    assert ben.last("table")["table"]["pause"] is None
    ends = {clock["seat"]: clock["ends"] for clock in ben.last("view")["clocks"]}
    assert ends[1] == pytest.approx(house.now + 29.5), "the time that stood still is given back, and no more"
    house.wait(0.6)
    assert len(house.actions()) == before + 1, "the bot goes on where it was"


def test_all_by_consent_pause_and_who_asked_lets_it_go_on() -> None:
    house = House()
    ana, ben, cy = house.seated(3)
    assert ben.ask("pause")["type"] == "done"
    proposal = cy.last("table")["table"]["proposal"]
    assert (proposal["what"], proposal["by"], proposal["agreed"]) == ("pause", ben.person, [ben.person])
    assert cy.play()["type"] == "done", "until all agree the match goes on"
    assert ana.ask("agree", yes=True)["type"] == "done"
    assert cy.last("table")["table"]["pause"] is None
    cy.leave()  # who is not here is not asked
    assert ana.last("table")["table"]["pause"]["by"] == ben.person
    assert ben.ask("resume")["type"] == "done"


def test_one_no_is_enough_and_a_question_lapses() -> None:
    house = House()
    ana, ben = house.seated(2)
    assert ana.ask("agree", yes=True)["code"] == "wrong_status"
    ben.ask("pause")
    assert ana.last("table")["table"]["declined"] is None
    ana.ask("agree", yes=False)
    assert ben.last("table")["table"]["declined"] == ana.person, "who asked is not told who would rather play on"
    assert ana.last("table")["table"]["proposal"] is None
    assert ben.ask("pause")["code"] == "too_often"
    house.wait(31.0)
    assert ben.ask("pause")["type"] == "done"
    assert ana.ask("take_back")["code"] == "wrong_status"
    house.wait(31.0)
    assert ana.last("table")["table"]["proposal"] is None


def test_a_pause_outlives_the_server() -> None:
    house = House(clock=30)
    ana, ben = house.seated(2)
    ana.ask("pause")
    house.restart()
    ana, ben = house.connect(ana.token), house.connect(ben.token)
    assert ana.last("table")["table"]["pause"]["by"] == ana.person
    house.wait(100.0)
    assert ana.play()["code"] == "paused"
    ana.ask("resume")
    assert [clock["ends"] for clock in ana.last("view")["clocks"]] == [house.now + 30.0] * 2
    assert ana.play()["type"] == "done"


def placed(house: House, count: int = 2) -> list[Client]:
    """KEYS, where whoever is asked has laid a coaster face down."""
    people = house.seated(count)
    first = next(client for client in people if client.view["legal"])
    assert first.play()["type"] == "done"
    return [first, *(client for client in people if client is not first)]


def test_a_slip_of_the_finger_is_taken_back_by_consent() -> None:
    house = House("keys")
    one, other = placed(house)
    view, events = other.view, len(one.last("view")["events"])
    steps = stored(house)
    assert one.ask("take_back")["type"] == "done"
    assert other.last("table")["table"]["proposal"]["what"] == "take_back"
    asked = one if one.view["legal"] else other
    assert asked.play()["code"] == "paused"
    assert other.ask("agree", yes=True)["type"] == "done"
    assert stored(house) == steps[:-1]
    back = [record for record in house.records if isinstance(record, TookBack)]
    assert [(record.nth, record.seq, record.steps) for record in back] == [(1, len(steps) - 1, [list(steps[-1])])]
    assert one.last("table")["table"]["took_back"] == [one.person]
    told = other.last("view")
    assert (told["taken"], told["heard"]) == (1, 0)
    assert told["view"] != view
    assert one.view["legal"], "the same is asked again"
    assert one.play(question=1)["code"] == "stale"
    assert one.play(one.view["legal"][-1])["type"] == "done"
    assert stored(house)[:-1] == steps[:-1]
    assert events >= 0


def test_what_was_taken_back_stays_so_after_a_restart_and_the_log_verifies() -> None:
    house = House("keys")
    one, other = placed(house)
    one.ask("take_back")
    other.ask("agree", yes=True)
    log = house.saved(log=None).log
    assert log is None
    begun = Match.start("keys", 2).game
    saved = Log("keys", begun.version, 2, house.room.lobby.options, tuple(stored(house)), draws=house.room.running.draws)  # type: ignore[union-attr]
    house.restart(log=saved)
    one, other = house.connect(one.token), house.connect(other.token)
    assert one.last("view")["taken"] == 1
    assert one.question > 1 << 20, "no number of a question comes twice"
    assert one.play()["type"] == "done"
    Match.replay(Log(saved.game, saved.version, 2, saved.options, (*saved.actions, *stored(house)[-1:])))
    assert check(saved) is not None


def test_nothing_is_taken_back_once_chance_has_followed() -> None:
    house = House()
    ana, ben = house.seated(2)
    assert ana.ask("take_back")["code"] == "not_played"
    ana.play()
    ben.play()
    house.wait(4.0)  # the cards are turned
    assert ana.ask("take_back")["code"] == "shown"
    assert ana.last("table")["table"]["proposal"] is None


def test_chance_is_not_drawn_again() -> None:
    """What is taken back has no chance in it, so the next question of chance keeps its number, and its draw."""
    outcomes = []
    for slip in (False, True):
        house = House("skyjo", seed=7)
        one, other = house.seated(2)
        for _ in range(40):
            client = one if one.view["legal"] else other
            takes = [action for action in client.view["legal"] if action["do"] == "take"]
            if takes:
                if slip:
                    client.play(takes[0])
                    assert client.ask("take_back")["type"] == "done"
                    (other if client is one else one).ask("agree", yes=True)
                    assert client.view["legal"]
                break
            client.play()
        client.play(next(action for action in client.view["legal"] if action["do"] == "draw"))
        outcomes.append(stored(house)[-2:])
    assert outcomes[0] == outcomes[1]


def test_time_begins_when_it_is_asked_again() -> None:
    house = House("keys", clock=30)
    one, other = placed(house)
    house.wait(10.0)
    one.ask("take_back")
    other.ask("agree", yes=True)
    clocks = {clock["seat"]: clock["ends"] for clock in one.last("view")["clocks"]}
    assert clocks == {one.view["seat"]: NOON + 10.0 + 30.0}


def test_whoever_played_last_is_told_that_it_may_be_taken_back_once_the_table_rests() -> None:
    house = House("keys")
    one, other = placed(house)
    house.wait(0.4)
    assert not [message for client in (one, other) for message in client.got if message["type"] == "may_take_back"]
    house.wait(0.2)
    told, view = one.last("may_take_back"), one.last("view")
    assert [told[name] for name in ("match", "taken", "seq")] == [view[name] for name in ("match", "taken", "seq")]
    assert not [message for message in other.got if message["type"] == "may_take_back"], "nobody else hears of it"
    house.wait(600.0)
    assert len([message for message in one.got if message["type"] == "may_take_back"]) == 1
    again = house.connect(one.token)
    house.wait(0.6)
    assert again.last("may_take_back") == told, "who comes back is told again"


def test_what_the_clock_has_followed_is_offered_no_more() -> None:
    house = House()
    ana, ben = house.seated(2)
    ana.play()
    ben.play()
    house.wait(0.6)
    assert ana.last("may_take_back")["seq"] == ana.last("view")["seq"], "both have chosen, and nothing is turned yet"
    house.wait(4.0)
    told = [message["seq"] for client in (ana, ben) for message in client.got if message["type"] == "may_take_back"]
    assert max(told) < ana.last("view")["seq"]


def test_what_was_open_before_a_restart_is_offered_after_it() -> None:
    house = House("keys")
    one, _ = placed(house)
    house.restart()
    one = house.connect(one.token)
    house.wait(0.6)
    assert one.last("may_take_back")["seq"] == one.last("view")["seq"]


class Doubtful(House):
    """A house that keeps its doubts until somebody looks."""

    def __init__(self, game: str) -> None:
        self.doubts: list[Doubt] = []
        super().__init__(game)

    def look(self, doubt: Doubt) -> None:
        self.doubts.append(doubt)


def test_a_table_goes_on_while_a_doubt_is_looked_at_and_offers_nothing_that_is_past() -> None:
    house = Doubtful("keys")
    one, other = placed(house)
    house.wait(0.6)
    (first,) = house.doubts
    other.play()
    house.take(house.room.looked(first, looked(first), house.now))
    assert not [message for client in (one, other) for message in client.got if message["type"] == "may_take_back"]
    house.wait(0.6)
    second = house.doubts[-1]
    assert second is not first
    house.take(house.room.looked(second, looked(second), house.now))
    assert other.last("may_take_back")["seq"] == other.last("view")["seq"]
    told = len(other.got)
    house.take(house.room.looked(second, looked(second), house.now))
    assert len(other.got) == told, "a doubt is answered once"


def test_where_nobody_looked_nothing_is_offered_and_it_may_be_asked_for() -> None:
    house = Doubtful("keys")
    one, _ = placed(house)
    house.wait(0.6)
    house.take(house.room.looked(house.doubts.pop(), None, house.now))
    assert not [message for message in one.got if message["type"] == "may_take_back"]
    assert one.ask("take_back")["type"] == "done"
    again = house.connect(one.token)
    house.wait(0.6)
    doubt = house.doubts.pop()
    house.take(house.room.looked(doubt, looked(doubt), house.now))
    assert again.last("may_take_back")["seq"] == again.last("view")["seq"], "who comes back is looked at anew"
