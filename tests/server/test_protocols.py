"""What the protocols under the room would wait for without end, they do not."""

import socket
import time
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection

from parlour.server.door import protocols
from parlour.server.table.bucket import Bucket
from tests.patience import PATIENCE
from tests.server.conftest import GENEROUS, Serve
from tests.server.live import Live, Wire


def test_a_seat_whose_socket_reads_nothing_is_soon_not_here(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "STALLED", 0.5)
    live = serve(limits=GENEROUS)
    host = live.open()
    ben = live.join(host["table"])
    with live.socket(host["table"], host["token"]) as wire, live.socket(host["table"], ben["token"], max_queue=1) as deaf:
        table = wire.until("table")
        while not all(one["here"] for one in table["table"]["people"]):
            table = wire.until("table")
        for i in range(600):  # 9 MB: more than its buffers hold
            wire.send({"type": "signal", "id": f"s{i}", "person": ben["person"], "data": "x" * 15_000})
        end = time.monotonic() + PATIENCE
        while any(one["here"] for one in table["table"]["people"] if one["person"] == ben["person"]):
            assert time.monotonic() < end, "still here"
            table = wire.until("table")
        deaf.socket.socket.close()  # or its library would wait for a farewell


def pings(wire: ClientConnection) -> None:
    wire.ping()


def pongs(wire: ClientConnection) -> None:
    wire.pong()


def pieces(wire: ClientConnection) -> None:
    wire.send("" for _ in range(2000))


@pytest.mark.parametrize("flood", [pings, pongs, pieces])
def test_a_flood_of_frames_that_are_no_messages_is_ended(live: Live, flood: Callable[[ClientConnection], None]) -> None:
    with live.socket(live.open()["table"]) as wire:
        wire.until("table")
        with pytest.raises(ConnectionClosed):
            flooded(wire, flood)


def flooded(wire: Wire, flood: Callable[[ClientConnection], None]) -> None:
    for _ in range(2000):
        flood(wire.socket)
    wire.until("nothing more")


@pytest.fixture
def hasty(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Live:
    """A room that gives requests half a second to come in."""
    monkeypatch.setattr(protocols, "ASKING", 0.5)
    return serve()


T = TypeVar("T")


def patiently(ask: Callable[[], T]) -> T:
    """Ask a hasty room until it is asked in time: on a busy machine half a second may pass before a request is sent."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (httpx.TransportError, InvalidHandshake, OSError, EOFError):
            assert time.monotonic() < end, "never in time"


HALF = ("", "GET /api/games HTTP/1.1\r\nHost:", "POST /api/tables HTTP/1.1\r\nContent-Length: 99\r\n\r\n{")


@pytest.mark.parametrize("sent", HALF)
def test_a_request_that_does_not_come_in_whole_is_cut_off(hasty: Live, sent: str) -> None:
    with socket.create_connection(("127.0.0.1", urlsplit(hasty.url).port or 0), timeout=PATIENCE) as late:
        late.sendall(sent.encode())
        try:
            answer = late.recv(1)
        except ConnectionResetError:
            answer = b""
        assert not answer


def test_a_connection_between_two_requests_is_left_alone(hasty: Live) -> None:
    before = patiently(lambda: hasty.http.get("/api/games")).extensions["network_stream"]
    time.sleep(1)
    after = hasty.http.get("/api/games").extensions["network_stream"]
    assert before.get_extra_info("socket") is after.get_extra_info("socket")


def test_sockets_outlast_the_time_a_request_has(hasty: Live) -> None:
    word = patiently(hasty.open)["table"]
    with patiently(lambda: hasty.socket(word)) as wire:
        wire.until("table")
        time.sleep(1)
        wire.send({"type": "time", "sent": 1})
        assert wire.until("time")["sent"] == 1


def test_a_clock_set_back_takes_nothing_away() -> None:
    bucket = Bucket(20, 60, 10_000.0)
    assert bucket.take(10_000.0)
    assert bucket.take(6_400.0)
    assert all(bucket.take(6_400.0) for _ in range(58))
    assert not bucket.take(6_400.0)
    assert bucket.take(6_400.1)
