"""The database fails and comes back: health says so, the log is short, and nobody is told what was not kept."""

import json
import logging
import resource
import signal
import subprocess
import sys
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed

from parlour.server.hall import pulse, sweeper
from parlour.server.logs import Lines
from tests.patience import PATIENCE, wait_until
from tests.server.conftest import Serve
from tests.server.live import Wire
from tests.server.postgresql import Postgresql
from tests.server.test_process import served


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for health is answered anew each time."""
    monkeypatch.setattr(pulse, "FRESH", 0.0)


def health(http: httpx.Client) -> tuple[int, str, str]:
    response = http.get("/healthz")
    body = response.json()
    return response.status_code, body["status"], body["parts"]["store"]


@pytest.mark.usefixtures("hasty")
def test_health_says_that_a_file_is_read_only(serve: Serve) -> None:
    live = serve()
    assert health(live.http) == (200, "ok", "ok")
    may_write = False

    def permit(_: Any, cursor: Any, *__: Any) -> None:
        cursor.execute(f"PRAGMA query_only={'off' if may_write else 'on'}")  # file rights do not bind root

    event.listen(live.hub.store.engine, "before_cursor_execute", permit)
    assert health(live.http) == (503, "failing", "attempt to write a readonly database")
    assert live.http.get("/readyz").json() == {"status": "ready"}
    refused = live.http.post("/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"})
    assert (refused.status_code, refused.json()["code"]) == (503, "away")
    may_write = True
    assert health(live.http) == (200, "ok", "ok")
    live.open()


def test_a_sweep_that_fails_is_one_line_of_the_log(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sweeper, "SWEEP", 3600.0)
    live = serve(repeats=0.0, unload=0.0)
    chair = live.open()
    with live.socket(chair["table"], chair["token"]) as wire:
        assert wire.ask(type="clock", seconds=30)["type"] == "done"
    wait_until(lambda: not live.hub.has(chair["table"]), "it stays in memory")

    def refuse(_: Any, cursor: Any, *__: Any) -> None:
        cursor.execute("PRAGMA query_only=on")

    event.listen(live.hub.store.engine, "before_cursor_execute", refuse)

    def sweep() -> None:
        live.hub.sweeper.stop()
        live.hub.sweeper.start()

    def failed() -> list[logging.LogRecord]:
        return [record for record in caplog.records if record.getMessage() == "sweep failed"]

    live.loop.call_soon_threadsafe(sweep)
    wait_until(lambda: bool(failed()), "nothing is said of it")
    [record] = failed()
    line = Lines().format(record)
    assert "\n" not in line
    assert "trace" not in json.loads(line)
    assert json.loads(line)["reason"] == "attempt to write a readonly database"


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="prlimit: only Linux has it")
def test_health_says_that_a_disk_takes_no_more(sqlite: str) -> None:
    with served(sqlite) as (process, url), httpx.Client(base_url=url, timeout=PATIENCE) as http:
        assert health(http) == (200, "ok", "ok")
        before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        wait_until(lambda: health(http) == (503, "failing", "disk I/O error"), "it says nothing")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)
        wait_until(lambda: health(http) == (200, "ok", "ok"), "it does not come back")


def test_a_room_that_stops_is_not_ready(serve: Serve) -> None:
    live = serve()
    assert (live.http.get("/readyz").status_code, live.http.get("/readyz").json()) == (200, {"status": "ready"})
    live.hub.farewell()
    gone = live.http.get("/readyz")
    assert (gone.status_code, gone.json()) == (503, {"status": "stopping"})
    assert live.http.get("/healthz").status_code == 200, "what is still under way is stored"


@pytest.mark.usefixtures("hasty")
def test_an_outage_of_postgresql_is_one_line_and_a_count_and_the_tables_go_on(
    serve: Serve, postgresql: Postgresql, caplog: pytest.LogCaptureFixture
) -> None:
    live = serve(database=postgresql.database())
    chairs, wires = live.party(2)
    word, chair = chairs[0]["table"], chairs[0]
    wires[0].play()
    with caplog.at_level(logging.WARNING):
        postgresql.stop()
        status, said, why = health(live.http)
        assert (status, said) == (503, "failing")
        assert "127.0.0.1" not in why, "no address is told"
        wires[0].send({"type": "time", "sent": 1})
        wires[1].send(
            {
                "type": "play",
                "id": "lost",
                "match": 1,
                "question": wires[1].view()["question"],
                "actions": [{"do": "card", "slot": 1}],
            }
        )
        for wire in wires:
            with pytest.raises(ConnectionClosed):
                wire.until("nothing more")
        for _ in range(20):
            with live.socket(word, chair["token"]) as again, pytest.raises(ConnectionClosed) as closed:
                again.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013, "try again later"
            answer = live.http.get(f"/api/tables/{word}")
            assert (answer.status_code, answer.json()["code"]) == (503, "away")
        postgresql.start()
        wait_until(lambda: health(live.http)[0] == 200, "it does not come back")
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in told] == ["store failing", "store answers again"]
    assert told[1].facts["failures"] >= 40  # type: ignore[attr-defined]
    assert not [record for record in told if record.exc_info]
    with live.socket(word, chair["token"]) as back:
        assert back.until("view")["match"] == 1


@pytest.mark.long
def test_a_database_that_hangs_is_waited_for_so_long_and_no_longer(postgresql: Postgresql) -> None:
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--thinkers", "0", "--metrics-port", "0"]
    process = subprocess.Popen(
        [*command, "--database", postgresql.database()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        lines: list[dict[str, Any]] = []
        while not lines or lines[-1]["event"] != "listening":
            lines.append(json.loads(process.stderr.readline()))
        port = next(line["port"] for line in lines if line["event"] == "metrics")
        asked = {"game": "toy", "name": "Ana", "avatar": "fox"}
        chair = httpx.post(f"{url}/api/tables", json=asked, timeout=PATIENCE).raise_for_status().json()
        with Wire.at(url, chair["table"], chair["token"]) as wire, postgresql.frozen():
            wire.until("table")
            assert httpx.get(f"{url}/healthz", timeout=PATIENCE).status_code == 503
            figures = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
            assert "parlour_sockets 1.0" in figures
            assert 'parlour_tables{status="lobby"}' not in figures, "the store is not known"
            refused = httpx.post(f"{url}/api/tables", json=asked, timeout=PATIENCE)
            assert (refused.status_code, refused.json()["code"]) == (503, "away")
            wire.send({"type": "seat_bot", "id": "bot", "bot": "random"})
            with pytest.raises(ConnectionClosed):
                wire.until("done")
            process.send_signal(signal.SIGTERM)
            left = process.stderr.read().splitlines()
            assert process.wait(PATIENCE) == 0
        assert json.loads(left[-1])["event"] == "stopped"
        assert [line for line in map(json.loads, left) if "trace" in line] == []
    finally:
        process.kill()
        process.communicate()
