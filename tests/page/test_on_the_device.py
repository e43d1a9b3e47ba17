"""What the page keeps on a device, and how it calls for somebody who looks elsewhere."""

import json
import re
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Page, Response, expect

from parlour.client import Table
from parlour.server import Settings
from tests.page.visits import STATIC, House, Visit, chair, lay, sit_on, start
from tests.patience import PATIENCE, wait_until
from tests.server.live import Live, Message

HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => hidden ? 'hidden' : 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
CONTROLLED = """() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' || new Promise((done) => {
  active.onstatechange = () => done(true);
}))"""
KEPT = """() => caches.open('parlour').then(async (kept) => {
  while ((await kept.keys()).length < 4) await new Promise(requestAnimationFrame);
})"""
NOTES = """
window.noted = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, options) { window.noted.push([title, options.body]); }
  close() { window.noted.push('closed'); }
};
Navigator.prototype.vibrate = () => { window.noted.push('shaken'); };
"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Live]:
    """A room of its own whose page can be exchanged."""
    shutil.copytree(STATIC, tmp_path / "static")
    live = Live(Settings(database=f"sqlite:///{tmp_path}/room.sqlite", static=tmp_path / "static"))
    yield live
    live.stop()


def opened(page: Page, url: str) -> list[Response]:
    """What came for an opening of the page."""
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))  # noqa: PLW0108 - Playwright hangs something on it
    page.goto(url)
    expect(page.get_by_role("heading", name="Parlour")).to_be_visible()
    page.wait_for_load_state("networkidle")
    return came


def test_the_second_opening_asks_for_the_first_file_alone(visit: Visit, own: Live, tmp_path: Path) -> None:
    ada = visit("/", base=own.url, service_workers="allow")
    expect(ada.get_by_role("heading", name="Parlour")).to_be_visible()
    ada.evaluate(CONTROLLED)
    opened(ada, own.url)  # from here on the worker sees what is fetched
    ada.evaluate(KEPT)
    again = opened(ada.context.new_page(), own.url)
    parts = [one for one in again if "/assets/" in one.url]
    assert parts
    assert [one.url for one in parts if not one.from_service_worker] == []
    index = tmp_path / "static" / "index.html"
    index.write_text(
        index.read_text(encoding="utf-8").replace(
            "<title>Parlour</title>", "<title>Parlour</title><meta name='edition' content='next'>"
        )
    )
    ada.goto(own.url)
    expect(ada.locator("meta[name=edition]")).to_have_count(1)
    own.stop()
    late = ada.context.new_page()
    late.goto(own.url)
    expect(late.get_by_role("heading", name="The lamp is out")).to_be_visible()


def begins(ben: Table, page: Page) -> Message:
    """Starts a match of KEYS and gives the view with which Ben is asked; where Ben was not drawn to begin, the page does."""
    ben.start()
    wait_until(lambda: ben.view is not None, "no match begins")
    place = page.get_by_role("button", name=re.compile("^Place "), disabled=False)
    if ben.view is not None and not ben.view["legal"]:
        place.first.click()
    view = next(ben.turns())
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    expect(place).to_have_count(0)  # the page knows that it is Ben's turn
    return view


def test_the_page_can_be_installed(house: House) -> None:
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as http:
        manifest = json.loads(http.get("/manifest.webmanifest").text)
        pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
        assert {icon["sizes"] for icon in pictures} >= {"192x192", "512x512"}
        assert "maskable" in {icon.get("purpose") for icon in pictures}
        for icon in pictures:
            picture = Image.open(BytesIO(http.get(f"/{icon['src']}").content))
            assert "x".join(map(str, picture.size)) == icon["sizes"]
        worker = http.get("/worker.js")
        assert (worker.status_code, worker.headers["cache-control"]) == (200, "no-cache")


def test_a_person_who_looks_elsewhere_is_called_on_their_turn(visit: Visit, house: House) -> None:
    with Table.open(house.url, "keys", "Ben", avatar="owl") as ben:
        ada = visit(f"/t/{ben.word}", permissions=["notifications"])
        ada.add_init_script(NOTES)
        ada.reload()
        ada.get_by_label("Your name").fill("Ada")
        ada.get_by_role("button", name="Take a chair").click()
        ada.get_by_role("button", name="Settings").click()
        ada.get_by_role("switch", name="A note on my turn").click()
        expect(ada.get_by_role("switch", name="A note on my turn")).to_be_checked()
        ada.go_back()
        view = begins(ben, ada)
        quiet = ada.title()
        ada.evaluate(HIDE, True)
        assert ada.title() == quiet, "it is not Ada's turn"
        ben.play(view["legal"][0])
        expect(ada).to_have_title("Your turn: KEYS")
        assert ada.locator("link[rel=icon]").get_attribute("href") == "/turn.svg"
        ada.wait_for_function("() => window.noted.length === 1")
        assert ada.evaluate("() => window.noted") == [["Your turn: KEYS", f"They are waiting for you at {ben.word}."]]
        ada.evaluate(HIDE, False)
        expect(ada).to_have_title(quiet)
        ada.wait_for_function("() => window.noted.at(-1) === 'closed'")


def test_nothing_is_shown_by_the_system_where_it_was_not_asked_for(visit: Visit, house: House) -> None:
    with Table.open(house.url, "keys", "Ben", avatar="owl") as ben:
        with Table.join(house.url, ben.word, "Ada", avatar="fox") as seat:
            kept = chair(seat, "Ada")
        page = visit("/settings")
        page.add_init_script(NOTES)
        sit_on(page, house.url, kept, "keys")
        ben.play(begins(ben, page)["legal"][0])
        expect(page.get_by_role("heading", name="Place a coaster").or_(page.get_by_text("Place a coaster")).first).to_be_visible()
        page.evaluate(HIDE, True)
        expect(page).to_have_title("Your turn: KEYS")
        assert page.evaluate("() => window.noted") == []


def test_a_back_gesture_loses_nothing(visit: Visit) -> None:
    page = visit("/")
    lay(page)
    start(page)
    hidden = page.get_by_role("main", name="The table").get_by_role("button", name="face down")
    hidden.first.click()
    expect(hidden).to_have_count(11)
    page.go_back()
    page.go_forward()
    expect(hidden).to_have_count(11)
    hidden.first.click()
    expect(hidden).to_have_count(10)


def test_a_network_that_lets_no_line_through_is_said(visit: Visit, house: House) -> None:
    ada = visit("/")
    word = lay(ada)
    page = ada.context.new_page()
    page.route_web_socket("**/socket", lambda socket: socket.close())
    page.goto(f"{house.url}/t/{word}")
    expect(page.get_by_role("heading", name="No line gets through")).to_be_visible()
    expect(page.get_by_text("Another network often lets it pass")).to_be_visible()


TRANSLATOR = """() => {
  const told = (at) => at?.closest('[translate]')?.getAttribute('translate') === 'no';
  const marked = ({ parentElement: at }) => told(at) || at?.closest('script, style, font');
  const pass = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) if (walk.currentNode.data.trim() && !marked(walk.currentNode)) found.push(walk.currentNode);
    for (const node of found) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = `«${node.data}»`;
      node.replaceWith(outer);
      window.translated = (window.translated ?? 0) + 1;
    }
  };
  new MutationObserver(pass).observe(document.body, { childList: true, characterData: true, subtree: true });
  pass();
}"""


def test_a_browser_that_translates_breaks_nothing(visit: Visit) -> None:
    """Such a browser puts text of its own in the place of the page's, where it is not told that it must not."""
    page = visit("/")
    page.evaluate(TRANSLATOR)
    lay(page)
    start(page)
    table = page.get_by_role("main", name="The table")
    hidden = table.get_by_role("button", name="face down")
    for left in (11, 10):
        hidden.first.click()
        expect(hidden).to_have_count(left)
    for _ in range(2):
        page.get_by_role("button", name="Rules", exact=True).click()
        expect(page.get_by_role("dialog").locator("article font").first).to_be_visible()
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("() => window.translated") > 10
    assert table.locator("font").count() == 0
    page.get_by_role("button", name="Draw pile").click()
    expect(page.get_by_text("in hand").first).to_be_visible()
