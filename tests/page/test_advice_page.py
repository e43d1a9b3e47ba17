"""What could I have done: the curve, the account, the costly decisions and one of them opened, on a phone and on a desk."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from parlour.advice import Effort, advise
from parlour.engine import Log
from parlour.server.telling.replays import instead, written
from tests.page.test_access import faults
from tests.page.test_over import Played, come_back, play
from tests.page.visits import DESK, PHONE, House, Visit


@pytest.fixture(scope="module")
def played(house: House) -> Played:
    return play(house.url)


def answered(page: Page, house: House, played: Played) -> dict[str, Any]:
    """The advisor answers at once: first that it is busy, then with a report that was really made, with two costly decisions."""
    log = page.request.get(f"{house.url}/api/tables/{played.word}/matches/1/log").json()
    report = advise(Log.from_json(log), effort=Effort(4, 2, 4, 2), seats=[0, 1]).to_json()
    mine = [decision for decision in report["decisions"] if decision["seat"] == 0 and decision["choices"][1:]]
    for decision, cost, mark in ((mine[3], 0.08, "costliest"), (mine[5], 0.04, "costly")):
        decision |= {"cost": cost, "error": 0.01, "mark": mark, "best": decision["choices"][0]["action"]}
        decision["because"] = [{"word": "open_against", "value": 3, "higher": 61, "of": 98, "mean": 5}]
    for decision in report["decisions"]:
        if decision["seat"] == 1 or decision not in (mine[3], mine[5]):
            decision["mark"] = ""
    report["turning"] = [[5, len(report["moments"]) - 1], []]
    asked: list[str] = []

    def tell(route: Route) -> None:
        asked.append(route.request.method)
        told: dict[str, Any] = {"state": "thinking", "done": 12, "of": 300, "left": 14, "report": None}
        told["marks"] = [{**mine[3], "cost": 0.08}]
        if len(asked) == 2:
            told |= {"done": 162, "left": 0}
        if len(asked) > 2:
            told |= {"state": "done", "done": 300, "report": report, "marks": []}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(told))

    def otherwise(route: Route) -> None:
        step = int(route.request.url.rpartition("instead=")[2])
        shown = written(instead(Log.from_json(log), report, step), None, 0, "en", ended=False)
        route.fulfill(status=200, content_type="application/json", body=shown.decode())

    page.route("**/matches/1/advice", tell)
    page.route("**/matches/1/replay?*instead=*", otherwise)
    return {"report": report, "asked": asked}


def test_the_end_leads_to_what_could_have_been_done(visit: Visit, house: House, played: Played) -> None:
    page = visit("/")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    told = answered(page, house, played)
    come_back(page, played)
    page.evaluate("localStorage.setItem('parlour.settings', JSON.stringify({ name: 'Noor' }))")
    page.goto(f"{house.url}/t/{played.word}/match/1/advice")
    replay = page.request.get(f"{house.url}/api/tables/{played.word}/matches/1/replay?look=0&language=en").json()
    moves = len(replay["frames"]) - 1  # as the replay counts them, chance's steps left out
    move = f"Move {int(12 * moves / 150 + 0.5)} of {moves}"
    expect(page.get_by_text(move, exact=True)).to_be_visible()
    expect(page.get_by_text("About 14 seconds more.")).to_be_visible()
    expect(page.get_by_role("list", name="Found costly so far").get_by_role("listitem")).to_contain_text("−8")
    expect(page.get_by_text(f"Luck and play · {move}", exact=True)).to_be_visible()
    expect(page.get_by_text("You may leave: it is kept with the match.", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Luck and play")).to_be_visible()
    assert told["asked"] == ["POST", "GET", "GET"]

    account = told["report"]["accounts"][0]
    bars = page.get_by_role("listitem").filter(has_text="At the start")
    expect(bars).to_contain_text(str(round(100 * account["start"])))
    expect(page.get_by_role("img", name="chance of winning, move by move")).to_be_visible()
    page.get_by_role("button", name="Turning point 1").click()
    expect(page.get_by_role("button", name="Turning point 1")).to_have_attribute("aria-pressed", "true")
    page.get_by_text("As a table").click()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(len(told["report"]["moments"]))
    assert faults(page) == []

    page.get_by_role("button", name="2 decisions were costly").click()
    page.get_by_role("button", name="costliest").click()
    expect(page.get_by_text("8 points worse than")).to_be_visible()
    expect(page.get_by_text("Of the 98 cards nobody had seen, 61 were higher than the open 3")).to_be_visible()
    expect(page.get_by_text("best", exact=True)).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="What I would have done").click()
    done = page.locator("ol.told li")  # at least one's own play and what the other made of it
    expect(done.nth(1)).to_be_visible()
    expect(page.get_by_text("everybody goes on as Steady would")).to_be_visible()
    page.get_by_role("button", name="What was played").click()
    expect(done).to_have_count(0)
    page.get_by_role("button", name="Next: −4").click()
    expect(page.get_by_text("4 points worse than")).to_be_visible()
    page.get_by_role("button", name="See it played").click()
    frame = next(d["frame"] for d in told["report"]["decisions"] if d["mark"] == "costly")
    expect(page.get_by_role("slider", name="Place in the match")).to_have_value(str(frame))

    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.get_by_role("link", name="What could I have done?").click()
    expect(page.get_by_text("8 points worse than")).to_be_visible()
    page.get_by_role("radio", name="Noor").check(force=True)
    expect(page.get_by_text("No decision was surely costly.")).to_be_visible()
    assert faults(page) == []


def test_a_costly_decision_is_decided_again(visit: Visit, house: House, played: Played) -> None:
    """On a device that was not there when the match came to its end."""
    page = visit("/", size=DESK)
    told = answered(page, house, played)
    come_back(page, played)
    page.evaluate("localStorage.setItem('parlour.settings', JSON.stringify({ name: 'Noor' }))")
    page.goto(f"{house.url}/t/{played.word}/match/1/advice")
    page.get_by_role("button", name="Decide it again").click()
    worst = next(d for d in told["report"]["decisions"] if d["mark"] == "costliest")
    expect(page).to_have_url(f"{house.url}/puzzle/own/{played.word}/1/{worst['frame']}")
    expect(page.get_by_text("You missed this on")).to_be_visible()
    choices = page.get_by_role("complementary").get_by_role("list", name="What you may play").get_by_role("button")
    expect(choices).to_have_count(len(worst["choices"]))
    choices.first.click()
    expect(page.get_by_role("complementary").get_by_role("heading", name="it is")).to_be_visible()
    expect(page.get_by_role("complementary").get_by_text("Of the 98 cards nobody had seen")).to_be_visible()


def test_a_room_without_an_advisor_says_so(visit: Visit, house: House, played: Played) -> None:
    page = visit("/")
    page.unroute("**/matches/1/advice")
    page.route(
        "**/matches/1/advice",
        lambda route: route.fulfill(status=404, content_type="application/json", body='{"code":"no_advice","message":"none"}'),
    )
    page.goto(f"{house.url}/t/{played.word}/match/1/advice")
    expect(page.get_by_role("alert")).to_have_text("This room has no advisor for this match.")
