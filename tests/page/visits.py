"""A room to visit with a browser, and what a visitor does in it."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from parlour.client import Table
from tests.day import by_turns
from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "parlour" / "server" / "static"
INSTALLED = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"),
    *("/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)


def browser_of(*names: str) -> Path | None:
    """The first of these that is installed."""
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


# What looks at the page: a path in PARLOUR_CHROMIUM, or what is installed; the shell first, for it draws no window round a page.
CHROMIUM = browser_of(os.environ["PARLOUR_CHROMIUM"]) if os.environ.get("PARLOUR_CHROMIUM") else browser_of(*INSTALLED)
CAMERAS = browser_of(*INSTALLED[1:])  # the shell has none
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 780}
SIDEWAYS = ({"width": 667, "height": 375}, {"width": 932, "height": 430})  # phones that lie on their side
DESK = {"width": 1280, "height": 800}

Visit = Callable[..., Page]
Screen = Callable[..., Page]


SERVE = """
import sys
from parlour.server.serving import run
from parlour.server.settings import Limits, Settings
port, database, thinkers = sys.argv[1:]
limits = Limits(tables_per_hour=10_000, tables_per_address=10_000)  # tests open more than a household does in an hour
if __name__ == "__main__":
    run(port=int(port), settings=Settings(database=database, thinkers=int(thinkers), limits=limits))
"""


@dataclass
class House:
    """A running server that can be killed and started again on the same port and database."""

    folder: Path
    port: int
    thinkers: int = 0  # processes for Sharp bots and the advisor; they compile what thinks as soon as the server stands
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        database = f"sqlite:///{self.folder}/parlour.sqlite"
        command = [sys.executable, "-c", SERVE, str(self.port), database, str(self.thinkers)]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(f"the server did not answer within {PATIENCE} s")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class Devices:
    """Browser contexts that stay open from test to test, one for each purpose and language, and what their pages raised."""

    def __init__(self, browser: Browser) -> None:
        self.troubles: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._pages: dict[tuple[str, str], Page] = {}

    def page(
        self,
        purpose: str = "hand",
        size: dict[str, int] = PHONE,
        language: str = "en-GB",
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        """The page of a device, of this size and dress; within a test it still shows what it showed last."""
        if (purpose, language) not in self._pages:
            self._contexts.append(self._browser.new_context(locale=language, service_workers="block"))
            self._contexts[-1].set_default_timeout(1000 * PATIENCE)
            page = self._pages[purpose, language] = self._contexts[-1].new_page()
            page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page = self._pages[purpose, language]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        return page

    def put_away(self) -> None:
        """No page goes on with a test that is over, nor asks for a room that is gone."""
        for page in self._pages.values():
            page.goto("about:blank")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


def a_whole_game(game: str) -> pytest.MarkDecorator:
    """For a test that plays the whole of a game on its own page: two games a day."""
    return by_turns(game, ("keskife", "keys", "kings_keys", "skyjo"), 2, "whole game")


def by_tree_alone(game: str) -> pytest.MarkDecorator:
    """For a test that plays a game's moves by what a screen reader has: one game a day."""
    return by_turns(game, ("keskife", "keys", "kings_keys", "skyjo"), 1, "by tree alone")


def drawn(page: Page) -> None:
    """Wait until what was changed is laid out and drawn: two frames."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def sit_on(page: Page, url: str, chair: dict[str, Any], game: str) -> None:
    """Opens a table's page as a device that holds this chair and nothing else."""
    if not page.url.startswith(url):
        page.goto(f"{url}/favicon.svg")
    kept = {"table": chair["table"], "person": chair["person"], "token": chair["token"], "game": game, "since": 0}
    page.evaluate("chair => { localStorage.clear(); localStorage.setItem('parlour.chairs', JSON.stringify([chair])); }", kept)
    page.goto(f"{url}/t/{chair['table']}")


def table_menu(page: Page) -> None:
    """Opens what can be done about the table: in the notebook of a desk, as a sheet on a phone; in English or French."""
    opens = page.get_by_role("button", name="Table", exact=True).or_(page.get_by_role("radio", name="Table", exact=True))
    opens.filter(visible=True).first.click()


def lay(page: Page, name: str = "Ada") -> str:
    """Open a SKYJO table from the shelf; gives its word."""
    page.get_by_role("link", name="SKYJO").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def sit(page: Page, name: str) -> None:
    """Take a chair on the page of a table's link."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a chair").click()
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()


def number_of(table: Table, name: str) -> int:
    """A person's number at a table, as soon as this client has heard of them: what others did comes by a thread of its own."""

    def numbers() -> list[int]:
        return [one["person"] for one in table.table["people"] if one["name"] == name]

    wait_until(lambda: bool(numbers()), f"{name} does not come to the table")
    return numbers()[0]


def chair(table: Table, name: str) -> dict[str, Any]:
    """The chair of a client that plays under this name, for `sit_on`."""
    return {"table": table.word, "person": number_of(table, name), "token": table.token}


def asked(*tables: Table) -> Table:
    """Whoever of those at a match is asked, as soon as one is and all of them have seen it begin."""

    def those() -> list[Table]:
        return [table for table in tables if table.view is not None and table.view["legal"]]

    wait_until(lambda: bool(those()) and all(table.view is not None for table in tables), "nobody is asked")
    return those()[0]


def person(page: Page, name: str) -> Locator:
    """Somebody's line in the lobby."""
    return page.get_by_role("listitem").filter(has_text=name)


def over(page: Page) -> Locator:
    """The heading over the end of a match, whichever way it went: somebody wins, some share it, or nobody wins."""
    return page.get_by_role("heading", name=re.compile(r"\bwins?\b|\bshare it\b|^Nobody wins$"))


def start(page: Page, bots: int = 1) -> None:
    """Seat bots and start the match."""
    for _ in range(bots):
        before = page.get_by_text("bot", exact=True).count()
        page.get_by_role("button", name="Seat a bot").click()
        expect(page.get_by_text("bot", exact=True)).to_have_count(before + 1)
    page.get_by_role("button", name="Start with").click()
    expect(page.get_by_role("main", name="The table")).to_be_visible()
