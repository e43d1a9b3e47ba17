"""Coming back to a table that went on: the present position is there at once, and what was missed is offered."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from parlour.client import Table
from tests.day import some_of
from tests.page.visits import House, Visit, chair, sit_on

BUTTON = {
    "skyjo": "main [role=button]:not([aria-disabled=true]), main button:not([aria-disabled=true]):not([disabled])",
    "keys": "main button:not([aria-disabled=true]):not([disabled])",
    "kings_keys": "main button:not([aria-disabled=true]):not([disabled])",
}
# Pieces that travel, not buttons that light up.
MOVING = """() => document.querySelector('main').getAnimations({ subtree: true })
    .filter(one => one.playState === 'running' && one.constructor === Animation).length"""


LONG = {"skyjo": {"end_score": 300}}  # so that no match ends while somebody is away
NOTHING = {"legal": [], "over": False}  # the first view is not there yet


class Cable:
    """A page's line, which can be cut."""

    def __init__(self, page: Page) -> None:
        self._cut = False
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        if self._cut:
            socket.close()
            return
        socket.connect_to_server()
        self._sockets.append(socket)

    def cut(self) -> None:
        self._cut = True
        while self._sockets:
            self._sockets.pop().close()

    def mend(self) -> None:
        self._cut = False


@pytest.fixture
def tables() -> Iterator[list[Table]]:
    opened: list[Table] = []
    yield opened
    for table in opened:
        table.close()


def plays_of(tables: list[Table], rng: Random, least: int) -> int:
    """Plays on for the whole table until the first of them is asked again, after at least so many plays."""
    done = 0
    while done < least or not (tables[0].view or NOTHING)["legal"]:
        for table in tables:
            view = table.view or NOTHING
            assert not view["over"], "the match ended before enough was played"
            if view["legal"] and table.play(_sensible(view, rng)):
                done += 1
    return done


def _sensible(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A play that ends no match soon: in KEYS all is placed before anybody bids, and then as little as may be."""
    calm = [action for action in view["legal"] if action["do"] in ("place", "pass", "bid")]
    return (
        calm[0]
        if calm and calm[0]["do"] != "place"
        else rng.choice([one for one in calm if one["do"] == "place"] or view["legal"])
    )


@pytest.mark.parametrize(("game", "plays"), some_of([("skyjo", 120), ("keys", 24), ("kings_keys", 60)], 1, "back"))
def test_who_comes_back_sees_the_present_and_can_watch_what_was_missed(
    visit: Visit, house: House, tables: list[Table], game: str, plays: int
) -> None:
    rng = Random(7)
    ada = Table.open(house.url, game, "Ada", avatar="fox", options=LONG.get(game, {}))
    tables.append(ada)
    tables.extend(Table.join(house.url, ada.word, name, avatar="owl") for name in ("Noor", "Ben"))
    ada.start()
    plays_of(tables, rng, 3)
    page = visit("/settings")
    page.emulate_media(reduced_motion="no-preference")
    cable = Cable(page)
    sit_on(page, house.url, chair(ada, "Ada"), game)
    ready = page.locator(BUTTON[game])
    expect(ready.first).to_be_visible()
    cable.cut()
    expect(page.get_by_text("Finding the line.")).to_be_visible()
    plays_of(tables, rng, plays)
    cable.mend()
    missed = page.get_by_role("group", name="What you missed").filter(has_text="You missed")
    expect(missed).to_be_visible()
    assert page.evaluate(MOVING) == 0, "what was missed is played again unasked"
    expect(ready.first).to_be_enabled()

    missed.get_by_role("button", name="Watch").click()
    watching = page.get_by_role("group", name="What you missed").filter(has_text="What you missed")
    expect(watching).to_be_visible()
    watching.get_by_role("button", name="To the table").click()
    expect(watching).to_have_count(0)
    expect(missed).to_have_count(0)
    expect(ready.first).to_be_enabled()


def test_a_page_opened_anew_says_what_its_person_missed(visit: Visit, house: House, tables: list[Table]) -> None:
    rng = Random(8)
    ada = Table.open(house.url, "skyjo", "Ada", avatar="fox")
    tables.append(ada)
    tables.append(Table.join(house.url, ada.word, "Noor", avatar="owl"))
    ada.start()
    plays_of(tables, rng, 3)
    page = visit("/settings")
    sit_on(page, house.url, chair(ada, "Ada"), "skyjo")
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    page.goto(f"{house.url}/settings")
    plays_of(tables, rng, 20)
    page.goto(f"{house.url}/t/{ada.word}")
    missed = page.get_by_role("group", name="What you missed").filter(has_text="You missed")
    expect(missed).to_be_visible()
    missed.get_by_role("button", name="Read").click()
    expect(page.get_by_role("dialog", name="The story so far")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    missed.get_by_role("button", name="Put away").click()
    expect(missed).to_have_count(0)
