"""The house as a host: it says the aim, folds away what is printed, and lets one try a game at once."""

import pytest
from playwright.sync_api import expect

from tests.page.test_access import faults
from tests.page.visits import Visit

AIMS = {"SKYJO": "lowest total wins", "KEYS": "two points win", "King’s Keys": "laughter", "KESKIFÈ?": "the monkey"}


@pytest.mark.parametrize(("game", "aim"), AIMS.items())
def test_the_aim_and_the_length_are_said_before_anything_is_pressed(visit: Visit, game: str, aim: str) -> None:
    page = visit("/")
    box = page.get_by_role("navigation", name="The shelf").get_by_role("link").filter(has=page.get_by_text(game, exact=True))
    expect(box).to_contain_text("min")
    box.click()
    expect(page.locator(".aim")).to_contain_text(aim)
    expect(page.locator(".aim")).to_contain_text("min")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.get_by_role("radio", name="Gentle Forgets, forgives")).to_be_visible()
    expect(page.get_by_role("button", name="Lay the table")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Try it now with three bots")).to_be_in_viewport(ratio=0.5)


def test_house_rules_are_one_line_and_what_is_made_for_programs_lies_behind_more(visit: Visit) -> None:
    page = visit("/new/skyjo")
    rules = page.get_by_role("region", name="House rules")
    expect(rules.locator("summary").first).to_contain_text("As printed")
    rules.locator("summary").first.click()
    end = rules.get_by_label("Points that end the game", exact=True)
    end.fill("50")
    end.press("Tab")
    expect(rules.get_by_text("Most turns in a round")).to_be_hidden()
    expect(rules.locator("summary").first).to_contain_text("50")
    expect(rules.locator("summary").first).not_to_contain_text("As printed")
    rules.get_by_text("More", exact=True).click()
    expect(rules.get_by_text("Most turns in a round")).to_be_visible()


FIRST = {
    "keskife": "Everybody mimes the same line but the monkey. Find out who it is; if it is you, do not be found.",
    "skyjo": "The lowest total wins. End a round and be tied or beaten, and your points count double.",
    "keys": "Flip as many as you say and meet no KEY: a point. First to 2.",
    "kings_keys": "Win with 10 guards, an army of 10, your four coins or your four keys.",
}


@pytest.mark.parametrize(("game", "aim"), FIRST.items())
def test_a_game_is_tried_with_bots_and_without_a_lobby(visit: Visit, game: str, aim: str) -> None:
    page = visit(f"/new/{game}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Try it now with three bots").click()
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    if game == "skyjo":
        expect(page.get_by_role("list", name="The others").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_text(aim)).to_be_visible()  # on the first slip, when one is asked
    assert page.get_by_role("heading", name="At the table").count() == 0


def test_a_first_match_has_a_hint_that_is_declined_for_good_and_leads_to_the_fitting_page(visit: Visit) -> None:
    page = visit("/new/skyjo")
    expect(page.get_by_role("switch", name="Hints for my first match")).to_be_checked()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Try it now with three bots").click()
    hint = page.locator(".guided")
    expect(hint).to_contain_text("Nobody knows these cards yet, you neither.")
    page.set_viewport_size({"width": 360, "height": 640})
    for name in ("Leave the table", "Rules", "Table"):
        page.get_by_role("button", name=name, exact=True).click(trial=True)  # folded, the hint lies over none of them
    expect(page.get_by_role("button", name="No more hints")).to_have_count(0)
    page.get_by_role("button", name="Nobody knows").click()
    page.get_by_role("button", name="No more hints").click(trial=True)
    page.set_viewport_size({"width": 360, "height": 780})
    page.get_by_role("button", name="In the rules").click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("heading", name="Dealing")).to_be_in_viewport()
    expect(rules.get_by_role("heading", name="SKYJO")).not_to_be_in_viewport()
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="No more hints").click()
    expect(hint).to_have_count(0)
    page.reload()
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    expect(hint).to_have_count(0)
    page.goto(page.url.split("/t/")[0] + "/new/skyjo")
    expect(page.get_by_role("button", name="Try it now with three bots")).to_be_visible()
    expect(page.get_by_role("switch", name="Hints for my first match")).to_have_count(0)
