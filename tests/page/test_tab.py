"""The room in a tab, served as plain files under a path: lit, played, cut off from everything, and crashed."""

import fcntl
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from parlour.tab.fetched import NotFetched
from parlour.tab.folder import write
from tests.conftest import require

BUDGET = 10_000_000  # bytes as they are sent


class Files(SimpleHTTPRequestHandler):
    """Says nothing of what it serves."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the class above
        pass


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A site in which the room lies under a path: written by the first process of a run that needs it."""
    base = tmp_path_factory.getbasetemp()
    site = (base if worker_id == "master" else base.parent) / "site"
    with site.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (site / "some" / "where" / "tab.json").exists():
            try:
                size = write(site / "some" / "where")
            except NotFetched as error:
                require("tab", str(error))
                raise
            assert size <= BUDGET
    return site


@pytest.fixture
def site(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """Its address, and the server, which may be stopped before the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/some/where/", server
    server.shutdown()
    server.server_close()
    thread.join()


def crash(page: Page) -> None:
    """Kill the page's renderer, and with it the worker in which everything is."""
    with page.expect_event("crash"), suppress(Error):  # nobody is left to answer
        page.goto("chrome://crash")


def test_a_match_is_played_without_a_line_and_outlives_a_crash(browser: Browser, site: tuple[str, ThreadingHTTPServer]) -> None:
    address, server = site
    context = browser.new_context(viewport={"width": 360, "height": 780}, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(address)
    expect(page.get_by_role("link", name="SKYJO")).to_be_visible()
    expect(page.get_by_role("heading", name="This room is in your browser")).to_be_visible()
    expect(page.get_by_text("No line needed")).to_be_visible()  # all of it is kept
    expect(page.get_by_label("Told a table’s letters?")).to_have_count(0)
    context.set_offline(True)
    server.shutdown()
    page.get_by_role("link", name="SKYJO").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Try it now with bots").click()
    card = page.get_by_role("button", name="face down").first
    card.click()
    kept = page.evaluate(ROWS)
    told = page.url
    page.wait_for_function(f"async (before) => (await ({ROWS})()) > before", arg=kept - 1)
    crash(page)

    again = context.new_page()
    again.on("pageerror", lambda error: troubles.append(str(error)))
    again.goto(told)
    expect(again.get_by_text("Ann", exact=False).or_(again.get_by_text("You")).first).to_be_visible()
    expect(again.get_by_role("heading", name="SKYJO")).to_be_visible()
    assert again.evaluate(ROWS) >= kept, "nothing that was stored is gone"
    assert not troubles
    context.close()


ROWS = """async () => {
  const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('parlour '));
  const opened = await new Promise((done, failed) => {
    const asked = indexedDB.open(name);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const steps = await new Promise((done) => {
    const asked = opened.transaction('texts').objectStore('texts').count(IDBKeyRange.bound('step/', 'step/\\uffff'));
    asked.onsuccess = () => done(asked.result);
  });
  opened.close();
  return steps;
}"""
"""How many steps of matches are stored."""
