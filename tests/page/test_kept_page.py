"""A kept table over three evenings, on four devices: on the shelf, opened again by one press, and one of them is erased."""

import random
import time
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from parlour.server.settings import Settings
from parlour.server.table.outcome import Outcome
from tests.page.test_access import faults_everywhere
from tests.page.visits import DESK, PHONE, Visit
from tests.server.live import Live

NAMES = ("Ada", "Ben", "Noor", "Jules")
WEEK = 7 * 86_400.0
# Jules lives elsewhere: what the table's dates are does not depend on who looks at them.
ZONES = ("Europe/Paris", "Europe/Paris", "Europe/Paris", "Pacific/Auckland")
FIRST = datetime(2026, 10, 16, 20, tzinfo=ZoneInfo("Europe/Paris")).timestamp()  # the clocks are put back nine days later


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose clock can be set, and whose bots do not pause to think."""
    live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('club')}/parlour.sqlite", pace=(0.0, 0.0), unload=1e6))
    live.hub.roll = random.Random("club").randrange
    set_clock(live, FIRST)
    yield live
    live.stop()


def set_clock(live: Live, to: float) -> None:
    began = time.monotonic()
    live.hub.now = lambda: to + time.monotonic() - began


def play(live: Live, word: str, number: int, pages: list[Page]) -> None:
    """A match that bots play to its end for everybody, faster than it can be watched: the pages come back to what came of it."""
    pages[0].get_by_role("button", name="Start with").click()
    for page in pages:
        expect(page.get_by_role("main", name="The table")).to_be_visible()
    live.loop.call_soon_threadsafe(lambda: finish(live, word))
    for page in pages:
        expect(page.locator(f"a[href$='/match/{number}']").first).to_be_visible()


def finish(live: Live, word: str) -> None:
    table = live.hub._tables[word]
    core, records = table.core, []
    for person in core.seats:
        person.cover = person.cover or "own"
    while core.status == "playing":
        due = core.course.next_due()
        assert due is not None
        records += core.wake(max(due.at, live.hub.now())).records
    table.take(Outcome(records))
    for peer in list(table.peers.values()):
        peer.end()


def sit_down(pages: list[Page], url: str) -> str:
    """Everybody comes to a table that the first has laid; returns its word."""
    pages[0].goto(f"{url}/new/skyjo")
    for page, name in zip(pages, NAMES, strict=True):
        if page is not pages[0]:
            page.goto(pages[0].url)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a chair" if page is not pages[0] else "Lay the table").click()
        expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    return pages[0].url.rsplit("/", 1)[1]


def test_a_table_is_kept_for_three_evenings(visit: Visit, club: Live) -> None:
    pages = [
        visit("/", base=club.url, size=DESK if name == "Ada" else PHONE, timezone_id=zone)
        for name, zone in zip(NAMES, ZONES, strict=True)
    ]
    ada, ben, noor, jules = pages
    word = sit_down(pages, club.url)
    ada.get_by_role("button", name="Keep this table").click()
    ada.get_by_label("What is it called?").fill("Friday table")
    ada.get_by_label("Next date").fill("2026-10-30T20:00")
    ada.get_by_role("button", name="Keep it", exact=True).click()
    expect(ben.get_by_role("link", name="Our evenings")).to_be_visible()

    play(club, word, 1, pages)
    for evening, opener in ((1, ben), (2, noor)):
        set_clock(club, FIRST + evening * WEEK)
        for page in pages:
            page.goto(f"{club.url}/")
            expect(page.get_by_role("heading", name="Friday table")).to_be_visible()
        expect(opener.get_by_text("Last time: 7 days ago.")).to_be_visible()
        opener.get_by_role("link", name="Open it again").click()
        expect(opener.get_by_role("heading", name="At the table")).to_be_visible()
        missing = opener.get_by_role("listitem").filter(has_text="Ada")
        expect(missing).to_contain_text("seat kept")
        present = [page for page in pages if page is not (ada if evening == 1 else jules)]
        for page in present:
            page.goto(f"{club.url}/t/{word}")
            expect(page.get_by_role("heading", name="At the table")).to_be_visible()
        play(club, word, evening + 1, [opener, *(page for page in present if page is not opener)])

    jules.goto(f"{club.url}/t/{word}/evenings")
    expect(jules.get_by_role("heading", name="Friday table")).to_be_visible()
    evenings = jules.get_by_role("region", name="Our evenings")
    for date in ("October 16, 2026", "October 23, 2026", "October 30, 2026"):
        expect(evenings.get_by_role("button", name=date)).to_be_visible()
    expect(jules.get_by_role("heading", name="Friday, October 30 at 8:00")).to_be_visible()
    assert faults_everywhere(jules) == []
    evenings.get_by_role("button", name="October 16, 2026").press("Enter")
    evenings.get_by_role("button", name="Something to send").press("Enter")
    sent = jules.get_by_role("dialog", name="Something to send")
    expect(sent.get_by_text("Friday table, Friday, October 16, 2026: ")).to_be_visible()
    expect(sent.locator("canvas")).to_be_visible()
    expect(sent).not_to_contain_text(word)  # pictures travel
    jules.keyboard.press("Escape")
    evenings.get_by_role("link", name="Watch match 1").press("Enter")
    expect(jules.get_by_role("slider", name="Place in the match")).to_be_visible()
    jules.goto(f"{club.url}/t/{word}/evenings")
    jules.get_by_role("link", name="I come").click()
    expect(jules.get_by_text("Jules says yes.")).to_be_visible()
    jules.get_by_role("button", name="Erase me").click()
    jules.get_by_role("button", name="Erase me everywhere").click()
    expect(jules.get_by_text("You are erased.")).to_be_visible()
    ben.goto(f"{club.url}/t/{word}/evenings")
    expect(ben.get_by_text("Somebody").first).to_be_visible()
    expect(ben.get_by_text("Jules")).to_have_count(0)
    jules.goto(f"{club.url}/")
    expect(jules.get_by_role("heading", name="Friday table")).to_have_count(0)
