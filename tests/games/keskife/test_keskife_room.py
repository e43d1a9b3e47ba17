"""KESKIFÈ? at a live table: what is sent to whom when, and that time alone brings a match to its end."""

from typing import Any

import pytest

from parlour.games.cells import CLOCK
from parlour.games.keskife.pack import pack
from tests.server.house import Client, House


def until(house: House, client: Client, phase: str) -> None:
    """Let time pass until a phase has begun."""
    for _ in range(200):
        if client.view["cells"]["phase"] == phase:
            return
        assert house.wake_at is not None
        house.wait(house.wake_at - house.now)
    raise AssertionError(f"{phase} never came")


def table(**options: Any) -> tuple[House, list[Client]]:
    house = House("keskife", options={"first_leader": 0, "colour_choice": "fixed", **options})
    return house, house.seated(4)


def sent_while_choosing(card: str | None) -> tuple[list[Any], list[Any]]:
    """What the leader and the others are sent in the three seconds, and when they are over."""
    house, people = table()
    watcher = house.connect()
    everybody = [*people, watcher]
    had = [len(client.got) for client in everybody]
    house.wait(1.3)
    if card:
        people[0].play({"do": "take", "card": card})
    house.wait(1.6)
    got = [client.got[n:] for client, n in zip(everybody, had, strict=True)]
    house.wait(0.2)
    after = [(m["seq"], m["now"], m["clocks"], m["view"]["asked"]) for m in watcher.got[had[-1] :] if m["type"] == "view"]
    return got[0], [*got[1:], after]


def test_no_message_tells_whether_the_leader_chose() -> None:
    """KSK-Q05: the others are sent the same, at the same times; the leader is shown their own choice."""
    took, others = sent_while_choosing("monkey")
    silent, others_of_silent = sent_while_choosing(None)
    assert others == sent_while_choosing("action")[1] == others_of_silent
    assert others[:-1] == [[]] * 4
    assert others[-1], "after three seconds the cards are dealt in either case"
    assert silent == []
    assert [m["view"]["cells"]["wish"][0] for m in took if m["type"] == "view"] == ["monkey"]


def test_the_action_is_served_to_those_who_hold_it() -> None:
    """KSK-Q07: in the message of each seat its own card; an onlooker has none."""
    house, people = table()
    watcher = house.connect()
    until(house, people[0], "ready")
    cards = [client.last("view")["texts"]["card"] for client in people]
    roles = [client.view["cells"]["card"][seat] for seat, client in enumerate(people)]
    actions = {card["line"] for card, role in zip(cards, roles, strict=True) if role == "action"}
    decoys = {card["line"] for card, role in zip(cards, roles, strict=True) if role == "monkey"}
    assert len(actions) == 1
    assert decoys == {pack().monkey[0]["en"]}
    assert watcher.last("view")["texts"] == {}


def test_the_pointing_window() -> None:
    """KSK-Q12: five seconds, and the reveal waits a second more for fingers that were raised in time."""
    house, people = table()
    until(house, people[0], "point")
    opened = house.now
    assert people[0].last("view")["clocks"][0] == {"seat": "clock", "ends": opened + 5}
    house.wait(4.9)
    assert people[1].play({"do": "point", "seat": 0})["type"] == "done"
    house.wait(1.0)
    assert people[2].play({"do": "point", "seat": 0})["type"] == "done", "sent in time, 0.9 s under way"
    house.wait(0.2)
    assert people[3].play({"do": "point", "seat": 0})["type"] == "refused"
    assert people[0].view["cells"]["phase"] == "show"
    assert people[0].view["cells"]["vote"][:4] == [None, 0, 0, None]


def test_the_reveal_comes_at_once_when_all_have_pointed() -> None:
    house, people = table()
    until(house, people[0], "point")
    for seat, client in enumerate(people):
        assert people[0].view["cells"]["phase"] == "point"
        client.play({"do": "point", "seat": 1 if seat == 0 else 0})
    assert people[0].view["cells"]["phase"] == "show"


@pytest.mark.parametrize("venue", ["room", "camera", "stage"])
def test_nobody_can_hold_up_a_table(venue: str) -> None:
    """Six rounds in which nobody ever does anything, in the time the clock gives."""
    house, people = table(venue=venue)
    begun = house.now
    until(house, people[3], "over")
    steps = house.actions()
    assert {seat for seat, _ in steps} == {29, CLOCK}
    assert people[0].view["cells"]["scored"] == 6
    # Taking, getting ready, the count, the action, the count, pointing; reading the outcome; naming three leaders.
    late = house.settings.tolerance
    shown = 16 if venue == "stage" else 8
    assert house.now - begun == pytest.approx(6 * (3 + 30 + late + 3 + 30 + 3 + 5 + late) + 5 * shown + 3 * (10 + late))


def test_bots_play_all_parts_on_stage() -> None:
    """One person and five bots; they choose a gesture in every beat."""
    house = House("keskife", options={"first_leader": 0, "venue": "stage"}, pace=(0.8, 1.8))
    (ana,) = house.seated(1, bots=5)
    until(house, ana, "act")
    until(house, ana, "count_out")
    cells = ana.view["cells"]
    assert cells["beat"] == 15
    assert all(gesture is not None for row in cells["gesture"][1:6] for gesture in row)
    until(house, ana, "show")
    assert all(at is not None for at in ana.view["cells"]["vote"][1:6])


def test_the_first_clock_waits_for_everybody_who_has_not_seen_the_table() -> None:
    """Until all pages are in sight and ready, thirty seconds at most; later clocks wait for nobody."""
    for how in ({"looking": False}, {"looking": True, "ready": False}):
        house = House("keskife", options={"first_leader": 0})
        people = [house.join(name) for name in ("Ana", "Ben", "Cy", "Di")]
        people[3].ask("present", **how)
        people[0].ask("start")
        house.wait(20)
        assert people[0].view["cells"]["phase"] == "pack"
        assert people[0].last("view")["clocks"] == []
        people[3].ask("present", looking=True)
        assert [clock["seat"] for clock in people[0].last("view")["clocks"]] == ["clock"]
        assert people[0].last("view")["clocks"][0]["ends"] == pytest.approx(house.now + 10)
        people[3].ask("present", looking=False)
        house.wait(11)
        assert people[0].view["cells"]["phase"] == "take", "ten seconds after everybody was there"


def test_who_never_comes_is_waited_for_half_a_minute() -> None:
    house = House("keskife", options={"first_leader": 0})
    people = [house.join(name) for name in ("Ana", "Ben", "Cy", "Di")]
    people[3].ask("present", looking=False)
    people[0].ask("start")
    house.wait(29)
    assert people[0].last("view")["clocks"] == []
    house.wait(2)
    assert [clock["seat"] for clock in people[0].last("view")["clocks"]] == ["clock"]
    house.wait(11)
    assert people[0].view["cells"]["phase"] == "take"


def test_who_looks_on_applauds_once_fingers_are_out_and_not_while_all_are_quiet() -> None:
    house, people = table()
    onlooker = house.connect()
    until(house, people[0], "ready")
    assert onlooker.ask("applaud")["code"] == "quiet"
    until(house, people[0], "show")
    assert onlooker.ask("applaud")["type"] == "done"
    assert all(client.last("applauded") == {"type": "applauded"} for client in (*people, onlooker))
    assert people[0].ask("applaud")["code"] == "wrong_status", "who plays has signs of their own"
    assert {onlooker.ask("applaud").get("code") for _ in range(40)} == {None, "too_fast"}
