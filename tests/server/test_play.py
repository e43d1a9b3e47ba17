"""Playing at the table: questions, retries, batches, plans, bots, the clock and those who are gone."""

import json
from collections.abc import Callable, Sequence
from random import Random

import pytest

from parlour import bots
from parlour.engine import Log, Match, View
from parlour.games.cells import CHANCE, CLOCK
from parlour.server.table.records import Acted, Answered, Begun
from parlour.server.wire.reading import parse
from tests.server.house import Client, House, Message

SLOT = {"do": "card", "slot": 1}


def test_a_move_is_stored_with_its_id_before_it_is_told() -> None:
    house = House()
    ana, ben = house.seated(2)
    before = len(house.records)
    outcome = house.room.receive(ana.number, parse(json.dumps(play(ana, SLOT, "m1"))), house.now)
    stored = outcome.records
    assert [type(r) for r in stored] == [Answered, Acted]
    assert isinstance(stored[1], Acted)
    assert (stored[1].seat, stored[1].action) == (0, 0)
    assert {c for c, _ in outcome.sends} == {ana.number, ben.number}
    assert len(house.records) == before


def play(client: Client, action: Message, request: str, question: int | None = None) -> Message:
    number = client.question if question is None else question
    return {"type": "play", "id": request, "match": 1, "question": number, "actions": [action]}


def test_chance_and_start_are_stored_together() -> None:
    house = House()
    house.seated(2)
    begun = next(i for i, r in enumerate(house.records) if isinstance(r, Begun))
    dealt = house.records[begun + 1 :]
    assert [r.seat for r in dealt if isinstance(r, Acted)] == [CHANCE] * 6


def test_a_retry_is_answered_and_done_once() -> None:
    house = House()
    ana, _ = house.seated(2)
    message = play(ana, SLOT, "m1")
    house.say(ana, message)
    steps = house.actions()
    house.say(ana, message)
    tab = house.connect(ana.token)
    house.say(tab, message)
    assert house.actions() == steps
    assert [m for m in ana.got if m.get("id") == "m1"] == [{"type": "done", "id": "m1"}] * 2
    assert tab.answer("m1") == {"type": "done", "id": "m1"}


def test_the_same_id_of_two_people_is_two_requests() -> None:
    house = House()
    ana, ben = house.seated(2)
    house.say(ana, play(ana, SLOT, "m1"))
    house.say(ben, play(ben, SLOT, "m1"))
    assert [seat for seat, _ in house.actions()[6:]] == [0, 1]


def test_stale_is_a_changed_question_not_a_table_that_moved_on() -> None:
    house = House()
    ana, ben = house.seated(2)
    question = ben.question
    assert ana.play()["type"] == "done"
    assert ben.last("view")["seq"] == ana.last("view")["seq"]
    assert ben.question == question
    assert ben.play(question=question)["type"] == "done"
    house.wait(3)
    refused = ana.play({"do": "card", "slot": 2}, question=1)
    assert (refused["type"], refused["code"]) == ("refused", "stale")
    assert ana.play({"do": "card", "slot": 2})["type"] == "done"


def test_a_play_of_another_match_is_stale() -> None:
    house = House()
    ana, _ = house.seated(2)
    assert ana.play(match=7)["code"] == "stale"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"do": "fly"}, "no_such_action"),
        ({"do": "card", "slot": 9}, "no_such_action"),
        ({"do": "card"}, "no_such_action"),
        ({"do": "turn"}, "not_legal"),
        ({"do": "value", "value": 1}, "not_legal"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_games_reason(action: Message, reason: str) -> None:
    house = House()
    ana, _ = house.seated(2)
    before = house.actions()
    refused = ana.play(action)
    assert (refused["code"], refused["reason"]) == ("illegal", reason)
    assert house.actions() == before


def test_out_of_turn_is_refused() -> None:
    house = House()
    ana, _ = house.seated(2)
    ana.play()
    assert ana.play({"do": "card", "slot": 2})["reason"] == "not_asked"


def test_why_answers_from_what_the_seat_knows() -> None:
    house = House()
    ana, ben = house.seated(2)
    assert ana.ask("why", action=SLOT)["reason"] is None
    ana.play(SLOT)
    assert ana.ask("why", action=SLOT)["reason"] == "not_asked"
    ben.play()
    house.wait(3)
    assert ana.ask("why", action=SLOT)["reason"] == "already_played"
    assert ana.ask("why", action={"do": "fly"})["reason"] == "no_such_action"


def test_events_follow_from_where_the_client_is() -> None:
    house = House()
    ana, ben = house.seated(2)
    ana.play()
    heard = ana.last("view")["heard"] + len(ana.last("view")["events"])
    ben.play()
    tab = house.connect(ana.token, match=1, heard=heard)
    assert tab.last("view")["heard"] == heard
    assert [e["event"] for e in tab.last("view")["events"]] == ["chosen"]
    assert tab.last("view")["events"][0]["slot"] is None
    whole = house.connect(ana.token).last("view")
    assert (whole["heard"], len(whole["events"])) == (0, heard + 1)
    assert house.connect(ana.token, match=1, heard=999).last("view")["heard"] == 0
    assert house.connect(ana.token, match=5, heard=3).last("view")["heard"] == 0


# --- the clock


def test_the_games_clock_runs_by_itself() -> None:
    house = House()
    ana, ben = house.seated(2)
    ana.play()
    ben.play()
    assert ana.view["waiting"] == "clock"
    assert ana.last("view")["clocks"] == [{"seat": "clock", "ends": house.now + 3}]
    house.wait(2.9)
    assert ana.view["waiting"] == "clock"
    house.wait(0.2)
    assert ana.view["waiting"] is None
    assert house.actions()[-1][0] == CLOCK


def test_without_a_turn_clock_slow_is_not_absent() -> None:
    house = House()
    ana, _ = house.seated(2)
    assert ana.last("view")["clocks"] == []
    house.wait(1e6)
    assert len(house.actions()) == 6


def test_the_turn_clock_plays_the_games_idle_for_the_slow() -> None:
    house = House(clock=30)
    ana, ben = house.seated(2)
    assert [c["seat"] for c in ana.last("view")["clocks"]] == [0, 1]
    house.wait(20)
    ben.play({"do": "card", "slot": 3})
    house.wait(9)
    assert len(house.actions()) == 7
    house.wait(1.5)
    assert house.actions()[-1] == (0, 0)
    assert ana.play(SLOT, question=1)["code"] == "stale"


def test_reconnecting_does_not_stop_the_turn_clock() -> None:
    house = House(clock=30)
    ana, _ = house.seated(2)
    house.wait(20)
    ana.leave()
    house.connect(ana.token)
    house.wait(11)
    assert (0, 0) in house.actions()[6:]


# --- bots, and bots for those who are gone


def test_bots_take_their_pace_and_then_play() -> None:
    house = House(pace=(1.0, 1.0))
    (ana,) = house.seated(1, bots=2)
    house.wait(0.9)
    assert len(house.actions()) == 9
    house.wait(0.2)
    assert [seat for seat, _ in house.actions()[9:]] == [1, 2]
    assert ana.view["asked"] == [0]


def test_a_gone_person_is_covered_after_the_grace_period_and_takes_the_seat_back() -> None:
    house = House(grace=60.0)
    ana, ben = house.seated(2)
    ben.leave()
    house.wait(59)
    assert len(house.actions()) == 6
    assert not ana.last("table")["table"]["people"][1]["here"]
    house.wait(3)
    assert ana.last("table")["table"]["people"][1]["covered"]
    assert [seat for seat, _ in house.actions()[6:]] == [1]
    ana.play()
    back = house.connect(ben.token)
    assert not ana.last("table")["table"]["people"][1]["covered"]
    house.wait(100)
    assert back.view["asked"] == [0, 1]
    assert back.play()["type"] == "done"


def test_while_nobody_is_here_everything_waits() -> None:
    house = House(grace=60.0, clock=30)
    (ana,) = house.seated(1, bots=1)
    ana.leave()
    assert house.wake_at is None
    house.wait(1e5)
    steps = len(house.actions())
    back = house.connect(ana.token)
    house.wait(29)
    assert [seat for seat, _ in house.actions()[steps:]] == [1]
    assert back.view["asked"] == [0]
    house.wait(2)
    assert house.actions()[steps + 1][0] == 0


def test_others_who_were_away_as_well_get_their_grace_when_the_first_is_back() -> None:
    house = House(grace=60.0)
    ana, ben = house.seated(2)
    ana.leave()
    ben.leave()
    house.wait(1e5)
    back = house.connect(ana.token)
    house.wait(59)
    assert not back.last("table")["table"]["people"][1]["covered"]
    house.wait(2)
    assert back.last("table")["table"]["people"][1]["covered"]


def test_a_covering_bot_knows_only_what_the_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []

    def spy(view: View, legal: Sequence[int], rng: Random) -> int:
        seen.append(view)
        return legal[0]

    monkeypatch.setattr("parlour.server.table.standin.bot", lambda game, kind: spy)
    house = House(grace=60.0)
    ana, ben = house.seated(2)
    ana.play()
    assert house.room.running is not None
    expected = house.room.running.match.view(1)
    ben.leave()
    house.wait(62)
    assert [(v.seat, v.state, list(v.events)) for v in seen] == [(1, expected.state, list(expected.events))]


def broken(view: View, legal: Sequence[int], rng: Random) -> int:
    raise RuntimeError("boom")


def wild(view: View, legal: Sequence[int], rng: Random) -> int:
    return 10**6


@pytest.mark.parametrize("bad", [broken, wild])
def test_a_bot_that_fails_is_replaced_by_idle_and_noted(monkeypatch: pytest.MonkeyPatch, bad: Callable[..., int]) -> None:
    monkeypatch.setattr("parlour.server.table.standin.bot", lambda game, kind: bad)
    house = House()
    house.seated(1, bots=1)
    house.wait(2)
    assert house.actions()[-1] == (1, 0)
    assert len(house.notes) == 1


def test_bots_sit_only_where_the_game_seats_them(monkeypatch: pytest.MonkeyPatch) -> None:
    part = house_part()
    monkeypatch.setattr(part, "seated", lambda options: options.ties == 1, raising=False)
    house = House(options={"ties": "share"}, grace=60.0)
    ana = house.join("Ana")
    assert ana.last("table")["table"]["bots"]
    assert ana.ask("seat_bot", bot="random")["type"] == "done"
    assert ana.ask("options", options={"ties": "nobody"})["code"] == "no_bots_here"
    bot = house.room.shown()["people"][1]["person"]
    ana.ask("remove", person=bot)
    assert ana.ask("options", options={"ties": "nobody"})["type"] == "done"
    assert not ana.last("table")["table"]["bots"]
    assert ana.ask("seat_bot", bot="random")["code"] == "no_bots_here"
    ben = house.join("Ben")
    ana.ask("start")
    ben.leave()
    house.wait(1000)
    assert not ana.last("table")["table"]["people"][1]["covered"]
    assert len(house.actions()) == 6


def house_part() -> object:
    part = House().room.game.part("bot")
    assert part is not None
    return part


def test_leaving_for_good_plays_the_games_leave() -> None:
    house = House()
    ana, ben, cy = house.seated(3)
    assert ben.ask("stand")["type"] == "done"
    assert house.actions()[-1] == (1, 9)
    assert ana.view["asked"] == [0, 2]
    assert ben.view["seat"] is None
    cy.ask("stand")
    assert ana.last("table")["table"]["status"] == "over"
    door = house.room.summary()
    assert [guest["name"] for guest in door["people"]] == ["Ana"], "who left takes no chair"
    assert door["free"] == house.room.game.seats.stop - 1 - 1


def test_a_seat_left_for_good_is_played_on_where_the_game_has_no_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.table.running.Running.leaving", lambda self, seat: None)
    house = House()
    ana, ben = house.seated(2)
    ben.ask("stand")
    house.wait(2)
    assert house.actions()[-1][0] == 1
    assert ana.view["asked"] == [0]


# --- batches and plans


def kings() -> tuple[House, list[Client]]:
    house = House("kings_keys", seed=3)
    people = house.seated(2)
    for _ in range(400):
        for client in people:
            view = client.view
            if any(action["do"] == "card" for action in view["legal"]) and client.last("view")["question"]:
                planned = plannable(client)
                if planned is not None:
                    return house, [client, *(p for p in people if p is not client)]
            if view["legal"]:
                client.play(view["legal"][house.roll(len(view["legal"]))])
        house.wait(1)
    raise AssertionError("no turn to plan was reached")


def plannable(client: Client) -> list[Message] | None:
    """Two choices that can be planned one after the other."""
    for action in client.view["legal"]:
        planned = client.ask("plan", match=1, question=client.question, actions=[action])
        if planned["type"] == "planned" and planned["legal"] and not planned["chance"]:
            return [action, planned["legal"][0]]
    return None


def test_a_plan_changes_nothing_and_shows_what_could_follow() -> None:
    house, (client, _) = kings()
    before = house.actions()
    actions = plannable(client)
    assert actions is not None
    assert house.actions() == before
    assert client.play(actions[0])["type"] == "done"
    assert actions[1] in client.view["legal"]


def test_a_batch_is_played_as_planned() -> None:
    house, (client, _) = kings()
    actions = plannable(client)
    before = len(house.actions())
    assert actions is not None
    assert client.play(*actions)["type"] == "done"
    read = house.room.game.actions.read
    assert [read(number) for _, number in house.actions()[before : before + 2]] == actions


def test_a_batch_is_all_or_none() -> None:
    house, (client, _) = kings()
    actions = plannable(client)
    before, view = house.actions(), client.view
    assert actions is not None
    refused = client.play(*actions, {"do": "fly"})
    assert (refused["code"], refused["reason"]) == ("illegal", "no_such_action")
    refused = client.play(actions[0], actions[0], actions[0])
    assert refused["code"] in ("illegal", "batch_past_chance")
    assert house.actions() == before
    assert house.connect(client.token).view == view


def test_a_batch_stops_before_others_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    ana, _ = house.seated(2)
    monkeypatch.setattr(house.room.game, "plans", frozenset(range(house.room.game.actions.size)))
    before = house.actions()
    assert ana.play(SLOT, {"do": "card", "slot": 2})["code"] == "batch_past_chance"
    assert house.actions() == before


def test_a_batch_cannot_be_used_to_look_at_what_a_single_play_would_show() -> None:
    house = House("keys", seed=2)
    people = house.seated(3)
    for _ in range(200):
        asked = [client for client in people if client.view["legal"]]
        flips = next((c for c in asked if sum(a["do"] == "flip" for a in c.view["legal"]) > 1), None)
        if flips is not None:
            break
        for client in asked:
            client.play(client.view["legal"][house.roll(len(client.view["legal"]))])
        house.wait(5)
    else:
        raise AssertionError("no challenge was reached")
    before = house.actions()
    for first in flips.view["legal"]:
        for second in (first, *flips.view["legal"], *flips.view["may"]):
            assert flips.play(first, second)["code"] == "not_a_plan"
    assert house.actions() == before


def test_only_families_that_the_game_names_can_be_planned() -> None:
    house = House()
    ana, _ = house.seated(2)
    assert ana.ask("plan", match=1, question=ana.question, actions=[{"do": "leave"}])["code"] == "not_a_plan"
    assert ana.ask("plan", match=1, question=ana.question + 1, actions=[])["code"] == "stale"
    assert ana.ask("plan", match=1, question=ana.question, actions=[])["legal"] == ana.view["legal"]


def test_a_plan_never_touches_the_true_state(monkeypatch: pytest.MonkeyPatch) -> None:
    house, (client, _) = kings()
    running = house.room.running
    assert running is not None
    states: list[object] = []
    true_play = running.match.game.play

    def spy(state: object, seat: int, action: int) -> None:
        states.append(state)
        true_play(state, seat, action)

    monkeypatch.setattr(running.match.game, "play", spy)
    assert plannable(client) is not None
    assert states
    assert all(state is not running.match.state for state in states)


# --- restart


@pytest.mark.parametrize("steps", range(0, 12, 3))
def test_a_restart_goes_on_where_the_table_was(steps: int) -> None:
    house = House(seed=steps)
    ana, ben = house.seated(2)
    last: Message = {}
    owner = 0
    for i in range(steps):
        client = (ana, ben)[i % 2]
        if client.view["legal"]:
            last, owner = play(client, client.view["legal"][0], f"m{i}"), i % 2
            house.say(client, last)
        house.wait(3)
    before = {c.token: (c.view, c.last("view")["seq"], c.question) for c in (ana, ben)}
    table = ana.last("table")["table"]
    house.restart()
    table["host_did"] = house.now  # nobody did anything while it was down
    again = [house.connect(c.token) for c in (ana, ben)]
    for client in again:
        assert (client.view, client.last("view")["seq"], client.question) == before[client.token]
    assert again[1].last("table")["table"] == table
    stored = house.actions()
    if last:
        again[owner].got.clear()
        house.say(again[owner], last)
        assert again[owner].got == [{"type": "done", "id": last["id"]}]
    assert house.actions() == stored


def test_a_table_of_an_older_version_is_closed_and_its_log_kept() -> None:
    house = House()
    ana, _ = house.seated(2)
    log = house.actions()
    house.restart(version=0)
    client = house.connect(ana.token)
    assert client.got[-1] == {"type": "closed", "reason": "old_version"}
    assert client.last("table")["table"]["status"] == "closed"
    assert not [m for m in client.got if m["type"] == "view"]
    assert house.saved().state["status"] == "closed"
    assert house.actions() == log


def test_a_lobby_survives_a_restart() -> None:
    house = House()
    ana = house.join("Ana")
    ana.ask("seat_bot", bot="highest")
    ana.ask("options", options={"rounds": 2})
    table = house.room.shown()
    house.restart()
    house.connect(ana.token)
    assert house.room.shown() == table


def test_the_log_replays_to_what_was_shown() -> None:
    house = House(seed=9)
    (ana,) = house.seated(1, bots=2)
    while house.room.status == "playing":
        if ana.view["legal"]:
            ana.play()
        house.wait(1)
    begun = next(r for r in house.records if isinstance(r, Begun))
    match = Match.replay(Log(begun.game, begun.version, begun.players, begun.options, tuple(house.actions())))
    assert match.score() == ana.view["scores"]
    assert match.rank() == ana.view["ranks"]


def test_the_default_bot_is_the_games_first() -> None:
    game = House().room.game
    assert bots.kinds(game) == ["highest", "simple", "gentle", "random"]
    with pytest.raises(bots.UnknownBot):
        bots.bot(game, "genius")
