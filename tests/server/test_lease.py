"""One server writes to a database at a time, and one that is dead is followed at once."""

import asyncio
import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest
from sqlalchemy import create_engine, select, update

from parlour.server.store import lease as leases
from parlour.server.store.error import LeaseLost, StoreError
from parlour.server.store.lease import BEAT, Lease, process
from parlour.server.store.schema import lease
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from tests.patience import PATIENCE, wait_until
from tests.server.conftest import Serve
from tests.server.test_store import kept

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["parlour.server"])


def hold(pipe: Connection, sqlite: str) -> None:
    """Hold a database until the process is killed."""
    Store(sqlite).claim()
    pipe.send(True)
    threading.Event().wait()


@pytest.fixture
def store(sqlite: str) -> Iterator[Store]:
    store = Store(sqlite)
    yield store
    store.close()


@pytest.mark.long
def test_a_second_server_is_refused_and_one_that_was_killed_is_followed_at_once(sqlite: str, store: Store) -> None:
    for _ in range(3):
        pipe, theirs = processes.Pipe()
        holder = processes.Process(target=hold, args=(theirs, sqlite))
        holder.start()
        assert pipe.recv(), "it follows the one that was killed before"
        with pytest.raises(StoreError, match=f"held by another server .process {holder.pid} on "):
            store.claim()
        holder.kill()
        holder.join()
    begun = time.monotonic()
    store.claim()
    if time.monotonic() - begun > leases.LAPSE:
        pytest.fail("it waited, though a process of this machine is known to be dead")


def test_who_closes_leaves_it_to_the_next(sqlite: str, store: Store) -> None:
    before = Store(sqlite)
    before.claim()
    before.close()
    store.claim()


def test_the_second_one_says_so_and_ends(serve: Serve) -> None:
    live = serve()
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--database", live.settings.database]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("parlour serve: this database is held by another server (process ")
    assert done.stderr.count("\n") == 1


@pytest.fixture
def elsewhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> Lease:
    """The lease of a server on another machine: nobody here can know whether it lives."""
    monkeypatch.setattr(leases, "LAPSE", 0.5)
    theirs = Lease(store.engine)
    with monkeypatch.context() as there:
        there.setattr(leases, "process", lambda: process() | {"space": "another machine"})
        theirs.claim()
    return theirs


def test_a_holder_elsewhere_that_gives_no_sign_is_followed_after_a_while(store: Store, elsewhere: Lease) -> None:
    store.claim()
    with pytest.raises(LeaseLost), store.engine.begin() as connection:
        elsewhere.hold(connection)


def test_a_holder_elsewhere_that_gives_a_sign_is_not(store: Store, elsewhere: Lease, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LAPSE", PATIENCE)
    stop = threading.Event()

    def beat() -> None:
        while not stop.wait(0.05):
            with store.engine.begin() as connection:
                elsewhere.hold(connection)

    beating = threading.Thread(target=beat)
    beating.start()
    try:
        with pytest.raises(StoreError, match="held by another server"):
            store.claim()
    finally:
        stop.set()
        beating.join()


def test_a_process_that_is_hidden_is_not_taken_for_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = process()
    assert leases.alive(mine) is True
    assert leases.alive(mine | {"begun": "0"}) is False, "its number belongs to another by now"
    assert leases.alive(mine | {"space": "another machine"}) is None
    monkeypatch.setattr(leases, "_stat", lambda pid: None)
    assert leases.alive(mine) is None
    assert leases.alive(mine | {"pid": 2**22 + 1}) is False, "there is no such number"


def steal(sqlite: str) -> None:
    """Another server takes the database over, as it would from one that gave no sign for long."""
    engine = create_engine(sqlite)
    with engine.begin() as connection:
        connection.execute(update(lease).values(holder="another"))
    engine.dispose()


def test_who_slept_through_a_takeover_writes_nothing_more(sqlite: str, store: Store) -> None:
    async def run() -> None:
        await store.write([kept()], Lane())
        steal(sqlite)
        for write in (store.write([kept("other-otter-1")], Lane()), store.beat()):
            with pytest.raises(LeaseLost):
                await write

    store.claim()
    asyncio.run(run())
    assert store.lost
    assert not store.taken("other-otter-1")
    store.close()
    with store.engine.connect() as connection:
        assert connection.execute(select(lease.c.holder)).scalar() == "another", "what is another's is not given away"


def test_a_server_that_lost_its_database_stops(serve: Serve) -> None:
    live = serve()
    steal(live.settings.database)
    live.http.get("/healthz")
    wait_until(lambda: not live.running, "it goes on")


def test_an_idle_holder_gives_a_sign_by_itself(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert BEAT < leases.LAPSE / 2
    monkeypatch.setattr("parlour.server.store.writer.BEAT", 0.05)
    store = Store(sqlite)
    store.claim()

    def beats() -> int:
        with store.engine.connect() as connection:
            return int(connection.execute(select(lease.c.beat)).scalar_one())

    first = beats()
    wait_until(lambda: beats() > first + 2, "no sign")
    store.close()
