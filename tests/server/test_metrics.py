"""What Prometheus is told, and the dashboard that reads it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from parlour.cli import main
from parlour.server.metrics import Metrics
from tests.patience import PATIENCE, wait_until
from tests.server.conftest import quick
from tests.server.live import Live

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana" / "parlour.json"
Figures = dict[tuple[str, str], float]  # by name, and the value of the one label where there is one


@pytest.fixture
def counted(sqlite: str) -> Iterator[tuple[Live, Metrics]]:
    metrics = Metrics("127.0.0.1", 0)
    live = Live(quick(sqlite), meters=metrics)
    yield live, metrics
    live.stop()
    metrics.close()


def told(metrics: Metrics) -> Figures:
    """What Prometheus reads there now."""
    text = httpx.get(f"http://127.0.0.1:{metrics.port}/metrics", timeout=PATIENCE).text
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, "".join(sample.labels.values())): sample.value for sample in samples}


def test_what_happens_is_counted(counted: tuple[Live, Metrics]) -> None:
    live, metrics = counted
    wires = live.seated(2)
    word = wires[0].seen[0]["table"]
    before = told(metrics)
    assert (before["parlour_people", ""], before["parlour_sockets", ""], before["parlour_tables", "playing"]) == (2, 2, 1)
    assert wires[0].play()["type"] == "done"
    assert wires[1].play(question=0)["code"] == "stale"
    live.http.get("/api/tables/maple-otter-1")
    live.http.post("/api/tables", content="x" * 30_000)
    live.http.post("/api/tables", json={})
    wait_until(lambda: told(metrics)["parlour_move_seconds_count", ""] > before["parlour_move_seconds_count", ""], "no move")
    after = told(metrics)
    for code in ("stale", "unknown_table", "too_large", "bad_message"):
        assert after["parlour_refusals_total", code] == 1, code
    assert after["parlour_moves_total", ""] == before["parlour_moves_total", ""] + 1
    assert after["parlour_write_seconds_count", ""] > before["parlour_write_seconds_count", ""]
    assert after["parlour_write_records_sum", ""] > before["parlour_write_records_sum", ""]
    wait_until(lambda: told(metrics)["parlour_loop_lag_seconds_count", ""] > 0, "no look at the loop")
    chair = live.open("skyjo")
    with live.socket(chair["table"], chair["token"]) as host:
        host.until("table")
        host.ask(type="seat_bot", bot="random")
        host.ask(type="start")
        wait_until(lambda: told(metrics)["parlour_bot_seconds_count", ""] > 0, "no bot")
    text = httpx.get(f"http://127.0.0.1:{metrics.port}/metrics", timeout=PATIENCE).text
    assert not [secret for secret in (word, chair["token"], "Ana", "P1") if secret in text]


def test_the_dashboard_asks_for_what_is_told(counted: tuple[Live, Metrics]) -> None:
    live, metrics = counted
    live.open()
    live.http.get("/api/tables/maple-otter-1")
    known = {name for name, _ in told(metrics)}
    dashboard = json.loads(DASHBOARD.read_text())
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b(?:parlour|process)_\w+", target["expr"])
    }
    assert asked <= known, asked - known
    ours = {re.sub(r"_(total|bucket|count|sum|created)$", "", name) for name in known if name.startswith("parlour_")}
    assert ours == {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in asked if name.startswith("parlour_")}


def test_the_command_line_answers_prometheus_on_a_port_of_its_own(sqlite: str) -> None:
    served = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--database", sqlite]
    command = [*served, "--metrics-port", "0", "--thinkers", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        lines = iter(lambda: json.loads(process.stderr.readline()), None)  # type: ignore[union-attr]
        port = next(line["port"] for line in lines if line["event"] == "metrics")
        text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
        assert "parlour_sockets 0.0" in text
        assert httpx.get(f"{url}/metrics", timeout=PATIENCE).status_code == 404, "not where people are"
        process.terminate()
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


def test_a_port_that_is_taken_is_said(sqlite: str, counted: tuple[Live, Metrics], capsys: pytest.CaptureFixture[str]) -> None:
    _, metrics = counted
    command = ["serve", "--port", "0", "--database", f"{sqlite}2", "--metrics-port", str(metrics.port)]
    assert main(command) == 1
    assert f"cannot answer for metrics on 127.0.0.1:{metrics.port}" in capsys.readouterr().err
    assert main([*command[:-1], "70000"]) == 2
