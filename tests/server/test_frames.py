"""Whoever sees no more than the lengths of the encrypted lines learns nothing of what a seat alone may know.

A twin is the same table with another world in place of the true one, of those an onlooker cannot tell from it: other cards in
the hands, another one the monkey. Frame by frame, everybody at both tables must be sent as many bytes.
"""

from random import Random
from typing import Any

import pytest

from parlour.client.session import written
from parlour.games.cells import ONLOOKER
from parlour.server.table.views import FEW
from tests.server.house import House
from tests.server.test_twins import HASTE, choose, doubled, heard, question_of, turn_into_twin, watcher


def taken(game: str, seed: int, people: int) -> House:
    """A table in the middle of a match."""
    rng = Random(seed)
    house = House(game, seed=seed, clock=30)
    for i in range(people):
        house.join(f"P{i}")
    host = next(iter(house.clients.values()))
    assert host.ask("start")["type"] == "done"
    for _ in range(rng.randrange(30)):
        if (choice := choose(house, rng, people)) is None:
            house.wait(HASTE)
        else:
            watcher(house, choice[0]).play(choice[1])
    return house


def comes_back(house: House, seat: int) -> list[int]:
    """The lengths of what a seat is sent that has heard nothing yet."""
    return house.connect(watcher(house, seat).token).sizes


def compared(game: str, seed: int, people: int) -> int:
    """Compare a table and its twin; returns the number of frames that were compared whose contents differ."""
    rng = Random(seed)
    house = taken(game, seed, people)
    if house.room.status != "playing":
        return 0
    twin = doubled(house)
    turn_into_twin(twin, ONLOOKER, rng.randrange(1 << 40))
    different = 0
    for seat in range(people):
        assert comes_back(house, seat) == comes_back(twin, seat)
        one, other = (list(table.clients.values())[-1] for table in (house, twin))
        different += one.view != other.view
    for number in range(8):
        choice = choose(house, rng, people)
        before = [len(client.sizes) for client in house.clients.values()]
        assert before == [len(client.sizes) for client in twin.clients.values()]
        for table in (house, twin):
            if choice is None:
                table.wait(HASTE)
            else:
                player, question = watcher(table, choice[0]), question_of(table, choice[0])
                player.say("play", id=f"t{number}", match=1, question=question, actions=[choice[1]])
        told = [client.got[-1]["type"] for table in (house, twin) for client in (watcher(table, choice[0] if choice else 0),)]
        if heard(house, ONLOOKER) != heard(twin, ONLOOKER) or told[0] != told[1]:  # the worlds part: a card not held
            return different
        for client, other, since in zip(house.clients.values(), twin.clients.values(), before, strict=True):
            assert client.sizes[since:] == other.sizes[since:]
            different += client.got[since:] != other.got[since:]
        if house.room.status != "playing":
            break
    return different


@pytest.mark.parametrize(("game", "people"), [("keys", 3), ("skyjo", 3), ("kings_keys", 3), ("keskife", 5)])
def test_twins_get_frames_of_equal_sizes(game: str, people: int) -> None:
    different = sum(compared(game, seed, people) for seed in range(8))
    print(f"{game}: {different} frames compared that differ in what they say")
    assert different or game == "skyjo", "no seat of SKYJO knows more than an onlooker"


@pytest.mark.parametrize("game", ["keys", "skyjo", "kings_keys", "keskife"])
def test_all_views_of_a_match_have_one_size(game: str) -> None:
    house = taken(game, 3, 5 if game == "keskife" else 3)
    sizes = [
        size
        for client in house.clients.values()
        for message, size in zip(client.got, client.sizes, strict=True)
        if message["type"] == "view" and len(message["events"]) <= FEW  # a longer story is everybody's, and so is its length
    ]
    assert len(sizes) > 10
    assert len(set(sizes)) == 1
    assert sizes[0] % 1024 == 0


PLAYS: list[list[dict[str, Any]]] = [[{"do": "place", "coaster": "key"}], [{"do": "place", "coaster": "blank"}], []]


@pytest.mark.parametrize("kind", ["play", "plan"])
@pytest.mark.parametrize("actions", PLAYS)
def test_what_a_program_plays_has_one_length(kind: str, actions: list[dict[str, Any]]) -> None:
    message = {"type": kind, "id": "1", "match": 1, "question": 1, "actions": actions}
    assert len(written(message).encode()) == 1024
