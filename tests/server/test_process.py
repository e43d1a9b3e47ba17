"""The server as an operator runs it: a process that is told to stop, and a certificate of one's own."""

import signal
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server.certificate import certified
from tests.server.conftest import quick
from tests.server.live import Live, Wire


@contextmanager
def served(database: str, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`parlour serve` on a free port, without bots that think: the process, and where it answers."""
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--database", database, "--thinkers", "0", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def laid(url: str) -> tuple[str, str, str]:
    """A table of the toy game with a host and a guest: its word, and the tokens of their chairs."""
    host = httpx.post(f"{url}/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"}, timeout=PATIENCE).json()
    people = f"{url}/api/tables/{host['table']}/people"
    guest = httpx.post(people, json={"name": "Ben", "avatar": "owl"}, timeout=PATIENCE).json()
    return host["table"], host["token"], guest["token"]


def sit(url: str, word: str, token: str) -> Wire:
    wire = Wire.at(url, word, token)
    wire.until("table")
    return wire


def test_whoever_reads_the_database_meanwhile_takes_nothing_away(sqlite: str) -> None:
    """A server that had dropped its locks lost its log to whoever closed the file elsewhere, and all that came later."""
    with served(sqlite) as (process, url):
        word, host, guest = laid(url)
        ana, ben = (sit(url, word, token) for token in (host, guest))
        with ana, ben:
            ana.send({"type": "start", "id": "start"})
            for wire in (ana, ben):
                wire.until("view")
                with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"))) as reader:
                    reader.execute("SELECT count(*) FROM actions").fetchone()
                assert wire.play()["type"] == "done"
                seq = wire.view()["seq"]
        process.kill()
        process.wait()
    with served(sqlite) as (_, url), sit(url, word, host) as ana:
        assert ana.until("view")["seq"] == seq


def test_told_to_stop_the_server_says_goodbye_and_the_match_goes_on_after_it(sqlite: str) -> None:
    with served(sqlite) as (process, url):
        word, host, guest = laid(url)
        ana, ben = (sit(url, word, token) for token in (host, guest))
        with ana, ben:
            ana.send({"type": "start", "id": "start"})
            ana.until("view")
            assert ana.play()["type"] == "done"
            seq = ana.view()["seq"]
            process.send_signal(signal.SIGTERM)
            for wire in (ana, ben):
                assert wire.until("closed")["reason"] == "shutdown"
                with pytest.raises(ConnectionClosed):
                    wire.next()
        assert process.wait(PATIENCE) == 0
    with served(sqlite) as (_, url):
        ana, ben = (sit(url, word, token) for token in (host, guest))
        with ana, ben:
            assert ana.until("view")["seq"] == seq
            assert ana.view()["view"]["legal"] == []
            ben.until("view")
            assert ben.play()["type"] == "done"


def test_what_a_server_started_ends_with_it_however_it_ends(sqlite: str) -> None:
    """A killed server's processes hold its standard output for as long as they live: it is read to its end."""
    with served(sqlite) as (process, url):
        httpx.post(f"{url}/api/games/keys/study", json={"players": 2}, timeout=PATIENCE).raise_for_status()  # starts a process
        process.kill()
        assert process.stdout is not None
        assert process.stdout.read() == ""


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    return certified(tmp_path)


def test_with_a_certificate_page_and_sockets_are_encrypted(sqlite: str, tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><title>Parlour</title>")
    live = Live(quick(sqlite, static=static), certificate)
    try:
        assert live.url.startswith("https://")
        assert live.http.get("/").text.startswith("<!doctype html>")
        assert live.http.get("/api/config").json()["secure"]
        ana, ben = live.seated(2)
        with ana, ben:
            assert isinstance(ana.socket.socket, ssl.SSLSocket)
            assert ana.play()["type"] == "done"
            word = ana.seen[0]["table"]
            with live.socket(word, origin=live.url) as page:
                assert page.next()["type"] == "welcome"
        with pytest.raises(httpx.TransportError):
            httpx.get(live.url.replace("https", "http"), timeout=PATIENCE)
        with pytest.raises(httpx.ConnectError, match=r"(?i)certificate"):
            httpx.get(live.url, timeout=PATIENCE)
    finally:
        live.stop()
