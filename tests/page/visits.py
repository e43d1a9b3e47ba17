"""A room to visit with a browser, and what a visitor does in it."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "parlour" / "server" / "static"
CHROMIUM = Path("/usr/bin/chromium")
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 780}
DESK = {"width": 1280, "height": 800}
START_WITHIN = 30.0  # seconds

Visit = Callable[..., Page]


@dataclass
class House:
    """A running server that can be killed and started again on the same port and database."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "parlour",
            "serve",
            "--port",
            str(self.port),
            "--database",
            f"sqlite:///{self.folder}/parlour.sqlite",
        ]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + START_WITHIN
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(f"the server did not answer within {START_WITHIN} s")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


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


def person(page: Page, name: str) -> Locator:
    """Somebody's line in the lobby."""
    return page.get_by_role("listitem").filter(has_text=name)


def start(page: Page, bots: int = 1) -> None:
    """Seat bots and start the match."""
    for _ in range(bots):
        before = page.get_by_text("bot", exact=True).count()
        page.get_by_role("button", name="Seat a bot").click()
        expect(page.get_by_text("bot", exact=True)).to_have_count(before + 1)
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("main", name="The table")).to_be_visible()
