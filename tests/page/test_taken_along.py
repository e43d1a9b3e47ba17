"""The room that a house lets people take along, under the house's own headers: lit, played, and one shelf for both."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from parlour.server.settings import Settings
from tests.day import DRILLS
from tests.page.engines import PLAYER
from tests.page.sites import folder
from tests.page.test_over import play
from tests.patience import PATIENCE, wait_until
from tests.server.live import Live

__all__ = ["folder"]


@pytest.fixture
def house(folder: Path, tmp_path: Path) -> Iterator[Live]:
    house = Live(Settings(database=f"sqlite:///{tmp_path}/parlour.sqlite", tab=folder / "some" / "where"))
    yield house
    house.stop()


def shows(page: Page, game: str, where: str) -> Locator:
    """The shelf has one match of a game, and says where it was played; the way to watch it again."""
    page.get_by_role("button", name=f"{game} Matches played: 1").click()
    matches = page.get_by_role("region", name="Finished matches").get_by_role("listitem")
    expect(matches).to_have_count(1)
    if where:
        expect(matches).to_contain_text(where)
    else:
        expect(matches).not_to_contain_text("played")
    return matches.get_by_role("link", name="Watch it again")


@pytest.mark.timeout(30 * PATIENCE)
@pytest.mark.skipif(not DRILLS, reason="in `make drills`")
def test_what_was_played_without_a_line_is_watched_at_the_house_too(browser: Browser, house: Live, tmp_path: Path) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.extend([said.text] * ("Content Security Policy" in said.text)))

    # At the house: a match that is over, so that it is on this device's shelf there.
    played = play(house.url)
    page.goto(f"{house.url}/settings")
    chair = {"table": played.word, "game": "skyjo", "person": played.person, "token": played.token, "since": 1}
    page.evaluate("chair => localStorage.setItem('parlour.chairs', JSON.stringify([chair]))", chair)
    page.goto(f"{house.url}/t/{played.word}")
    wait_until(lambda: bool(page.evaluate("localStorage.getItem('parlour.past')")), "the match does not come to the shelf")

    # Taken along: Python is compiled under the house's policy, and plays.
    page.goto(f"{house.url}/settings")
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("heading", name="This room is in your browser")).to_be_visible()
    expect(page.get_by_text("No line needed")).to_be_visible()
    page.get_by_role("link", name="KEYS").first.click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Try it now with").click()
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    page.evaluate(PLAYER)
    page.locator(".over").wait_for(timeout=20_000 * PATIENCE)
    assert page.evaluate("troubles") == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Keep the record").click()
    record = tmp_path / "record.json"
    saved.value.save_as(record)
    page.goto(f"{house.url}/along/?/shelf")
    shows(page, "KEYS", "")
    shows(page, "SKYJO", "played at a house")

    # At the house again: its shelf has both, and shows the one that was played without a line, as does the saved record.
    page.goto(f"{house.url}/shelf")
    shows(page, "SKYJO", "")
    shows(page, "KEYS", "played without a line").click()
    slider = page.get_by_role("slider", name="Place in the match")
    expect(slider).to_be_visible()
    assert page.url.startswith(f"{house.url}/along/?/t/")
    page.goto(f"{house.url}/replay")
    page.locator("input[type=file]").set_input_files(record)
    expect(slider).to_be_visible()
    assert troubles == []
    context.close()
