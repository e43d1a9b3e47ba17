"""Fixtures of the server's tests: the toy game installed, databases, and live servers."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.contract import game as games
from parlour.server import Limits, Settings
from parlour.server.telling.catalogue import catalogue
from tests.conftest import require
from tests.niceness import all_alike, as_shipped
from tests.ports import free_port
from tests.server.live import Live
from tests.server.postgresql import Postgresql, binaries

TOY = Path(__file__).parent.parent / "toy"
GENEROUS = Limits(
    messages_per_second=10_000,
    message_burst=10_000,
    requests_per_second=10_000,
    request_burst=10_000,
    signals_per_second=10_000,
    signal_burst=10_000,
    tables_per_hour=10_000,
    tables_per_address=10_000,
    connections_per_address=10_000,
    sockets=10_000,
)


@pytest.fixture(scope="session")
def toy_paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a Python path needs for the stranger's toy game to be installed."""
    site = tmp_path_factory.mktemp("site")
    info = site / "parlour_toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\ntoy = parlour_toy\n")
    return [str(TOY), str(site)]


def forget_games() -> None:
    """What is installed changes here and nowhere else while a process runs."""
    games._packages.cache_clear()
    catalogue.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def toy_installed(toy_paths: list[str]) -> Iterator[None]:
    """The toy game is there while these tests run, here and in servers they start."""
    before = os.environ.get("PYTHONPATH")
    sys.path[:0] = toy_paths
    os.environ["PYTHONPATH"] = os.pathsep.join([*toy_paths, *([before] if before else [])])
    forget_games()
    yield
    del sys.path[: len(toy_paths)]
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before
    forget_games()


@pytest.fixture(scope="package", autouse=True)
def nobody_gives_way() -> Iterator[None]:
    """Also not what is begun beside the tables."""
    all_alike()
    yield
    as_shipped()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    where = binaries()
    if where is None:
        require("postgresql", "its server binaries (initdb, pg_ctl) are not installed")
        return
    server = Postgresql(where, free_port())
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/room.sqlite"
    server: Postgresql = request.getfixturevalue("postgresql")
    return server.database()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of an empty SQLite database."""
    return f"sqlite:///{tmp_path}/room.sqlite"


Serve = Callable[..., Live]


def quick(database: str, **changes: Any) -> Settings:
    """Settings for tests: quick bots, and no limits that a test would run into unawares."""
    return replace(Settings(database=database, pace=(0.0, 0.02), limits=GENEROUS), **changes)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory, toy_installed: None) -> Iterator[Live]:
    """A live server that a module's tests share."""
    server = Live(quick(f"sqlite:///{tmp_path_factory.mktemp('live')}/room.sqlite"))
    yield server
    server.stop()


@pytest.fixture
def serve(sqlite: str) -> Iterator[Serve]:
    """Starts live servers (uvicorn in a thread) with changed settings, and stops them at the end."""
    started: list[Live] = []

    def start(**changes: Any) -> Live:
        live = Live(quick(**{"database": sqlite, **changes}))
        started.append(live)
        return live

    yield start
    for live in started:
        live.stop()
