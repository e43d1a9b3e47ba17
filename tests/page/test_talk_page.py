"""Talk at the table, on the pages of those who sit there."""

import re
from contextlib import ExitStack

from playwright.sync_api import Locator, Page, expect

from parlour.client import Table
from tests.page.visits import DESK, PHONE, House, Screen, Visit, asked, chair, sit_on

TELEVISION = {"width": 1280, "height": 720}
# Keeps how wide the first bubble is and what it covers of pieces, names and buttons, and that a laugh flew: both are gone soon.
WATCHED = """() => {
  const seen = (found) => new Promise((done) => {
    const look = () => { const it = found(); it ? done(it) : requestAnimationFrame(look); };
    look();
  });
  window.laughed = seen(() => document.querySelector('[data-reaction=laugh]') && true);
  window.hung = seen(() => {
    const bubble = document.querySelector(".saying:not([data-tail=''])");
    if (!bubble) return null;
    const box = bubble.getBoundingClientRect();
    const pieces = [...document.querySelectorAll('.play > main :is(.coaster, button, .name, .ask, .avatar)')];
    const under = pieces.map((one) => [one.outerHTML, one.getBoundingClientRect()]).filter(([, it]) =>
      it.width > 1 && it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top);
    return { text: bubble.textContent, width: bubble.offsetWidth, under: under.map(([html]) => html), pieces: pieces.length };
  });
}"""


def talk_of(page: Page) -> Locator:
    """What was said, opened in the notebook of a desk."""
    page.get_by_text("Talk", exact=True).click()
    return page.get_by_role("list", name="What was said")


def test_two_people_talk_each_in_their_language_and_the_television_shows_signs_alone(
    screen: Screen, visit: Visit, house: House
) -> None:
    ada = Table.open(house.url, "keys", "Ada", avatar="fox")
    ben = Table.join(house.url, ada.word, "Ben", avatar="owl")
    with ada, ben:
        ada.start()
        here = screen(size=DESK)
        sit_on(here, house.url, chair(ada, "Ada"), "keys")
        there = screen("second", size=PHONE, language="fr-FR")
        sit_on(there, house.url, chair(ben, "Ben"), "keys")
        tv = visit(f"/tv/{ada.word}", size=TELEVISION)
        expect(tv.get_by_role("main", name="The table")).to_be_visible()

        expect(there.locator(".play > main")).to_be_visible()
        there.evaluate(WATCHED)
        said = talk_of(here)
        line = here.get_by_role("textbox", name="Say something")
        line.fill("<b>Four?</b> With that face?")
        line.press("Enter")
        expect(said.get_by_role("listitem")).to_contain_text("<b>Four?</b> With that face?")
        expect(line).to_have_value("")
        expect(there.locator("[data-said]")).to_have_text("Ada\u00a0: <b>Four?</b> With that face?")
        hung = there.evaluate("() => window.hung")
        assert hung["text"] == "<b>Four?</b> With that face?"
        assert hung["width"] <= 106
        assert hung["pieces"] > 5
        assert hung["under"] == [], "a line lies on free felt"
        here.get_by_role("button", name="Show a sign").click()
        expect(here.locator(".six button").first).to_be_focused()
        here.locator(".six").get_by_role("button", name="Laugh").click()
        assert there.evaluate("() => window.laughed")
        expect(here.get_by_role("button", name="Show a sign")).to_be_focused()
        news = there.get_by_role("button", name=re.compile("Le récit.*nouveau"))
        news.click()
        sheet = there.get_by_role("dialog")
        sheet.get_by_role("radio", name=re.compile("Discussion")).check()
        expect(sheet.get_by_role("listitem").filter(has_text="Ada")).to_contain_text("With that face?")
        sheet.get_by_role("group", name="Petites phrases").get_by_role("button", name="Vraiment").press("Enter")
        expect(said.get_by_role("listitem").last).to_contain_text("Are you sure?")
        expect(here.locator(".saying", has_text="Are you sure?")).to_be_visible()
        expect(here.locator("[data-said]")).to_have_text("Ben: Are you sure?")
        sheet.get_by_role("button", name="Applaudir").click()
        for page in (here, tv):
            expect(page.locator("[data-reaction=clap]")).to_have_count(1)
        assert tv.get_by_text("Are you sure?").filter(visible=True).count() == 0
        assert tv.get_by_text("With that face?").filter(visible=True).count() == 0
        expect(here.locator("[data-reaction=clap]")).to_have_count(0)  # it flies, and is gone

        here.reload()
        expect(talk_of(here).get_by_role("listitem")).to_have_count(2)


def test_a_muted_person_leaves_one_quiet_line_and_the_host_takes_the_word(screen: Screen, house: House) -> None:
    ada = Table.open(house.url, "skyjo", "Ada", avatar="fox")
    ben = Table.join(house.url, ada.word, "Ben", avatar="owl")
    with ada, ben:
        page, other = screen(size=DESK), screen("second", size=DESK)
        sit_on(page, house.url, chair(ada, "Ada"), "skyjo")
        sit_on(other, house.url, chair(ben, "Ben"), "skyjo")
        ben.ask("say", text="one")
        page.get_by_role("button", name="Talk, new").click()
        sheet = page.get_by_role("dialog")
        said = sheet.get_by_role("list", name="What was said").get_by_role("listitem")
        expect(said).to_have_text(re.compile("one"))
        sheet.get_by_text("Not hear somebody").click()
        sheet.get_by_role("button", name="Mute Ben on this device").click()
        ben.ask("say", text="two")
        ben.ask("say", text="three")
        expect(said).to_have_text("Ben is muted here.")
        page.reload()
        page.get_by_role("button", name="Talk", exact=True).click()
        expect(said).to_have_text("Ben is muted here.")
        sheet.get_by_text("Not hear somebody").click()
        sheet.get_by_role("button", name="Hear Ben again").click()
        expect(said).to_have_count(3)
        sheet.get_by_role("button", name="Take the word from Ben, for all").click()
        other.get_by_role("button", name=re.compile("^Talk")).click()
        expect(other.get_by_role("dialog").get_by_role("status")).to_have_text("The host has taken the word from you.")
        assert other.get_by_role("textbox", name="Say something").count() == 0
        sheet.get_by_role("button", name="Give Ben the word again").click()
        expect(other.get_by_role("textbox", name="Say something")).to_be_visible()


def test_who_says_what_can_be_told_at_a_full_table(screen: Screen, house: House) -> None:
    names = ("Ada", "Ben", "Cy", "Di", "Eve", "Finn", "Gus", "Hal")
    ada = Table.open(house.url, "skyjo", "Ada", avatar="fox")
    others = [Table.join(house.url, ada.word, name, avatar="fox") for name in names[1:]]
    with ada:
        for other in others:
            with other:
                other.ask("say", text="mine")
        page = screen(size=PHONE)
        sit_on(page, house.url, chair(ada, "Ada"), "skyjo")
        page.get_by_role("button", name="Talk", exact=True).click()
        lines = page.get_by_role("dialog").get_by_role("list", name="What was said").get_by_role("listitem")
        expect(lines).to_have_count(7)
        assert [name in line for name, line in zip(names[1:], lines.all_inner_texts(), strict=True)] == [True] * 7
        edges = lines.locator("p").evaluate_all("(all) => all.map((one) => getComputedStyle(one, '::before').backgroundImage)")
        colours = lines.locator("p").evaluate_all("(all) => all.map((one) => getComputedStyle(one, '::before').background)")
        assert len({re.sub(r"rgba?\([^)]*\)", "", edge) for edge in edges}) == 7, "each has a pattern of its own"
        assert len(set(colours)) == 7


def test_the_game_has_its_silence(screen: Screen, house: House) -> None:
    names = ("Ada", "Ben", "Cy", "Di")
    ada = Table.open(house.url, "keskife", "Ada", avatar="fox", options={"venue": "room"})
    others = [Table.join(house.url, ada.word, name, avatar="hen") for name in names[1:]]
    page = screen(size=DESK)
    with ExitStack() as open_tables:
        tables = [open_tables.enter_context(table) for table in (ada, *others)]
        ada.start()
        sit_on(page, house.url, chair(ada, "Ada"), "keskife")
        page.get_by_text("Talk", exact=True).click()
        expect(page.get_by_role("textbox", name="Say something")).to_be_visible()
        leader = asked(*tables)
        assert leader.view is not None
        leader.play(leader.view["legal"][0])
        expect(page.get_by_role("status").filter(has_text="the game wants silence")).to_be_visible()
        assert page.get_by_role("textbox", name="Say something").count() == 0
