"""One decision: chosen with the keyboard or on the table, answered once, and remembered."""

import httpx
from playwright.sync_api import expect

from parlour.server.hall.tries import ENOUGH
from tests.page.test_access import faults_everywhere
from tests.page.visits import DESK, House, Visit


def test_a_puzzle_is_answered_once_and_the_next_comes(visit: Visit, house: House) -> None:
    page = visit("/puzzle/keys", size=DESK)
    with page.expect_response("**/api/games/keys/puzzles/*") as asked:
        page.reload()
    puzzle = asked.value.json()
    tries = f"{house.url}/api/games/keys/puzzles/{puzzle['puzzle']}/tries"
    for _ in range(ENOUGH - 1):
        assert httpx.post(tries, json={"choice": 1}).json() == {"tries": []}
    expect(page.get_by_role("heading", name="One decision")).to_be_visible()
    choices = page.get_by_role("complementary").get_by_role("list", name="What you may play").get_by_role("button")
    expect(choices.first).to_be_visible()
    assert faults_everywhere(page) == []
    choices.first.focus()
    page.keyboard.press("Enter")
    answer = page.get_by_role("complementary").get_by_role("heading", name="it is")
    expect(answer).to_be_focused()
    expect(page.get_by_role("complementary").get_by_text("day running")).to_be_visible()
    expect(page.get_by_role("complementary").get_by_text(f"Most people here chose B: {ENOUGH - 1} of {ENOUGH}.")).to_be_visible()
    first = answer.inner_text()
    assert faults_everywhere(page) == []
    page.reload()  # one try: what was chosen stands
    expect(answer).to_have_text(first)
    expect(page.get_by_role("complementary").get_by_text("Most people here chose B")).to_be_visible()
    assert sum(httpx.get(tries).json()["tries"]) == ENOUGH, "a look again counts nothing"
    page.get_by_role("complementary").get_by_role("button", name="Next").click()
    expect(choices.first).to_be_visible()
    page.get_by_role("button", name="Rows of ten").click()
    page.get_by_role("link", name="Which coaster").click()
    expect(page.get_by_text("Which coaster · 1 of 10")).to_be_visible()


def test_a_choice_has_its_letter_on_the_table(visit: Visit) -> None:
    page = visit("/puzzle/skyjo")
    letter = page.locator(".table > button").first
    expect(letter).to_be_visible()
    named = letter.get_attribute("aria-label") or ""
    assert page.locator(".strip").get_by_text(named[3:], exact=True).count() == 1
    letter.click()
    expect(page.get_by_role("region", name="What came of it").get_by_role("heading")).to_be_visible()


def test_nothing_of_ones_own_is_said_so(visit: Visit) -> None:
    page = visit("/puzzle/own")
    expect(page.get_by_role("alert")).to_contain_text("Nothing missed")
