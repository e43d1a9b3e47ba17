"""What everybody must be able to use: axe on every screen by day and by evening, languages, the keyboard, the settings."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.visits import AXE, DESK, PHONE, House, Visit, lay, sit, start

FOCUSED = """() => {
  const it = document.activeElement;
  return it.ariaLabel || it.labels?.[0]?.innerText || it.innerText || '';
}"""
RUN = "() => axe.run(document, {resultTypes: ['violations'], rules: {'region': {enabled: true}}})"


def faults(page: Page) -> list[str]:
    """What axe finds, a line each."""
    page.evaluate("() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0)))")
    page.evaluate(AXE.read_text(encoding="utf-8"))  # by evaluation, because the page's policy forbids foreign scripts
    found: dict[str, Any] = page.evaluate(RUN)
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_screen(visit: Visit, house: House, size: dict[str, int], scheme: str) -> None:
    seen: dict[str, list[str]] = {}
    ada = visit("/", size=size, color_scheme=scheme)
    expect(ada.get_by_role("link", name="SKYJO")).to_be_visible()
    seen["home"] = faults(ada)
    ada.goto(f"{house.url}/settings")
    expect(ada.get_by_role("heading", name="The pieces")).to_be_visible()
    seen["settings"] = faults(ada)
    ada.goto(f"{house.url}/rules/skyjo")
    expect(ada.get_by_role("navigation", name="Contents")).to_be_visible()
    seen["rulebook"] = faults(ada)
    ada.goto(f"{house.url}/nowhere")
    expect(ada.get_by_role("heading", name="There is nothing here")).to_be_visible()
    seen["nothing here"] = faults(ada)
    ada.goto(f"{house.url}/new/skyjo")
    expect(ada.get_by_role("heading", name="House rules")).to_be_visible()
    seen["a new table"] = faults(ada)

    ada.goto(house.url)
    word = lay(ada)
    noor = visit(f"/t/{word}", size=size, color_scheme=scheme)
    expect(noor.get_by_label("Your name")).to_be_visible()
    seen["sitting down"] = faults(noor)
    sit(noor, "Noor")
    ada.get_by_role("button", name="Seat a bot").click()
    expect(ada.get_by_text("bot", exact=True)).to_be_visible()
    seen["lobby"] = faults(ada)
    ada.get_by_role("button", name="Change", exact=True).click()
    expect(ada.get_by_role("dialog", name="House rules")).to_be_visible()
    seen["house rules"] = faults(ada)
    ada.keyboard.press("Escape")
    start(ada, bots=0)
    seen["table"] = faults(ada)
    for button in ("Rules", "Settings", "Leave the table"):
        ada.get_by_role("button", name=button, exact=True).click()
        expect(ada.get_by_role("dialog")).to_be_visible()
        seen[button] = faults(ada)
        ada.keyboard.press("Escape")
    assert {screen: found for screen, found in seen.items() if found} == {}


def test_the_language_changes_everywhere_at_once_and_is_remembered(visit: Visit) -> None:
    page = visit("/settings", language="fr-CH")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "fr"
    page.get_by_role("radio", name="English").check()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.get_by_role("radio", name="Français").check()
    page.goto(page.url.replace("/settings", "/rules/skyjo"))
    expect(page.get_by_role("navigation", name="Sommaire")).to_be_visible()
    page.goto(page.url.replace("/rules/skyjo", "/new/skyjo"))
    page.get_by_label("Votre nom").fill("Noor")
    page.get_by_role("button", name="Dresser la table").click()
    expect(page.get_by_role("heading", name="Autour de la table")).to_be_visible()


def test_settings_dress_the_page_and_are_remembered(visit: Visit) -> None:
    page = visit("/settings", color_scheme="light")
    page.get_by_role("radio", name="Evening").check()
    page.get_by_role("radio", name="Larger").check()
    page.get_by_role("switch", name="Less motion").click()
    page.reload()
    expect(page.get_by_role("radio", name="Evening")).to_be_checked()
    root = "document.documentElement"
    dress = f"[{root}.dataset.theme, {root}.dataset.motion, getComputedStyle({root}).fontSize]"
    assert page.evaluate(dress) == ["dark", "less", "20px"]


def test_a_table_is_laid_and_started_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_role("link", name="SKYJO")).to_be_visible()

    def reach(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            if name in focused:
                return
        raise AssertionError(f"the Tab key never reaches {name!r}")

    reach("SKYJO")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your name")).to_be_visible()
    reach("Your name")
    page.keyboard.type("Ada")
    reach("Fox")
    page.keyboard.press("ArrowRight")
    reach("Lay the table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    reach("Seat a bot")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Everyone is ready.").first).to_be_attached()
    reach("Start the game")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main", name="The table")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/settings", "/rules/skyjo", "/new/skyjo"])
def test_nothing_is_wider_than_a_small_phone(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
