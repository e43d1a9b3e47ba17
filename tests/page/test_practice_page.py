"""A practice table on the page: the switch, the sentence that all read, the mark, and the advisor who is asked and answers."""

import pytest
from playwright.sync_api import expect

from tests.page.test_access import faults
from tests.page.visits import DESK, PHONE, House, Visit, lay, start


def test_the_advisor_is_asked_before_a_play(visit: Visit, house: House) -> None:
    if not visit("/").request.get(f"{house.url}/api/config").json()["advice"]:
        pytest.skip("the house of these tests has no advisor without the extra `fast`")
    page = visit("/")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    lay(page)
    page.get_by_role("button", name="Change").click()
    page.get_by_role("switch", name="A practice table").click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("whoever is asked may ask the advisor first")).to_be_visible()
    start(page)
    expect(page.locator(".topbar small")).to_contain_text("Practice table")
    page.get_by_role("button", name="Ask the advisor").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("status")).not_to_be_empty()
    expect(sheet.get_by_role("listitem").first).to_contain_text("best")
    expect(sheet.get_by_role("status")).to_contain_text("in a hundred such matches")
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-meant]")).to_have_count(1)  # what it means is ringed where it is pressed
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    notebook = page.get_by_role("region", name="What the advisor says")
    expect(notebook.get_by_role("listitem").first).to_contain_text("best")
    assert faults(page) == []
