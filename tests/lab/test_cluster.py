"""The same chunks on a Dask cluster: a scheduler and two workers on loopback, one of them killed in the middle."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.engine import load
from parlour.lab.chunks import Row
from parlour.lab.simulate import simulate
from parlour.lab.workers import WorkerLost
from tests.conftest import extra

extra("distributed", "distributed")

QUIET = ["--no-dashboard"]


def begun(said: str, *command: str, folder: Path) -> tuple[subprocess.Popen[str], str]:
    """A process, and what its log says where `said` matches."""
    environment = os.environ | {"DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "false"}
    process = subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.PIPE, text=True, cwd=folder, env=environment)
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(said, line):
            return process, found[1]
    raise AssertionError(f"{command} ended without a word like {said}")


Scheduler = tuple[str, list[subprocess.Popen[str]]]  # its address, and the processes that end with the test


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    """A scheduler without any worker."""
    processes: list[subprocess.Popen[str]] = []
    try:
        process, address = begun(
            r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
            *QUIET, folder=tmp_path,
        )  # fmt: skip
        processes.append(process)
        yield address, processes
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


def worker(address: str, folder: Path) -> subprocess.Popen[str]:
    return begun(
        r"(Registered to)", "distributed.cli.dask_worker", address, "--host", "127.0.0.1", "--nthreads", "1",
        "--no-nanny", *QUIET, folder=folder,
    )[0]  # fmt: skip


@pytest.fixture
def cluster(scheduler: Scheduler, tmp_path: Path) -> Scheduler:
    """The scheduler's address and its two workers."""
    address, processes = scheduler
    workers = [worker(address, tmp_path) for _ in range(2)]
    processes.extend(workers)
    return address, workers


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_worker_killed_in_the_middle_changes_nothing(cluster: Scheduler) -> None:
    address, workers = cluster
    rows: list[Row] = []

    def kill(played: int) -> None:
        if rows and workers[0].poll() is None:
            workers[0].send_signal(signal.SIGKILL)
            workers[0].wait()

    given: dict[str, Any] = {"players": 3, "games": 300, "bots": ["simple", "random"], "seed": 5}
    game = load("keys")
    there = simulate(game, **given, scheduler=address, rows=rows.append, progress=kill)
    at_home: list[Row] = []
    here = simulate(game, **given, rows=at_home.append)
    assert workers[0].returncode == -signal.SIGKILL
    assert rows == at_home
    assert there.bots == here.bots
    assert there.steps == here.steps


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_cluster_without_workers_is_waited_for_and_that_is_said(scheduler: Scheduler, tmp_path: Path) -> None:
    address, processes = scheduler
    command = [sys.executable, "-m", "parlour", "simulate", "keys", "--players", "3", "--games", "40", "--bots", "random"]
    command += ["--scheduler", address, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as asked:
        assert asked.stdout is not None
        assert asked.stderr is not None
        assert asked.stderr.readline() == f"parlour: the scheduler {address} has no workers yet: waiting for one\n"
        processes.append(worker(address, tmp_path))
        assert json.loads(asked.stdout.read())["games"] == 40
        assert asked.stderr.read() == ""


def test_a_scheduler_that_is_not_there_is_said() -> None:
    with pytest.raises(WorkerLost, match="no scheduler answers at nonsense"):
        simulate(load("keys"), players=2, games=20, bots=["random"], scheduler="nonsense://")
