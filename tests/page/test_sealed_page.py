"""Nobody stacked the cards: two pages add to the sealed secret, and each draws the whole match again when it is over."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from parlour.client import AsyncTable
from tests.page.test_access import faults
from tests.page.visits import House, Visit, lay, sit, table_menu


def chair(page: Page) -> dict[str, Any]:
    """The chair that this device holds."""
    held: list[dict[str, Any]] = page.evaluate("() => JSON.parse(localStorage.getItem('parlour.chairs'))")
    return held[0]


async def _drive(table: AsyncTable, rng: Random) -> None:
    async for view in table.turns():
        await table.play(rng.choice(view["legal"]))


async def _start_and_play(url: str, *chairs: dict[str, Any]) -> None:
    tables = [await AsyncTable.sit(url, one["table"], one["token"]) for one in chairs]
    async with tables[0], tables[1]:
        await tables[0].ask("options", options={"end_score": 50})
        await tables[0].start()
        await asyncio.gather(*(_drive(table, Random(i)) for i, table in enumerate(tables)))


def panel(page: Page) -> Locator:
    table_menu(page)
    page.get_by_role("button", name="Fairness").click()
    return page.get_by_role("dialog", name="Nobody stacked the cards")


def test_two_pages_add_to_the_secret_and_draw_the_match_again(visit: Visit, house: House) -> None:
    ada = visit("/")
    word = lay(ada, "Ada")
    ben = visit(f"/t/{word}")
    sit(ben, "Ben")
    seal = ada.evaluate("() => JSON.parse(localStorage.getItem('parlour.shakes'))")[0][0]
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _start_and_play(house.url, chair(ada), chair(ben))).result()

    for page in (ada, ben):
        expect(page.get_by_role("heading", level=2)).to_contain_text(re.compile(r"\d"))
        found = panel(page)
        expect(found.get_by_role("status")).to_contain_text(re.compile(r"(\d+) of \1 draws are as they had to be"))
        expect(found.get_by_role("status")).to_contain_text("What this page added is in it.")
        expect(found).to_contain_text("In it: Ada and Ben.")
        expect(found.get_by_text(" ".join(re.findall("....", seal[:8])))).to_be_visible()
        assert faults(page) == []
        page.keyboard.press("Escape")

    # A house that says another number than the secret gives or another secret is found out.
    address = f"**/api/tables/{word}/matches/1/draws"

    def bent(change: str) -> None:
        ada.unroute(address)
        told = ada.request.get(f"{house.url}/api/tables/{word}/matches/1/draws").json()
        if change == "draw":
            told["draws"][4]["drawn"] = (told["draws"][4]["drawn"] + 1) % told["draws"][4]["below"]
        else:
            told["secret"] = "00" * 32
        ada.route(address, lambda route: route.fulfill(json=told))

    bent("draw")
    found = panel(ada)
    expect(found.get_by_role("status")).to_contain_text("Draw 5 is not the one it had to be")
    bent("secret")
    found.get_by_role("button", name="Check again").click()
    expect(found.get_by_role("status")).to_contain_text("The secret does not fit the seal")
    ada.unroute(address)
    found.get_by_role("button", name="Check again").click()
    expect(found.get_by_role("status")).to_contain_text("draws are as they had to be")
