"""The room in a tab, served as plain files under a path: lit, played, cut off from everything, and crashed."""

import json
import zipfile
from contextlib import suppress
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.day import DRILLS
from tests.page.sites import folder, site
from tests.page.visits import ROOT, start, table_menu

__all__ = ["folder", "site"]

WORDS = [ROOT / "web" / "src" / "words" / name for name in ("en.json", "en.later.json")]


def test_python_comes_compiled(folder: Path) -> None:
    """What Python begins with, all of it; and games have their sources beside it, which the bench copies."""
    [python] = folder.rglob("py")
    [pydantic] = python.glob("pydantic-*.whl")
    names = {path.name: set(zipfile.ZipFile(path).namelist()) for path in python.iterdir() if zipfile.is_zipfile(path)}
    assert {"asyncio/events.pyc", "argparse.py"} <= names["python_stdlib.zip"]
    assert {"pydantic/main.pyc", "pydantic/color.py"} <= names[pydantic.name]
    games = {f"parlour/games/skyjo/{name}" for name in ("rules.py", "__pycache__/rules.cpython-314.pyc")}
    assert {"parlour/tab/house.pyc", "parlour/tab/bench/bench.py", *games} <= names["parlour.zip"]
    assert "parlour/tab/house.py" not in names["parlour.zip"]


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
    page.get_by_role("button", name="Try it now with three bots").click()
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


@pytest.mark.skipif(not DRILLS, reason="in `make drills`")
def test_one_tab_has_the_room_and_leaves_it_to_the_next(browser: Browser, site: tuple[str, ThreadingHTTPServer]) -> None:
    address, _ = site
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    first, second = context.new_page(), context.new_page()
    first.goto(address)
    here = "This room is in your browser"
    elsewhere = "The light is on in another tab"
    expect(first.get_by_role("heading", name=here)).to_be_visible()
    second.goto(address)
    expect(second.get_by_role("heading", name=elsewhere)).to_be_visible()
    second.get_by_role("button", name="Bring them here").click()
    expect(second.get_by_role("heading", name=here)).to_be_visible()
    expect(first.get_by_role("heading", name=elsewhere)).to_be_visible()
    second.goto("about:blank")
    first.reload()
    expect(first.get_by_role("heading", name=here)).to_be_visible()
    first.goto("about:blank")
    first.go_back()
    expect(first.get_by_role("heading", name=here)).to_be_visible()
    context.close()


OTHERS = ("lobby.tv", "people.move", "menu.device", "lobby.keep", "lobby.invite", "lobby.copy", "talk.tab", "replay.share")
"""What leads to other devices, by its key."""


def test_what_needs_others_is_said_where_one_looks_for_it(browser: Browser, site: tuple[str, ThreadingHTTPServer]) -> None:
    """All screens are walked, in a room that is lit once; what they say is held against the words of what leads elsewhere."""
    address, _ = site
    words = {key: text for path in WORDS for key, text in json.loads(path.read_text(encoding="utf-8")).items()}
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("response", lambda answer: troubles.extend([answer.url] * (answer.status >= 400)))

    def held(what: str) -> None:
        names = page.get_by_role("button").or_(page.get_by_role("link")).or_(page.get_by_role("radio"))
        said = {one.get_attribute("aria-label") or one.inner_text() for one in names.all()}
        assert not said & {words[key] for key in OTHERS if key in words}, what
        assert page.locator("img[src*=qr], a[href*='/league'], a[href*='/tv']").count() == 0, what

    def turn(to: str) -> None:
        page.evaluate("(to) => { history.pushState(null, '', `?${to}`); dispatchEvent(new PopStateEvent('popstate')); }", to)

    page.goto(address)
    expect(page.get_by_role("heading", name="This room is in your browser")).to_be_visible()
    expect(page.get_by_text("Friends elsewhere:")).to_be_visible()
    held("shelf")
    for path, heading in (
        ("/tv", "Not from this browser"),
        ("/tv/maple-otter-7k3q-9mxt", "Not from this browser"),
        ("/league", "Not from this browser"),
        ("/t/maple-otter-7k3q-9mxt/evenings", "Not from this browser"),
        ("/settings", "Settings"),
        ("/shelf", "My shelf"),
        ("/lab/skyjo", "SKYJO"),
        ("/replay", words["replay.title"]),
        ("/new/skyjo", "SKYJO"),
    ):
        turn(path)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        held(path)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Lay the table").click()
    expect(page.get_by_text(words["tab.alone"])).to_be_visible()
    held("lobby")
    start(page)
    expect(page.get_by_text(words["tab.alone"])).to_have_count(0)
    held("table")
    table_menu(page)
    held("menu")
    page.get_by_role("button", name=words["people.title"]).click()
    expect(page.get_by_text(words["tab.alone"])).to_be_visible()
    held("people")
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
