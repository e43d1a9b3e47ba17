"""A room whose PostgreSQL asks for a password of any characters, with a pooler before it that shares its connections out."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from parlour.server.store.engine import POOLED
from parlour.server.store.error import StoreError
from parlour.server.store.store import Store
from tests.conftest import require
from tests.patience import wait_until
from tests.ports import free_port
from tests.server.conftest import Serve
from tests.server.postgresql import Postgresql, binaries
from tests.server.test_servers import seated

PASSWORD = "p@ss/%#word"


@pytest.fixture(scope="module")
def strict() -> Iterator[Postgresql]:
    """A server that lets nobody in without the password."""
    where = binaries()
    if where is None:
        require("postgresql", "its server binaries (initdb, pg_ctl) are not installed")
        return
    server = Postgresql(where, free_port(), PASSWORD)
    yield server
    server.remove()


@pytest.fixture(scope="module")
def pooler(strict: Postgresql, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of PgBouncer, which gives each transaction whichever connection is free, of four."""
    program = which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        require("pgbouncer", "it is not installed")
        return
    home, port = tmp_path_factory.mktemp("pgbouncer"), free_port()
    (home / "people").write_text(f'"parlour" "{PASSWORD}"\n')
    (home / "pgbouncer.ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={strict.port}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = scram-sha-256\nauth_file = {home / 'people'}\npool_mode = transaction\ndefault_pool_size = 4\n"
    )
    with subprocess.Popen([program, *unprivileged(home), home / "pgbouncer.ini"], stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if b"process up" in line:
                break
        yield port
        process.kill()


def unprivileged(home: Path) -> list[str]:
    """It refuses to run as root."""
    if os.geteuid() != 0:
        return []
    for folder in (home, *home.parents[: len(home.parents) - 2]):
        folder.chmod(0o755)
    return ["-u", "postgres"]


def url(database: str, port: int, password: str = PASSWORD) -> str:
    """As somebody writes it who has read of no rules for it."""
    return f"postgres://parlour:{password}@127.0.0.1:{port}/{database.rpartition('/')[2]}"


def test_a_room_is_played_in_through_a_pooler(serve: Serve, strict: Postgresql, pooler: int) -> None:
    database = url(strict.database(), pooler)
    servers = [serve(database=database) for _ in range(2)]
    word, tokens, wires = seated(servers)
    for _ in range(20):
        mover = next(wire for wire in wires if wire.view()["view"]["legal"])
        assert mover.play()["type"] == "done"
        for wire in wires:
            wire.send({"type": "time", "sent": 1})
            wire.until("time")
    for live in servers:
        with live.hub.store.engine.connect() as connection:
            assert connection.info[POOLED]
        assert live.http.get("/healthz").json()["status"] == "ok"
    servers[0].stop_now()
    back = servers[1].socket(word, tokens[0])
    assert back.until("view")["seq"] == wires[1].view()["seq"]
    wait_until(lambda: servers[1].hub.has(word), "nobody holds the table")


@pytest.mark.parametrize("pooled", [False, True])
def test_a_password_is_needed_and_a_wrong_one_refused_without_being_told(
    strict: Postgresql, request: pytest.FixtureRequest, pooled: bool
) -> None:
    database = strict.database()
    port = request.getfixturevalue("pooler") if pooled else strict.port
    store = Store(url(database, port))
    with store.engine.connect() as connection:
        assert connection.info[POOLED] is pooled
    store.close()
    with pytest.raises(StoreError, match="the database cannot be opened") as refused:
        Store(url(database, port, "wr@ng/%#"))
    assert "wr@ng" not in str(refused.value)
