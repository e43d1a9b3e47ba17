"""The room behind somebody else's web server: real ones, under a path, with TLS ended there."""

import json
import logging
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from textwrap import dedent

import httpx
import pytest
import segno
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from parlour.server import Limits, proxy
from tests.conftest import require
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.server.certificate import certified
from tests.server.conftest import Serve
from tests.server.live import Live, Wire

NGINX = """
    daemon off; worker_processes 1; pid {folder}/pid; error_log stderr; events {{ worker_connections 64; }}
    http {{
      access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
      uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
      server {{
        listen 127.0.0.1:{port} ssl; ssl_certificate {cert}; ssl_certificate_key {key};
        location /room/ {{
          proxy_pass http://127.0.0.1:{behind}{strip}; {host}
          proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;
        }}
      }}
    }}
"""
CADDY = """
    {{
      admin off
      auto_https off
      storage file_system {folder}
    }}
    https://127.0.0.1:{port} {{
      tls {cert} {key}
      {handle} /room/* {{
        reverse_proxy 127.0.0.1:{behind}
      }}
    }}
"""
PAGE = '<!doctype html><meta name="parlour-base" content="/" /><script src="/assets/a.js"></script>'
KINDS = {
    "nginx with its own Host": ("nginx", NGINX, {"host": "", "strip": ""}),
    "nginx with the Host that was asked": ("nginx", NGINX, {"host": "proxy_set_header Host $host;", "strip": "/"}),
    "Caddy taking the path off": ("caddy", CADDY, {"handle": "handle_path"}),
    "Caddy leaving the path": ("caddy", CADDY, {"handle": "handle"}),
}


@dataclass
class Site:
    """A proxy and the room behind it."""

    url: str  # of the room, as the world has it
    live: Live
    trust: ssl.SSLContext

    @property
    def origin(self) -> str:
        return self.url.removesuffix("/room")

    def http(self, source: str = "127.0.0.9", **headers: str) -> httpx.Client:
        """A client at an address of this machine's own."""
        transport = httpx.HTTPTransport(local_address=source, verify=self.trust)
        return httpx.Client(transport=transport, timeout=PATIENCE, headers=headers)

    def open(self, source: str = "127.0.0.9", **headers: str) -> httpx.Response:
        with self.http(source, origin=self.origin, **headers) as http:
            return http.post(f"{self.url}/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"})

    def socket(self, word: str, origin: str) -> Wire:
        return Wire.at(self.url, word, hello=False, ssl=self.trust, origin=Origin(origin))


def answers(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until somebody listens there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "the proxy did not start"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("the proxy does not answer")


@pytest.fixture(params=KINDS)
def site(request: pytest.FixtureRequest, tmp_path: Path, serve: Serve) -> Iterator[Site]:
    program, template, rest = KINDS[request.param]
    if shutil.which(program) is None:
        require(program, "it is not installed")
    cert, key = certified(tmp_path)
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(PAGE)
    port = free_port()
    public = proxy.public_url(f"https://127.0.0.1:{port}/room/")
    live = serve(public=public, proxies=("127.0.0.1",), static=static, limits=Limits(tables_per_hour=2))
    config = tmp_path / "proxy.conf"
    names = {"folder": tmp_path, "port": port, "behind": live.url.rpartition(":")[2], "cert": cert, "key": key, **rest}
    config.write_text(dedent(template.format(**names)))
    command = {
        "nginx": ["nginx", "-p", str(tmp_path), "-c", str(config)],
        "caddy": ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)],
    }[program]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            answers(port, process)
            yield Site(public, live, ssl.create_default_context(cafile=cert))
        finally:
            process.terminate()


def test_behind_a_proxy_people_open_join_and_play(site: Site) -> None:
    with site.http() as http:
        page = http.get(f"{site.url}/t/maple-otter-1", headers={"accept": "text/html"}).text
        assert 'content="/room/"' in page
        assert 'src="/room/assets/a.js"' in page
        config = http.get(f"{site.url}/api/config").json()
        assert (config["lan"], config["secure"]) == ([site.url], True)
        chair = site.open().json()
        code = BytesIO()
        segno.make(f"{site.url}/t/{chair['table']}", error="m", micro=False).save(
            code, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False
        )
        assert http.get(f"{site.url}/api/tables/{chair['table']}/qr.svg").content == code.getvalue()
    with site.socket(chair["table"], site.origin) as wire:
        wire.send({"type": "hello", "token": chair["token"]})
        assert wire.until("welcome")["person"] == chair["person"]
        assert wire.ask(type="ready", ready=True)["type"] == "done"
    with pytest.raises(InvalidStatus) as refused:
        site.socket(chair["table"], "https://evil.example")
    assert refused.value.response.status_code == 403


def test_limits_count_those_who_come_and_not_the_proxy_and_nobody_can_pass_for_another(site: Site) -> None:
    said = [site.open(**{"x-forwarded-for": f"198.51.100.{i}"}).status_code for i in range(3)]
    assert said == [201, 201, 429]
    assert site.open("127.0.0.8").status_code == 201


def test_a_forwarded_address_is_believed_of_nobody_by_default(serve: Serve) -> None:
    live = serve(limits=Limits(tables_per_hour=1))
    body = {"game": "toy", "name": "Ana", "avatar": "fox"}
    addresses = [{"x-forwarded-for": f"198.51.100.{i}"} for i in range(2)]
    assert [live.http.post("/api/tables", json=body, headers=address).status_code for address in addresses] == [201, 429]


def test_who_reaches_the_room_without_the_proxy_is_let_in_as_well(serve: Serve) -> None:
    live = serve(public="https://games.example.org/room")
    chair = live.open()
    with live.socket(chair["table"], chair["token"], origin=live.url) as wire:
        assert wire.next()["type"] == "welcome"


def test_a_refused_page_is_said_to_the_operator_once(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    live = serve()
    for _ in range(3):
        response = live.http.post("/api/tables", json={}, headers={"origin": "https://games.example.org"})
        assert response.json()["code"] == "forbidden_origin"
    said = [vars(record)["facts"] for record in caplog.records if record.getMessage() == "origin refused"]
    assert [facts["origin"] for facts in said] == ["https://games.example.org"]
    assert "--public-url" in json.dumps(said)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("https://games.example.org/room", "https://games.example.org/room"),
        ("https://Games.Example.org:443/room/", "https://games.example.org/room"),
        ("http://games.example.org:8080/", "http://games.example.org:8080"),
        (" http://[2001:db8::1]:80 ", "http://[2001:db8::1]"),
        ("https://x.example/a/b", "https://x.example/a/b"),
    ],
)
def test_a_public_url_is_kept_as_a_browser_writes_it(said: str, kept: str) -> None:
    assert proxy.public_url(said) == kept


NO_PUBLIC_URLS = (
    *("games.example.org", "ftp://x.example", "https://", "https://a@x.example", "https://x.example/?a", "https://[x/"),
    *(
        "https://x.example/a//b",
        "https://x.example/../a",
        "https://x.example/api",
        "https://x.example/t/a",
        "https://x.example:port/",
    ),
)


@pytest.mark.parametrize("said", NO_PUBLIC_URLS)
def test_what_is_no_public_url_is_refused(said: str) -> None:
    with pytest.raises(proxy.ProxyError):
        proxy.public_url(said)


def test_a_trusted_proxy_is_an_address_or_a_network() -> None:
    assert proxy.trusted_proxy("127.0.0.1") == "127.0.0.1"
    assert proxy.trusts((proxy.trusted_proxy("10.0.0.0/8"), "::1"), "10.9.8.7")
    assert not proxy.trusts(("10.0.0.0/8",), "11.0.0.1")
    assert not proxy.trusts(("10.0.0.0/8",), "")
    for wrong in ("*", "localhost", "10.0.0.1/8", ""):
        with pytest.raises(proxy.ProxyError):
            proxy.trusted_proxy(wrong)
