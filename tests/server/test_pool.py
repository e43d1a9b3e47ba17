"""The pool of processes beside the tables: bounded, in order of importance, and a death costs one call."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.server.hall import pool as module
from parlour.server.hall.pool import TERMS, Busy, Died, Importance, Pool
from parlour.server.hall.process import Failed
from tests.niceness import SHIPPED
from tests.patience import PATIENCE
from tests.server.calls import niceness, odd, steps, touched, unsendable

LONG = 10 * PATIENCE  # seconds: longer than any test waits
THOUGHT, COUNSEL, ADVICE, STUDY, *_ = Importance


def in_pool(what: Callable[[Pool], Awaitable[None]], thinkers: int = 1) -> None:
    async def run() -> None:
        pool = Pool(thinkers)
        try:
            await asyncio.wait_for(what(pool), 3 * PATIENCE)
        finally:
            pool.stop()

    asyncio.run(run())


async def begun(path: Path) -> int:
    """The process that has left its file."""
    while not (path.exists() and path.read_text()):
        await asyncio.sleep(0.01)
    return int(path.read_text())


async def gone(process: int) -> None:
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.01)


def test_what_a_call_comes_to_tells_and_raises_comes_back() -> None:
    async def run(pool: Pool) -> None:
        told: list[int] = []
        assert await pool.ask(ADVICE, steps, told=told.append) == "through"
        assert told == [0, 1, 2]
        with pytest.raises(ValueError, match="invalid literal"):
            await pool.ask(ADVICE, int, "seven")
        with pytest.raises(Failed, match="Odd: so strange"):
            await pool.ask(ADVICE, odd)
        with pytest.raises(Exception, match="pickle"):
            await pool.ask(ADVICE, unsendable)
        assert pool.died == 0, "what a call raises is no reason to end a process"

    in_pool(run)


def test_a_call_that_takes_too_long_is_ended_and_the_next_one_answered(tmp_path: Path) -> None:
    async def run(pool: Pool) -> None:
        late = pool.ask(THOUGHT, touched, str(tmp_path / "late"), LONG, seconds=0.5)
        after = pool.ask(THOUGHT, abs, -7)
        with pytest.raises(TimeoutError):
            await late
        assert await after == 7
        if (tmp_path / "late").exists():
            await gone(await begun(tmp_path / "late"))
        assert pool.figures()["pool_died"] == 1

    in_pool(run)


def test_who_no_longer_waits_ends_the_call_at_work_and_takes_the_waiting_one_away(tmp_path: Path) -> None:
    async def run(pool: Pool) -> None:
        at_work = pool.ask(STUDY, touched, str(tmp_path / "at work"), LONG)
        waiting = pool.ask(STUDY, touched, str(tmp_path / "waiting"), 0)
        process = await begun(tmp_path / "at work")
        assert pool.figures() == {"pool_waiting": 1, "pool_working": 1, "pool_died": 0}
        waiting.cancel()
        at_work.cancel()
        assert await pool.ask(STUDY, abs, -7) == 7
        await gone(process)
        assert not (tmp_path / "waiting").exists()
        assert pool.figures()["pool_waiting"] == 0

    in_pool(run)


def test_a_process_that_dies_costs_its_call_alone_and_is_begun_anew(tmp_path: Path) -> None:
    async def run(pool: Pool) -> None:
        lost = pool.ask(COUNSEL, touched, str(tmp_path / "lost"), LONG)
        kept = pool.ask(COUNSEL, os.getpid)
        first = await begun(tmp_path / "lost")
        os.kill(first, signal.SIGKILL)
        with pytest.raises(Died):
            await lost
        second = await kept
        assert pool.pids(COUNSEL) == [second]
        assert second != first
        os.kill(second, signal.SIGKILL)  # at leisure
        while pool.pids(COUNSEL):
            await asyncio.sleep(0.01)
        assert await pool.ask(COUNSEL, os.getpid) not in (first, second)

    in_pool(run)


def test_a_process_that_cannot_begin_fails_each_call_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> Any:
        raise MemoryError("no process")

    async def run(pool: Pool) -> None:
        monkeypatch.setattr(module, "Process", none)
        calls = [pool.ask(THOUGHT, abs, -7) for _ in range(3)]
        found = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(one) for one in found] == [MemoryError] * 3

    in_pool(run)


def test_only_so_much_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(TERMS, ADVICE, replace(TERMS[ADVICE], waiting=2))

    async def run(pool: Pool) -> None:
        pool.ask(ADVICE, touched, str(tmp_path / "at work"), LONG)
        await begun(tmp_path / "at work")
        waiting = [pool.ask(ADVICE, abs, -7) for _ in range(2)]
        with pytest.raises(Busy):
            pool.ask(ADVICE, abs, -7)
        assert await pool.ask(THOUGHT, abs, -7) == 7, "others are not refused for it"
        waiting[0].cancel()
        await asyncio.sleep(0)
        pool.ask(ADVICE, abs, -7)

    in_pool(run)


def test_what_is_more_important_comes_first_and_alike_in_turn(tmp_path: Path) -> None:
    async def run(pool: Pool) -> None:
        done: list[str] = []
        first = pool.ask(STUDY, touched, str(tmp_path / "go"), 0.2)
        await begun(tmp_path / "go")
        asked = {
            "a study": pool.ask(STUDY, abs, 1),
            "another": pool.ask(STUDY, abs, 1),
            "advice": pool.ask(ADVICE, abs, 1),
        }
        for name, future in asked.items():
            future.add_done_callback(lambda _, name=name: done.append(name))  # type: ignore[misc]
        await asyncio.gather(first, *asked.values())
        assert done == ["advice", "a study", "another"]

    in_pool(run)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="no niceness here")
def test_a_thought_does_not_wait_for_a_study_and_each_gives_way_as_it_should(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for importance in TERMS:
        monkeypatch.setitem(TERMS, importance, SHIPPED[importance])

    async def run(pool: Pool) -> None:
        study = pool.ask(STUDY, touched, str(tmp_path / "go"), LONG)
        await begun(tmp_path / "go")
        here = os.nice(0)
        for importance in (THOUGHT, COUNSEL):
            assert await pool.ask(importance, niceness) == min(19, here + TERMS[importance].nice)
        study.cancel()
        assert await pool.ask(STUDY, niceness) == min(19, here + TERMS[STUDY].nice)
        assert TERMS[THOUGHT].nice < TERMS[STUDY].nice

    in_pool(run)


def test_the_same_key_is_the_same_process() -> None:
    async def run(pool: Pool) -> None:
        keys = [(word, 1, 0) for word in ("maple-otter-17", "birch-stoat-4", "fern-heron-9", "elm-finch-2")]
        first = [await pool.ask(THOUGHT, os.getpid, key=key) for key in keys]
        again = [await pool.ask(THOUGHT, os.getpid, key=key) for key in keys]
        assert first == again
        assert len(set(first)) == 2

    in_pool(run, thinkers=2)


PARENT = """
import asyncio, os, time
from parlour.server.hall.pool import Importance, Pool

async def run():
    pool = Pool()
    print(await pool.ask(Importance.THOUGHT, os.getpid), flush=True)
    await pool.ask(Importance.THOUGHT, time.sleep, 1000)

if __name__ == "__main__":
    asyncio.run(run())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="killed as POSIX kills")
def test_a_server_that_is_killed_takes_its_processes_along(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        parent.wait(PATIENCE)
    asyncio.run(asyncio.wait_for(gone(child), PATIENCE))


def test_what_was_asked_is_cancelled_when_the_server_stops(tmp_path: Path) -> None:
    async def run() -> None:
        pool = Pool()
        calls = [pool.ask(STUDY, touched, str(tmp_path / "go"), LONG), pool.ask(STUDY, abs, 1)]
        process = await begun(tmp_path / "go")
        pool.stop()
        calls.append(pool.ask(STUDY, abs, 1))
        found = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(one) for one in found] == [asyncio.CancelledError] * 3
        await asyncio.wait_for(gone(process), PATIENCE)

    asyncio.run(run())
