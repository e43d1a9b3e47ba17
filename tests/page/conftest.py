"""Pages of Debian's Chromium that look at a room of their own."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.page.visits import CHROMIUM, PHONE, SHELL, STATIC, Devices, House, Screen, Visit
from tests.patience import PATIENCE
from tests.ports import free_port

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP parlour.test 127.0.0.1"),
)

FETCHED = """() => performance.getEntriesByType('resource').slice(-12)
    .map((file) => `${file.responseStatus} ${Math.round(file.duration)} ${file.name}`).join('\\n')"""

expect.set_options(timeout=1000 * PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without the built page or the browser there is nothing to look at, and the report says so."""
    here = Path(__file__).parent
    if not (STATIC / "index.html").is_file():
        reason = "the page is not built: make test builds it"
    elif not CHROMIUM.exists():
        reason = "Chromium is not installed"
    else:
        return
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


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


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": str(SHELL if SHELL.exists() else CHROMIUM), "args": list(FLAGS)}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests; each opens tables of its own."""
    house = House(tmp_path_factory.mktemp("house"), free_port())
    house.start()
    yield house
    house.kill()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a page in a browser context of its own: another device, with its own memory."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(
        path: str = "/", *, size: dict[str, int] = PHONE, language: str = "en-GB", base: str = "", **options: Any
    ) -> Page:
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
    assert not devices.troubles, f"the page raised {devices.troubles}"
