"""Strangers' games on the page: one that draws text, one with many actions that draws nothing, one that brings its own table."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from parlour.cli.new_game import lay_out
from tests.page.visits import AXE, DESK, ROOT, House, Visit, over
from tests.ports import free_port

DICE = """
from enum import IntEnum
from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, arg, cell, emit, tell

NAME = "bids"
VERSION = 1
SEATS = range(2, 4)
MOST = 15


class Phase(IntEnum):
    BID = 0
    OVER = 1


class Action(IntEnum):
    BID = 0
    FOLD = 90
    ASK = 91


class Event(IntEnum):
    BID = 0


class Options:
    pass


class State:
    players = cell(high=3)
    phase = cell(names=Phase)
    highest_bid = cell(low=UNKNOWN, high=89)
    turn = cell(high=2)


ACTIONS = {Action.BID: (arg("quantity", MOST, first=1), arg("face", 6, first=1)), Action.ASK: (arg("seat", 3),)}
EVENTS = {Event.BID: tell(arg("quantity", MOST, first=1), arg("face", 6, first=1))}


def setup(s: Any, players: int, options: Any) -> None:
    s.players = players
    s.highest_bid = UNKNOWN


def to_act(s: Any) -> int:
    return 1 << s.turn if s.phase == 0 else 0


def legal(s: Any, seat: int, out: Any) -> int:
    if not to_act(s) >> seat & 1:
        return 0
    k = 0
    for b in range(s.highest_bid + 1, 90):
        out[k] = b
        k += 1
    out[k] = 90
    k += 1
    for p in range(s.players):
        out[k] = 91 + p
        k += 1
    return k


def play(s: Any, seat: int, action: int) -> None:
    if action < 90:
        s.highest_bid = action
        emit(s, EVERYONE, 0, seat, action)
        s.turn = (s.turn + 1) % s.players
    else:
        s.phase = 1


def score(s: Any, seat: int) -> int:
    return 0


def rank(s: Any, seat: int) -> int:
    return 1 if s.phase == 1 and seat == s.turn else 0


def longest(s: Any) -> int:
    return 100


def sound(s: Any) -> bool:
    return True


def hide(s: Any, seat: int) -> None:
    pass


def fill(s: Any, seat: int, dice: Any) -> None:
    pass


def idle(s: Any, seat: int, dice: Any) -> int:
    return 90
"""
WORDS = """{"name": "Bids", "tagline": "Ninety bids", "players": "2 or 3 players", "minutes": "1", "options": {},
 "actions": {"bid": "Bid {quantity} times {face}", "fold": "Fold", "ask": "Ask {seat:seat}"},
 "events": {"bid": {"you": "You bid {quantity} times {face}", "other": "{name} bid {quantity} times {face}"}},
 "reasons": {}, "bots": {}, "table": {}}"""


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A room in which strangers' games are installed."""
    folder, site = tmp_path_factory.mktemp("guests"), tmp_path_factory.mktemp("site")
    lay_out("nine_lives", folder / "nine")
    lay_out("bids", folder / "bids")
    lay_out("ten_cards", folder / "ten", full=True)
    (folder / "bids" / "parlour_bids" / "rules.py").write_text(DICE, encoding="utf-8")
    for part in ("bot.py", "terminal.py", "words.fr.json"):
        (folder / "bids" / "parlour_bids" / part).unlink()
    (folder / "bids" / "parlour_bids" / "words.en.json").write_text(WORDS, encoding="utf-8")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--target", str(site)]
    packages = [str(folder / "nine"), str(folder / "bids"), str(folder / "ten"), str(ROOT / "tests" / "toy")]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *packages], check=True)
    house = House(folder, free_port())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])]))
        house.start()
    yield house
    house.kill()


def sit_at(page: Page, game: str, label: str) -> None:
    """Lay a table, seat one bot, and begin."""
    page.goto(page.url.rstrip("/") + f"/new/{game}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Seat a bot").click()
    expect(page.get_by_text(re.compile(r"^bot\b"))).to_have_count(1)
    page.get_by_role("button", name="Start with").click()
    expect(page.get_by_role("main", name=label)).to_be_visible()


def faults(page: Page) -> list[str]:
    """What axe finds wrong on a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate("async () => (await axe.run()).violations.map((one) => `${one.id}: ${one.nodes[0].html}`)")
    return found


def test_a_game_without_a_table_shows_what_it_draws_in_words(visit: Visit, guests: House) -> None:
    page = visit("/", base=guests.url)
    sit_at(page, "nine_lives", "Nine lives")
    table = page.get_by_role("region", name="On the table")
    expect(table).to_contain_text("Round 1 of 3")
    expect(table).to_contain_text("Ada: card")
    page.get_by_role("button", name="Keep your card").click()
    expect(page.get_by_role("region", name="Just now")).to_contain_text("You")
    box = table.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert faults(page) == []


def test_a_television_shows_it_too(visit: Visit, guests: House) -> None:
    page = visit("/", base=guests.url)
    sit_at(page, "nine_lives", "Nine lives")
    tv = visit(page.url.removeprefix(guests.url).replace("/t/", "/tv/"), base=guests.url, size=DESK)
    expect(tv.get_by_role("region", name="On the table")).to_contain_text("Ada: card ?")
    expect(tv.get_by_role("region", name="Just now")).to_be_visible()
    expect(tv.get_by_role("button", name="Keep your card")).to_have_count(0)


def test_many_actions_are_chosen_by_family_and_argument_and_cells_are_named(visit: Visit, guests: House) -> None:
    page = visit("/", base=guests.url)
    page.goto(f"{guests.url}/new/bids")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/t/*")
    other = visit(page.url.removeprefix(guests.url), base=guests.url)
    other.get_by_label("Your name").fill("Noor")
    other.get_by_role("button", name="Take a chair").click()
    other.get_by_role("button", name="Ready").click()
    page.get_by_role("button", name="Start with").click()
    table = page.get_by_role("region", name="On the table")
    expect(table.get_by_role("term").filter(has_text="highest bid")).to_be_visible()
    main = page.get_by_role("main")
    asker = page if main.get_by_role("button", name="Fold").count() else other
    buttons = asker.get_by_role("main").get_by_role("button")
    expect(buttons).to_have_text(["Bid … times …", "Fold", "Ask …"])
    buttons.first.press("Enter")
    expect(buttons).to_have_count(16)
    expect(buttons.first).to_be_focused()
    asker.get_by_role("button", name="Choose again").click()
    expect(buttons).to_have_count(3)
    buttons.first.click()
    asker.get_by_role("button", name="Bid 3 times …").click()
    expect(buttons).to_have_text([*(f"Bid 3 times {face}" for face in range(1, 7)), "Choose again"])
    asker.get_by_role("button", name="Bid 3 times 5").click()
    expect(asker.get_by_role("region", name="Just now")).to_contain_text("You bid 3 times 5")
    expect(asker.get_by_role("definition").filter(has_text="16")).to_be_visible()


def test_a_package_brings_a_table_of_its_own(visit: Visit, guests: House) -> None:
    page = visit("/", base=guests.url)
    sit_at(page, "toy", "Toy")
    expect(page.get_by_text("Choose a card in secret")).to_be_visible()
    expect(page.get_by_role("region", name="On the table")).to_have_count(0)
    felt, slip = page.get_by_role("main", name="Toy").bounding_box(), page.locator("parlour-slip").bounding_box()
    assert felt is not None
    assert slip is not None
    assert slip["x"] - felt["x"] >= 16
    assert slip["y"] - felt["y"] >= 16
    hand = page.get_by_role("region", name="Ada")
    for turned in (1, 2):
        hand.get_by_role("button", name="Play card").first.click()
        expect(hand.locator(".open")).to_have_count(turned)
    hand.get_by_role("button", name="Play card").click()
    expect(over(page)).to_be_visible()
    assert page.evaluate("[...document.scripts].every(({ src }) => !src || src.startsWith(location.origin))")


def test_the_table_that_is_laid_out_for_a_new_game_is_drawn_with_the_pieces(visit: Visit, guests: House) -> None:
    page = visit("/", base=guests.url)
    sit_at(page, "ten_cards", "Ten cards")
    table = page.get_by_role("main", name="Ten cards")
    expect(table.get_by_text("Keep your card, or swap it?")).to_be_visible()
    hand = table.get_by_role("region", name="Ada")
    expect(hand.get_by_text("Points: 0")).to_be_visible()
    expect(hand.get_by_role("img", name=re.compile(r"^\d+$"))).to_be_visible()
    expect(table.get_by_role("img", name="?", exact=True)).to_be_visible()
    assert faults(page) == []
    table.get_by_role("button", name="Keep your card").click()
    expect(page.get_by_text("You kept your card").first).to_be_attached()


def test_only_files_of_its_page_are_served(guests: House, visit: Visit) -> None:
    page = visit("/", base=guests.url)
    asked = {
        "toy/page/index.js": (200, "text/javascript; charset=utf-8"),
        "toy/page/table.css": (200, "text/css; charset=utf-8"),
        "toy/page/..%2Frules.py": (404, None),
        "toy/page/nothing.js": (404, None),
        "nine_lives/page/index.js": (404, None),
        "keys/page/index.js": (404, None),
    }
    for path, (status, kind) in asked.items():
        answer = page.request.get(f"{guests.url}/api/games/{path}")
        assert answer.status == status, path
        assert kind is None or answer.headers["content-type"] == kind
    assert "script-src 'self'" in page.request.get(guests.url).headers["content-security-policy"]
