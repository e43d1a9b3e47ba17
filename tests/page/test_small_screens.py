"""Who sees little, or not our colours, or comes with a browser that cannot run the page; and whoever presses back."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.day import some_of
from tests.page.visits import PHONE, House, Visit, lay, start

ZOOMED = {"width": 320, "height": 180}  # what a screen of 1280x720 is at four times the size
NEWER = "export const = ;"  # as the page's own files are to a browser that cannot read their language

COVERED = """() => [...document.querySelectorAll('.screen button, .screen a[href]')].filter((it) => {
  if (!it.checkVisibility({visibilityProperty: true}) || it.disabled || !it.getClientRects().length) return false;
  it.scrollIntoView({block: 'center', inline: 'center'});
  const {left, top, width, height} = it.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !hit || !(it.contains(hit) || hit.contains(it));
}).map((it) => it.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("game", some_of(["keys", "kings_keys", "skyjo"], 1, "zoomed"))
def test_zoomed_to_four_times_the_table_scrolls_and_all_of_it_can_be_pressed(visit: Visit, game: str) -> None:
    page = visit(f"/new/{game}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Lay the table").click()
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    start(page, bots=2)
    expect(page.locator(".play main")).to_be_visible()
    page.set_viewport_size(ZOOMED)  # type: ignore[arg-type]
    heights = page.evaluate("() => [document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth]")
    assert heights[0] > 2 * heights[1]
    assert heights[2] <= ZOOMED["width"]
    assert page.evaluate(COVERED) == []


def test_cards_have_an_edge_in_forced_colours(visit: Visit) -> None:
    page = visit(forced_colors="active")
    lay(page)
    start(page)
    card = page.locator(".play .card").first
    expect(card).to_be_visible()
    style, width = card.evaluate("(it) => [getComputedStyle(it).borderTopStyle, parseFloat(getComputedStyle(it).borderTopWidth)]")
    assert (style, width >= 1) == ("solid", True)


def test_back_closes_a_sheet_first(visit: Visit) -> None:
    page = visit()
    lay(page)
    start(page)
    table = page.url
    page.get_by_role("button", name="Rules", exact=True).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    page.evaluate("history.back()")
    expect(sheet).not_to_be_visible()
    assert page.url == table
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).not_to_be_visible()
    page.wait_for_function("() => !history.state?.over")
    page.evaluate("history.back()")
    page.wait_for_url(lambda url: url != table)


@pytest.mark.parametrize(("language", "said"), [("de-AT", "einen neueren Browser"), ("pt-BR", "a newer browser")])
def test_a_browser_that_cannot_read_the_page_says_so(browser: Browser, house: House, language: str, said: str) -> None:
    def older(route: Route) -> None:
        route.fulfill(body=NEWER, content_type="text/javascript")

    for path in ("/", "/tv"):
        context = browser.new_context(viewport=PHONE, locale=language, service_workers="block")  # type: ignore[arg-type]
        page = context.new_page()
        page.route(re.compile(r"/assets/index-.*\.js"), older)
        page.goto(house.url + path)
        expect(page.locator("#parlour p")).to_contain_text(said)
        context.close()


def test_whoever_has_no_script_reads_it_in_six_languages(browser: Browser, house: House) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)  # type: ignore[arg-type]
    page: Page = context.new_page()
    page.goto(house.url)
    expect(page.locator("noscript p")).to_have_count(6)
    expect(page.locator("noscript p[lang=nl]")).to_contain_text("nieuwere browser")
    context.close()
