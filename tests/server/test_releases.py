"""Databases that earlier Parlours left (tests/releases/, made by their own products) open, are played on and watched again.

They are opened, people come back to what they saw, and finished matches are as they were; one of SQLite is carried over to
PostgreSQL, one is played on to its matches' ends. It is others every day, from early to late, and one that was PostgreSQL's
then; PARLOUR_DRILLS takes all.
"""

import asyncio
import json
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, insert, select

from parlour.cli import main
from parlour.server.store.engine import connect
from tests.day import DAY, DRILLS, some_of
from tests.patience import PATIENCE
from tests.releases.make import DUMP
from tests.server.conftest import quick
from tests.server.live import Live, Message, Wire
from tests.server.postgresql import Postgresql

PACKED = sorted((Path(__file__).parent.parent / "releases").glob("*.tar.xz"))
DUMPED = [packed for packed in PACKED if packed.name.endswith("-postgresql.tar.xz")]
FILES = [packed for packed in PACKED if packed not in DUMPED]
SPREAD = 3  # files that are opened in a day
SQLITE, POSTGRESQL = "sqlite", "postgresql"


def of_the_day(rng: Random) -> list[Path]:
    """A file from each part of the time in which they were made."""
    parts = [FILES[number * len(FILES) // SPREAD : (number + 1) * len(FILES) // SPREAD] for number in range(SPREAD)]
    return [rng.choice(part) for part in [*parts, DUMPED] if part]


LOOKED_AT = PACKED if DRILLS else of_the_day(Random(DAY))
CARRIED = Random(DAY).choice([packed for packed in LOOKED_AT if packed in FILES])  # over to PostgreSQL
BOTH = [(packed, held) for packed in PACKED for held in (SQLITE, POSTGRESQL) if held == POSTGRESQL or packed in FILES]
OPENED = BOTH if DRILLS else [(packed, POSTGRESQL if packed in (CARRIED, *DUMPED) else SQLITE) for packed in LOOKED_AT]
ENDED = BOTH if DRILLS else [Random(DAY).choice([both for both in BOTH if both[0] in LOOKED_AT])]

HASTE = 100  # so much faster a game's own clock runs here
Facts = dict[str, Any]
Put = Callable[[Path, str], tuple[str, Facts]]


def named(what: Path | str) -> str:
    return str(what) if isinstance(what, str) else what.name.removesuffix(".tar.xz")


@pytest.fixture
def unpacked(tmp_path: Path, request: pytest.FixtureRequest) -> Put:
    """Puts a database where it can be opened, in SQLite or carried over to PostgreSQL; returns its URL and what is in it."""

    def put(packed: Path, held: str) -> tuple[str, Facts]:
        with tarfile.open(packed) as archive:
            archive.extractall(tmp_path, filter="data")
        facts: Facts = json.loads((tmp_path / "facts.json").read_text())
        file = f"sqlite:///{tmp_path}/room.sqlite"
        if held == SQLITE:
            return file, facts
        server: Postgresql = request.getfixturevalue("postgresql")
        if packed in DUMPED:
            return server.restored((tmp_path / DUMP).read_text()), facts
        database = server.database()
        carried_over(file, database)
        return database, facts

    return put


def carried_over(file: str, database: str) -> None:
    """All that a SQLite file holds, tables and rows as they are, into an empty database of PostgreSQL."""
    there, here, declared = create_engine(file), connect(database), MetaData()
    declared.reflect(there)
    with there.connect() as old, here.begin() as new:
        declared.create_all(new)
        for table in declared.sorted_tables:
            if rows := [dict(row) for row in old.execute(select(table)).mappings()]:
                new.execute(insert(table), rows)
    there.dispose()
    here.dispose()


@contextmanager
def opened(database: str) -> Iterator[Live]:
    live = Live(quick(database, lab=False, grace=1e6))
    try:
        yield live
    finally:
        live.stop()


@pytest.mark.parametrize(("packed", "held"), OPENED, ids=named)
def test_people_come_back_to_what_they_saw(packed: Path, held: str, unpacked: Put) -> None:
    database, facts = unpacked(packed, held)
    with opened(database) as live:
        for chairs in facts["running"]:
            for token, before in zip(chairs["tokens"], chairs["views"], strict=True):
                with live.socket(chairs["word"], token) as wire:
                    now = wire.until("view")["view"]
                assert {name: now["cells"].get(name) for name in before["cells"]} == before["cells"], chairs["game"]
                assert now["legal"] == before["legal"], chairs["game"]
        for chairs in facts["over"]:
            told = live.http.get(f"/api/tables/{chairs['word']}/log").raise_for_status().json()
            assert {name: told.get(name) for name in chairs["log"]} == chairs["log"]
            watched(live, chairs)
            assert live.http.get(f"/api/tables/{chairs['word']}/matches").status_code == 200


@pytest.mark.parametrize("packed", LOOKED_AT, ids=named)
def test_a_log_of_that_time_is_verified(packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    for chairs in json.loads((tmp_path / "facts.json").read_text())["over"]:
        log = chairs["log"]
        if "draws" in log:
            assert log["draws"]["match"].startswith(f"{chairs['word']}/"), "those of that time name the table"
        (tmp_path / "log.json").write_text(json.dumps(log))
        assert main(["verify", str(tmp_path / "log.json")]) == 0, log["game"]
        assert ("seal" in json.loads(capsys.readouterr().out)) == ("draws" in log)


def watched(live: Live, chairs: Facts, match: int = 1) -> None:
    """The match can be seen again from a seat and all open, to its end."""
    for look in ("0", "open"):
        path = f"/api/tables/{chairs['word']}/matches/{match}/replay"
        frames = live.http.get(path, params={"look": look}).raise_for_status().json()["frames"]
        assert [frame["over"] for frame in frames if "over" in frame] == [False, True], "what changes is told"
        assert "over" in frames[-1]


@pytest.mark.parametrize(("packed", "held"), ENDED, ids=named)
def test_a_match_is_played_to_its_end(packed: Path, held: str, unpacked: Put) -> None:
    database, facts = unpacked(packed, held)
    with opened(database) as live:
        hurry(live)
        for chairs in some_of(facts["running"], 1, "played to its end"):
            with ExitStack() as stack:
                wires = [stack.enter_context(live.socket(chairs["word"], token)) for token in chairs["tokens"]]
                play_on(wires, Random(DAY))
            [match] = live.http.get(f"/api/tables/{chairs['word']}/matches").raise_for_status().json()
            assert [person["name"] for person in match["people"]][:2] == ["Ana", "Ben"]
            watched(live, chairs)


def hurry(live: Live) -> None:
    """Let a game's clock run faster, as it did when the files were made."""
    now, later, began = live.hub.now, live.loop.call_later, live.hub.now()
    live.hub.now = lambda: began + (now() - began) * HASTE

    def sooner(delay: float, callback: Callable[..., object], *more: Any, **kept: Any) -> asyncio.TimerHandle:
        return later(delay / HASTE if callback.__qualname__ == "Table._wake" else delay, callback, *more, **kept)

    live.loop.call_later = sooner  # type: ignore[assignment, method-assign]


def play_on(wires: list[Wire], rng: Random) -> None:
    """Everybody plays something that is allowed until the match is over."""
    answered: dict[Wire, Message] = {}
    end, over, asked = time.monotonic() + PATIENCE, False, count()
    while not over:
        assert time.monotonic() < end, "the match does not go on"
        for wire in wires:
            if any(message["type"] == "view" for message in wire.seen):
                view = wire.view()
                if view["view"]["legal"] and answered.get(wire) is not view:
                    answered[wire] = view
                    play = {"type": "play", "id": f"on{next(asked)}", "match": view["match"], "question": view["question"]}
                    wire.send({**play, "actions": [rng.choice(view["view"]["legal"])]})
            with suppress(TimeoutError):
                message = json.loads(wire.socket.recv(timeout=0.002))
                wire.seen.append(message)
                over = over or (message["type"] == "table" and message["table"]["status"] == "over")
                end = time.monotonic() + PATIENCE
