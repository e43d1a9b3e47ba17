"""`parlour serve --workers`: several processes on one port, and what becomes of them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE, wait_until
from tests.server.postgresql import Postgresql
from tests.server.test_process import served, sit


def children(pid: int) -> set[int]:
    """The processes that answer people: those beside multiprocessing's own tracker."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in found if "resource_tracker" not in Path(f"/proc/{child}/cmdline").read_text()}


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.long
def test_several_workers_serve_one_room_and_end_together(postgresql: Postgresql) -> None:
    with served(postgresql.database(), "--workers", "2", "--no-lab") as (process, url):
        host = httpx.post(f"{url}/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"}, timeout=PATIENCE).json()
        word = host["table"]
        guest = httpx.post(f"{url}/api/tables/{word}/people", json={"name": "Ben", "avatar": "owl"}, timeout=PATIENCE).json()
        both = [sit(url, word, chair["token"]) for chair in (host, guest)]
        both[0].send({"type": "start", "id": "start"})
        for wire in both:
            wire.until("view")
        workers = children(process.pid)
        assert len(workers) == 2
        for worker in workers:  # whoever holds the table is among them
            os.kill(worker, signal.SIGKILL)
            wait_until(lambda: len(children(process.pid) - workers) > 0, "no other is begun")
        wait_until(lambda: len(children(process.pid) - workers) == 2, "no other is begun")
        wait_until(lambda: answers(url), "nobody answers")
        assert sit(url, word, host["token"]).until("view")["match"] == 1
        last = children(process.pid)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert not any(map(alive, last))


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=PATIENCE).is_success
    except httpx.TransportError:
        return False


def test_workers_end_with_their_parent(postgresql: Postgresql) -> None:
    with served(postgresql.database(), "--workers", "2", "--no-lab") as (process, url):
        assert answers(url)
        workers = children(process.pid)
        process.kill()
        wait_until(lambda: not any(map(alive, workers)), "they live on")


def test_sqlite_says_that_it_serves_one(sqlite: str) -> None:
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--database", sqlite, "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert "SQLite serves a room of one process" in done.stderr
