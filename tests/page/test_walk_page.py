"""A guided first match: from the rules or a new table, by open cards, each step told, at a practice table against bots."""

from playwright.sync_api import expect

from tests.page.test_access import faults
from tests.page.visits import PHONE, Visit
from tests.patience import PATIENCE


def test_a_first_match_is_walked_through(visit: Visit) -> None:
    page = visit("/rules/kings_keys")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(page.get_by_role("button", name="A guided first match")).to_be_visible()
    page.goto(page.url.replace("/rules/", "/new/"))
    page.get_by_role("button", name="A guided first match").click()  # whoever has no name yet has one there
    expect(page.locator(".topbar small")).to_contain_text("Practice table")
    told = page.locator(".guided")
    expect(told).not_to_be_empty()
    expect(page.locator(".zone.haslaid").first).to_be_visible()  # others' hands lie open
    expect(told).to_contain_text("Draw one card: that is how every turn begins", timeout=1000 * PATIENCE)
    page.locator("button[data-place=zone-pile], .pile button").first.click()
    expect(told).to_contain_text("One card now.")
    assert faults(page) == []
