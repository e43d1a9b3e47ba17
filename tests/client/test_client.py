"""The Python client, against a live server; the examples of its documentation are run as they stand."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.client import AsyncTable, Refused, Table, TableClosed
from tests.server.conftest import quick
from tests.server.live import Live

DOCUMENT = Path(__file__).parents[2] / "docs" / "client.md"
LIMIT = 20  # lines in which a stranger writes a bot


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    live = Live(quick(f"sqlite:///{tmp_path_factory.mktemp('client')}/room.sqlite"))
    yield live
    live.stop()


def examples() -> list[str]:
    found = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len(found) == 2
    return found


def test_the_joining_bot_of_the_document_plays_to_the_end(room: Live, tmp_path: Path) -> None:
    text = examples()[0]
    assert len(text.strip().splitlines()) <= LIMIT
    (tmp_path / "bot.py").write_text(text)
    with Table.open(room.url, "keys", "Ana") as host:
        command = [sys.executable, str(tmp_path / "bot.py"), room.url, host.word]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        host._wait(host._table.until(lambda: len(host.table["people"]) == 2 and host.table["people"][1]["here"]))
        host.start()
        for view in host.turns():
            host.play(view["legal"][-1])
        out, _ = bot.communicate(timeout=30)
        assert bot.returncode == 0, out
        assert host.view is not None
        assert f"Scores: {host.view['scores']}" in out


def test_the_opening_bot_of_the_document_plays_to_the_end(room: Live) -> None:
    text = examples()[1].replace("http://localhost:8000", room.url)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=False)
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
