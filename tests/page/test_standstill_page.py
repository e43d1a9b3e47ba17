"""A match that stands still, and a play that is taken back, on the pages of two people."""

import re

from playwright.sync_api import Page, expect

from parlour.client import Table
from tests.page.visits import DESK, PHONE, House, Screen, asked, chair, sit_on, table_menu

# A note of less urgency, such as what was missed, comes while another stands; it tells whether it is seen.
ANOTHER = """() => {
  const stands = document.querySelector('.standstill');
  stands.insertAdjacentHTML('afterend', '<p class="note missed"><button>Read</button></p>');
  const seen = [stands, stands.nextSibling].map((note) => note.checkVisibility());
  stands.nextSibling.remove();
  return seen;
}"""


def two(screen: Screen, house: House, ada: Table, ben: Table) -> tuple[Page, Page]:
    """The pages of the host, at a desk, and of another, on a phone and in French."""
    ada.start()
    here = screen(size=DESK)
    sit_on(here, house.url, chair(ada, "Ada"), "keys")
    there = screen("second", size=PHONE, language="fr-FR")
    sit_on(there, house.url, chair(ben, "Ben"), "keys")
    for page in (here, there):
        expect(page.get_by_role("main")).to_be_visible()
    return here, there


def test_the_host_pauses_and_another_asks_for_it(screen: Screen, house: House) -> None:
    with Table.open(house.url, "keys", "Ada", avatar="fox") as ada, Table.join(house.url, ada.word, "Ben", avatar="owl") as ben:
        here, there = two(screen, house, ada, ben)
        table_menu(here)
        here.get_by_role("button", name="Pause the match").press("Enter")
        stands = here.get_by_role("group", name="The match is paused")
        expect(stands.get_by_role("status")).to_have_text("You have paused the match. Clocks stand, bots wait.")
        paused = there.get_by_role("group", name="La partie est en pause")
        expect(paused.get_by_role("status")).to_contain_text("Ada a mis la partie en pause.")
        assert there.evaluate(ANOTHER) == [True, False], "one note at a time"
        assert paused.get_by_role("button").count() == 0, "only the host, or who asked, lets it go on"
        stands.get_by_role("button", name="Go on").click()
        expect(paused).to_have_count(0)
        table_menu(there)
        there.get_by_role("dialog").get_by_role("button", name="Demander une pause").click()
        question = here.get_by_role("group", name="A question to all")
        expect(question.get_by_role("status")).to_have_text("Ben asks for a pause.")
        question.get_by_role("button", name="Yes").press("Enter")
        paused.get_by_role("button", name="Reprendre").click()
        here.get_by_role("radio", name="The story").click()
        expect(here.get_by_role("list", name="The story so far")).to_contain_text("The match goes on.")


def test_a_slip_of_the_finger_is_taken_back_when_the_other_agrees(screen: Screen, house: House) -> None:
    with Table.open(house.url, "keys", "Ada", avatar="fox") as ada, Table.join(house.url, ada.word, "Ben", avatar="owl") as ben:
        here, there = two(screen, house, ada, ben)
        story = here.get_by_role("list", name="The story so far")
        table_menu(here)
        back = here.get_by_role("button", name="Ask to take my last play back")
        expect(back).to_have_attribute("aria-disabled", "true")
        expect(back).to_contain_text("Nothing to take back yet.")
        here.get_by_role("radio", name="The story").click()
        first = asked(ada, ben)
        page, other = (here, there) if first is ada else (there, here)
        assert first.view is not None
        assert first.play(first.view["legal"][0])
        lines = story.get_by_role("listitem")
        before = lines.count()
        if page is here:
            table_menu(here)
            back.click()
            here.get_by_role("radio", name="The story").click()
        else:
            table_menu(there)
            there.get_by_role("dialog").get_by_role("button", name="Demander à reprendre mon coup").click()
        question = other.get_by_role("group", name=re.compile("A question to all|Une question à la table"))
        expect(question.get_by_role("status")).to_contain_text(re.compile("would like to take|voudrait reprendre"))
        question.get_by_role("button", name=re.compile("Yes|Oui")).click()
        expect(question).to_have_count(0)
        expect(lines.last).to_contain_text(re.compile("took the last play back|took your last play back"))
        assert lines.count() <= before + 1, "what was taken back is told no more"
