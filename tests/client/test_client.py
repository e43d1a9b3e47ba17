"""The Python client, against a live server; the examples of its documentation are run as they stand."""

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.client import AsyncTable, Refused, Table, TableClosed, Unreachable
from parlour.client.session import Message, Session
from parlour.games.keys import rules
from parlour.server import Limits
from parlour.server.table.requests import ROWS
from tests.patience import PATIENCE, wait_until
from tests.server.conftest import quick
from tests.server.every_request import evening
from tests.server.live import Live

ROOT = Path(__file__).parents[2]
ADDRESS = "http://localhost:8000"  # of the documents' room
LIMIT = 20  # lines in which a stranger writes a bot


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose bots do not think, nor KEYS after a challenge."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "PAUSE_SECONDS", 0)
        live = Live(quick(f"sqlite:///{tmp_path_factory.mktemp('client')}/room.sqlite", quiet=0.0))
        yield live
        live.stop()


def examples(document: str) -> list[str]:
    found = re.findall(r"```python\n(.*?)```", ROOT.joinpath(document).read_text(encoding="utf-8"), re.DOTALL)
    return [text for text in found if "parlour.client" in text]


@pytest.mark.parametrize("document", ["docs/client.md", "README.md"])
def test_the_joining_bot_of_a_document_plays_to_the_end(room: Live, tmp_path: Path, document: str) -> None:
    text = examples(document)[0]
    assert len(text.strip().splitlines()) <= LIMIT
    (tmp_path / "bot.py").write_text(text.replace(ADDRESS, room.url))
    with Table.open(room.url, "keys", "Ana") as host:
        told = [] if ADDRESS in text else [room.url]
        command = [sys.executable, str(tmp_path / "bot.py"), *told, host.word]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        host._wait(host._table.until(lambda: len(host.table["people"]) == 2 and host.table["people"][1]["here"]))
        host.start()
        for view in host.turns():
            host.play(view["legal"][-1])
        out, _ = bot.communicate(timeout=PATIENCE)
        assert bot.returncode == 0, out
        assert host.view is not None
        assert "Scores" not in text or f"Scores: {host.view['scores']}" in out


@pytest.mark.long
def test_the_opening_bot_of_the_document_plays_to_the_end(room: Live) -> None:
    text = examples("docs/client.md")[1].replace(ADDRESS, room.url)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def test_refusals_are_exceptions_with_a_code(room: Live) -> None:
    with Table.open(room.url, "skyjo", "Ana") as seat:
        with pytest.raises(Refused) as refused:
            seat.start()
        assert refused.value.code == "not_enough_people"
        seat.add_bot("random")
        seat.start()
        with pytest.raises(Refused) as refused:
            seat.play({"do": "draw"}, {"do": "fly"})
        assert (refused.value.code, refused.value.reason) == ("illegal", "no_such_action")
    with pytest.raises(Refused) as refused:
        Table.join(room.url, "maple-otter-1", "Ben")
    assert refused.value.code == "unknown_table"
    with pytest.raises(Refused) as refused:
        Table.sit(room.url, seat.word, "not-the-token")
    assert refused.value.code == "bad_token"


def test_a_program_comes_back_to_its_chair_and_others_may_watch(room: Live) -> None:
    with Table.open(room.url, "skyjo", "Ana") as seat:
        seat.add_bot("random")
        seat.start()
        token = seat.token
        assert token is not None
    with Table.sit(room.url, seat.word, token) as again, Table.watch(room.url, seat.word) as watcher:
        view = next(again.turns())
        assert view["seat"] == 0
        again.play(view["legal"][0])
        assert len(again.events) >= 2
        with pytest.raises(Refused):
            watcher.play(view["legal"][0])


def test_being_removed_closes_the_table_for_good(room: Live) -> None:
    async def run() -> None:
        async with (
            await AsyncTable.open(room.url, "skyjo", "Ana") as host,
            await AsyncTable.join(room.url, host.word, "B") as guest,
        ):
            await host.until(lambda: len(host.table["people"]) == 2)
            await host.ask("remove", person=guest.session.person)
            with pytest.raises(TableClosed, match="removed"):
                await guest.until(lambda: False)

    asyncio.run(run())


def test_plans(room: Live) -> None:
    async def run() -> None:
        async with await AsyncTable.open(room.url, "skyjo", "Ana") as seat:
            await seat.add_bot()
            await seat.start()
            async for view in seat.turns():
                assert await seat.plan() == (view["legal"], False)
                return

    asyncio.run(run())


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose limit of messages any program passes."""
    settings = quick(f"sqlite:///{tmp_path_factory.mktemp('strict')}/room.sqlite")
    live = Live(replace(settings, limits=Limits(messages_per_second=10, message_burst=2, refusals=8)))
    yield live
    live.stop()


def test_a_program_faster_than_the_limit_plays_on(strict: Live) -> None:
    async def run() -> None:
        async with await AsyncTable.open(strict.url, "skyjo", "Ana") as seat:
            await seat.add_bot()
            await seat.start()
            before, plays = seat._socket, 0
            async for view in seat.turns():
                plays += await seat.play(view["legal"][0])
                if plays == 12:
                    break
            assert seat._socket is before

    asyncio.run(asyncio.wait_for(run(), 30))


def test_requests_made_all_at_once_are_all_answered_on_one_connection(strict: Live) -> None:
    async def run() -> None:
        async with await AsyncTable.open(strict.url, "skyjo", "Ana") as seat:
            before = seat._socket
            answers = await asyncio.gather(*(seat.ask("ready", ready=True) for _ in range(20)))
            assert [answer["type"] for answer in answers] == ["done"] * 20
            assert seat._socket is before

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.mark.parametrize("data", ["x" * 30_000, "\N{FOX FACE}" * 300_000], ids=["refused", "hung up on"])
def test_what_is_too_large_is_refused(room: Live, data: str) -> None:
    async def run() -> None:
        async with await AsyncTable.open(room.url, "skyjo", "Ana") as seat:
            with pytest.raises(Refused) as refused:
                await seat.ask("signal", person=seat.session.person, data=data)
            assert refused.value.code == "too_large"
            await seat.add_bot()

    asyncio.run(asyncio.wait_for(run(), 20))


def test_what_is_no_json_is_refused_and_the_seat_goes_on(room: Live) -> None:
    with Table.open(room.url, "skyjo", "Ana") as seat:
        for data in ("\ud800", float("nan"), object()):
            with pytest.raises(Refused) as refused:
                seat.ask("signal", person=1, data=data)
            assert refused.value.code == "bad_message"
        for field in ("id", "type"):
            with pytest.raises(TypeError, match=field):
                seat.ask("ready", ready=True, **{field: "own"})
        seat.add_bot()


def dead() -> str:
    """The URL of a port at which nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


@pytest.mark.parametrize("url", ["nonsense", "ftp://room", "http://", "http://[", "http://room:port", None])
def test_where_no_room_is_the_first_connection_raises(url: str | None) -> None:
    url = url or dead()
    makes: tuple[Callable[[], Table], ...] = (
        lambda: Table.sit(url, "maple-otter-174", "token"),
        lambda: Table.watch(url, "maple-otter-174"),
        lambda: Table.join(url, "maple-otter-174", "Ben"),
        lambda: Table.open(url, "skyjo", "Ana"),
    )
    for make in makes:
        with pytest.raises(Unreachable):
            make()


def test_a_refused_handshake_raises(room: Live, tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="403"):
        Table.watch(room.url, "a b/c")
    full = Live(replace(quick(f"sqlite:///{tmp_path}/full.sqlite"), limits=Limits(sockets=1)))
    with Table.open(full.url, "skyjo", "Ana") as seat:
        with pytest.raises(Refused) as refused:
            Table.watch(full.url, seat.word)
        assert refused.value.code == "too_fast"
    full.stop()


def test_a_url_may_end_in_a_slash(room: Live) -> None:
    with Table.open(f"{room.url}/", "skyjo", "Ana") as host, Table.join(f"{room.url}//", host.word, "Ben") as guest:
        assert guest.word == host.word


def test_a_connection_lost_later_comes_back(room: Live) -> None:
    async def run() -> None:
        async with await AsyncTable.open(room.url, "skyjo", "Ana") as seat:
            assert seat._socket is not None
            await seat._socket.close()
            await seat.add_bot()
            assert len(seat.table["people"]) == 2

    asyncio.run(asyncio.wait_for(run(), 20))


def test_a_hello_refused_after_a_break_closes_the_seat() -> None:
    session = Session("maple-otter-174", "token", "en")
    session.hello()
    session.take({"type": "welcome", "person": 1})
    session.take({"type": "table", "table": {"status": "lobby"}})
    session.hello()
    session.take({"type": "refused", "id": None, "code": "bad_token", "message": "no"})
    assert isinstance(session.failure, Refused)


def test_a_refusal_that_names_no_request_is_that_of_the_one_that_waits() -> None:
    session = Session("maple-otter-174", "token", "en")
    session.hello()
    session.take({"type": "welcome", "person": 1})
    request = session.request("ready", ready=True)
    session.wait_for(request)
    session.take({"type": "refused", "id": None, "code": "too_large", "message": "no"})
    assert session.failure is None
    with pytest.raises(Refused, match="too_large"):
        session.answer(request["id"])


class Caller:
    """A guest of an evening who calls through the client."""

    def __init__(self, room: Live, table: Table, asked: set[str]) -> None:
        self.room, self.client, self.asked = room, table, asked

    def ask(self, kind: str, **fields: Any) -> Message:
        self.asked.add(kind)
        if kind == "advise":  # the room of these tests has no advisor
            with pytest.raises(Refused, match="no_counsel"):
                self.client.ask(kind, **fields)
            return {}
        return self.client.ask(kind, **fields)

    def leave(self) -> None:
        self.client.close()
        word = self.client.word
        wait_until(lambda: bool(self.room.http.get(f"/api/tables/{word}").json()["away"]), "the room has not seen them go")

    def back(self) -> None:
        assert self.client.token is not None
        self.client = Table.sit(self.room.url, self.client.word, self.client.token)

    @property
    def person(self) -> int:
        person = self.client._table.session.person
        assert person is not None
        return person

    @property
    def table(self) -> Message:
        return self.client.table

    @property
    def view(self) -> Message:
        session = self.client._table.session
        self.client._wait(self.client._table.until(lambda: session.view is not None))
        return {"view": session.view, "question": session.question}


def test_every_request_of_the_protocol_is_answered(room: Live) -> None:
    asked: set[str] = set()
    ana = Table.open(room.url, "keys", "Ana")
    tables = [ana, Table.join(room.url, ana.word, "Ben"), *(Table.watch(room.url, ana.word) for _ in range(2))]
    guests = [Caller(room, table, asked) for table in tables]
    evening(*guests)
    for guest in guests:
        guest.client.close()
    assert asked == {row.word for row in ROWS} - {"time"}, "the time is no request: the client has no clock to set"
