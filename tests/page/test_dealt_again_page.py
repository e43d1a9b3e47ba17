"""A finished match is dealt again: from its end and its replay to a new table, whose lobby, record and proof say so."""

from playwright.sync_api import expect

from tests.page.test_access import faults
from tests.page.test_over import come_back, play
from tests.page.test_sealed_page import panel
from tests.page.visits import House, Visit, sit


def test_a_match_is_dealt_again_at_a_new_table(visit: Visit, house: House) -> None:
    played = play(house.url)
    ada = visit("/settings")
    come_back(ada, played)
    ada.get_by_role("link", name="Play this deal again").click()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Lay the table").click()
    ada.get_by_role("button", name="Deal afresh instead").click()
    expect(ada.get_by_role("complementary", name="A deal that is known")).to_have_count(0)
    expect(ada.get_by_text("free chairs")).to_be_visible()

    ada.goto(f"{house.url}/t/{played.word}/match/1")
    ada.get_by_role("button", name="The story so far").click()
    ada.get_by_role("link", name="Play this deal again").click()
    known = ada.get_by_role("complementary", name="A deal that is known")
    expect(known).to_contain_text("The cards of match 1 at the table")
    assert faults(ada) == []
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Lay the table").click()
    ada.wait_for_url("**/t/*")
    word = ada.url.rsplit("/", 1)[1]
    assert word != played.word

    ben = visit(f"/t/{word}")
    sit(ben, "Ben")
    for page in (ada, ben):
        expect(page.get_by_role("complementary", name="A deal that is known")).to_contain_text("It is for 2, as then.")
        assert faults(page) == []
    expect(ben.get_by_role("button", name="Deal afresh instead")).to_have_count(0)
    expect(ada.get_by_text("free chair")).to_have_count(0)
    ada.get_by_role("button", name="Change", exact=True).click()
    rules = ada.get_by_role("dialog", name="House rules")
    expect(rules.get_by_role("switch", name="Latecomers may take the seat of a bot")).to_be_visible()
    expect(rules.get_by_role("radiogroup", name="The bots’ pace")).to_be_visible()
    ada.keyboard.press("Escape")
    ada.get_by_role("button", name="Start with").click()
    for page in (ada, ben):
        expect(page.get_by_role("main", name="The table")).to_be_visible()
    expect(panel(ben)).to_contain_text("match 1 at the table")
