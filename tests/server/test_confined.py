"""The room as the systemd unit lets it run: under the unit's own filters, set anew where no systemd runs."""

import ctypes.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.engine.carriers.compiled import available
from tests.conftest import require
from tests.patience import PATIENCE
from tests.server.confined import UNIT, allowed, settings

STUDY = {"players": 2, "options": {"to_win": 1}}


@pytest.fixture(autouse=True)
def filters() -> None:
    if shutil.which("systemd-analyze") is None or ctypes.util.find_library("seccomp") is None:
        require("systemd", "systemd-analyze or libseccomp is not installed")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[str, Path, int]]:
    """A room under the unit's filters: where it answers, its log, and its process."""
    command = [sys.executable, "-m", "tests.server.confined", sys.executable, "-m", "parlour", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path}/room.sqlite", "--thinkers", "1"]
    log = tmp_path / "log"
    environment = os.environ | {"PARLOUR_CACHE": str(tmp_path / "cache")}
    with log.open("w") as stderr:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment, cwd=UNIT.parents[1]
        )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url, log.read_text()
        yield url, log, process.pid
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def hurried(of: int) -> None:
    """Let what a room began beside itself give way no longer, where that is allowed: the other tests leave it no processor."""
    for begun in Path(f"/proc/{of}/task").glob("*/children"):
        with suppress(OSError):
            for child in begun.read_text().split():
                os.setpriority(os.PRIO_PROCESS, int(child), 0)


def until(found: Callable[[], Any]) -> Any:
    """The first answer that is one."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.2)
    raise AssertionError("it never came")


@pytest.mark.long
def test_a_room_in_the_unit_studies_rules_and_offers_only_bots_that_it_has(room: tuple[str, Path, int]) -> None:
    """Nothing can be compiled there: Sharp is not offered where it has to be, and the log says why."""
    url, log, process = room

    def study() -> dict[str, Any]:
        hurried(process)
        found: dict[str, Any] = httpx.post(f"{url}/api/games/keys/study", json=STUDY, timeout=PATIENCE).json()
        return found

    def games() -> dict[str, Any]:
        hurried(process)
        return {game["game"]: game for game in httpx.get(f"{url}/api/games", timeout=PATIENCE).json()}

    until(lambda: study()["played"])
    assert study()["state"] in ("playing", "done")
    assert "sharp" in games()["keskife"]["bots"], "which does not search"
    if not available():
        return
    shown = until(lambda: games() if not any(game["warming"] for game in games().values()) else None)
    assert "sharp" not in shown["skyjo"]["bots"]
    assert shown["keys"]["by_heart"] or "sharp" not in shown["keys"]["bots"], "there it plays by a book"
    told = [json.loads(line) for line in log.read_text().splitlines()]
    refused = {line["game"]: line["why"] for line in told if line["event"] == "game not compiled"}
    assert set(refused) == {"keys", "skyjo"}
    assert all("executable memory" in why for why in refused.values())


def test_the_unit_lets_thinking_give_way_and_keeps_its_caches() -> None:
    assert "setpriority" in allowed()
    assert not {"sched_setscheduler", "mount", "bpf", "setuid"} & allowed()
    assert settings("MemoryDenyWriteExecute") == ["yes"]
    cache = re.search(r"PARLOUR_CACHE=/var/cache/(\w+)", "\n".join(settings("Environment")))
    assert cache is not None
    assert settings("CacheDirectory") == [cache[1]]
