"""Pages of Debian's Chromium that look at a room of their own."""

import asyncio
import fcntl
import os
import random
import subprocess
import threading
from collections.abc import Generator, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from parlour.client import AsyncTable
from tests.conftest import require
from tests.page.visits import CHROMIUM, PHONE, ROOT, STATIC, Devices, House, Screen, Visit
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.server.live import Live

DICE = os.environ.get("PARLOUR_DICE", "")  # other dice for the rooms below, a word; a failure is seen again with the same one

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP parlour.test 127.0.0.1"),
    # A whole Chromium loads two pages for the line of addresses with every window, which cost more than ours does. (The last such
    # list holds: with what Playwright switches off that is about pages.)
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding,"
    "DestroyProfileOnBrowserClose,LensOverlay,MediaRouter,OptimizationHints,ThirdPartyStoragePartitioning,AimEnabled",
)

VITE = ROOT / "web" / "node_modules" / ".bin" / "vite"

FETCHED = """() => performance.getEntriesByType('resource').slice(-12)
    .map((file) => `${file.responseStatus} ${Math.round(file.duration)} ${file.name}`).join('\\n')"""

LATE = float(os.environ.get("PARLOUR_LATE", "0"))  # seconds by which all that a room says comes later to pages and clients
LATE_LINE = """for (const kind of ['onmessage', 'onclose']) {
  const { set, ...given } = Object.getOwnPropertyDescriptor(WebSocket.prototype, kind);
  const late = (hear) => hear && ((event) => setTimeout(() => hear(event), %d));
  Object.defineProperty(WebSocket.prototype, kind, { ...given, set(hear) { set.call(this, late(hear)); } });
}"""

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session", autouse=True)
def _page_and_browser() -> None:
    """Without the built page or the browser there is nothing to look at, and the report says so."""
    if not (STATIC / "index.html").is_file():
        require("page", "it is not built: make test builds it")
    if CHROMIUM is None:
        require("chromium", "it is not installed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails says what the pages show that are open."""
    report: pytest.TestReport = yield
    if report.when == "call" and report.failed and "browser" in item.funcargs:
        browser = cast(Browser, item.funcargs["browser"])
        pages = [page for context in browser.contexts for page in context.pages]
        report.sections.extend((f"Page {page.url}", shown(page)) for page in pages)
    return report


def shown(page: Page) -> str:
    """A page as a screen reader has it, and what it fetched last: status (0: none yet), milliseconds, address."""
    try:
        return f"{page.locator('body').aria_snapshot(timeout=2000)}\n{page.evaluate(FETCHED)}"
    except Error as error:  # it may have crashed, or be between two documents
        return str(error)


@pytest.fixture(scope="session", autouse=True)
def _late() -> Iterator[None]:
    """Whoever reads what has not come yet is found by this, and not by a busy machine."""
    if not LATE:
        yield
        return
    take, new_context = AsyncTable._take, Browser.new_context

    async def late(table: AsyncTable, *given: Any) -> None:
        await asyncio.sleep(LATE)
        await take(table, *given)

    def with_late_line(browser: Browser, **options: Any) -> BrowserContext:
        context = new_context(browser, **options)
        context.add_init_script(LATE_LINE % (1000 * LATE))
        return context

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AsyncTable, "_take", late)
        patch.setattr(Browser, "new_context", with_late_line)
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": str(CHROMIUM), "args": list(FLAGS)}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests; each opens tables of its own."""
    house = House(tmp_path_factory.mktemp("house"), free_port(), thinkers=1)
    house.start()
    yield house
    house.kill()


@pytest.fixture(autouse=True)
def dice(request: pytest.FixtureRequest) -> None:
    """The dice of a test's own room: the same whenever it runs, after whichever tests, and others for each test."""
    if "quick" in request.fixturenames:
        live: Live = request.getfixturevalue("quick")
        live.hub.roll = random.Random(f"{request.node.nodeid} {DICE}").randrange


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a page in a browser context of its own: another device, with its own memory."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(
        path: str = "/", *, size: dict[str, int] = PHONE, language: str = "en-GB", base: str = "", **options: Any
    ) -> Page:
        options.setdefault("service_workers", "block")  # what it keeps would pass by whatever a test does to the line
        context = browser.new_context(viewport=size, locale=language, reduced_motion="reduce", **options)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto((base or house.url) + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles, f"the page raised {troubles}"


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Iterator[Devices]:
    devices = Devices(browser)
    yield devices
    devices.close()


@pytest.fixture
def screen(devices: Devices) -> Iterator[Screen]:
    """Gives the page of a device by its purpose: one that all tests use one after another, so that it knows the room's files."""
    devices.troubles.clear()
    yield devices.page
    devices.put_away()
    assert not devices.troubles, f"the page raised {devices.troubles}"


class Gallery(SimpleHTTPRequestHandler):
    """Serves the gallery, whose every address is its first file."""

    def do_GET(self) -> None:
        if not Path(self.translate_path(self.path)).is_file():
            self.path = "/index.html"
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - named by the class above
        pass


@pytest.fixture(scope="session")
def gallery_files(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The page as those see it who build it: built by the first process of a run that needs it."""
    if not VITE.is_file():
        require("node", "the gallery is built with it, and with what `npm ci` installs")
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "gallery"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "index.html").exists():
            command = [str(VITE), "build", "--mode", "gallery", "--outDir", str(folder), "--logLevel", "error"]
            subprocess.run(command, cwd=ROOT / "web", check=True)
    return folder


@pytest.fixture(scope="session")
def gallery(gallery_files: Path) -> Iterator[str]:
    """Its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Gallery, directory=str(gallery_files)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()
