"""A stranger's bot cannot stop the house: it is asked in a process of its own with a deadline, and replaced where it fails."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.bots import fits, foreign, kinds
from parlour.bots.levels import STEADY
from parlour.bots.strangers import forget
from parlour.engine import load
from parlour.server.hall import thinkers as module
from parlour.server.hall.pool import Pool
from parlour.server.hall.thinkers import Thinkers
from parlour.server.table.thinking import FAILED, Ask
from parlour.server.telling import stranger
from parlour.server.telling.catalogue import game_shown
from tests.patience import PATIENCE
from tests.server.test_table_thinking import Table, seated, until_asked

BOTS = """
import os

def endless(view, legal, rng):
    while True:
        pass

def dying(view, legal, rng):
    os._exit(3)

def last(view, legal, rng):
    assert view.events and view.legal == legal
    return legal[-1]

class Counting:
    def __init__(self, view, seed):
        self.steps = 0
    def see(self, step):
        self.steps += 1
    def __call__(self, view, legal, rng):
        return legal[self.steps % len(legal)]

class Follows:
    follow = Counting
    def __call__(self, view, legal, rng):
        raise AssertionError("it is followed")

follows = Follows()
"""
ENTRIES = """[parlour.bots]
keys.endless = strange_bots:endless
keys.dying = strange_bots:dying
keys.last = strange_bots:last
keys.follows = strange_bots:follows
keys.three.3 = strange_bots:last
keys.gone = strange_bots:nothing_here
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    info = tmp_path / "strange_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "strange_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield
    forget()


def test_kinds_and_the_numbers_they_are_for_are_read_from_their_names() -> None:
    assert kinds("keys")[-6:] == ["dying", "endless", "follows", "gone", "last", "three"]
    assert foreign("keys", "last")
    assert not foreign("keys", STEADY)
    assert [players for players in range(2, 6) if fits("keys", "three", players)] == [3]
    assert fits("keys", "last", 5)
    assert game_shown(load("keys"))["only"]["three"] == [3], "the lobby says where it plays"


def question(kind: str) -> tuple[Table, Ask]:
    table = Table("keys", thinkers=0)
    ask = until_asked(table, seated(table, kind))
    assert (ask.kind, table.room.seats.at(ask.seat).bot) == (kind, kind)
    return table, ask


def test_one_that_never_ends_or_dies_costs_nobody_else_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DEADLINE", 0.5)
    endless, dying, gone = (question(kind)[1] for kind in ("endless", "dying", "gone"))

    async def run() -> list[Any]:
        pool = Pool()
        thinkers = Thinkers(pool)

        async def asked(ask: Ask) -> Any:
            done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            thinkers.ask(ask, done.set_result)
            return await asyncio.wait_for(done, PATIENCE)

        try:
            first = list(await asyncio.gather(*map(asked, (endless, dying, gone))))
            died = pool.died
            again = [await asked(endless), await asked(dying)]
            assert pool.died == died, "no process is begun for them so soon"
            return first + again
        finally:
            pool.stop()

    assert asyncio.run(run()) == [FAILED] * 5


def test_its_choice_is_played_and_what_it_follows_it_is_told() -> None:
    for kind in ("last", "follows"):
        table, ask = question(kind)
        choice = stranger.choose(ask)
        legal = table.room.running.match.legal(ask.seat)  # type: ignore[union-attr]
        assert choice in legal
        steps = len(table.actions())
        table.answer(ask, choice)
        table.wait(2)
        assert (ask.seat, choice) in table.actions()[steps:]


def test_one_that_failed_is_replaced_for_all_to_see_and_play_goes_on() -> None:
    for answer in (FAILED, 10_000):
        table, ask = question("endless")
        table.answer(ask, answer)
        assert table.room.seats.at(ask.seat).bot == STEADY
        steps = len(table.actions())
        table.wait(3)
        assert len(table.actions()) > steps
        assert not table.asks, "it is asked no more"


def test_one_that_is_for_another_number_of_players_is_not_asked() -> None:
    table = Table("keys", thinkers=0)
    ana = seated(table, "three")
    for _ in range(6):
        if ana.view["legal"]:
            ana.play()
        table.wait(3)
    assert not table.asks
    assert {seat for seat, _ in table.actions()} >= {0, 1}


def test_one_that_is_late_is_played_for_and_not_asked_in_the_rooms_own_process() -> None:
    table, ask = question("dying")
    steps = len(table.actions())
    table.wait(5)
    assert len(table.actions()) > steps
    assert table.room.seats.at(ask.seat).bot == "dying"
