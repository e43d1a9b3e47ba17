"""STUN and TURN servers as an operator names them, and as every page is told of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour import cli, server
from parlour.server import Settings
from parlour.server.ice import IceError, read, read_file
from tests.server.conftest import Serve


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("stun:stun.example.org", {"urls": "stun:stun.example.org"}),
        ("stun:192.0.2.7:3478", {"urls": "stun:192.0.2.7:3478"}),
        ("turn:[2001:db8::1]:3478,ada,s3cret", {"urls": "turn:[2001:db8::1]:3478", "username": "ada", "credential": "s3cret"}),
        (
            "turns:turn.example.org?transport=tcp,ada,with,comma",
            {"urls": "turns:turn.example.org?transport=tcp", "username": "ada", "credential": "with,comma"},
        ),
    ],
)
def test_a_server_as_it_is_named(text: str, server: dict[str, str]) -> None:
    assert read(text) == server


@pytest.mark.parametrize(
    "text",
    [
        *("", "stun:", "stun.example.org", "http://stun.example.org", "stun:a b", "stun:stun.example.org:0"),
        *("stun:stun.example.org:70000", "stun:stun.example.org?transport=udp", "stun:stun.example.org,ada,s3cret"),
        *(
            "turn:turn.example.org",
            "turn:turn.example.org,s3cret",
            "turn:turn.example.org,,s3cret",
            "turn:x?transport=ip,a,s3cret",
        ),
    ],
)
def test_what_no_browser_would_take_is_refused_without_the_credential(text: str) -> None:
    with pytest.raises(IceError) as refused:
        read(text)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ({"urls": "stun:a"}, "a list"),
        (["stun:a"], "an object"),
        ([{"urls": "stun:a", "password": "s3cret"}], "an object"),
        ([{"urls": []}], "an address"),
        ([{"urls": ["stun:a", 7]}], "an address"),
        ([{"urls": "turn:a", "username": "ada", "credential": 7}], "needs a user"),
    ],
)
def test_a_file_that_lists_none_is_refused(listed: Any, said: str, tmp_path: Path) -> None:
    path = tmp_path / "ice.json"
    path.write_text(json.dumps(listed), encoding="utf-8")
    with pytest.raises(IceError, match=said) as refused:
        read_file(path)
    assert "s3cret" not in str(refused.value)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(IceError, match="not JSON"):
        read_file(path)


def test_the_command_gathers_them_and_the_page_is_told(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = {"urls": ["turn:turn.example.org"], "username": "ada", "credential": "s3cret"}
    path = tmp_path / "ice.json"
    path.write_text(json.dumps([turn]), encoding="utf-8")
    ran: list[Settings] = []
    monkeypatch.setattr(server, "run", lambda **given: ran.append(given["settings"]))
    monkeypatch.setenv("PARLOUR_ICE_FILE", str(path))
    assert cli.main(["serve", "--ice", "stun:stun.example.org"]) == 0
    assert ran[0].ice == (turn, {"urls": "stun:stun.example.org"})
    assert serve(ice=ran[0].ice).http.get("/api/config").json()["ice"] == list(ran[0].ice)
    monkeypatch.delenv("PARLOUR_ICE_FILE")
    assert cli.main(["serve"]) == 0
    assert ran[1].ice == ()
