"""The HTTP part: games, tables, limits, headers, pages."""

import gzip
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.engine import load
from parlour.engine.view.inventory import inventory, view_schema
from parlour.server import Limits
from parlour.server.door import pages
from parlour.server.telling.catalogue import offered
from tests.server.conftest import Serve
from tests.server.live import Live

ROOT = Path(__file__).parents[2]


def test_the_games_are_described_for_a_form(live: Live) -> None:
    games = {game["game"]: game for game in live.http.get("/api/games").json()}
    assert games["toy"] == {
        "warming": [],
        "only": {},
        "by_heart": {},
        "welcoming": {},
        "game": "toy",
        "version": 1,
        "seats": {"low": 2, "high": 4},
        "options": [
            {"name": "rounds", "kind": "number", "low": 1, "high": 3, "default": 3},
            {"name": "ties", "kind": "choice", "values": ["nobody", "share"], "default": "nobody"},
            {"name": "handicap", "kind": "seat", "values": ["none"], "default": "none"},
            {"name": "bonus", "kind": "flags", "values": ["five", "low_beats_five"], "default": []},
        ],
        "bots": ["highest", "simple", "gentle", "random"],
        "languages": ["en", "fr"],
        "page": "/api/games/toy/page/index.js",
    }


@pytest.mark.parametrize(
    ("count", "failed", "keys", "skyjo"),
    [
        (1, set(), {}, {"sharp": [2, 4]}),
        (0, set(), {"sharp": []}, None),
        (1, {"keys", "skyjo"}, {"sharp": []}, None),
    ],
)
def test_sharp_is_offered_where_it_is_stronger_and_can_think(count: int, failed: set[str], keys: Any, skyjo: Any) -> None:
    """At KEYS for two it needs no thought."""
    shown = {game["game"]: game for game in offered(SimpleNamespace(count=count, failed=failed, warming=set()))}
    assert "sharp" in shown["keys"]["bots"]
    assert (shown["keys"]["only"], shown["keys"]["by_heart"]) == (keys, {"sharp": [2]})
    assert ("sharp" in shown["skyjo"]["bots"]) == (skyjo is not None)
    assert shown["skyjo"]["only"] == (skyjo or {})
    assert shown["keskife"]["only"] == {"sharp": [4, 5, 6]}  # it needs no thought
    assert "sharp" not in shown["kings_keys"]["bots"]


def test_a_game_is_described_with_all_that_its_views_hold(live: Live) -> None:
    toy = live.http.get("/api/games/toy").json()
    listed = next(game for game in live.http.get("/api/games").json() if game["game"] == "toy")
    assert toy == listed | inventory(load("toy"))
    assert live.http.get("/api/games/toy/schema.json").json() == view_schema(load("toy"))
    for path in ("nothing", "nothing/schema.json"):
        assert live.http.get(f"/api/games/{path}").json()["code"] == "unknown_game"


def test_a_chair_is_brought_to_another_device_by_a_code_that_no_address_holds(live: Live) -> None:
    chair = live.open()
    word = chair["table"]
    with live.socket(word, chair["token"]) as wire:
        code = wire.ask(type="hand_on")["code"]
        square = live.http.post(f"/api/tables/{word}/chair/qr.svg", json={"code": code})
        assert square.headers["content-type"] == "image/svg+xml"
        assert square.text.startswith("<svg")
        brought = live.http.post(f"/api/tables/{word}/chair", json={"code": code})
        assert brought.status_code == 201
        assert brought.json()["person"] == chair["person"]
        assert brought.json()["token"] != chair["token"]
        assert wire.until("closed")["reason"] == "moved"
    for wrong in (code, "0" * 32):
        assert live.http.post(f"/api/tables/{word}/chair", json={"code": wrong}).json()["code"] == "bad_link"
    assert live.http.post(f"/api/tables/{word}/chair", json={"code": "short"}).status_code == 400


def test_words_and_rulebooks(live: Live) -> None:
    assert live.http.get("/api/games/toy/words/fr").json()["name"]
    rulebook = live.http.get("/api/games/toy/rulebook/en")
    assert rulebook.headers["content-type"].startswith("text/markdown")
    for path in ("toy/words/xx", "toy/rulebook/..%2Fen", "toy/words/..%2Fen", "nothing/words/en"):
        response = live.http.get(f"/api/games/{path}")
        assert response.status_code == 404
        assert response.json()["code"] in ("unknown_language", "unknown_game", "not_found")


def test_a_table_is_opened_joined_and_shown(live: Live) -> None:
    chair = live.open(options={"rounds": 2}, clock=30)
    assert len(chair["token"]) >= 22  # 128 bits and more
    second = live.join(chair["table"])
    assert second["token"] != chair["token"]
    assert live.http.get(f"/api/tables/{chair['table']}").json() == {
        "table": chair["table"],
        "game": "toy",
        "status": "lobby",
        "people": [{"name": "Ana", "avatar": "fox", "bot": None}, {"name": "Ben", "avatar": "owl", "bot": None}],
        "free": 2,
        "late": [],
        "kept": None,
        "away": [{"person": 1, "name": "Ana", "avatar": "fox"}, {"person": 2, "name": "Ben", "avatar": "owl"}],
    }
    code = live.http.get(f"/api/tables/{chair['table']}/qr.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert code.text.startswith("<svg")


def test_a_square_code_holds_no_host_of_any_length(live: Live) -> None:
    word = live.open()["table"]
    response = live.http.get(f"/api/tables/{word}/qr.svg", headers={"host": "a" * 4000})
    assert (response.status_code, response.json()["code"], response.json()["field"]) == (400, "bad_message", "host")


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"game": "chess", "name": "Ana", "avatar": "fox"}, "unknown_game", "game"),
        ({"game": "toy", "name": " ", "avatar": "fox"}, "bad_name", "name"),
        ({"game": "toy", "name": 5, "avatar": "fox"}, "bad_name", "name"),
        ({"game": "toy", "name": "Ana", "avatar": "<svg>"}, "bad_avatar", "avatar"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "options": {"rounds": 7}}, "bad_options", "options"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "clock": 1_000_000}, "bad_options", "clock"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "clock": "30"}, "bad_message", "clock"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "more": 1}, "bad_message", "more"),
        ({"game": "toy", "avatar": "fox"}, "bad_name", "name"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "options": {"rounds": 10**3000}}, "bad_options", "options"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "options": {"rounds": "9" * 3000}}, "bad_options", "options"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "options": {"9" * 3000: 1}}, "bad_options", "options"),
        ({"game": "9" * 3000, "name": "Ana", "avatar": "fox"}, "bad_message", "game"),
        ([], "bad_message", None),
        ("{", "bad_message", None),
        ("[" * 20_000, "bad_message", None),
    ],
)
def test_a_bad_form_is_complained_of_by_field(live: Live, body: object, code: str, field: str | None) -> None:
    text = body if isinstance(body, str) else json.dumps(body)
    before = live.http.get("/healthz").json()["tables"]
    response = live.http.post("/api/tables", content=text, headers={"content-type": "application/json"})
    assert response.status_code in (400, 404)
    assert len(response.text) < 400
    assert (response.json()["code"], response.json().get("field")) == (code, field)
    assert live.http.get("/healthz").json()["tables"] == before


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (True, "option rounds must be a whole number from 1 to 3, not True"),
        (None, "option rounds must be a whole number from 1 to 3, not None"),
        (5.0, "option rounds must be a whole number from 1 to 3, not 5.0"),
        ({}, "options.rounds: must be one of: a word of at most 64 characters, a whole number from"),
        ([1], "options.rounds: must be one of: a word of at most 64 characters, a whole number from"),
    ],
)
def test_a_form_with_an_option_of_the_wrong_kind_says_what_it_takes(live: Live, value: object, said: str) -> None:
    body = {"game": "toy", "name": "Ana", "avatar": "fox", "options": {"rounds": value}}
    response = live.http.post("/api/tables", json=body)
    assert (response.status_code, response.json()["code"]) == (400, "bad_options")
    assert response.json()["message"].startswith(said)


def test_no_table_of_this_word(live: Live) -> None:
    for response in (
        live.http.get("/api/tables/maple-otter-1"),
        live.http.get("/api/tables/maple-otter-1/log"),
        live.http.get("/api/tables/maple-otter-1/qr.svg"),
        live.http.get("/api/tables/%00"),
        live.http.post("/api/tables/maple-otter-1/people", json={"name": "Ana", "avatar": "fox"}),
    ):
        assert (response.status_code, response.json()["code"]) == (404, "unknown_table")


def test_a_full_table_and_a_table_without_a_log(live: Live) -> None:
    word = live.open()["table"]
    for name in ("Ben", "Cy", "Di"):
        live.join(word, name)
    refused = live.http.post(f"/api/tables/{word}/people", json={"name": "Eve", "avatar": "fox"})
    assert (refused.status_code, refused.json()["code"]) == (409, "table_full")
    log = live.http.get(f"/api/tables/{word}/log")
    assert (log.status_code, log.json()["code"]) == (409, "wrong_status")


def test_bodies_have_a_size(live: Live) -> None:
    response = live.http.post("/api/tables", content=b"x" * 30_000)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    response = live.http.post("/api/tables", content=iter([b"x" * 10_000] * 3))
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


def test_another_page_may_not_post(live: Live) -> None:
    body = {"game": "toy", "name": "Ana", "avatar": "fox"}
    response = live.http.post("/api/tables", json=body, headers={"origin": "https://evil.example"})
    assert (response.status_code, response.json()["code"]) == (403, "forbidden_origin")
    assert live.http.post("/api/tables", json=body, headers={"origin": live.url}).status_code == 201


def test_tables_and_requests_per_address_are_bounded(serve: Serve) -> None:
    live = serve(limits=Limits(tables_per_hour=2, request_burst=5, requests_per_second=0.001))
    body = {"game": "toy", "name": "Ana", "avatar": "fox"}
    answers = [live.http.post("/api/tables", json=body) for _ in range(6)]
    assert [response.status_code for response in answers] == [201, 201, 429, 429, 429, 429]
    assert [response.json().get("code") for response in answers[2:]] == ["too_many_tables"] * 3 + ["too_fast"]


def test_tables_in_all_are_bounded(serve: Serve) -> None:
    live = serve(limits=Limits(tables=1))
    live.open()
    response = live.http.post("/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"})
    assert response.json()["code"] == "too_many_tables"


def test_every_answer_carries_the_security_headers(live: Live) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/healthz", "/t/maple-otter-17"):
        headers = live.http.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["script-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


def test_healthz_and_config(live: Live) -> None:
    health = live.http.get("/healthz").json()
    assert health["status"] == "ok"
    assert (health["parts"], health["given_up"]) == ({"store": "ok", "tables": "ok"}, 0)
    config = live.http.get("/api/config").json()
    assert (config["lan"], config["ice"], config["secure"]) == ([], [], False)


def test_errors_are_for_machines_too(live: Live) -> None:
    assert live.http.get("/api/nothing").json()["code"] == "not_found"
    assert live.http.delete("/api/games").json()["code"] == "method_not_allowed"


def test_openapi_promises_what_is_sent(live: Live) -> None:
    described = live.http.get("/openapi.json").json()
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    assert not [operation for operation in operations if "422" in operation["responses"]]
    assert "HTTPValidationError" not in described["components"]["schemas"]
    avatar = described["components"]["schemas"]["JoinTable"]["properties"]["avatar"]
    form = re.compile(avatar["pattern"])
    for name, fits in (("fox", True), ("a" * 24, True), ("-fox", False), ("a" * 25, False), ("Fox", False), ("", False)):
        body = {"game": "toy", "name": "Ana", "avatar": name}
        assert (live.http.post("/api/tables", json=body).status_code == 201) == bool(form.search(name)) == fits


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "toy", "name": "Ana", "avatar": "fox", "more": 1}, "more: there is no member of this name"),
        ({"game": "toy", "avatar": "fox"}, "name: this is missing"),
        ({"game": 5, "name": "Ana", "avatar": "fox"}, "game: must be a text"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "clock": "x"}, "clock: must be a whole number"),
        ({"game": "toy", "name": "Ana", "avatar": "fox", "clock": -1}, "clock: must be at least 0"),
        ({"game": "toy", "name": "x" * 300, "avatar": "fox"}, "name: may have at most 256 characters"),
        ([], "must be an object"),
        ("{", "this is not JSON"),
    ],
)
def test_what_is_wrong_is_said_in_the_rooms_words(live: Live, body: object, said: str) -> None:
    text = body if isinstance(body, str) else json.dumps(body)
    answer = live.http.post("/api/tables", content=text, headers={"content-type": "application/json"}).json()
    assert answer["message"].startswith(said)


def test_openapi_and_the_documents_table_have_the_same_addresses(live: Live) -> None:
    described = set(live.http.get("/openapi.json").json()["paths"])
    text = ROOT.joinpath("docs", "protocol.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `(?:GET|POST) ([^ `?]+)", text, re.MULTILINE)
    assert {path.replace("{lang}", "{language}") for path in documented} == described


def test_the_built_page(serve: Serve, tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Parlour</title>")
    (static / "assets" / "app-1a2b.js").write_text("1")
    (static / "favicon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    live = serve(static=static)
    for path in ("/", "/t/maple-otter-17", "/rules/skyjo"):
        response = live.http.get(path)
        assert (response.status_code, response.text[:9]) == (200, "<!doctype")
        assert response.headers["cache-control"] == "no-cache"
    assert "immutable" in live.http.get("/assets/app-1a2b.js").headers["cache-control"]
    assert live.http.get("/favicon.svg").headers["content-type"].startswith("image/svg+xml")
    assert live.http.get("/t/" + "a" * 300).status_code == 200  # longer than any file's name may be
    nowhere = ("/metrics", "/.git/config", "/t/.env", "/new/x.php", "/robots.txt", "/" + "a" * 300)
    for path in ("/assets/gone.js", "/..%2Fsecret.txt", "/%2e%2e/secret.txt", "/assets/%00.js", *nowhere):
        gone = live.http.get(path)
        assert (gone.status_code, gone.json()["code"]) == (404, "not_found"), path
    lost = live.http.get("/lamp", headers={"accept": "text/html,*/*;q=0.8"})
    assert (lost.status_code, lost.text[:9]) == (404, "<!doctype"), "a person who lost the way is told so by the page"
    assert live.http.get("/.git/config", headers={"accept": "text/html"}).json()["code"] == "not_found"
    assert live.http.post("/").status_code == 405


def test_the_pages_addresses_are_those_the_page_knows() -> None:
    app = (Path(__file__).parents[2] / "web/src/App.svelte").read_text()
    known = set(re.findall(r"(?<!gallery && )(?<!own.bench && )parts\[0\] === '(\w+)'", app))
    assert known == set(pages.ROUTES) - {""}


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/readyz", "/api/games", "/api/games/toy/words/fr", "/openapi.json", "/metrics"]
)
def test_head_is_answered_as_get_is_without_its_body(live: Live, path: str) -> None:
    got, head = live.http.get(path), live.http.head(path)
    assert (head.status_code, head.headers["content-type"], head.content) == (got.status_code, got.headers["content-type"], b"")


def test_a_page_that_is_not_built_says_how(serve: Serve, tmp_path: Path) -> None:
    live = serve(static=tmp_path / "nothing")
    response = live.http.get("/")
    assert response.status_code == 503
    assert "make" in response.text


def test_files_come_as_the_build_compressed_them_where_the_browser_takes_that(serve: Serve, tmp_path: Path) -> None:
    assets = tmp_path / "static" / "assets"
    assets.mkdir(parents=True)
    (assets / "app-1a2b.js").write_text("plain")
    (assets / "app-1a2b.js.br").write_bytes(b"brotli")
    packed = gzip.compress(b"gzip", mtime=0)
    (assets / "app-1a2b.js.gz").write_bytes(packed)
    (assets / "small-1a2b.js").write_text("small")
    live = serve(static=tmp_path / "static")

    def got(path: str, accepts: str) -> tuple[str | None, bytes]:
        with live.http.stream("GET", f"/assets/{path}", headers={"accept-encoding": accepts}) as response:
            assert response.status_code == 200
            assert response.headers["content-type"].startswith("text/javascript")
            assert "immutable" in response.headers["cache-control"]
            assert "Accept-Encoding" in response.headers["vary"]
            return response.headers.get("content-encoding"), b"".join(response.iter_raw())

    assert got("app-1a2b.js", "gzip, deflate, br, zstd") == ("br", b"brotli")
    assert got("app-1a2b.js", "gzip, br;q=0") == ("gzip", packed)
    assert got("app-1a2b.js", "gzip;q=0.5") == ("gzip", packed)
    assert got("app-1a2b.js", "identity") == (None, b"plain")
    assert got("small-1a2b.js", "gzip, br") == (None, b"small")
