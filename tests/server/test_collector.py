"""No pass of the collector looks through what is old while people are connected; a look at leisure finds what a fault left."""

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.server import collector as module
from parlour.server.collector import ROUNDS, YOUNG, collector
from parlour.server.hall import sweeper
from parlour.server.hall.sweeper import Sweeper

WHOLE = 2  # the generation whose pass looks through everything


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def settled() -> Iterator[None]:
    before = gc.get_threshold()
    collector.settle()
    yield
    collector.release()
    assert gc.get_threshold() == before


def test_however_much_lives_only_the_newest_is_looked_through() -> None:
    passes: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            passes.append(info["generation"])

    young = []
    gc.callbacks.append(note)
    try:
        lives = []
        for _ in range(100 * YOUNG):
            lives.append([Knot()])
            if len(lives) % YOUNG == 0:
                young.append(len(gc.get_objects(0)) + len(gc.get_objects(1)))
    finally:
        gc.callbacks.remove(note)
    assert WHOLE not in passes
    assert passes.count(0) > ROUNDS
    assert max(young) < 4 * YOUNG * (ROUNDS + 2), (
        "a pass has bounded work: a list, a knot and its dictionary for every one counted"
    )


def test_rubbish_is_found_while_it_is_new_and_all_of_it_when_everything_is_looked_through() -> None:
    new, old = Knot(), Knot()
    seen_new, seen_old = weakref.ref(new), weakref.ref(old)
    del new
    gc.collect(0)
    assert seen_new() is None
    gc.collect(1)  # it lives, and is old from now on
    del old
    gc.collect(1)
    assert seen_old() is not None
    collector.look_through()
    assert seen_old() is None


def test_everything_is_looked_through_when_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    used = [100 << 20]
    monkeypatch.setattr(module, "memory", lambda: used[0])
    collector.look_through()
    knot = Knot()
    seen = weakref.ref(knot)
    gc.collect(1)
    del knot
    for used[0], found in ((300 << 20, False), (360 << 20, True)):
        collector.heed_memory()
        assert (seen() is None) == found
    looked = gc.get_stats()[WHOLE]["collections"]
    used[0] = 700 << 20
    collector.heed_memory()
    assert gc.get_stats()[WHOLE]["collections"] == looked, "it has not doubled since"


def test_this_process_knows_its_memory() -> None:
    before = module.memory()
    much = bytearray(64 << 20)
    much[:] = b"x" * len(much)
    assert module.memory() - before > len(much) // 2


class House:
    """As many sockets as somebody says."""

    sockets = 0

    def counts(self) -> dict[str, int]:
        return {"sockets": self.sockets}


def test_everything_is_looked_through_once_when_everybody_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[None] = []

    class Counting:
        def look_through(self) -> None:
            looks.append(None)

        def heed_memory(self) -> None:
            pass

    monkeypatch.setattr(sweeper, "collector", Counting())
    house = House()
    sees_to = Sweeper(house)  # type: ignore[arg-type]
    found = []
    for house.sockets in (0, 3, 2, 0, 0, 1, 0):
        sees_to.tidy()
        found.append(len(looks))
    assert found == [0, 0, 0, 1, 1, 1, 2]
