"""The room that pages may take along: served under a path of its own, by rules of its own, and nothing beside it."""

from pathlib import Path

import pytest

from parlour.server import Settings
from tests.server.live import Live


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What stands for a folder that `parlour tab` wrote, and a file beside it."""
    (tmp_path / "secret.txt").write_text("no", encoding="utf-8")
    for name, text in {"index.html": "<p>lit</p>", "py/a.mjs": "1", "py/a.wasm": "2"}.items():
        (tmp_path / "tab" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tab" / name).write_text(text, encoding="utf-8")
    return tmp_path / "tab"


def test_a_house_that_has_it_serves_it_and_says_so(folder: Path, tmp_path: Path) -> None:
    live = Live(Settings(database=f"sqlite:///{tmp_path}/p.sqlite", tab=folder))
    try:
        house = live.http
        assert house.get("/api/config").json()["along"] is True
        page = house.get("/along/")
        assert page.text == "<p>lit</p>"
        assert "wasm-unsafe-eval" in page.headers["content-security-policy"]
        assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
        assert "unsafe-eval" not in house.get("/healthz").headers["content-security-policy"]
        assert house.get("/along/py/a.mjs").headers["content-type"].startswith("text/javascript")
        assert house.get("/along/py/a.wasm").headers["content-type"] == "application/wasm"
        for path in ("/along/nothing", "/along/%2e%2e/secret.txt", "/along/%00"):
            assert house.get(path).status_code == 404, path
        assert house.post("/along/").status_code == 405
    finally:
        live.stop()


def test_a_house_without_it_offers_nothing(live: Live) -> None:
    assert live.http.get("/api/config").json()["along"] is False
    assert live.http.get("/along/").status_code == 404
