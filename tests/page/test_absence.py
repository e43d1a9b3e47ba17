"""Who is gone is said at once and to everybody; bots may be hurried along."""

import re

from playwright.sync_api import expect

from parlour.client import Table
from tests.page.visits import DESK, House, Screen, Visit, chair, lay, number_of, sit_on, start


def test_a_dropped_line_and_a_sleeping_page_read_differently(screen: Screen, visit: Visit, house: House) -> None:
    ada = Table.open(house.url, "skyjo", "Ada", avatar="fox")
    ben = Table.join(house.url, ada.word, "Ben", avatar="owl")
    cy = Table.join(house.url, ada.word, "Cy", avatar="hen")
    with ada, cy:
        with ben:
            ada.start()
            page = screen(size=DESK)
            sit_on(page, house.url, chair(ada, "Ada"), "skyjo")
            cy.ask("present", looking=False)
            expect(page.get_by_role("listitem").filter(has_text="Cy")).to_contain_text("screen asleep")
        gone = page.get_by_role("list", name="The others").get_by_role("listitem").filter(has_text="Ben")
        expect(gone).to_contain_text(re.compile(r"kept 0:\d\d"))
        story = page.get_by_role("list", name="The story so far")
        expect(story).to_contain_text("Ben’s line dropped. The seat is kept for a while.")
        back = visit("/settings")
        sit_on(back, house.url, {"table": ada.word, "person": number_of(ada, "Ben"), "token": ben.token}, "skyjo")
        expect(story).to_contain_text("Ben is back.")
        expect(gone).not_to_contain_text("kept")


def test_the_host_sets_the_pace_and_anybody_hurries_the_bots(visit: Visit) -> None:
    page = visit("/", size=DESK)
    lay(page)
    start(page, bots=3)
    page.get_by_role("button", name="Settings").click()
    pace = page.get_by_role("dialog").get_by_role("radiogroup", name="The bots’ pace")
    expect(pace.get_by_role("radio", name="Calm")).to_be_checked()
    pace.get_by_role("radio", name="Brisk").check()
    page.get_by_role("button", name="Close").click()
    hidden = page.get_by_role("group", name="Your cards").get_by_role("button", name="face down")
    hidden.first.click()
    expect(hidden).to_have_count(11)
    hidden.first.click()
    hurry = page.get_by_role("button", name="Hurry the bots along")
    while page.get_by_text("Your turn").count() == 0:
        hurry.click(force=True)
    expect(hurry).to_have_attribute("aria-disabled", "true")
