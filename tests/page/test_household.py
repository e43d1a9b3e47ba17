"""Two people who share a phone, and a third on a device of their own."""

import re

from playwright.sync_api import Page, expect

from parlour.client import Table
from tests.page.test_access import faults
from tests.page.visits import House, Visit, person


def hand_over(page: Page, name: str) -> None:
    """The phone comes to somebody. Until they say so nothing of the table is in the document, nor read from it."""
    expect(page.get_by_role("heading", name=f"Hand it to {name}")).to_be_visible()
    assert page.get_by_role("main", name="The table").count() == 0
    assert page.get_by_text(re.compile("coaster|placed", re.IGNORECASE)).count() == 0
    assert page.locator("[data-announcer]").count() == 0
    page.get_by_role("button", name=f"I am {name}, show mine").press("Enter")
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    expect(page.get_by_role("button", name=f"{name} has the device. Hand it over")).to_be_visible()


def test_two_share_a_phone_and_a_third_plays_on_their_own(visit: Visit, house: House) -> None:
    phone = visit("/")
    phone.get_by_role("link", name=re.compile("^KEYS")).click()
    phone.get_by_label("Your name").fill("Ada")
    phone.get_by_role("button", name="Lay the table").click()
    phone.get_by_role("button", name="Somebody on this device").click()
    form = phone.get_by_role("dialog", name="Somebody on this device")
    form.get_by_label("Their name").fill("ada")
    form.get_by_role("button", name="Take a chair here").click()
    expect(form.get_by_text("Somebody of this name sits here already.")).to_be_visible()
    form.get_by_label("Their name").fill("Noor")
    assert faults(phone) == []
    form.get_by_role("button", name="Take a chair here").press("Enter")
    expect(person(phone, "Noor")).to_contain_text("on this device")
    expect(person(phone, "Noor")).to_contain_text("Ready")
    with Table.join(house.url, phone.url.rsplit("/", 1)[1], "Ben", avatar="bear") as ben:
        expect(person(phone, "Ben")).to_be_visible()
        phone.get_by_role("button", name="Start with").click()
        called = phone.get_by_role("heading", name=re.compile("Hand it to|Who has"))
        expect(called).to_be_visible()
        assert faults(phone) == []
        first = {"Hand it to Ada": 0, "Hand it to Noor": 1, "Who has the device?": 2}[called.inner_text()]
        turns = ben.turns()
        table = phone.get_by_role("main", name="The table")
        for seat in (first, (first + 1) % 3, (first + 2) % 3):
            if seat == 2:
                ben.play(next(turns)["legal"][0])
                continue
            hand_over(phone, ("Ada", "Noor")[seat])
            table.get_by_role("button", name="Place a KEY. KEY in hand").press("Enter")
            expect(table.get_by_role("button", name="Place a KEY. KEY in hand")).to_have_count(0)
        if first == 2:
            ben.play(next(turns)["legal"][0])
        name = "Noor" if first == 1 else "Ada"
        hand_over(phone, name)
        if name == "Ada":  # Noor has seen what Ben did, for the phone was hers: one move is not worth telling
            expect(phone.get_by_role("group", name="What you missed")).to_contain_text("You missed 2 moves.")
        told = "You missed 2 moves. It is your turn" if name == "Ada" else "It is your turn"
        expect(phone.locator("[data-announcer]")).to_have_text(told)
        phone.reload()
        phone.get_by_role("button", name="Somebody else has it").press("Enter")
        expect(phone.get_by_role("heading", name="Who has the device?")).to_be_focused()
        assert faults(phone) == []
        phone.get_by_role("button", name="I am Noor" if name == "Ada" else "I am Ada").press("Enter")
        expect(table).to_be_visible()
        phone.get_by_role("button", name="has the device. Hand it over").press("Enter")
        hand_over(phone, name)
