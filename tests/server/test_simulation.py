"""Servers that share a database, in virtual time: real rooms, tables and hubs, a database and lines that fail on purpose.

PARLOUR_HISTORIES says how many histories are drawn (a few, always the same ones, unless told; 10,000 in the drills). What goes
wrong in one is shrunk to the fewest mishaps that still do it.
"""

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from math import ceil

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from parlour.server.hall.often import often
from tests.patience import PATIENCE
from tests.server.simulated.database import Database
from tests.server.simulated.world import SERVERS, Mishap, simulate

FEW, PART = 150, 2500  # histories; and how many of them one test draws at most
HISTORIES = int(os.environ.get("PARLOUR_HISTORIES", FEW))
KINDS = ("kill", "freeze", "away", "cut", "drain", "fail", "doubt", "late", "cancel")
MISHAPS = st.lists(
    st.builds(
        Mishap,
        after=st.floats(0.0, 4.0),
        what=st.sampled_from(KINDS),
        node=st.integers(0, SERVERS - 1),
        lasts=st.floats(0.1, 6.0),
    ),
    max_size=6,
)

# A commit that fails after all was thought calm: a socket is closed while somebody is asked whether they are answered.
HUNG_UP = [
    Mishap(1.71875, "fail", 2, 1.0),
    Mishap(0.0, "kill", 0, 0.1),
    Mishap(1.0, "fail", 1, 1.0),
    Mishap(0.0, "fail", 1, 1.0),
    Mishap(0.0, "fail", 1, 1.0),
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """What servers write to their log is of no interest here, and takes most of the time."""
    log = logging.getLogger("parlour.server")
    before = log.level
    log.setLevel(logging.CRITICAL)
    yield
    log.setLevel(before)


@pytest.mark.long
@pytest.mark.parametrize("part", range(ceil(HISTORIES / PART)))
@settings(
    max_examples=min(HISTORIES, PART),
    derandomize=HISTORIES == FEW,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 1 << 30), mishaps=MISHAPS)
@example(seed=2, mishaps=HUNG_UP)
def test_whatever_fails_nothing_acknowledged_is_lost_and_everybody_is_answered_again(
    part: int, seed: int, mishaps: list[Mishap]
) -> None:
    assert simulate(seed, mishaps) == []


def test_histories_find_what_they_are_there_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that takes what anybody writes: servers that were frozen go on with what others hold by then."""
    monkeypatch.setattr(Database, "check", lambda base, me, records: None)

    def goes_wrong(seed: int) -> bool:
        try:
            return bool(simulate(seed, [Mishap(1.0 + 0.3 * node, "freeze", node, 6.0) for node in range(SERVERS)]))
        except (AssertionError, KeyError):  # nobody is answered; the row of a server that writes is not there
            return True

    assert any(map(goes_wrong, range(60)))


def test_a_server_that_was_buried_in_the_middle_of_a_commit_takes_tables_again() -> None:
    """Its last commit failed after it had joined anew, and it took itself for lost from then on."""
    for seed in range(6):
        assert simulate(seed, [Mishap(1.0 + 0.3 * node, "freeze", node, 6.0) for node in range(SERVERS)]) == []


def test_a_table_answers_whoever_comes_after_all_who_waited_have_let_go() -> None:
    """What it was storing was cancelled with who waited, and from then on it answered nobody and took chairs in all the same."""
    slow = [Mishap(0.1, "late", node, 1.0) for node in range(SERVERS)]
    for seed in range(12):
        assert simulate(seed, [*slow, Mishap(0.0, "cancel", 0, 4.0), *slow]) == []


def test_whoever_watches_the_servers_goes_on_when_something_they_wait_for_is_cancelled() -> None:
    """It ended without a word, and a server that died later was never taken for dead."""
    for seed in range(40):
        assert simulate(seed, [Mishap(0.2, "cancel", 0, 5.0), Mishap(1.5, "kill", 1, 1.0)]) == []


def test_a_server_that_is_told_to_stop_as_an_answer_comes_stops() -> None:
    """Its sign of life was answered at that moment, which swallowed the cancellation (asyncio.wait_for before Python 3.12)."""

    async def run() -> bool:
        async def swallows() -> None:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(1.0)

        failed: list[Exception] = []
        loop = asyncio.create_task(often(1.0, swallows, failed.append))
        await asyncio.sleep(0)
        loop.cancel()
        done, _ = await asyncio.wait([loop], timeout=PATIENCE)
        return loop in done and loop.cancelled() and not failed

    assert asyncio.run(run())


def test_whoever_comes_in_at_a_server_that_wakes_buried_is_not_shown_a_fault() -> None:
    """It was frozen while it loaded the table, and taken for dead: that the table had moved was never caught."""
    frozen_as_it_begins = [Mishap(1.5, "kill", 0, 1.4), Mishap(2.6, "drain", 1, 1.6), Mishap(0.2, "freeze", 0, 5.5)]
    for seed in range(40):
        assert simulate(seed, frozen_as_it_begins) == []
