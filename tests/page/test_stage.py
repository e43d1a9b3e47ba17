"""KESKIFÈ?'s stage, as its samples draw it: fingers and names, figures and curtain, and one clock for everybody."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.day import some_of
from tests.page.visits import drawn

SIZES = ((360, 740), (740, 360), (768, 1024), (1280, 800))

# How many looks along the lines lie on a name's plate, and how far each line ends from the head it means, in heads.
LINES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const plates = [...document.querySelectorAll('.np')].map(box);
  const home = box(document.querySelector('.fingers'));
  const heads = [...document.querySelectorAll('.figure')].map(box).map((figure) =>
    ({ x: figure.left + figure.width / 2, y: figure.top + figure.height * 70 / 236, r: figure.height * 0.14 }));
  return [...document.querySelectorAll('.finger')].map((line) => {
    const long = line.getTotalLength();
    const at = (share) => { const { x, y } = line.getPointAtLength(share * long); return { x: x + home.left, y: y + home.top }; };
    let crossed = 0;
    for (let i = 0; i <= 60; i += 1) {
      const { x, y } = at(i / 60);
      crossed += plates.some((plate) => x > plate.left && x < plate.right && y > plate.top && y < plate.bottom);
    }
    const end = at(1);
    const away = Math.min(...heads.map(({ x, y, r }) => Math.abs(Math.hypot(end.x - x, end.y - y) - r) / r));
    return { crossed, away: Math.round(away * 10) / 10 };
  });
}"""

# Figures that hide behind a curtain or stand on it, and names that are wider than their plates.
WHOLE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [left, right] = [box(document.querySelector('.cur.l')).right, box(document.querySelector('.cur.r')).left];
  const parts = [...document.querySelectorAll('.figure .part')].map(box);
  const cut = (one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return text.getBoundingClientRect().width > box(one.closest('.np')).width - 1 || getComputedStyle(one).overflow !== 'visible';
  };
  return {
    figures: document.querySelectorAll('.figure').length,
    curtained: parts.filter((part) => part.left < left - 1 || part.right > right + 1).length,
    cut: [...document.querySelectorAll('.nm')].filter(cut).length,
  };
}"""

THERE = "(moment) => document.querySelector('[data-moment]')?.dataset.moment === `keskife/${moment} en`"


@pytest.fixture
def look(browser: Browser, gallery: str) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{gallery}/gallery")
    page.wait_for_function("window.gallery")
    yield page
    context.close()


def show(page: Page, moment: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("(moment) => gallery.go(`/gallery/keskife/${moment}`)", moment)
    page.wait_for_function(
        "(moment) => document.querySelector('[data-moment]')?.dataset.moment === `keskife/${moment} en`", arg=moment
    )
    drawn(page)
    drawn(page)


@pytest.mark.parametrize(("moment", "fingers"), [("show", 6), ("show-eight", 8)])
def test_fingers_end_at_heads_and_cross_no_name(look: Page, moment: str, fingers: int) -> None:
    for size in SIZES:
        show(look, moment, size)
        assert look.evaluate(LINES) == [{"crossed": 0, "away": 0}] * fingers, size


@pytest.mark.parametrize(("moment", "figures"), [("act-teams", 15), ("act", 6), ("watch-eight", 8)])
def test_everybody_is_seen_whole(look: Page, moment: str, figures: int) -> None:
    for size in ((360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080)):
        show(look, moment, size)
        assert look.evaluate(WHOLE) == {"figures": figures, "curtained": 0, "cut": 0}, size


@pytest.mark.parametrize("language", some_of(["fr", "es", "de"], 1, "names"))
def test_a_name_has_room_or_is_shortened_and_said_whole(browser: Browser, gallery: str, language: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 640}, locale=language, reduced_motion="reduce")
    page.goto(f"{gallery}/gallery/keskife/show")
    plates = page.locator(".cast .np")
    plates.nth(5).wait_for()
    drawn(page)
    assert plates.locator(".nm").all_inner_texts()[1:] == ["Noor", "Mirza", "Jules", "Tick", "Sol"]
    assert page.evaluate(WHOLE)["cut"] == 0
    page.goto(f"{gallery}/gallery/keskife/act-seven")
    plates.nth(6).wait_for()
    drawn(page)
    assert page.evaluate(WHOLE)["cut"] == 0
    long = plates.nth(3)
    assert long.locator(".nm").inner_text() in {"Wolfeschlegelsteinhausen"[:n] + "." for n in range(4, 24)}
    assert long.locator(".nm").get_attribute("aria-hidden") == "true"
    assert "Wolfeschlegelsteinhausen." in long.locator(".sr").inner_text()
    page.set_viewport_size({"width": 1920, "height": 1080})
    drawn(page)
    expect(plates.nth(1).locator(".nm")).to_have_text("Maximiliane")
    page.close()


def test_the_clock_of_the_stage_shows_one_thing_on_every_screen(look: Page) -> None:
    seen = set()
    for moment, size in (("act", (360, 740)), ("watch", (360, 740)), ("act-leader", (1280, 800)), ("watch/tv", (1920, 1080))):
        show(look, moment, size)
        clock = look.get_by_role("timer")
        seen.add(
            (clock.get_attribute("aria-label"), clock.inner_text(), clock.locator(".left").get_attribute("stroke-dashoffset"))
        )
    assert len(seen) == 1, seen
    assert {label for label, _, _ in seen} == {"11 beats left"}


# Gestures whose word comes nearer to the edge of its button than a border and a half.
NARROW = """() => [...document.querySelectorAll('.gest button')].filter((button) => {
  const word = document.createRange();
  word.selectNodeContents(button.querySelector('span'));
  return word.getBoundingClientRect().width > button.clientWidth - 4;
}).map((button) => button.textContent.trim())"""


@pytest.mark.parametrize("language", some_of(["en", "de", "fr", "es", "it", "nl"], 2, "gestures"))
def test_the_word_of_every_gesture_fits_its_button(browser: Browser, gallery: str, language: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740}, locale=language)
    page.goto(f"{gallery}/gallery/keskife/act-four")
    page.locator(".gest button").first.wait_for()
    drawn(page)
    assert page.evaluate(NARROW) == []
    page.close()


# Where everybody stands, and what is drawn of what they mimed.
PLACES = """() => {
  const figures = [...document.querySelectorAll('.stage .figure')].map((one) => one.getBoundingClientRect());
  return [new Set(figures.map((one) => Math.round(one.left))).size, new Set(figures.map((one) => Math.round(one.top))).size];
}"""


def test_four_stand_two_by_two_on_a_phone_and_votes_show_what_was_mimed(look: Page) -> None:
    for moment in ("act-four", "show-four"):
        show(look, moment, (360, 740))
        assert look.evaluate(PLACES) == [2, 2], moment
    look.get_by_role("button", name="The round once more").click()
    look.get_by_role("button", name="Skip").wait_for()
    assert look.evaluate(PLACES) == [2, 2]
    show(look, "point", (360, 740))
    ballot = look.get_by_role("group", name="Point at the monkey").or_(look.locator(".ballot"))
    assert ballot.locator(".signs").count() == 6
    assert "wave, search, row" in ballot.inner_text().replace("\n", " ")
