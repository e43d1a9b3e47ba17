"""Records what pages and a room say to each other in a match: four real pages whose people press what is lit.

What is kept of a page, in `bench/traffic/<game>.json.gz`, is when it sent or was sent what, by the browser's own clock: the
type of every message and, of what it sent, all but the ids, numbers, words and tokens that are another table's elsewhere; of
HTTP the method and the path. `bench/traffic.py` plays that against a room.

    python bench/record.py --minutes 6 keys skyjo kings_keys keskife

Needs the built page and Chromium, as the tests of the page do.
"""

import argparse
import gzip
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page, Route, expect, sync_playwright

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE))

from tests.page.conftest import FLAGS  # noqa: E402 - of this checkout
from tests.page.visits import CHROMIUM, DESK, PHONE, House, sit  # noqa: E402
from tests.ports import free_port  # noqa: E402

FOLDER = Path(__file__).with_name("traffic")
NAMES = ("Ada", "Ben", "Cleo", "Dan")
# So that a match is whole within some minutes; all else as printed.
RULES: dict[str, dict[str, Any]] = {"skyjo": {"end_score": 50}, "kings_keys": {"round_limit": 3}, "keskife": {"venue": "stage"}}
THINKS = (0.4, 1.6)  # seconds between two presses of a person who is asked
LEFT_OUT = ("id", "pad", "token", "device", "match", "question", "sent", "seal", "part")  # another table's are others
# Presses one of the things that may be pressed: what goes on with the match rather than what only tells of it.
PRESS = """(draw) => {
  const sheet = document.querySelector('dialog[open]');
  if (sheet) { sheet.close(); return true; }
  const table = document.querySelector('main:not(.over)');
  if (!table) return false;
  const lit = [...table.querySelectorAll('button:enabled:not([aria-disabled="true"])')]
    .filter((one) => one.checkVisibility() && !one.closest('[role="group"][aria-label*="ways to win"]'));
  const go = lit.filter((one) => one.matches('.go'));
  const those = go.length && draw < 0.5 ? go : lit;
  those[Math.floor(draw * 7919) % those.length]?.click();
  return those.length > 0;
}"""

Event = list[Any]


class Ear:
    """All that one page sends and is sent, by the browser's clock."""

    def __init__(self, page: Page) -> None:
        self.events: list[Event] = []
        self._first: float | None = None
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._fetched)
        line.on("Network.webSocketFrameSent", lambda of: self._frame("out", of))
        line.on("Network.webSocketFrameReceived", lambda of: self._frame("in", of))

    def _note(self, at: float, *what: Any) -> None:
        self._first = at if self._first is None else self._first
        self.events.append([round(1000 * (at - self._first)), *what])

    def _fetched(self, of: dict[str, Any]) -> None:
        address = urlsplit(of["request"]["url"])
        if address.scheme.startswith("http"):
            self._note(of["timestamp"], "http", of["request"]["method"], plain(address.path))

    def _frame(self, way: str, of: dict[str, Any]) -> None:
        message = json.loads(of["response"]["payloadData"])
        self._note(of["timestamp"], way, message["type"], *(sent(message) if way == "out" else came(message)))


def plain(path: str) -> str:
    """A path as it is at every table and in every build."""
    path = re.sub(r"^(/(?:api/tables|t)/)[^/]+", r"\1{table}", path)
    return re.sub(r"^/assets/.*(\.\w+)$", r"/assets/*\1", path)


def sent(message: dict[str, Any]) -> list[Any]:
    """What is kept of what a page sends."""
    return [{name: value for name, value in message.items() if name != "type" and name not in LEFT_OUT}]


def came(message: dict[str, Any]) -> list[Any]:
    """What is kept of what a page is sent: of a view, its question and whether this page is asked it."""
    if message["type"] != "view":
        return []
    return [{"question": message["question"], "asked": bool(message["view"]["legal"]), "over": message["view"]["over"]}]


def shorter(game: str) -> Any:
    """Lays the table with rules by which a match ends soon."""

    def lay(route: Route) -> None:
        form: dict[str, Any] = route.request.post_data_json or {}
        route.continue_(post_data=json.dumps({**form, "options": {**form["options"], **RULES.get(game, {})}}))

    return lay


@contextmanager
def around_a_table(browser: Browser, url: str, game: str, patience: float = 60.0) -> Iterator[tuple[list[Page], list[Ear]]]:
    """Four pages, a desk and three phones, that have sat down at a table and begun, each step within `patience` seconds."""
    contexts = [browser.new_context(viewport=DESK if i == 0 else PHONE, locale="en-GB") for i in range(len(NAMES))]  # type: ignore[arg-type]
    for context in contexts:
        context.set_default_timeout(1000 * patience)
    try:
        pages = [context.new_page() for context in contexts]
        ears = [Ear(page) for page in pages]
        pages[0].route("**/api/tables", shorter(game))
        pages[0].goto(f"{url}/new/{game}")
        pages[0].get_by_label("Your name").fill(NAMES[0])
        pages[0].get_by_role("button", name="Lay the table").click()
        pages[0].wait_for_url("**/t/*")
        for page, name in zip(pages[1:], NAMES[1:], strict=True):
            page.goto(pages[0].url)
            sit(page, name)
        pages[0].get_by_role("button", name="Start with").click()
        for page in pages:
            expect(page.get_by_role("main", name="The table")).to_be_visible()
        yield pages, ears
    finally:
        for context in contexts:
            context.close()


def pressed(pages: list[Page], dice: Random, until: float, enough: Callable[[], bool] = lambda: False) -> bool:
    """Press what is lit until it is enough, each person after a while of thinking; whether the match came to its end."""
    due = [time.monotonic() + dice.uniform(*THINKS) for _ in pages]
    while time.monotonic() < until and not enough():
        for i, page in enumerate(pages):
            if page.locator("main.over").count():
                return True
            with suppress(Error):  # the table moves on by itself
                if time.monotonic() >= due[i] and page.evaluate(PRESS, dice.random()):
                    due[i] = time.monotonic() + dice.uniform(*THINKS)
        pages[0].wait_for_timeout(100)
    return False


def again(pages: list[Page]) -> None:
    """The score sheet is read, and the host has the match played once more."""
    expect(pages[0].locator("main.over .again")).to_be_visible()
    pages[0].wait_for_timeout(3000)
    pages[0].locator("main.over .again").click()
    for page in pages:
        expect(page.get_by_role("main", name="The table")).to_be_visible()
    pages[0].wait_for_timeout(1000)


def recorded(browser: Browser, url: str, game: str, minutes: float, seed: int) -> tuple[list[list[Event]], bool]:
    """What each page sent and was sent, and whether the match is whole."""
    with around_a_table(browser, url, game) as (pages, ears):
        whole = pressed(pages, Random(seed), time.monotonic() + 60 * minutes)
        if whole:
            again(pages)
        return [ear.events for ear in ears], whole


def keep(game: str, pages: list[list[Event]], whole: bool) -> Path:
    """Write a recording, the same bytes for the same."""
    path = FOLDER / f"{game}.json.gz"
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps({"game": game, "rules": RULES.get(game, {}), "whole": whole, "pages": pages}, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description="Records the traffic of real pages in a match.")
    parser.add_argument("games", nargs="*", default=["keys", "skyjo", "kings_keys", "keskife"])
    parser.add_argument("--minutes", type=float, default=10.0, help="after which a match is cut short")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), free_port())
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            for game in chosen.games:
                pages, whole = recorded(browser, house.url, game, chosen.minutes, chosen.seed)
                path = keep(game, pages, whole)
                sends = sum(event[1] == "out" for page in pages for event in page)
                print(f"{path.name}: {'whole' if whole else 'cut short'}, {sends} messages sent, {path.stat().st_size} bytes")
        finally:
            browser.close()
            house.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
