"""The hub: expiry, memory, and what happens when the store or a room fails."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from parlour.server import Limits
from parlour.server.hall import watch
from parlour.server.hall.hub import Hub
from parlour.server.hall.peer import Peer
from parlour.server.hall.table import LiveTable
from parlour.server.hall.thinkers import Answer
from parlour.server.store import writer
from parlour.server.store.ledger import Ledger
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.outcome import Outcome
from parlour.server.table.thinking import Ask
from parlour.server.wire.bodies import JoinTable, OpenTable
from parlour.server.wire.reading import parse
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import Chair
from tests.patience import PATIENCE, until
from tests.server.conftest import quick

NOW = 1_800_000_000.0
DAY = 86_400.0
GREETED = 3  # messages that answer hello before a match: welcome, table and talk


class Sink:
    """A socket that keeps what it is sent."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.peer = Peer(100, 1_000_000)
        self.got: list[dict[str, Any]] = []
        self.task = asyncio.create_task(self.peer.pump(self._keep))
        self.connection = table.enter(self.peer)

    async def _keep(self, text: str) -> None:
        self.got.append(json.loads(text))

    def say(self, **message: Any) -> None:
        self.table.receive(self.connection, parse(json.dumps(message)))


class World:
    """A hub whose time is set by hand."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.now = NOW
        self.store = Store(database)
        self.hub = Hub(quick(database, **settings), self.store, now=lambda: self.now)

    async def open(self, address: str = "192.0.2.1", game: str = "toy") -> Chair:
        return await self.hub.open(OpenTable(game=game, name="Ana", avatar="fox"), address)


def in_world(database: str, what: Callable[[World], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        world = World(database, **settings)
        try:
            await world.hub.begin()
            await what(world)
        finally:
            await world.hub.stop()

    asyncio.run(run())


def test_tables_nobody_touches_expire_and_others_do_not(sqlite: str) -> None:
    async def run(world: World) -> None:
        old = await world.open()
        world.now += 20 * DAY
        new = await world.open()
        world.now += 11 * DAY
        await world.hub.sweeper.expire()
        assert (await world.hub.table(old["table"])).core.closed == "expired"
        assert (await world.hub.table(new["table"])).core.closed is None
        await world.store.write((), Lane())  # what was handed in before is settled
        assert world.store.untouched_since(world.now - 30 * DAY) == []

    in_world(sqlite, run, unused=30 * DAY)


def test_what_was_answered_is_forgotten_with_the_table_or_after_a_day(sqlite: str) -> None:
    async def run(world: World) -> None:
        chairs = [await world.open() for _ in range(3)]

        async def ask(chair: Chair) -> None:
            sink = Sink(await world.hub.table(chair["table"]))
            sink.say(type="hello", token=chair["token"])
            sink.say(type="clock", id="c", seconds=30)
            sink.table.leave(sink.connection)
            await world.store.write((), Lane())

        def answered() -> list[bool]:
            return [bool(saved.answered) for chair in chairs if (saved := world.store.load(chair["table"])) is not None]

        for chair in chairs:
            await ask(chair)
        assert answered() == [True, True, True]
        (await world.hub.table(chairs[0]["table"])).close("expired")
        await world.store.write((), Lane())
        assert answered() == [False, True, True]
        for chair in chairs[1:]:
            world.hub.forget(await world.hub.table(chair["table"]))
        world.now += 0.9 * DAY
        await ask(chairs[2])
        world.now += 0.2 * DAY
        await world.hub.sweeper.forget_answers()
        assert answered() == [False, False, True], "nobody has been at the second one for a day"

    in_world(sqlite, run)


def test_visiting_a_table_keeps_it_from_expiring(sqlite: str) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        world.now += 20 * DAY
        sink = Sink(await world.hub.table(chair["table"]))
        sink.say(type="hello", token=chair["token"])
        sink.table.leave(sink.connection)
        world.now += 20 * DAY
        await world.hub.sweeper.expire()
        assert (await world.hub.table(chair["table"])).core.closed is None

    in_world(sqlite, run, unused=30 * DAY)


def test_a_table_leaves_memory_and_comes_back(sqlite: str) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        table = await world.hub.table(chair["table"])
        await until(lambda: world.hub.counts()["tables"] == 0, "it stays in memory")
        again = await world.hub.table(chair["table"])
        assert again is not table
        assert again.core.shown() == table.core.shown()

    in_world(sqlite, run, unload=0.05)


def test_what_could_not_be_stored_is_not_told_and_the_table_comes_back(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        table = await world.hub.table(chair["table"])
        sink = Sink(table)
        sink.say(type="hello", token=chair["token"])
        await until(lambda: len(sink.got) == GREETED, "nobody is greeted")
        before = list(sink.got)

        def full(connection: object, add: object, records: object) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(writer, "carry_out", full)
            sink.say(type="clock", id="c", seconds=30)
            await asyncio.wait_for(sink.task, PATIENCE)
        assert sink.got == before
        again = await world.hub.table(chair["table"])
        assert again is not table
        assert again.core.lobby.clock == 0

    in_world(sqlite, run)


def test_a_table_outlives_whoever_gives_up_waiting_for_it(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        table = await world.hub.table(chair["table"])
        sink = Sink(table)
        sink.say(type="hello", token=chair["token"])
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with monkeypatch.context() as patched:
            patched.setattr(world.store, "write", lambda records, lane: stored)
            joining = asyncio.create_task(table.join(JoinTable(name="Ben", avatar="owl")))
            await asyncio.sleep(0)
        joining.cancel()
        await asyncio.gather(joining, return_exceptions=True)
        stored.set_result(None)
        await until(lambda: bool(sink.got) and len(shown(sink)["people"]) == 2, "what was stored is not told")
        sink.say(type="clock", id="c", seconds=30)
        await until(lambda: {"type": "done", "id": "c"} in answers(sink.got), "the table answers nobody")
        assert await world.hub.table(chair["table"]) is table

    in_world(sqlite, run)


def test_a_write_that_is_cancelled_is_one_that_failed(sqlite: str) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        table = await world.hub.table(chair["table"])
        sink = Sink(table)
        sink.say(type="hello", token=chair["token"])
        sink.say(type="clock", id="c", seconds=30)
        (waits,) = [parcel.stored for parcel in table._outbox if parcel.stored is not None]
        waits.cancel()
        await asyncio.wait_for(sink.task, PATIENCE)
        again = await world.hub.table(chair["table"])
        assert again is not table
        assert world.hub.watch.given_up == 1
        other = Sink(again)
        other.say(type="hello", token=chair["token"])
        await until(lambda: len(other.got) == GREETED, "nobody is greeted")

    in_world(sqlite, run)


def test_a_table_that_gives_no_answer_is_loaded_anew(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PATIENCE", 0.05)

    async def run(world: World) -> None:
        chairs = [await world.open() for _ in range(2)]
        tables = [await world.hub.table(chair["table"]) for chair in chairs]
        sinks = [Sink(table) for table in tables]
        for sink, chair in zip(sinks, chairs, strict=True):
            sink.say(type="hello", token=chair["token"])
        with monkeypatch.context() as patched:
            patched.setattr(world.store, "write", lambda records, lane: asyncio.get_running_loop().create_future())
            sinks[0].say(type="clock", id="c", seconds=30)
            await until(lambda: world.hub.watch.waiting == 1, "health does not count it")
            await world.hub.watch.look()
            assert await world.hub.table(chairs[0]["table"]) is tables[0], "while the store answers nobody, no table is at fault"
        await world.hub.watch.look()
        assert (world.hub.watch.waiting, world.hub.watch.given_up) == (0, 1)
        await asyncio.wait_for(sinks[0].task, PATIENCE)
        assert [await world.hub.table(chair["table"]) is table for chair, table in zip(chairs, tables, strict=True)] == [
            False,
            True,
        ]

    in_world(sqlite, run)


def test_a_match_that_begins_while_a_log_is_read_stays_secret(sqlite: str) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        sink = Sink(await world.hub.table(chair["table"]))
        sink.say(type="hello", token=chair["token"])
        sink.say(type="seat_bot", id="b", bot="random")
        asked = asyncio.create_task(world.hub.matches.log(chair["table"]))
        await asyncio.sleep(0)
        sink.say(type="start", id="s")
        await world.store.write((), Lane())
        with pytest.raises(Refused, match="no match has been played"):
            await asked

    in_world(sqlite, run)


def test_a_room_that_fails_goes_back_to_what_is_stored(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        table = await world.hub.table(chair["table"])
        sink = Sink(table)

        def broken(*_: Any) -> Outcome:
            raise RuntimeError("a fault")

        monkeypatch.setattr(table.core, "receive", broken)
        sink.say(type="hello", token=chair["token"])
        await asyncio.wait_for(sink.task, PATIENCE)
        assert (await world.hub.table(chair["table"])).core is not table.core

    in_world(sqlite, run)


def test_nothing_is_told_before_it_is_durable(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(world: World) -> None:
        chair = await world.open()
        sink = Sink(await world.hub.table(chair["table"]))
        sink.say(type="hello", token=chair["token"])
        await until(lambda: len(sink.got) == GREETED, "nobody is greeted")
        before = len(sink.got)
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        monkeypatch.setattr(world.store, "write", lambda records, lane: durable)
        sink.say(type="clock", id="c", seconds=30)
        sink.say(type="time", sent=1)
        for _ in range(20):  # the socket's writer has its turn, many times
            await asyncio.sleep(0)
        assert len(sink.got) == before
        durable.set_result(None)
        await until(lambda: len(sink.got) == before + 3, "what is durable is not told")
        assert [m["type"] for m in sink.got[before:]] == ["table", "done", "time"]
        monkeypatch.undo()

    in_world(sqlite, run)


def test_tables_at_which_nothing_was_ever_played_go_after_a_day(sqlite: str) -> None:
    async def run(world: World) -> None:
        played, unused = await world.open(), await world.open()
        sink = Sink(await world.hub.table(played["table"]))
        sink.say(type="hello", token=played["token"])
        sink.say(type="seat_bot", id="b", bot="random")
        sink.say(type="start", id="s")
        sink.table.leave(sink.connection)
        sink.peer.end()
        await sink.task
        world.now += DAY - 1
        fresh = await world.open()
        world.now += 2
        await world.hub.sweeper.expire()
        closed = [(await world.hub.table(chair["table"])).core.closed for chair in (played, unused, fresh)]
        assert closed == [None, "expired", None]

    in_world(sqlite, run)


def test_living_tables_of_an_address_are_bounded(database: str) -> None:
    async def run(world: World) -> None:
        mine = [await world.open() for _ in range(2)]
        with pytest.raises(Refused, match="too many tables from your address") as refused:
            await world.open()
        assert refused.value.code == "too_many_tables"
        await world.open("192.0.2.2")
        sink = Sink(await world.hub.table(mine[0]["table"]))
        sink.say(type="hello", token=mine[0]["token"])
        sink.say(type="close", id="c")
        await until(lambda: bool(sink.got) and sink.got[-1]["type"] == "closed", "it is not closed")
        assert await world.open()
        assert world.store.opened_by("192.0.2.1") == 2

    in_world(database, run, limits=Limits(tables_per_address=2))


def test_the_operator_closes_a_table_whether_or_not_the_room_runs(database: str) -> None:
    ledger = Ledger(database)
    words: list[str] = []

    async def run(world: World) -> None:
        words.extend([(await world.open())["table"] for _ in range(2)])
        sink = Sink(await world.hub.table(words[0]))
        sink.say(type="hello")
        assert [entry.status for entry in ledger.entries()] == ["lobby", "lobby"]
        assert ledger.close(words[0])
        assert ledger.close(words[0]), "asked twice, it is closed once"
        assert [entry.closing for entry in ledger.entries() if entry.word == words[0]] == [True]
        await world.hub.sweeper.heed()
        await until(lambda: bool(sink.got) and sink.got[-1]["type"] == "closed", "it is not closed")
        assert sink.got[-1]["reason"] == "closed"

    async def again(world: World) -> None:
        await world.hub.sweeper.heed()
        assert (await world.hub.table(words[1])).core.closed == "closed"
        await world.store.write((), Lane())
        assert world.store.closings() == []

    in_world(database, run)
    assert [entry.word for entry in ledger.entries()] == [words[1]]
    assert ledger.close(words[1])
    in_world(database, again)
    assert ledger.entries() == []
    assert {entry.word for entry in ledger.entries(closed=True)} == set(words)
    assert not ledger.close(words[1])
    assert not ledger.close("maple-otter-1")
    ledger.leave()


def test_a_message_is_encoded_once_for_all_who_get_it(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[str] = []

    def counted(message: Any, frame: int) -> bytes:
        encoded.append(message["type"])
        return json.dumps(message).encode()

    async def run(world: World) -> None:
        chair = await world.open()
        table = await world.hub.table(chair["table"])
        sinks = [Sink(table) for _ in range(5)]
        for sink in sinks:
            sink.say(type="hello", token=chair["token"])
        monkeypatch.setattr("parlour.server.hall.table.encode", counted)
        sinks[0].say(type="signal", id="s", person=chair["person"], data="x" * 1000)
        await until(lambda: all(sink.got and sink.got[-1]["type"] in ("signal", "done") for sink in sinks), "nothing comes")
        assert sorted(encoded) == ["done", "signal"]

    in_world(sqlite, run)


@pytest.mark.parametrize(("messages", "length"), [(5, 1), (3, 500)], ids=["messages", "bytes"])
def test_what_waits_for_a_socket_is_bounded(messages: int, length: int) -> None:
    async def run() -> None:
        peer = Peer(4, 1000)
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        peer.send("y" * 5000)  # a message alone may be of any length
        assert not peer.ended
        await asyncio.wait({pump := asyncio.create_task(peer.pump(send))}, timeout=0)
        while not sent:
            await asyncio.sleep(0)
        for _ in range(messages):
            peer.send("x" * length)
        assert peer.ended
        await pump
        assert sent == ["y" * 5000], "of what is too much, nothing is sent"

    asyncio.run(run())


class Pondering:
    """Processes that think and never come to an end of it."""

    count, warming = 1, frozenset[str]()

    def __init__(self) -> None:
        self.asks: list[Ask] = []

    def ask(self, ask: Ask, answer: Answer) -> None:
        self.asks.append(ask)

    def stop(self) -> None:
        pass


def test_a_press_is_served_while_eight_bots_think(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `bench/load.py --sharp` measures, without a clock: nobody waits for a thought, not even at that very table."""

    async def run(world: World) -> None:
        thinkers = Pondering()
        monkeypatch.setattr(world.hub, "thinkers", thinkers)
        sinks = []
        for _ in range(8):
            chair = await world.open(game="skyjo")
            sink = Sink(await world.hub.table(chair["table"]))
            sink.say(type="hello", token=chair["token"])
            sink.say(type="seat_bot", id="bot", bot="sharp")
            sink.say(type="start", id="start")
            sinks.append(sink)
        await until(lambda: {ask.table for ask in thinkers.asks} == {sink.table.core.word for sink in sinks}, "bots do not think")
        await until(lambda: all(views(sink) for sink in sinks), "nobody sees the match")
        for sink in sinks:
            view = views(sink)[-1]
            action = view["view"]["legal"][0]
            sink.say(type="play", id="press", match=view["match"], question=view["question"], actions=[action])
        await until(lambda: all({"type": "done", "id": "press"} in answers(sink.got) for sink in sinks), "a press is not served")

    in_world(sqlite, run, thinkers=1, pace=(60.0, 60.0))


def shown(sink: Sink) -> dict[str, Any]:
    """The table, as it was shown last."""
    table: dict[str, Any] = next(message["table"] for message in reversed(sink.got) if message["type"] == "table")
    return table


def views(sink: Sink) -> list[dict[str, Any]]:
    return [message for message in sink.got if message["type"] == "view"]


def answers(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What kind of message answers what."""
    return [{"type": message["type"], "id": message.get("id")} for message in messages]
