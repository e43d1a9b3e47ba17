"""The bench of a room in a tab: a game is begun, played, broken and mended, sent, and stopped where it never ends."""

import os
import zipfile
from http.server import ThreadingHTTPServer

from playwright.sync_api import Browser, Page, expect

from tests.page.sites import folder, site
from tests.patience import PATIENCE

__all__ = ["folder", "site"]


def table(page: Page) -> None:
    """The live table is there, and the person has played their first turn at it."""
    frame = page.frame_locator("iframe")
    expect(page.get_by_text("turn 0 of 0")).to_be_visible()
    frame.get_by_role("button", name="Keep your card").click()
    expect(page.get_by_text("turn 1 of 1")).to_be_visible()


def test_a_game_is_written_beside_its_table(browser: Browser, site: tuple[str, ThreadingHTTPServer]) -> None:
    address, _ = site
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"{address}?/bench")
    page.get_by_label("What is it called?").fill("Hop Pers")
    page.get_by_role("button", name="Lay it on the bench").click()
    table(page)
    page.get_by_role("button", name="One turn back").click()
    expect(page.get_by_text("turn 0 of 1")).to_be_visible()
    page.get_by_role("button", name="One turn on").click()
    expect(page.get_by_text("turn 1 of 1")).to_be_visible()
    expect(page.get_by_text("Laws: 29 of 29 hold")).to_be_visible(timeout=1000 * PATIENCE)
    expect(page.get_by_role("heading", name="Seat 1 wins")).to_be_visible()

    rules = page.get_by_role("textbox", name="The rules")
    rules.press("Control+Home")
    page.keyboard.type("ROOF = (")
    said = page.locator(".said")
    expect(said).to_contain_text("never closed")
    expect(page.get_by_text("The laws wait until the files load")).to_be_visible()
    for _ in "ROOF = (":
        page.keyboard.press("Backspace")
    expect(said).to_have_count(0)
    expect(page.get_by_text("turn 1 of 1")).to_be_visible()  # the match goes on where it was
    with page.expect_download() as sent:
        page.get_by_role("button", name="Send it as a package").click()
    with zipfile.ZipFile(sent.value.path()) as archive:
        names = archive.namelist()
        assert "hop_pers/pyproject.toml" in names
        assert "hop_pers/parlour_hop_pers/rules.py" in names
        assert "hop_pers/playthroughs/hop_pers.txt" in names

    if os.environ.get("PARLOUR_DRILLS"):
        rules.press("Control+End")  # where the editor indents nothing by itself
        page.keyboard.type("while True: pass")
        expect(page.get_by_role("alert")).to_contain_text("Your text is safe")
        page.reload()
        rules.press("Control+End")
        expect(page.get_by_role("textbox", name="The rules")).to_contain_text("while True: pass")
        away = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
        there = away.new_page()
        there.goto(f"{address}?/bench")
        there.get_by_label("Bring a package").set_input_files(sent.value.path())
        table(there)
        away.close()
    assert not troubles
    context.close()
