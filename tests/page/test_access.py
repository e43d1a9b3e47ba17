"""What everybody must be able to use: axe on every screen by day and by evening, languages, the keyboard, the settings."""

import re
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.day import DRILLS, some_of
from tests.page.visits import AXE, DESK, PHONE, House, Visit, lay, sit, start, table_menu

FOCUSED = """() => {
  const it = document.activeElement;
  return it.ariaLabel || it.labels?.[0]?.innerText || it.innerText || '';
}"""
RINGED = """() => {
  const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(document.activeElement);
  return [outlineStyle, outlineColor, boxShadow];
}"""
RING = ["dashed", "rgb(255, 216, 116)", "rgb(43, 30, 24) 0px 0px 0px 6px"]  # bright, with a dark line around it
EVERY_RULE = {"resultTypes": ["violations"], "rules": {"region": {"enabled": True}}}
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}  # all that a theme changes
Dress = tuple[dict[str, int], Literal["light", "dark"], dict[str, Any]]
WHOLE: tuple[Dress, ...] = (
    *((PHONE, "light", EVERY_RULE), (PHONE, "dark", COLOURS)),
    *((DESK, "light", EVERY_RULE), (DESK, "dark", COLOURS)),
)
# At every change both sizes and both themes, a phone by day and a desk by evening or the other way round.
TURNS: tuple[tuple[Dress, ...], ...] = (
    ((PHONE, "light", EVERY_RULE), (DESK, "dark", EVERY_RULE)),
    ((PHONE, "dark", EVERY_RULE), (DESK, "light", EVERY_RULE)),
)
DRESSES = WHOLE if DRILLS else some_of(TURNS, 1, "dresses")[0]
SMALL = {"width": 320, "height": 400}  # what a desk's 1280 pixels are at four times the size


def faults(page: Page, rules: dict[str, Any] = EVERY_RULE) -> list[str]:
    """What axe finds, a line each."""
    page.evaluate("() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0)))")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # by evaluation, because the page's policy forbids foreign scripts
    found: dict[str, Any] = page.evaluate("rules => axe.run(document, rules)", rules)
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def faults_everywhere(page: Page) -> list[str]:
    """What axe finds on a phone and on a desk, by day and by evening; the page is left at the size it had."""
    before = page.viewport_size
    assert before is not None
    found = []
    for size, scheme, rules in DRESSES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(f"[data-theme={scheme}]")).to_be_attached()
        found += [f"{size['width']} {scheme}: {fault}" for fault in faults(page, rules)]
    page.set_viewport_size(before)
    return found


def test_axe_finds_nothing_on_any_screen(visit: Visit, house: House) -> None:
    seen: dict[str, list[str]] = {}
    ada = visit("/")
    expect(ada.get_by_role("link", name="SKYJO")).to_be_visible()
    seen["home"] = faults_everywhere(ada)
    for path, screen, role, name in (
        ("/settings", "settings", "heading", "The pieces"),
        ("/rules/skyjo", "rulebook", "navigation", "Contents"),
        ("/nowhere", "nothing here", "heading", "There is nothing here"),
        ("/new/skyjo", "a new table", "heading", "House rules"),
    ):
        ada.goto(house.url + path)
        expect(ada.get_by_role(role, name=name)).to_be_visible()  # type: ignore[arg-type]
        seen[screen] = faults_everywhere(ada)
    ada.locator("summary", has_text="House rules").click()
    ada.get_by_label("Points that end the game", exact=True).fill("9999")
    ada.get_by_label("Points that end the game", exact=True).blur()
    expect(ada.get_by_role("alert")).to_contain_text("from 50 to 300")
    seen["a number that cannot be"] = faults_everywhere(ada)

    ada.goto(house.url)
    word = lay(ada)
    noor = visit(f"/t/{word}")
    expect(noor.get_by_label("Your name")).to_be_visible()
    seen["sitting down"] = faults_everywhere(noor)
    sit(noor, "Noor")
    ada.get_by_role("button", name="Seat a bot").click()
    expect(ada.get_by_text("bot", exact=True)).to_be_visible()
    seen["lobby"] = faults_everywhere(ada)
    ada.get_by_role("button", name="Change", exact=True).click()
    expect(ada.get_by_role("dialog", name="House rules")).to_be_visible()
    seen["house rules"] = faults_everywhere(ada)
    ada.keyboard.press("Escape")
    start(ada, bots=0)
    seen["table"] = faults_everywhere(ada)
    for button in ("Rules", "Table", "Leave the table"):
        ada.get_by_role("button", name=button, exact=True).click()
        expect(ada.get_by_role("dialog")).to_be_visible()
        seen[button] = faults_everywhere(ada)
        ada.keyboard.press("Escape")
    assert {screen: found for screen, found in seen.items() if found} == {}


def test_the_language_changes_everywhere_at_once_and_is_remembered(visit: Visit) -> None:
    page = visit("/settings", language="fr-CH")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "fr"
    page.get_by_role("combobox", name="Langue").select_option("English")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("Français")
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
    assert page.evaluate(RINGED) == RING
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your name")).to_be_visible()
    reach("Your name")
    assert page.evaluate(RINGED) == RING
    page.keyboard.type("Ada")
    reach("Fox")
    page.keyboard.press("ArrowRight")
    reach("Lay the table")
    assert page.evaluate(RINGED) == RING
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    reach("Seat a bot")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Everyone is ready.").first).to_be_attached()
    reach("Start with")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main", name="The table")).to_be_visible()


def test_the_focus_is_never_lost_when_the_screen_changes(visit: Visit) -> None:
    page = visit("/new/skyjo")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Lay the table").click()
    expect(page.get_by_role("heading", level=1, name="SKYJO")).to_be_focused()
    page.get_by_role("button", name="Seat a bot").click()
    page.get_by_role("button", name="What to do with").click()
    page.get_by_role("button", name="Take the bot away").click()
    expect(page.get_by_role("heading", name="At the table")).to_be_focused()
    start(page)
    expect(page.get_by_role("heading", level=1, name="SKYJO")).to_be_focused()


def test_sound_is_one_press_away_and_is_heard(visit: Visit) -> None:
    page = visit()
    page.add_init_script(
        "const make = BaseAudioContext.prototype.createOscillator; window.tones = 0;"
        "BaseAudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };"
    )
    page.reload()
    lay(page)
    start(page)
    assert page.evaluate("tones") == 0
    page.get_by_role("button", name="Turn the sound on").click()
    expect(page.get_by_role("button", name="Turn the sound off")).to_be_visible()
    page.wait_for_function("() => window.tones > 0")  # what makes them is loaded when it is wanted
    table_menu(page)
    page.get_by_role("button", name="Settings").filter(visible=True).click()
    loud = page.get_by_role("slider", name="Sound")
    expect(loud).to_have_attribute("aria-valuetext", "50%")
    loud.fill("0")
    expect(loud).to_have_attribute("aria-valuetext", "Off")
    expect(page.get_by_text("Silent now, because the sound is off")).to_be_visible()


def test_nothing_is_wider_than_a_small_phone_or_a_page_drawn_large(visit: Visit, house: House) -> None:
    page = visit("/settings")
    wide = []
    for size in ("Normal", "Larger"):
        page.goto(f"{house.url}/settings")
        page.get_by_role("radio", name=size).check()
        for path in ("/", "/settings", "/rules/skyjo", "/new/skyjo"):
            page.goto(house.url + path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            for view in (PHONE, SMALL):
                page.set_viewport_size(view)  # type: ignore[arg-type]
                if page.evaluate("document.documentElement.scrollWidth") > view["width"]:
                    wide.append((size, path, view))
    assert wide == []


def test_a_chapter_of_the_rulebook_is_no_step(visit: Visit) -> None:
    page = visit("/new/skyjo")
    page.get_by_role("link", name="Rules").or_(page.get_by_role("button", name="Rules")).click()
    chapters = page.get_by_role("navigation", name="Contents").get_by_role("link")
    for chapter in (1, 3, 2):
        chapters.nth(chapter).click()
        expect(page).to_have_url(re.compile("/rules/skyjo#."))
        expect(chapters.nth(chapter)).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Back").click()
    expect(page).to_have_url(re.compile("/new/skyjo$"))
    expect(page.get_by_role("button", name="Lay the table")).to_be_visible()


OUTLINES = """() => {
  const make = (name) => Object.assign(document.createElement('button'), { className: name, textContent: '.' });
  const made = ['can', 'settled', ''].map(make);
  document.querySelector('main').append(...made);
  made[2].focus({ focusVisible: true });
  const shapes = made.map((one) => {
    const { outlineStyle, boxShadow } = getComputedStyle(one);
    return outlineStyle === 'none' && boxShadow !== 'none' ? 'ring' : outlineStyle;
  });
  for (const one of made) one.remove();
  return shapes;
}"""


def test_three_kinds_of_outline_differ_in_shape_and_not_in_colour_alone(visit: Visit) -> None:
    """What may be pressed has a whole line, what just came dots, the focus dashes: in every light, and in forced colours."""
    page = visit("/new/skyjo")
    expect(page.get_by_label("Your name")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="none")
        assert page.evaluate(OUTLINES) == ["ring", "dotted", "dashed"]
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        assert page.evaluate(OUTLINES) == ["solid", "dotted", "dashed"]
