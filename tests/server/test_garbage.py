"""Nothing waits for the garbage collector: what is done with is freed at once, so that the collector never has much to do.

The server runs in a process of its own, whose collector is off until it is asked what it finds.
"""

import gc
import multiprocessing
import socket
from collections import Counter
from collections.abc import Iterator
from multiprocessing.connection import Connection
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.day import some_of
from tests.patience import PATIENCE, wait_until
from tests.server.conftest import quick
from tests.server.live import Live, Message, Wire

OPENED = {"game": "toy", "name": "Ana", "avatar": "fox", "options": {"rounds": 1}}
WHOLE = 100_000  # more plays than any match has
GAMES: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("skyjo", 2, WHOLE, {"end_score": 50}),
    ("keys", 2, WHOLE, {"to_win": 1}),
    ("kings_keys", 2, WHOLE, {"round_limit": 3, "truce_rounds": 1}),
    ("keskife", 4, 6, {"venue": "stage"}),  # whose rounds take their time by the clock
)
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["parlour.server"])


def serve(pipe: Connection, database: str) -> None:
    """A server; says where it is, and whenever it is asked, what its collector found since, by kind."""
    live = Live(quick(database, unload=1.0))
    gc.collect()
    gc.disable()
    pipe.send(live.url)
    while pipe.recv():
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        found = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage)
        gc.garbage.clear()
        gc.collect()
        pipe.send(dict(found))
    live.stop()


class Apart:
    """A server in another process."""

    def __init__(self, database: str) -> None:
        self._pipe, theirs = processes.Pipe()
        self._process = processes.Process(target=serve, args=(theirs, database))
        self._process.start()
        theirs.close()  # so that a server that does not begin is an error here, and nothing to wait for
        self.url: str = self._pipe.recv()
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def garbage(self) -> dict[str, int]:
        """What the collector finds now."""
        self._pipe.send(True)
        found: dict[str, int] = self._pipe.recv()
        return found

    def sit(self, word: str, token: str) -> Wire:
        wire = Wire.at(self.url, word, token)
        wire.until("table")
        return wire

    def match(self, game: str = "toy", people: int = 2, **options: Any) -> list[Wire]:
        """People, and a bot where there is room for one, at a match that has begun."""
        form = {**OPENED, "game": game, "options": options or OPENED["options"]}
        chairs: list[Message] = [self.http.post("/api/tables", json=form).json()]
        word = chairs[0]["table"]
        for number in range(1, people):
            body = {"name": f"Ben {number}", "avatar": "owl"}
            chairs.append(self.http.post(f"/api/tables/{word}/people", json=body).json())
        wires = [self.sit(word, chair["token"]) for chair in chairs]
        wires[0].ask(type="seat_bot", bot="random")
        wires[0].send({"type": "start", "id": "start"})
        for wire in wires:
            wire.until("view")
        return wires

    def stop(self) -> None:
        self.http.close()
        self._pipe.send(False)
        self._process.join(PATIENCE)


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory, toy_installed: None) -> Iterator[Apart]:
    server = Apart(f"sqlite:///{tmp_path_factory.mktemp('apart')}/room.sqlite")
    visit(server, matches=1)  # what is made once, at the first of each kind
    server.garbage()
    yield server
    server.stop()


def visit(apart: Apart, matches: int) -> None:
    """Pages are fetched, two sit down and play, are refused, ask, leave and are cut off."""
    for path in ("/healthz", "/api/games", "/api/nothing", "/api/tables/maple-otter-1"):
        apart.http.get(path)
    apart.http.post("/api/tables", content="{")
    wires = apart.match()
    for _ in range(matches):
        play_out(wires)
        wires[0].ask(type="rematch")
        wires[0].send({"type": "start", "id": f"start-{len(wires[0].seen)}"})
        for wire in wires:
            while wire.view()["view"]["over"]:
                wire.until("view")
    ana, ben = wires
    ana.ask(type="play", match=1, question=0, actions=[{"do": "draw"}])
    ana.ask(type="why", action={"do": "draw"})
    ana.ask(type="signal", person=2, data={"x": 1})
    ana.send("nonsense")
    ana.until("refused")
    with Wire.at(apart.url, "maple-otter-1") as nowhere:
        nowhere.next()
    ben.ask(type="stand")
    ana.close()
    ben.socket.socket.shutdown(socket.SHUT_RDWR)
    ben.close()
    address = urlsplit(apart.url)
    for sent in (b"", b"GET /api/games HTTP/1.1\r\nHost:", b"nonsense\r\n\r\n"):
        with socket.create_connection((address.hostname, address.port or 0)) as cut:
            cut.sendall(sent)


def play_out(wires: list[Wire], rng: Random | None = None, most: int = WHOLE) -> None:
    """Play the first thing allowed, or any, until the match is over, or so much was played."""
    played = 0
    while played < most:
        for wire in wires:
            wire.send({"type": "time", "sent": 1})
            wire.until("time")  # all that was sent before is read
            if wire.view()["view"]["over"]:
                return
            if legal := wire.view()["view"]["legal"]:
                wire.play(actions=[rng.choice(legal) if rng is not None else legal[0]])
                played += 1


@pytest.mark.long
def test_moves_connections_and_matches_leave_nothing_to_the_collector(apart: Apart) -> None:
    visit(apart, matches=2)

    def at_rest() -> bool:
        health = apart.http.get("/healthz").json()
        return not health["sockets"] and not health["tables"]

    wait_until(at_rest, "a table stays in memory")
    assert apart.garbage() == {}


@pytest.mark.long
@pytest.mark.parametrize(("game", "people", "most", "options"), some_of(GAMES, 1, "garbage"))
def test_whole_matches_of_every_game_leave_nothing_to_the_collector(
    apart: Apart, game: str, people: int, most: int, options: dict[str, Any]
) -> None:
    def evening() -> None:
        wires = apart.match(game, people, **options)
        play_out(wires, Random(1), most)
        wires[0].ask(type="close")
        for wire in wires:
            wire.close()
        wait_until(lambda: not apart.http.get("/healthz").json()["tables"], "the table stays in memory")

    evening()  # what is made once, at the first of each game
    apart.garbage()
    evening()
    assert apart.garbage() == {}
