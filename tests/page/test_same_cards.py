"""The same cards: a finished match stands on its page, is offered to a friend without its results, and is drawn to be sent."""

import json
from typing import cast

from playwright.sync_api import expect

from parlour.bots.day import day_deal, secret_of
from parlour.server.telling.runs import Run, runs_shown
from parlour.server.wire.shown.results import FinishedShown
from tests.page.test_access import faults_everywhere
from tests.page.test_over import come_back, play
from tests.page.visits import DESK, House, Visit
from tests.server.test_deals import DATE, SECRET, log_of

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


def test_the_ways_of_two_are_drawn_until_they_part_and_after(visit: Visit, house: House) -> None:
    deal = day_deal("skyjo", DATE, secret_of(SECRET, DATE))
    runs = [
        Run(word, finished(name), log_of("skyjo", deal, seed).log(), None)
        for seed, (word, name) in enumerate((("maple-otter-17", "Ada"), ("maple-otter-18", "Noor")), 1)
    ]
    offered = {
        "deal": f"{DATE}/skyjo",
        "game": "skyjo",
        "players": 3,
        "options": {},
        "lowest_wins": True,
        "day": DATE,
        "played": 2,
    }
    shown = runs_shown(runs, runs[0], named=True)
    account = {"start": 0.35, "luck": -0.05, "play": 0.06, "others": 0.02, "end": 0.38}
    for run in shown:
        run["accounts"] = [account | {"errors": dict.fromkeys(account, 0.01)}] * 3
    body = json.dumps(offered | {"runs": shown})
    page = visit("/settings", size=DESK)
    page.route("**/api/deals/**", lambda route: route.fulfill(body=body, content_type="application/json"))
    page.goto(f"{house.url}/deal/{DATE}/skyjo")
    curve = page.get_by_role("img", name="turn by turn: You")
    expect(curve).to_be_visible()
    expect(curve.locator("path.curve")).to_have_count(2)
    expect(curve.locator("path.mine")).to_have_count(1)
    expect(curve.locator("circle")).to_have_count(1)
    drawn = [path.get_attribute("d") or "" for path in curve.locator("path.curve").all()]
    assert all("NaN" not in way and way.count("L") > 20 for way in drawn)
    assert drawn[0] != drawn[1]
    luck = page.get_by_role("region", name="Luck taken out")
    expect(luck.get_by_text("These cards promised seat 1 35 wins in a hundred")).to_be_visible()
    expect(luck.get_by_text("luck on the way −5, the others +2")).to_have_count(2)
    assert faults_everywhere(page) == []


def finished(name: str) -> FinishedShown:
    """A match of three in which somebody came in between two bots."""
    people = [(name, "fox", None), ("Tick", "tick", "simple"), ("Tock", "tock", "simple")]
    seats = [
        {"person": seat + 1, "name": who, "avatar": avatar, "bot": bot, "score": 30 + seat, "rank": seat + 1}
        for seat, (who, avatar, bot) in enumerate(people)
    ]
    form = {"match": 1, "game": "skyjo", "begun": 1.0, "ended": 2.0, "lowest_wins": True, "people": seats}
    return cast(FinishedShown, form)


def test_a_deal_that_is_not_there_is_said_so(visit: Visit) -> None:
    page = visit("/deal/0123456789ab/1")
    expect(page.get_by_role("alert")).to_contain_text("not here")
