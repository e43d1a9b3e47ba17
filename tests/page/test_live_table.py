"""The documentation's live table: fetched when it is asked for, played, and the example of Writing a game on its bench."""

import importlib.util
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.day import DRILLS
from tests.page.sites import Files, folder
from tests.page.visits import ROOT
from tests.patience import PATIENCE

__all__ = ["folder"]


@pytest.mark.skipif(not DRILLS, reason="in `make drills`")
def test_the_page_has_a_table_and_a_bench(browser: Browser, folder: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("sphinx") is None:
        pytest.skip("Sphinx is not installed: make test installs it")
    pages = tmp_path / "pages"
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "dirhtml", str(ROOT / "docs"), str(pages)], check=True)
    shutil.copytree(folder / "some" / "where", pages / "room", dirs_exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(pages)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    troubles: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"http://127.0.0.1:{server.server_port}/live/")
    expect(page.get_by_role("heading", name="A live table")).to_be_visible()
    assert not [url for url in asked if "/room/" in url], "nothing is loaded before it is asked for"

    page.get_by_role("button", name="Lay a table of SKYJO here").click()
    table = page.frame_locator(".live > iframe")
    table.get_by_label("Your name").fill("Ann")
    table.get_by_role("button", name="Try it now with").click()
    table.get_by_role("button", name="face down").first.click()
    page.screenshot(path=tmp_path / "table.png")

    page.get_by_role("button", name="Open the example on the bench").click()
    bench = page.frame_locator("dialog iframe")
    expect(bench.get_by_text("turn 0 of 0")).to_be_visible()
    bench.frame_locator("iframe").get_by_role("button", name="Keep your card").click()
    expect(bench.get_by_text("turn 1 of 1")).to_be_visible()
    page.screenshot(path=tmp_path / "bench.png")
    page.get_by_role("button", name="Back to the page").click()
    expect(page.locator("dialog iframe")).to_have_count(0)
    assert troubles == []
    context.close()
    server.shutdown()
    server.server_close()
    thread.join()
