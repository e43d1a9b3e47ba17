"""The same cards: a finished match stands on its page, is offered to a friend without its results, and is drawn to be sent."""

from playwright.sync_api import expect

from tests.page.test_access import faults_everywhere
from tests.page.test_over import come_back, play
from tests.page.visits import House, Visit

# How many different colours a picture has, of some hundred places.
COLOURS = """(canvas) => {
  const on = canvas.getContext('2d');
  const found = new Set();
  for (let i = 0; i < 400; i += 1) found.add(on.getImageData((i * 37) % 1200, (i * 101) % 630, 1, 1).data.join());
  return found.size;
}"""


def test_a_deal_is_sent_to_a_friend_and_its_results_stay_closed(visit: Visit, house: House) -> None:
    played = play(house.url)
    ada = visit("/settings")
    come_back(ada, played)
    ada.get_by_role("button", name="Something to send").click()
    picture = ada.locator("dialog[open] canvas")
    expect(picture).to_be_visible()
    ada.wait_for_function(f"() => ({COLOURS})(document.querySelector('dialog[open] canvas')) > 20")
    expect(ada.get_by_role("dialog")).not_to_contain_text(played.word)  # pictures travel
    ada.keyboard.press("Escape")
    ada.get_by_role("button", name="Send this deal to a friend").click()
    ada.wait_for_url("**/deal/*/1")
    expect(ada.get_by_role("heading", name="The same cards: You")).to_be_visible()
    expect(ada.get_by_role("rowheader", name="Seat 1")).to_be_visible()
    assert played.word not in ada.url
    assert faults_everywhere(ada) == []

    noor = visit(ada.url.removeprefix(house.url))
    expect(noor.get_by_text("One has played this deal.")).to_be_visible()
    expect(noor.get_by_role("table")).to_have_count(0)
    assert faults_everywhere(noor) == []
    noor.get_by_role("link", name="Play these cards").click()
    noor.get_by_label("Your name").fill("Noor")
    noor.get_by_role("button", name="Lay the table").click()
    expect(noor.get_by_role("complementary", name="A deal that is known")).to_contain_text("It is for 2, as then.")


def test_a_deal_that_is_not_there_is_said_so(visit: Visit) -> None:
    page = visit("/deal/0123456789ab/1")
    expect(page.get_by_role("alert")).to_contain_text("not here")
