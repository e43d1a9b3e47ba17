"""Copies of a room's database: made while it runs, put back, and broken off in the middle."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from tests.patience import wait_until
from tests.server.conftest import Serve
from tests.server.test_store import acted, begun, kept, with_store

STEPS = 60_000  # of a match: some megabytes, so that a copy takes long enough to be broken off


def run(command: str, database: str, file: Path) -> int:
    return main([command, str(file), "--database", database])


def steps(file: Path) -> int:
    """How many steps a database holds, after a look at whether it is whole."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(connection.execute("SELECT count(*) FROM actions").fetchone()[0])


def path_of(database: str) -> Path:
    return Path(database.removeprefix("sqlite:///"))


def test_a_copy_made_while_people_play_is_put_back_and_they_go_on(serve: Serve, tmp_path: Path) -> None:
    live = serve()
    chairs, wires = live.party(2)
    wires[0].play()
    seq = wires[0].view()["seq"]
    copy, other = tmp_path / "copy.sqlite", f"sqlite:///{tmp_path}/other.sqlite"
    assert run("backup", live.settings.database, copy) == 0
    assert wires[1].play()["type"] == "done", "the room goes on"
    assert run("restore", live.settings.database, copy) == 1, "not while a server runs"
    assert run("restore", other, copy) == 0
    again = serve(database=other)  # which nobody holds, though the server that was copied lives
    with again.socket(chairs[0]["table"], chairs[0]["token"]) as wire:
        assert wire.until("view")["seq"] == seq, "what was played after the copy is not there"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a very long match."""
    file = tmp_path_factory.mktemp("large") / "room.sqlite"

    async def fill(store: Store) -> None:
        await store.write([kept(match=1), begun(), *(acted(seq) for seq in range(STEPS))], Lane())

    with_store(f"sqlite:///{file}", fill)
    return file


def broken_off(command: str, database: Path, file: Path, begun: Path) -> bool:
    """Run a command and kill it as soon as it has begun to write; True where it was still at work then."""
    line = [sys.executable, "-m", "parlour", command, str(file), "--database", f"sqlite:///{database}"]
    process = subprocess.Popen(line)
    before = begun.stat().st_size if begun.exists() else 0
    wait_until(
        lambda: process.poll() is not None or (begun.exists() and begun.stat().st_size > before + 100_000), "it does nothing"
    )
    process.kill()
    return process.wait() != 0


def test_a_backup_that_is_killed_leaves_the_copy_of_before(large: Path, tmp_path: Path) -> None:
    small, copy = tmp_path / "small.sqlite", tmp_path / "copy.sqlite"

    async def fill(store: Store) -> None:
        await store.write([kept(match=1), begun(), acted(0)], Lane())

    with_store(f"sqlite:///{small}", fill)
    assert run("backup", f"sqlite:///{small}", copy) == 0
    part = tmp_path / "copy.sqlite.part"
    assert any(broken_off("backup", large, copy, part) for _ in range(3))
    assert steps(copy) in (1, STEPS)
    assert run("backup", f"sqlite:///{large}", copy) == 0
    assert steps(copy) == STEPS
    assert not part.exists()


@pytest.mark.long
def test_a_restore_that_is_killed_leaves_the_database_of_before_or_the_copy(large: Path, tmp_path: Path) -> None:
    room, copy = tmp_path / "room.sqlite", tmp_path / "copy.sqlite"
    assert run("backup", f"sqlite:///{large}", copy) == 0

    async def fill(store: Store) -> None:
        await store.write([kept(match=1), begun(), acted(0)], Lane())

    with_store(f"sqlite:///{room}", fill)
    killed = 0
    for _ in range(3):
        killed += broken_off("restore", room, copy, tmp_path / "room.sqlite-wal")
        assert steps(room) in (1, STEPS)
    assert killed
    assert run("restore", f"sqlite:///{room}", copy) == 0
    assert steps(room) == STEPS


def test_what_is_no_copy_is_refused_and_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = tmp_path / "room.sqlite"

    async def fill(store: Store) -> None:
        await store.write([kept(match=1), begun(), acted(0)], Lane())

    with_store(f"sqlite:///{room}", fill)
    text, other = tmp_path / "text", tmp_path / "other.sqlite"
    text.write_text("not a database, and long enough to be read as one" * 100)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE something (x)")
    for file, said in (
        (text, "file is not a database"),
        (other, "is no room's database"),
        (tmp_path / "none", "there is no copy"),
    ):
        assert run("restore", f"sqlite:///{room}", file) == 1
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
    assert steps(room) == 1
    assert run("backup", f"sqlite:///{room}", room) == 1
    assert run("backup", f"sqlite:///{tmp_path}/none.sqlite", tmp_path / "copy") == 1
    assert run("backup", "postgresql://nobody@127.0.0.1:1/room", tmp_path / "copy") == 2
    assert "pg_dump" in capsys.readouterr().err
