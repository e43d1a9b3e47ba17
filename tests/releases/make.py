"""Makes the files beside this one: databases as the products of earlier commits left them, one for each schema there ever was.

    python -m tests.releases.make [--postgresql] [commit …]

Each commit is checked out beside this one and run by this interpreter. People come
to it over its own API, begin a match of each game and stop in the middle, and play another of each to its end; then it is
stopped. What it showed to those who came back, and the logs it told, are kept with its database:
SQLite's file, or what `pg_dump` writes of PostgreSQL's.
"""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx

from tests.ports import free_port
from tests.releases.games import PLAYED, Setting
from tests.server.live import Message, Wire
from tests.server.postgresql import Postgresql, binaries

HERE = Path(__file__).parent
COMMITS = (  # the schema each had, and the first commit that had it; one number has stood for several
    (1, "65166f2"),
    (2, "8d7d425"),
    (2, "29f4f7b"),
    (2, "099eb46"),
    (2, "2a3f7c9"),
    (3, "4d85693"),
    (4, "aeade6d"),
    (4, "35abf97"),
    (5, "f40718c"),
    (5, "0982e73"),
    (6, "f428ba6"),
    (7, "f4dd0f7"),
    (8, "d5482c6"),
    (8, "2613ec4"),
    (9, "a394037"),
)
RUN = """
import sys, time, asyncio
haste, began, real = float(sys.argv[2]), time.time(), time.time
time.time = lambda: began + (real() - began) * haste
later = asyncio.BaseEventLoop.call_later
asyncio.BaseEventLoop.call_later = lambda self, delay, *more, **kept: later(
    self, delay if delay == 20.0 else delay / haste, *more, **kept)  # 20: between two pings of a socket
from parlour.server.serving import run
from parlour.server.settings import Limits, Settings
rates = ("messages_per_second", "message_burst", "requests_per_second", "request_burst", "tables_per_hour", "tables_per_address")
most = Limits(**{name: 10_000 for name in rates if name in Limits.__dataclass_fields__})
run(port=0, settings=Settings(database=sys.argv[1], pace=(0.0, 0.1), grace=1e6, limits=most),
    ready=lambda urls: print(urls[0], flush=True))
"""
DUMP = "room.sql"  # the member that holds what PostgreSQL held
HASTE = 50  # what a clock brings about comes soon
PATIENCE = 600.0  # seconds until a match must have come to its end, on however busy a machine


class Chairs(NamedTuple):
    """People at a table."""

    word: str
    game: str
    tokens: list[str]


@contextmanager
def serving(tree: Path, database: str, haste: int) -> Iterator[str]:
    """The product of a tree on a database, until it is told to stop; gives its address. Its time passes so much faster."""
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, database, str(haste)],
            env={**os.environ, "PYTHONPATH": str(tree / "src")},
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
            process.stdout.close()


def granted(answer: Message) -> None:
    if answer["type"] != "done":
        raise RuntimeError(f"refused: {answer}")


def sit(url: str, setting: Setting) -> Chairs:
    """A new table with people and bots, whose match has begun."""
    with httpx.Client(base_url=f"{url}/api", timeout=PATIENCE) as http:
        body = {"game": setting.game, "name": "Ana", "avatar": "fox", "options": setting.options}
        host = http.post("/tables", json=body).raise_for_status().json()
        word = host["table"]
        guest = http.post(f"/tables/{word}/people", json={"name": "Ben", "avatar": "owl"}).raise_for_status().json()
    with Wire.at(url, word, host["token"]) as wire:
        for _ in range(setting.bots):
            granted(wire.ask(type="seat_bot", bot="simple"))
        granted(wire.ask(type="start"))
    return Chairs(word, setting.game, [host["token"], guest["token"]])


def heard(wires: Sequence[Wire]) -> bool:
    """Take in what has come; whether anything has."""
    came = False
    for wire in wires:
        with suppress(TimeoutError):
            while True:
                wire.seen.append(json.loads(wire.socket.recv(timeout=0.002)))
                came = True
    return came


def asked(wires: Sequence[Wire]) -> list[Wire]:
    """Those who may play now."""
    return [wire for wire in wires if any(m["type"] == "view" for m in wire.seen) and wire.view()["view"]["legal"]]


def go_on(url: str, chairs: Chairs, rng: Random, plays: int | None) -> None:
    """Everybody plays something that is allowed, until so many plays were made, or the match is over."""
    wires = [Wire.at(url, chairs.word, token) for token in chairs.tokens]
    end, done, answered = time.monotonic() + PATIENCE, 0, set[tuple[int, int]]()
    try:
        while time.monotonic() < end:
            heard(wires)
            tables = [message for message in wires[0].seen if message["type"] == "table"]
            if tables and tables[-1]["table"]["status"] == "over":
                return
            if plays is not None and done >= plays and asked(wires):
                return
            for number, wire in enumerate(wires):
                views = [message for message in wire.seen if message["type"] == "view"]
                if wire in asked(wires) and (number, len(views)) not in answered:
                    view = views[-1]
                    answered.add((number, len(views)))
                    legal = view["view"]["legal"]
                    asking = {"type": "play", "id": token_hex(8), "match": view["match"], "question": view["question"]}
                    answer = wire.ask(**asking, actions=[rng.choice(legal)])
                    done += answer["type"] == "done"
        raise TimeoutError(f"{chairs.game} does not come to its end")
    finally:
        for wire in wires:
            wire.close()


def seen(url: str, chairs: Chairs) -> list[Message]:
    """What each of them is shown who comes back, once nothing more happens by itself."""
    wires = [Wire.at(url, chairs.word, token) for token in chairs.tokens]
    for wire in wires:
        wire.until("view")
    try:
        while heard(wires):
            pass
        return [wire.view()["view"] for wire in wires]
    finally:
        for wire in wires:
            wire.close()


def played(tree: Path, database: str) -> dict[str, Any]:
    """Play with the product of a tree on a database; returns what is to be found there again."""
    rng = Random(1)
    with serving(tree, database, HASTE) as url:
        ended = [sit(url, setting) for setting in PLAYED]
        for chairs in ended:
            go_on(url, chairs, rng, None)
        running = [sit(url, setting) for setting in PLAYED]
        for setting, chairs in zip(PLAYED, running, strict=True):
            go_on(url, chairs, rng, setting.plays)
    with serving(tree, database, 1) as url:
        over = [{**chairs._asdict(), "log": httpx.get(f"{url}/api/tables/{chairs.word}/log").json()} for chairs in ended]
        on = [{**chairs._asdict(), "views": seen(url, chairs)} for chairs in running]
    return {"over": over, "running": on}


def pack(name: str, facts: dict[str, Any], file: str, held: bytes) -> None:
    """A database and what is known of it, in one small file."""
    with tarfile.open(HERE / f"{name}.tar.xz", "w:xz", preset=9) as packed:
        for member, content in (("facts.json", json.dumps(facts).encode()), (file, held)):
            info = tarfile.TarInfo(member)
            info.size = len(content)
            packed.addfile(info, io.BytesIO(content))


def make(schema: int, commit: str, server: Postgresql | None) -> None:
    """A file of what a commit's product left: in a database of the server, or in SQLite."""
    with TemporaryDirectory() as folder:
        tree, file = Path(folder) / "tree", Path(folder) / "room.sqlite"
        subprocess.run(["git", "worktree", "add", "--detach", str(tree), commit], check=True, cwd=HERE, capture_output=True)
        try:
            if server is None:
                facts = played(tree, f"sqlite:///{file}")
                pack(f"{schema:02}-{commit}", facts, file.name, file.read_bytes())
            else:
                database = server.database()
                facts = played(tree, database)
                pack(f"{schema:02}-{commit}-postgresql", facts, DUMP, server.dump(database).encode())
        finally:
            shutil.rmtree(tree, ignore_errors=True)
            subprocess.run(["git", "worktree", "prune"], check=True, cwd=HERE)


def main(given: Sequence[str]) -> None:
    wanted = [one for one in given if one != "--postgresql"]
    server = None
    if "--postgresql" in given:
        place = binaries()
        if place is None:
            sys.exit("PostgreSQL is not installed")
        server = Postgresql(place, free_port())
    try:
        for schema, commit in COMMITS:
            if not wanted or commit in wanted:
                make(schema, commit, server)
                print(schema, commit, flush=True)
    finally:
        if server is not None:
            server.remove()


if __name__ == "__main__":
    main(sys.argv[1:])
