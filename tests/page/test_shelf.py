"""A person's own shelf: finished matches, told by their tables, counted on the device, and watched again."""

from playwright.sync_api import expect

from tests.page.test_access import faults_everywhere
from tests.page.test_over import come_back, play
from tests.page.visits import House, Visit


def test_finished_matches_stand_on_the_shelf_and_outlive_their_table(visit: Visit, house: House) -> None:
    page = visit("/")
    page.get_by_role("link", name="My shelf").click()
    expect(page.get_by_text("The first match you finish stands here.")).to_be_visible()
    played = play(house.url, matches=2)
    page.get_by_role("button", name="Settings").click()
    page.wait_for_url("**/settings")
    come_back(page, played)
    page.get_by_role("link", name="Back to the shelf").click()
    page.get_by_role("link", name="My shelf").click()
    matches = page.get_by_role("region", name="Finished matches").get_by_role("listitem")
    expect(matches).to_have_count(2)
    newest = matches.first
    expect(newest).to_contain_text(f"{played.scores[0]}, ")
    expect(newest).to_contain_text(f"of Noor with {played.scores[1]}" if played.scores[0] < played.scores[1] else "Noor")
    expect(newest).to_contain_text("today")
    here = page.get_by_role("button", name="SKYJO Matches played: 2")
    expect(here).to_have_attribute("aria-pressed", "true")
    assert faults_everywhere(page) == []
    style = page.get_by_role("region", name="Style")
    style.get_by_role("button", name="count my last matches").press("Enter")
    expect(style.get_by_text("In your last 2 matches")).to_be_visible()
    expect(style.get_by_role("rowheader", name="Took the open card")).to_be_visible()
    assert faults_everywhere(page) == []
    page.get_by_role("button", name="KEYS Matches played: 0").first.press("Enter")
    expect(page.get_by_text("The first match you finish stands here.")).to_be_visible()
    here.press("Enter")
    newest.get_by_role("link", name="Watch it again").press("Enter")
    page.wait_for_url(f"**/t/{played.word}/match/2")
    expect(page.get_by_role("slider", name="Place in the match")).to_be_visible()

    gone = {"code": "unknown_table", "message": "there is no table of this word"}
    page.route("**/api/tables/*/matches", lambda route: route.fulfill(status=404, json=gone))
    page.goto(f"{house.url}/shelf")
    expect(newest).to_contain_text("the table is gone")
    expect(newest.get_by_role("link")).to_have_count(0)
    page.get_by_role("button", name="Forget these matches").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget these matches").press("Enter")
    expect(page.get_by_text("The first match you finish stands here.")).to_be_visible()
    expect(matches).to_have_count(0)
