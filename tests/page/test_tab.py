"""The room in a tab, served as plain files under a path: lit, played, cut off from everything, and crashed."""

from contextlib import suppress
from http.server import ThreadingHTTPServer

from playwright.sync_api import Browser, Error, Page, expect

from tests.page.sites import folder, site

__all__ = ["folder", "site"]


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
