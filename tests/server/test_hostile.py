"""One hostile client: what it may take is bounded, and nobody else is locked out."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from urllib.parse import urlsplit

import httpx
import pytest

from parlour.server.door.protocols import HEAD, WHOLE
from tests.patience import PATIENCE
from tests.server.conftest import GENEROUS, Serve
from tests.server.live import Live


def dial(live: Live, source: str = "127.0.0.1") -> socket.socket:
    """A bare connection, from an address of this machine's own."""
    return socket.create_connection(("127.0.0.1", urlsplit(live.url).port or 0), timeout=PATIENCE, source_address=(source, 0))


def from_(live: Live, source: str) -> int:
    """The status of a request from an address."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE) as client:
        return client.get(f"{live.url}/api/games").status_code


def ended(connection: socket.socket) -> bytes:
    """What came before the end; fails where there is no end."""
    got = b""
    try:
        while piece := connection.recv(65_536):
            got += piece
    except ConnectionError:
        pass
    return got


def endless(head: bytes, piece: bytes, least: int) -> Iterator[bytes]:
    yield head
    for _ in range(least // len(piece) + 1):
        yield piece


HEADERS = b"GET /api/games HTTP/1.1\r\nHost: x\r\n"
CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "a request line": (b"GET /", b"a" * 4096, 3 * HEAD),
    "one header": (HEADERS + b"X: ", b"a" * 4096, 3 * HEAD),
    "headers": (HEADERS, b"X: y\r\n" * 500, 3 * HEAD),
    "empty lines": (b"", b"\r\n" * 2000, 3 * HEAD),
    "headers after the body": (CHUNKED + b"2\r\n{}\r\n0\r\n", b"X: " + b"y" * 4000 + b"\r\n", 2 * WHOLE),
    "a name of a chunk": (CHUNKED + b"2;", b"a" * 4096, 2 * WHOLE),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_request_without_end_is_ended_by_its_size(live: Live, kind: str) -> None:
    with dial(live) as connection:
        try:
            for piece in endless(*ENDLESS[kind]):
                connection.sendall(piece)
            answer = ended(connection)
        except ConnectionError:  # it was ended while we were still sending
            answer = b""
    assert not answer or answer.startswith(b"HTTP/1.1 431"), answer
    assert live.http.get("/healthz").is_success


def test_a_long_head_is_refused_with_a_reason(live: Live) -> None:
    with dial(live) as connection:
        connection.sendall(HEADERS + b"X: " + b"y" * (HEAD + 1 - len(HEADERS)))
        answer = ended(connection)
        assert answer.startswith(b"HTTP/1.1 431")
        head, _, body = answer.partition(b"\r\n\r\n")
        assert json.loads(body)["code"] == "too_large"
        assert f"Content-Length: {len(body)}".encode() in head


def test_requests_sent_ahead_by_the_thousand_are_cut_off(live: Live) -> None:
    with dial(live) as connection:
        ahead = HEADERS + b"\r\n"
        try:
            for _ in range(40):
                connection.sendall(ahead * 500)
            answers = ended(connection)
        except ConnectionError:
            answers = b""
        assert answers.count(b"HTTP/1.1 200") < 20_000
    with dial(live) as connection:
        connection.sendall(ahead * 8)
        got = b""
        while got.count(b"HTTP/1.1 200") < 8:
            got += (piece := connection.recv(65_536))
            assert piece, "eight are none too many"


def test_who_fills_an_address_cuts_off_their_own_idle_connections(serve: Serve) -> None:
    live = serve(limits=replace(GENEROUS, connections_per_address=8))
    with live.socket(live.open()["table"]) as wire, ExitStack() as stack:
        wire.until("table")
        idle = [stack.enter_context(dial(live)) for _ in range(20)]
        assert not ended(idle[0])
        assert from_(live, "127.0.0.1") == 200
        assert from_(live, "127.0.0.2") == 200
        wire.send({"type": "time", "sent": 1})
        assert wire.until("time")


def test_idle_connections_from_many_addresses_make_room_for_others(serve: Serve) -> None:
    live = serve(limits=replace(GENEROUS, connections=30))
    with live.socket(live.open()["table"]) as wire, ExitStack() as stack:
        wire.until("table")
        idle = [stack.enter_context(dial(live, f"127.0.1.{i}")) for i in range(1, 51)]
        assert not ended(idle[0])
        assert from_(live, "127.0.0.9") == 200
        wire.send({"type": "time", "sent": 1})
        assert wire.until("time")


def test_half_a_request_is_idle(serve: Serve) -> None:
    live = serve(limits=replace(GENEROUS, connections=20))
    with ExitStack() as stack:
        for i in range(1, 41):
            half = stack.enter_context(dial(live, f"127.0.1.{i}"))
            half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
        assert from_(live, "127.0.0.9") == 200


@pytest.mark.long
def test_at_the_systems_limit_of_open_files_the_room_stays_open(sqlite: str) -> None:
    serve = f"ulimit -Sn 200; ulimit -Hn 256; exec {sys.executable} -m parlour serve --port 0 --database {sqlite}"
    command = ["/bin/sh", "-c", serve]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        listening = json.loads(process.stderr.readline())
        try:
            assert (listening["event"], listening["files"]) == ("listening", 256), "the soft limit is raised to the hard one"
            with ExitStack() as stack:
                for i in range(1, 301):
                    address = ("127.0.0.1", urlsplit(url).port or 0)
                    source = (f"127.0.1.{i % 250 + 1}", 0)
                    stack.enter_context(socket.create_connection(address, timeout=PATIENCE, source_address=source))
                assert httpx.get(f"{url}/api/games", timeout=PATIENCE).is_success
        finally:
            process.kill()
