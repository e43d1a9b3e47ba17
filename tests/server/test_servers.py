"""Several servers on one PostgreSQL: a table is held by one, and whoever comes in elsewhere is passed on to it."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import delete, select
from websockets.exceptions import ConnectionClosed

from parlour.server.hall import advisors, members, studies
from parlour.server.hall.line import HEAD, NONCE, SPEECH, Kind
from parlour.server.store.error import LeaseLost, StoreError, TableLost
from parlour.server.store.lease import Lease
from parlour.server.store.schema import servers, spent
from parlour.server.store.servers import Holder
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Given, Opened
from tests.patience import PATIENCE, wait_until
from tests.server.conftest import GENEROUS, Serve
from tests.server.live import Live, Wire
from tests.server.postgresql import Postgresql
from tests.server.test_room_advice import played
from tests.server.test_store import WORD, acted, begun, kept

Room = Callable[..., list[Live]]


@pytest.fixture
def room(serve: Serve, postgresql: Postgresql) -> Room:
    """Several servers of one room."""

    def start(count: int = 2, **changes: Any) -> list[Live]:
        database = postgresql.database()
        return [serve(database=database, **changes) for _ in range(count)]

    return start


def seated(servers: list[Live]) -> tuple[str, list[str], list[Wire]]:
    """A person by way of each server at a match that has begun: the table, their tokens and sockets."""
    host = servers[0].open("skyjo")
    word = host["table"]
    chairs = [host, *(server.join(word, f"P{i}") for i, server in enumerate(servers[1:], 1))]
    wires = [server.socket(word, chair["token"]) for server, chair in zip(servers, chairs, strict=True)]
    for wire in wires:
        wire.until("table")
    wires[0].send({"type": "start", "id": "start"})
    for wire in wires:
        wire.until("view")
    return word, [chair["token"] for chair in chairs], wires


def test_people_of_one_table_sit_at_different_servers(room: Room) -> None:
    servers = room(3)
    word, _, wires = seated(servers)
    assert [live.hub.has(word) for live in servers] == [True, False, False]
    for _ in range(4):
        mover = next(wire for wire in wires if wire.view()["view"]["legal"])
        assert mover.play()["type"] == "done"
        for wire in wires:
            wire.send({"type": "time", "sent": 1})
            wire.until("time")
    assert len({wire.view()["seq"] for wire in wires}) == 1
    for live in servers:
        assert live.http.get(f"/api/tables/{word}").json()["status"] == "playing"
        assert live.http.get(f"/api/tables/{word}/log").json()["code"] == "playing"
        assert live.http.post(f"/api/tables/{word}/people", json={"name": "Eve", "avatar": "fox"}).json()["code"] == "playing"
        assert live.http.get("/api/tables/maple-otter-7k3q-9mxt").json()["code"] == "unknown_table"
        with live.socket(word, "no token of anybody's") as wrong:
            assert wrong.until("refused")["code"] == "bad_token"
    wires[1].send("nonsense")
    assert wires[1].until("refused")["code"] == "bad_message"
    wires[2].close()
    assert [person["here"] for person in wires[0].until("table")["table"]["people"]] == [True, True, False]


def test_a_television_and_who_shows_themselves_there_signal_from_server_to_server(room: Room) -> None:
    servers = room(3)
    word, _, wires = seated(servers)
    shy, person = wires[0], wires[1]  # at the server that holds the table, and at another
    with servers[2].socket(word) as screen:
        screen.until("table")
        screen.send({"type": "television", "id": "t"})
        number = screen.until("tuned")["television"]
        assert person.ask(type="signal", television=number, data=1)["code"] == "not_shown"
        assert person.ask(type="show", television=number, yes=True)["type"] == "done"
        assert person.ask(type="signal", television=number, data={"offer": 1})["type"] == "done"
        heard = screen.until("signal")
        assert heard["data"] == {"offer": 1}
        assert screen.ask(type="signal", person=heard["person"], data={"answer": 2})["type"] == "done"
        assert person.until("signal") == {"type": "signal", "television": number, "data": {"answer": 2}}
        other = next(one["person"] for one in shy.until("table")["table"]["people"] if one["person"] != heard["person"])
        assert screen.ask(type="signal", person=other, data=3)["code"] == "not_shown"


def test_a_table_that_nobody_is_at_any_more_is_anybodys(room: Room) -> None:
    first, second = room(unload=0.05)
    word = first.open()["table"]
    wait_until(lambda: not first.hub.has(word), "it stays in memory")
    second.join(word)
    wait_until(lambda: second.http.get(f"/api/tables/{word}").is_success and second.hub.has(word), "it is not taken")
    first.http.get(f"/api/tables/{word}").raise_for_status()


def test_a_server_that_gives_no_sign_is_followed_and_finds_out(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "LAPSE", 1.0)
    first, second = room()
    word, tokens, wires = seated([first, second])

    async def freeze() -> None:
        assert first.hub.members is not None
        await first.hub.members.still()

    asyncio.run_coroutine_threadsafe(freeze(), first.loop).result(PATIENCE)
    begun = time.monotonic()
    wait_until(lambda: second.http.get(f"/api/tables/{word}").is_success and second.hub.has(word), "nobody follows")
    assert first.hub.has(word), "it does not know"
    was = first.hub.store.me
    wires[0].send({"type": "play", "id": "late", "match": 1, "question": 1, "actions": wires[0].view()["view"]["legal"][:1]})
    with pytest.raises(ConnectionClosed):
        wires[0].until("done", id="late")
    wait_until(lambda: first.hub.store.lost, "it does not find out")

    async def wake() -> None:
        assert first.hub.members is not None
        await first.hub.members.sign()

    asyncio.run_coroutine_threadsafe(wake(), first.loop).result(PATIENCE)
    assert first.hub.store.me != was
    assert not first.hub.has(word)
    again = first.socket(word, tokens[0])
    assert again.until("view")["match"] == 1
    assert time.monotonic() - begun < PATIENCE


def test_a_join_that_was_passed_on_by_a_server_that_dies_meanwhile_leaves_the_table_alive(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "LAPSE", 60.0)
    first, second = room()
    host = first.open()
    wire = first.socket(host["table"], host["token"])
    wire.until("table")
    table = first.hub.tables()[0]
    with first.hub.store.engine.connect() as slow, ThreadPoolExecutor(1) as elsewhere, slow.begin():
        slow.execute(select(servers.c.id).where(servers.c.id == first.hub.store.me).with_for_update())
        form = {"name": "Ben", "avatar": "owl"}
        joining = elsewhere.submit(second.http.post, f"/api/tables/{host['table']}/people", json=form)
        wait_until(lambda: not table.settled, "it is not passed on")

        async def die() -> None:
            assert second.hub.members is not None
            for outlet in list(second.hub.members._outlets.values()):
                outlet.line.cut()

        asyncio.run_coroutine_threadsafe(die(), second.loop).result(PATIENCE)
        assert joining.result().json()["code"] == "away"
    assert len(wire.until("table")["table"]["people"]) == 2, "what was stored is not told"
    assert wire.ask(type="clock", seconds=30)["type"] == "done"
    guest = second.join(host["table"], "Cas")
    second.socket(host["table"], guest["token"]).until("table")
    assert first.hub.tables() == [table]


def test_a_server_that_is_buried_while_it_loads_a_table_passes_nobody_on_to_itself(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = room()
    word = second.open()["table"]
    second.stop_now()
    store = first.hub.store
    take, addresses = store.take, list[str]()

    def buried_meanwhile(word: str) -> Holder | None:
        if not addresses:
            with store.engine.begin() as connection:
                connection.execute(delete(servers).where(servers.c.id == store.me))
            assert first.hub.members is not None
            store.join(first.hub.members.address)
        holder = take(word)
        assert holder is not None
        addresses.append(holder.address)
        return holder

    monkeypatch.setattr(store, "take", buried_meanwhile)
    assert first.http.get(f"/api/tables/{word}").json()["status"] == "lobby"
    assert len(addresses) == 2
    assert all(addresses), "who holds a table can be reached"


@pytest.mark.long
def test_an_outage_for_all_is_nobodys_death(room: Room, postgresql: Postgresql, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "LAPSE", 1.0)
    first, second = room()
    names = [live.hub.store.me for live in (first, second)]
    word, tokens, _ = seated([first, second])
    postgresql.stop()
    down = threading.Event()
    down.wait(2.5)
    postgresql.start()
    for live, token in zip((first, second), tokens, strict=True):
        wait_until(lambda live=live: live.http.get(f"/api/tables/{word}").is_success, "it does not come back")  # type: ignore[misc]
        assert live.socket(word, token).until("view")["match"] == 1
    assert [live.hub.store.me for live in (first, second)] == names


def test_who_stops_gives_its_tables_up_at_once(room: Room) -> None:
    first, second = room()
    word, tokens, wires = seated([first, second])
    first.stop_now()
    assert wires[0].until("closed")["reason"] == "shutdown"
    back = second.socket(word, tokens[0])
    assert back.until("view")["match"] == 1
    assert second.hub.has(word)


def test_what_an_address_may_do_is_counted_at_all_servers_together(room: Room) -> None:
    limits = replace(GENEROUS, guesses=3, guesses_per_second=1e-6, tables_per_hour=2)
    servers = room(2, limits=limits)
    codes = [live.http.get("/api/tables/maple-otter-7k3q-9mxt").json()["code"] for live in servers * 2]
    assert codes == ["unknown_table"] * 3 + ["too_many_guesses"]
    for live in servers:
        live.open()
    refused = servers[0].http.post("/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_tables")
    store = servers[0].hub.store
    with store.engine.connect() as connection:
        kept = connection.execute(select(spent.c.kind, spent.c.address)).all()
    assert sorted(kind for kind, _ in kept) == ["guesses", "tables"]
    assert not any("127.0.0.1" in address for _, address in kept), "no address is kept as it is"


def test_a_study_that_was_begun_at_one_server_is_known_at_all(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "GAMES", 20)
    monkeypatch.setattr(studies, "FEWEST", 10)
    servers = room(3)
    asked = [{"players": 2, "options": {"to_win": number}} for number in (1, 3)]
    for form in asked:
        told = [live.http.post("/api/games/keys/study", json={**form, "begin": False}).json()["state"] for live in servers]
        assert told == ["none"] * 3
        servers[0].http.post("/api/games/keys/study", json=form).raise_for_status()
        looks = [live.http.post("/api/games/keys/study", json={**form, "begin": False}).json() for live in servers]
        assert "none" not in [look["state"] for look in looks]
    assert sum(len(live.hub.studies._known) for live in servers) == len(asked), "each is played once"
    refused = servers[1].http.post("/api/games/keys/study", json={"players": 9})
    assert refused.json()["code"] == "bad_options"


@pytest.mark.long
def test_advice_that_was_asked_for_at_one_server_is_known_at_all(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisors, "available", lambda: True)
    monkeypatch.setattr(advisors, "prepare", time.sleep)  # it is still thought about when the others are asked
    servers = room(2, thinkers=1)
    address = played(servers[0])
    for live in servers:
        assert live.http.get(address).json()["state"] == "none"
    assert servers[1].http.post(address).json()["state"] == "waiting"
    for live in servers:
        assert live.http.get(address).json()["state"] in ("waiting", "thinking", "failed")
    assert [len(live.hub.advisors._cases) for live in servers] == [1, 0], "it is thought about where the table is held"


# --- the store


@pytest.fixture
def stores(postgresql: Postgresql) -> Any:
    database = postgresql.database()
    both = [Store(database), Store(database)]
    for number, store in enumerate(both):
        store.join(f"127.0.0.1:{number + 1}")
    yield both
    for store in both:
        store.close()


def test_only_the_holder_writes_and_no_longer_than_it_holds(stores: list[Store]) -> None:
    first, second = stores

    async def run() -> None:
        await first.write([kept(match=1), Opened(WORD, "192.0.2.1"), begun(), acted(0)], Lane())
        holder = second.take(WORD)
        assert holder is not None
        assert (holder.server, holder.address) == (first.me, "127.0.0.1:1")
        assert second.take("other-otter-1") is None, "there is no such table"
        assert second.take_free([WORD]) == []
        with pytest.raises(TableLost):
            await second.write([acted(1)], Lane())
        await first.write([acted(1)], Lane())
        await first.write([Given(WORD)], Lane())
        with pytest.raises(TableLost):
            await first.write([acted(2)], Lane())
        assert second.take_free([WORD]) == [WORD]
        await second.write([acted(2)], Lane())
        assert not second.bury(first.me, 60.0), "its sign is not so old"
        assert second.bury(first.me, 0.0)
        for write in (first.write([kept("third-otter-1")], Lane()), first.beat()):
            with pytest.raises(LeaseLost):
                await write
        await second.write([Given(WORD)], Lane())
        with pytest.raises(LeaseLost):
            first.take(WORD)
        assert first.lost
        log = second.log(WORD, 1)
        assert log is not None
        assert len(log.actions) == 3

    asyncio.run(run())


def test_who_is_frozen_in_the_middle_of_a_commit_is_buried_when_the_database_lets_go(stores: list[Store]) -> None:
    first, second = stores
    assert first.servers is not None
    frozen = first.engine.connect()
    frozen.begin()
    first.servers.hold(frozen, first.me, [])
    assert not second.bury(first.me, 0.0)
    wait_until(lambda: second.bury(first.me, 0.0), "it waits for ever")
    frozen.invalidate()
    frozen.close()


def test_a_server_that_does_not_share_is_respected(postgresql: Postgresql) -> None:
    database = postgresql.database()
    store, other = Store(database), Store(database)
    older = Lease(store.engine)
    older.claim()
    with pytest.raises(StoreError, match="held by another server"):
        other.claim()
    with store.engine.begin() as connection:
        older.leave(connection)
    other.claim()
    for each in (store, other):
        each.close()


# --- lines


def test_who_does_not_know_the_secret_is_hung_up_on(room: Room) -> None:
    (live,) = room(1)
    assert live.hub.members is not None
    host, _, port = live.hub.members.address.rpartition(":")
    for said in (b"", HEAD.pack(32, Kind.ASK, 1) + b"x" * 32, HEAD.pack(64, Kind.PROOF, 0) + b"x" * 64, b"\xff" * 64):
        with socket.create_connection((host, int(port)), PATIENCE) as line:
            challenge = line.recv(1024)
            assert HEAD.unpack(challenge[: HEAD.size]) == (len(SPEECH) + NONCE, Kind.CHALLENGE, 0)
            line.sendall(said)
            if said:
                with suppress(ConnectionResetError):
                    assert line.recv(1024) == b""
