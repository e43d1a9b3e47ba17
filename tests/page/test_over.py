"""The end of a match: the sheet, the table, the story, and another game."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from parlour.client import AsyncTable
from tests.page.test_access import faults
from tests.page.visits import DESK, House, Visit

WITHIN = 60.0  # seconds that a match between two quick clients may take


@dataclass(frozen=True)
class Played:
    """A table whose match is over, and the host's chair at it."""

    word: str
    person: int
    token: str
    scores: list[int]


async def _drive(table: AsyncTable, rng: Random) -> None:
    async for view in table.turns():
        await table.play(rng.choice(view["legal"]))


async def _play(url: str, matches: int) -> Played:
    ada = await AsyncTable.open(url, "skyjo", "Ada", avatar="fox", options={"end_score": 50})
    noor = await AsyncTable.join(url, ada.word, "Noor", avatar="owl")
    async with ada, noor:
        for match in range(matches):
            if match:
                await ada.ask("rematch")
                await ada.until(lambda: ada.table["status"] == "lobby")
                await noor.until(lambda: noor.table["status"] == "lobby")
            await ada.start()
            await asyncio.wait_for(asyncio.gather(_drive(ada, Random(1)), _drive(noor, Random(2))), WITHIN)
        view, token = ada.view, ada.token
        assert view is not None
        assert token is not None
        person = next(one["person"] for one in ada.table["people"] if one["name"] == "Ada")
        return Played(ada.word, person, token, view["scores"])


def play(url: str, matches: int = 1) -> Played:
    """SKYJO played to its end by two clients (in a thread: the browser's driver has this one's event loop)."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _play(url, matches)).result()


def come_back(page: Page, played: Played) -> None:
    """The host's chair, on this device."""
    chair = {"table": played.word, "game": "skyjo", "person": played.person, "token": played.token, "since": 1}
    page.evaluate("chair => localStorage.setItem('parlour.chairs', JSON.stringify([chair]))", chair)
    page.goto(page.url.replace("/settings", f"/t/{played.word}"))


def record(page: Page) -> dict[str, Any]:
    """What "Keep the record" saves."""
    link = page.get_by_role("link", name="Keep the record")
    box = link.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    with page.expect_download() as saved:
        link.click()
    assert saved.value.suggested_filename.startswith("skyjo-")
    kept: dict[str, Any] = json.loads(saved.value.path().read_text(encoding="utf-8"))
    return kept


def sheet_in_sight(page: Page) -> None:
    """The ways on leave room for the sheet, on a phone that stands and on one that lies."""
    upright = page.viewport_size
    assert upright
    for size in ({"width": 740, "height": 360}, upright):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(page.get_by_role("row").nth(1)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)


def test_the_end_is_shown_to_all_its_record_kept_and_the_table_laid_again(visit: Visit, house: House) -> None:
    played = play(house.url)
    screen = visit(f"/tv/{played.word}", size=DESK, color_scheme="dark")
    expect(screen.get_by_role("heading", level=2)).to_contain_text("with")
    assert screen.get_by_role("button", name="Play again").or_(screen.get_by_role("link", name="Keep the record")).count() == 0
    assert faults(screen) == []
    late = visit(f"/t/{played.word}", size=DESK, color_scheme="dark")
    late.get_by_role("button", name="Only watch").click()
    expect(late.get_by_role("heading", level=2)).to_contain_text("with")
    assert late.get_by_role("button", name="Play again").count() == 0
    assert faults(late) == []

    page = visit("/settings")
    come_back(page, played)
    winner = page.get_by_role("heading", level=2)
    most, best = max(played.scores), min(played.scores)
    expect(page.get_by_text(re.compile(f"^(You|Noor) passed 50 in round \\d+, with {most}[.]"))).to_be_visible()
    worth = page.get_by_role("region", name="Worth telling").get_by_role("listitem")
    assert 0 < worth.count() <= 3
    for way in ("Play again", "Another game", "See the table"):
        expect(page.get_by_role("button", name=way)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Watch it again")).to_be_in_viewport(ratio=1)
    sheet_in_sight(page)
    expect(winner).to_contain_text(str(best).replace("-", "\N{MINUS SIGN}"))
    expect(winner).to_be_focused()
    totals = page.get_by_role("row").filter(has_text="Total").get_by_role("cell")
    assert totals.all_inner_texts() == [str(score).replace("-", "\N{MINUS SIGN}") for score in played.scores]
    assert faults(page) == []
    kept = record(page)
    assert kept["format"] == "parlour-log-1"
    assert kept == record(late)

    page.get_by_role("button", name="See the table").click()
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    expect(page.get_by_role("button", name="See the sheet")).to_be_focused()
    assert faults(page) == []

    size = page.viewport_size
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.get_by_role("button", name="The score sheet").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.locator(".ribbon .btn").dispatch_event("click")  # as when the end comes while the sheet is open
    expect(winner).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="See the table").click()
    assert size
    page.set_viewport_size(size)
    page.get_by_role("button", name="See the sheet").click()
    page.get_by_role("button", name="The story so far").click()
    expect(page.get_by_role("dialog", name="The story so far").get_by_role("listitem").first).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("group", name="Your cards")).to_be_visible()
    expect(page.get_by_role("list", name="The others").get_by_role("listitem").filter(has_text="Noor")).to_be_visible()


def test_the_evening_is_counted_and_goes_on_with_another_game(visit: Visit, house: House) -> None:
    played = play(house.url, matches=2)
    page = visit("/settings")
    come_back(page, played)
    tonight = page.get_by_role("region", name="Tonight")
    expect(tonight).to_contain_text("2 matches")
    won = [int(text.rsplit(": ", 1)[1]) for text in tonight.locator("li .sr").all_inner_texts()]
    with page.expect_download() as taken:
        tonight.get_by_role("link", name="The evening as a spreadsheet").press("Enter")
    rows = taken.value.path().read_text(encoding="utf-8").splitlines()
    assert rows[0] == '"name","won","of"'
    assert sum(row.endswith(',"2"') for row in rows) == len(won)
    assert len(won) == 2
    assert 2 <= sum(won) <= 4
    page.get_by_role("button", name="Another game").click()
    page.get_by_role("dialog").get_by_role("button", name="KEYS", exact=True).click()
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("KEYS")
    expect(page.get_by_role("listitem").filter(has_text="Noor")).to_be_visible()
    assert page.url.endswith(f"/t/{played.word}")
