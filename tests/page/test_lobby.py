"""From the shelf to the first card: opening, joining, the host's rights, and coming back."""

import json
import re
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page, Route, expect

from tests.page.visits import DESK, PHONE, House, Visit, lay, person, sit, start


def post(house: House, path: str, **body: Any) -> dict[str, Any]:
    """Sit down without a page: what a test needs of a person nobody looks over the shoulder of."""
    request = Request(house.url + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urlopen(request) as answer:
        answered: dict[str, Any] = json.load(answer)
    return answered


def test_two_people_meet_in_the_lobby_and_play(visit: Visit) -> None:
    ada = visit()
    word = lay(ada)
    noor = visit(f"/t/{word}")
    expect(noor.get_by_text("At the table: Ada")).to_be_visible()
    assert noor.get_by_role("radio", name="Fox").is_disabled()
    sit(noor, "Noor")
    expect(person(ada, "Noor")).to_be_visible()

    expect(noor.get_by_text("Ada starts the game.").filter(visible=True)).to_be_visible()
    noor.get_by_role("button", name="I am ready").click()
    expect(person(ada, "Noor")).to_contain_text("Ready")

    ada.get_by_role("button", name="Seat a bot").click()
    bot = person(noor, "bot")
    expect(bot).to_contain_text("Steady")
    person(ada, "bot").get_by_role("button", name="What to do with").click()
    ada.get_by_role("radio", name="Gentle").check()
    ada.keyboard.press("Escape")
    expect(bot).to_contain_text("Gentle")

    ada.get_by_role("button", name="Start with").click()
    for page in (ada, noor):
        expect(page.get_by_role("main", name="The table")).to_be_visible()


def test_the_host_changes_the_rules_and_everybody_sees_them(visit: Visit) -> None:
    ada = visit()
    word = lay(ada)
    noor = visit(f"/t/{word}")
    sit(noor, "Noor")
    expect(noor.get_by_text("The printed rules")).to_be_visible()
    assert noor.get_by_role("button", name="Change", exact=True).count() == 0

    ada.get_by_role("button", name="Change", exact=True).click()
    ada.get_by_label("Points that end the game", exact=True).fill("150")
    ada.get_by_label("Points that end the game", exact=True).blur()
    ada.get_by_role("radio", name="A turn").check()
    ada.get_by_role("button", name="Done").click()
    expect(noor.get_by_text("Points that end the game: 150")).to_be_visible()
    expect(noor.get_by_text("30 s a turn")).to_be_visible()
    ada.get_by_role("button", name="Change", exact=True).click()
    clock = ada.get_by_role("group", name="Time to play")
    clock.get_by_role("spinbutton", name="Seconds for a turn").fill("3")
    clock.get_by_role("spinbutton").press("Tab")
    expect(clock.get_by_role("alert")).to_be_visible()
    clock.get_by_role("spinbutton").fill("47")
    clock.get_by_role("spinbutton").press("Tab")
    expect(noor.get_by_text("47 s a turn")).to_be_visible()
    clock.get_by_role("radio", name="The match").check()
    expect(clock.get_by_text("Who has spent it has ten seconds a turn")).to_be_visible()
    expect(noor.get_by_text("10 min each")).to_be_visible()


def test_the_host_hands_over_sends_away_and_clears_the_table(visit: Visit) -> None:
    ada = visit()
    word = lay(ada)
    noor = visit(f"/t/{word}")
    sit(noor, "Noor")
    jules = visit(f"/t/{word}")
    sit(jules, "Jules")

    ada.get_by_role("button", name="What to do with Noor").click()
    ada.get_by_role("button", name="Make host").click()
    expect(person(noor, "Noor")).to_contain_text("host")
    noor.get_by_role("button", name="What to do with Jules").click()
    noor.get_by_role("button", name="Send away", exact=True).click()
    expect(jules.get_by_role("heading", name="Your chair is taken away")).to_be_visible()
    jules.reload()
    sit(jules, "Jules")
    noor.get_by_role("button", name="What to do with Jules").click()
    noor.get_by_role("button", name="Send away for tonight").click()
    expect(jules.get_by_role("heading", name="Your chair is taken away")).to_be_visible()
    jules.reload()
    jules.get_by_role("button", name="Take a chair").click()
    expect(jules.get_by_role("alert")).to_have_text("The host has asked you to stay away this evening.")
    jules.get_by_role("button", name="Only watch").click()
    expect(jules.get_by_role("heading", name="Not tonight")).to_be_visible()

    noor.get_by_role("button", name="Clear the table").click()
    noor.get_by_role("dialog").get_by_role("button", name="Clear the table").click()
    for page in (ada, noor):
        expect(page.get_by_text(f"The host has cleared {word}.")).to_be_visible()


def test_a_name_can_be_changed_and_is_never_markup(visit: Visit) -> None:
    ada = visit()
    word = lay(ada, "<b>Ada</b> & co")
    expect(person(ada, "<b>Ada</b> & co")).to_be_visible()
    ada.get_by_role("button", name="Your name and animal").click()
    ada.get_by_role("textbox", name="Your name").fill("Ada B")
    ada.get_by_role("radio", name="Whale").check()
    ada.get_by_role("button", name="Done").click()
    expect(person(ada, "Ada B")).to_be_visible()
    noor = visit(f"/t/{word}")
    noor.get_by_label("Your name").fill("ada b")
    noor.get_by_role("button", name="Take a chair").click()
    expect(noor.get_by_text("A ada b sits here already.")).to_be_visible()


def test_the_longest_names_and_words_fit_a_phone(visit: Visit, house: House) -> None:
    ada = visit()
    word = lay(ada, "M" * 24)
    post(house, f"/api/tables/{word}/people", name="W" * 24, avatar="owl")
    expect(ada.get_by_text("Not ready yet: " + "W" * 24).filter(visible=True)).to_be_visible()
    door = visit(f"/t/{word}")
    expect(door.get_by_text("At the table: " + "M" * 24)).to_be_visible()
    for page in (ada, door):
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        said = page.locator("footer .say, .what span").filter(visible=True)
        assert said.evaluate_all("all => all.length > 0 && all.every((one) => one.scrollWidth <= one.clientWidth)")

    # As many letters as a full room needs, the widest, stand whole on one line.
    broken = """() => {
      const cells = [...document.querySelectorAll('.invite .letters span')], line = cells[0].parentElement;
      return cells.length === 7 && line.scrollWidth <= line.clientWidth
        && cells.every((cell) => cell.scrollWidth <= cell.clientWidth)
        && new Set(cells.map((cell) => cell.getBoundingClientRect().top)).size === 1;
    }"""
    ada.route("**/screen", lambda route: route.fulfill(json={"code": "MWMWMWM", "until": 2e9}))
    for size in (PHONE, DESK):
        ada.set_viewport_size(size)  # type: ignore[arg-type]
        ada.reload()
        expect(ada.get_by_role("img", name="M W M W M W M")).to_be_visible()
        assert ada.evaluate(broken)


def test_three_rules_are_one_press_each(visit: Visit) -> None:
    ada = visit()
    lay(ada)
    ada.get_by_role("button", name="Seat a bot").click()
    expect(ada.get_by_role("radio", name="As printed")).to_be_checked()
    expect(person(ada, "Cog")).to_contain_text("Steady")
    ada.get_by_role("radio", name="Kind to beginners").dispatch_event("click")
    expect(person(ada, "Thimble")).to_contain_text("Gentle")
    ada.get_by_role("radio", name="Short").dispatch_event("click")
    rules = ada.get_by_role("region", name="House rules")
    expect(rules).to_contain_text("Points that end the game: 50")
    expect(rules).to_contain_text("45 s a turn")
    expect(ada.get_by_text("about 15 min")).to_be_visible()
    expect(person(ada, "Cog")).to_contain_text("Steady")
    ada.get_by_role("button", name="Change").click()
    expect(ada.get_by_role("dialog").get_by_role("spinbutton").first).to_have_accessible_name("Points that end the game")
    ada.keyboard.press("Escape")
    ada.get_by_role("radio", name="As printed").dispatch_event("click")
    expect(rules).not_to_contain_text("45 s a turn")
    title = ada.locator(".topbar .title")
    expect(title).to_have_css("opacity", "1")


def test_letters_said_aloud_open_a_lobby_until_its_match_begins(visit: Visit) -> None:
    ada, noor = visit(), visit()
    word = lay(ada)
    shown = ada.get_by_role("region", name="Invite").get_by_role("img").last
    expect(shown).to_have_attribute("aria-label", re.compile(r"^[A-Z]( [A-Z])+$"))
    letters = (shown.get_attribute("aria-label") or "").replace(" ", "")
    field = noor.get_by_role("textbox", name="Told a table’s letters?")
    with noor.expect_response("**/api/screens"):  # with how many it opens by itself
        field.focus()
    longest = noor.evaluate("async () => (await (await fetch('/api/screens')).json()).letters")
    noor.keyboard.type(letters.lower())
    if len(letters) < longest:
        noor.keyboard.press("Enter")
    noor.wait_for_url(f"**/t/{word}")
    expect(noor.get_by_text("At the table: Ada")).to_be_visible()
    start(ada)
    noor.goto(noor.url.split("/t/")[0])
    field.fill(letters)
    noor.get_by_role("button", name="Join").click()
    expect(noor.get_by_role("alert")).to_contain_text("No table has these letters now")
    expect(field).to_have_value(letters)


def test_a_table_is_found_by_its_word_and_by_its_link(visit: Visit, house: House) -> None:
    word = post(house, "/api/tables", game="skyjo", name="Ada", avatar="fox")["table"]
    noor = visit()
    field = noor.get_by_role("textbox", name="Told a table’s letters?")
    field.fill("no-such-word-1")
    field.press("Enter")
    expect(noor.get_by_role("alert")).to_contain_text("There is no table with that word")
    field.fill(f" {word.replace('-', ' ').upper()} ")
    field.press("Enter")
    expect(noor.get_by_text("At the table: Ada")).to_be_visible()
    noor.goto(house.url)
    field.fill(f"{house.url}/t/{word}")
    field.press("Enter")
    expect(noor.get_by_text("At the table: Ada")).to_be_visible()


def test_the_shelf_remembers_where_a_chair_is_kept(visit: Visit) -> None:
    ada = visit()
    word = lay(ada)
    ada.get_by_role("button", name="Back").click()
    ada.goto(ada.url.split("/t/")[0])
    expect(ada.get_by_text("Your table is waiting")).to_be_visible()
    ada.get_by_role("link", name="Go back").click()
    ada.wait_for_url(f"**/t/{word}")
    expect(person(ada, "Ada")).to_contain_text("host")

    def over(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"status": "over"})

    ada.route(f"**/api/tables/{word}", over)
    ada.goto(ada.url.split("/t/")[0])
    expect(ada.get_by_text("The match at your table is over")).to_be_visible()


def test_who_comes_late_watches(visit: Visit) -> None:
    ada = visit()
    word = lay(ada)
    start(ada)
    late = visit(f"/t/{word}", size=DESK)
    expect(late.get_by_text("They are playing already.")).to_be_visible()
    late.get_by_role("button", name="Only watch").click()
    expect(late.get_by_text("You are watching.")).to_be_visible()
    expect(late.get_by_role("main", name="The table")).to_be_visible()
    screen = visit(f"/tv/{word}", size=DESK)
    expect(screen.get_by_role("main", name="The table")).to_be_visible()
    expect(screen.get_by_text(word)).to_be_visible()


def leave_for_good(page: Page) -> None:
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave for good").click()


def test_leaving_keeps_the_seat_or_gives_it_up(visit: Visit) -> None:
    ada = visit()
    word = lay(ada)
    start(ada)
    ada.get_by_role("button", name="Leave the table").click()
    ada.get_by_role("link", name="Step away").click()
    ada.get_by_role("link", name="Go back").click()
    ada.wait_for_url(f"**/t/{word}")
    expect(ada.get_by_role("main", name="The table")).to_be_visible()
    leave_for_good(ada)
    expect(ada.get_by_role("heading", name="Parlour")).to_be_visible()
    assert ada.get_by_text("Your table is waiting").count() == 0


IN_SIGHT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const start = [...document.querySelectorAll('footer .btn')].find((one) => one.checkVisibility());
  const whole = (one) => box(one).top >= 0 && box(one).bottom <= innerHeight && box(one).right <= innerWidth;
  const above = (one) => box(one).bottom <= box(start.closest('footer')).top;
  return {
    start: whole(start), rules: whole(document.querySelector('section:has(#house-rules)')),
    sideways: document.scrollingElement.scrollWidth - innerWidth,
    seated: [...document.querySelectorAll('.seats li')].filter(above).length,
  };
}"""


def test_eight_the_rules_and_start_are_in_sight_and_no_two_faces_are_alike(visit: Visit, house: House) -> None:
    page = visit()
    word = lay(page)
    post(house, f"/api/tables/{word}/people", name="Ben", avatar="fox")
    for bots in range(1, 7):
        page.get_by_role("button", name="Seat a bot").click()
        expect(page.get_by_text("bot", exact=True)).to_have_count(bots)
    for size, seated in ((DESK, 8), ({"width": 360, "height": 740}, 6)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found = page.evaluate(IN_SIGHT)
        assert found["seated"] >= seated, found
        assert (found["start"], found["rules"], found["sideways"]) == (True, True, 0), size
    faces = page.locator(".seats .avatar")
    drawn = [faces.nth(i).evaluate("one => one.innerHTML + one.getAttribute('style')") for i in range(8)]
    assert len(set(drawn)) == 8, "somebody looks like somebody else"


INSIDE = """(button) => {
  const words = document.createRange();
  words.selectNodeContents(button);
  const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
  return Math.min(inner.left - outer.left, outer.right - inner.right);
}"""


def test_long_words_have_room_on_a_low_phone_in_the_lobby_and_on_the_shelf(visit: Visit) -> None:
    page = visit("/new/skyjo", size={"width": 360, "height": 640}, language="de-DE")
    page.get_by_label("Dein Name").fill("Ada")
    page.get_by_role("button", name="Tisch decken").click()
    invite = page.get_by_role("button", name="Einladen")
    expect(invite).to_be_visible()
    assert invite.evaluate(INSIDE) >= 6
    page.goto(page.url.split("/t/")[0])
    waiting = page.locator("b", has_text="Dein Tisch wartet")
    lines = "(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    assert waiting.evaluate(lines) < 1.5
    expect(page.get_by_label("Buchstaben eines Tischs gehört?")).to_be_in_viewport(ratio=0.5)
