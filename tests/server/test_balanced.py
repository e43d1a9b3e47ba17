"""Two servers of one room behind nginx and behind Caddy, as docs/operating.md writes it, and one of them stops."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidHandshake

from tests.conftest import require
from tests.patience import PATIENCE, wait_until
from tests.ports import free_port
from tests.server.conftest import Serve
from tests.server.live import Live, Wire
from tests.server.postgresql import Postgresql
from tests.server.test_proxy import answers

WRITTEN = (Path(__file__).parents[2] / "docs/operating.md").read_text()
AROUND = """
daemon off; worker_processes 1; pid {folder}/pid; error_log stderr; events {{ worker_connections 64; }}
http {{
  access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  {block}
}}
"""


def configuration(program: str, folder: Path, port: int, servers: list[Live]) -> str:
    """The block of the page, with addresses of this machine, and without TLS."""
    found = re.search(rf"```{program}\n(.*?)```", WRITTEN, re.DOTALL)
    assert found is not None
    block = found[1]
    for number, live in enumerate(servers, 1):
        assert f"10.0.0.{number}:8000" in block
        block = block.replace(f"10.0.0.{number}:8000", live.url.removeprefix("http://").replace("localhost", "127.0.0.1"))
    if program == "caddy":
        return f"{{\n  admin off\n  auto_https off\n  storage file_system {folder}\n}}\n" + block.replace(
            "games.example.org", f"http://127.0.0.1:{port}"
        )
    block = re.sub(r" *ssl_certificate.*;\n", "", block.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};"))
    return AROUND.format(folder=folder, block=block)


@pytest.fixture(params=["nginx", "caddy"])
def room(
    request: pytest.FixtureRequest, tmp_path: Path, serve: Serve, postgresql: Postgresql
) -> Iterator[tuple[str, list[Live]]]:
    """Where the proxy answers, and the servers behind it."""
    program: str = request.param
    if shutil.which(program) is None:
        require(program, "it is not installed")
    database, port = postgresql.database(), free_port()
    public = f"http://127.0.0.1:{port}"
    servers = [serve(database=database, public=public, proxies=("127.0.0.1",)) for _ in range(2)]
    config = tmp_path / "proxy.conf"
    config.write_text(configuration(program, tmp_path, port, servers))
    command = {
        "nginx": ["nginx", "-p", str(tmp_path), "-c", str(config)],
        "caddy": ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)],
    }[program]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            answers(port, process)
            yield public, servers
        finally:
            process.terminate()


def test_people_play_through_a_balancer_and_go_on_when_a_server_stops(room: tuple[str, list[Live]]) -> None:
    url, servers = room
    with httpx.Client(base_url=url, timeout=PATIENCE) as http:
        host = http.post("/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"}).json()
        word = host["table"]
        guest = http.post(f"/api/tables/{word}/people", json={"name": "Ben", "avatar": "owl"}).json()
        wires = [Wire.at(url, word, chair["token"]) for chair in (host, guest)]
        for wire in wires:
            wire.until("table")
        wires[0].send({"type": "start", "id": "start"})
        for wire in wires:
            wire.until("view")
        assert wires[1].play()["type"] == "done"
        holder = next(live for live in servers if live.hub.has(word))
        holder.stop_now()
        other = next(live for live in servers if live is not holder)

        def back() -> bool:
            with suppress(InvalidHandshake, OSError, EOFError), Wire.at(url, word, guest["token"]) as again:
                return bool(again.until("view")["match"] == 1)
            return False

        wait_until(back, "nobody gets in")
        assert other.hub.has(word)
        assert http.get(f"/api/tables/{word}").json()["status"] == "playing"
