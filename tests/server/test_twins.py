"""Non-interference on the wire: what a seat cannot tell apart reaches it in equal bytes.

A twin is the same table with the true state replaced by a `fill` of what one seat, or an onlooker, knows. Both tables then
hear the same messages; as long as the events that the seat hears are equal, every byte it is sent must be.
"""

import json
from copy import deepcopy
from random import Random

import pytest

from parlour.engine.view import told_to
from parlour.games.cells import ONLOOKER
from tests.server.house import Client, House, Message

PEOPLE = 3
BREATH = 0.6  # seconds after each play: enough for whoever played to be told that it may be taken back
HASTE = 4.0  # seconds where nobody is asked: enough for the games' own clocks to run


def started(game: str, seed: int) -> House:
    house = House(game, seed=seed, clock=30)
    house.seated(PEOPLE)
    house.connect()
    return house


def watcher(house: House, seat: int) -> Client:
    clients = list(house.clients.values())
    return clients[PEOPLE] if seat == ONLOOKER else clients[seat]


def turn_into_twin(house: House, seat: int, dice: int) -> None:
    """Put a world that the seat cannot tell from the true one in its place."""
    assert house.room.running is not None
    match = house.room.running.match
    state = match.state.clone()
    match.game.hide(state, seat)
    match.game.fill(state, seat, [dice])
    state.events = match.state.events
    match.state = state
    house.room.course.slips._state = state.clone()  # what the next step is judged from


def doubled(house: House) -> House:
    """A copy, each of the two told of its own steps alone."""
    twin = deepcopy(house, {id(house.room.game): house.room.game})
    for one in (house, twin):
        assert one.room.running is not None
        one.room.course._think(one.room.running)
    return twin


def heard(house: House, seat: int) -> list[tuple[int, int, int, int]]:
    assert house.room.running is not None
    return told_to(house.room.running.match.state.events, seat)


def choose(house: House, rng: Random, people: int = PEOPLE) -> tuple[int, Message] | None:
    """Somebody asked, and something they may play."""
    asked = [i for i, client in enumerate(list(house.clients.values())[:people]) if client.view["legal"]]
    if not asked:
        return None
    seat = rng.choice(asked)
    return seat, rng.choice(watcher(house, seat).view["legal"])


def compare(game: str, seed: int, seat: int, before: int) -> int:
    """Play on with a twin after up to `before` plays; returns how many plays were compared."""
    rng = Random(seed)
    house = started(game, seed)
    for _ in range(rng.randrange(before)):
        if (choice := choose(house, rng)) is None:
            house.wait(HASTE)
            continue
        watcher(house, choice[0]).play(choice[1])
    if house.room.status != "playing":
        return 0
    twin = doubled(house)
    turn_into_twin(twin, seat, rng.randrange(1 << 40))
    compared = 0
    for _ in range(12):
        choice = choose(house, rng)
        answers = []
        sent = len(watcher(house, seat).got)
        for one in (house, twin):
            if choice is None:
                one.wait(HASTE)
            else:
                player, question = watcher(one, choice[0]), question_of(one, choice[0])
                player.say("play", id=f"t{compared}", match=1, question=question, actions=[choice[1]])
                answers.append(player.answer(f"t{compared}")["type"])
                one.wait(BREATH)
        if heard(house, seat) != heard(twin, seat) or len(set(answers)) == 2:  # a card not held in the other world
            return compared
        assert json.dumps(watcher(house, seat).got[sent:]) == json.dumps(watcher(twin, seat).got[sent:])
        compared += 1
        if house.room.status != "playing":
            return compared
    return compared


def question_of(house: House, seat: int) -> int:
    assert house.room.running is not None
    return house.room.running.questions[seat]


@pytest.mark.parametrize(("game", "before"), [("skyjo", 25), ("toy", 4), ("keys", 25)])
def test_twins_get_equal_bytes(game: str, before: int) -> None:
    compared = sum(compare(game, seed, seat, before) for seed in range(8) for seat in (0, 2, ONLOOKER))
    print(f"{game}: {compared} pairs compared")
    assert compared > 0
