"""A pass of the collector looks through what is new, and finds what a fault left when nobody is connected."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from parlour.server import collector
from parlour.server.hall.sweeper import Sweeper


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def settled() -> Iterator[None]:
    collector.settle()
    yield
    collector.release()


def test_what_lived_through_a_whole_pass_is_not_looked_through_again() -> None:
    lives = [Knot() for _ in range(1000)]
    gc.collect()
    assert len(gc.get_objects()) < len(lives)
    assert all(gc.is_tracked(knot) for knot in lives)


def test_rubbish_is_found_while_it_is_new_and_all_of_it_when_everything_is_looked_through() -> None:
    new, old = Knot(), Knot()
    seen_new, seen_old = weakref.ref(new), weakref.ref(old)
    del new
    gc.collect()
    assert seen_new() is None
    del old
    gc.collect()
    assert seen_old() is not None, "it is frozen"
    collector.look_through()
    assert seen_old() is None


class House:
    """As many sockets as somebody says."""

    sockets = 0

    def counts(self) -> dict[str, int]:
        return {"sockets": self.sockets}


def test_everything_is_looked_through_once_when_everybody_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[None] = []
    monkeypatch.setattr(collector, "look_through", lambda: looks.append(None))
    house = House()
    sweeper = Sweeper(house)  # type: ignore[arg-type]
    found = []
    for house.sockets in (0, 3, 2, 0, 0, 1, 0):
        sweeper.tidy()
        found.append(len(looks))
    assert found == [0, 0, 0, 1, 1, 1, 2]
