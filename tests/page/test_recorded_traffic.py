"""The traffic that measurements play (bench/traffic) is still that of the page."""

import time
from random import Random

import pytest
from playwright.sync_api import Browser
from record import around_a_table, pressed
from traffic import GAMES, Recording

from tests.day import some_of
from tests.page.visits import House
from tests.patience import PATIENCE

PLAYS = 4


@pytest.mark.parametrize("game", some_of(GAMES, 1, "traffic"))
def test_all_that_four_pages_send_in_a_match_is_in_the_recording(browser: Browser, house: House, game: str) -> None:
    kept = Recording.of(game)
    with around_a_table(browser, house.url, game, PATIENCE) as (pages, ears):

        def enough() -> bool:
            return sum(event[1:3] == ["out", "play"] for ear in ears for event in ear.events) >= PLAYS

        pressed(pages, Random(1), time.monotonic() + PATIENCE, enough)
        now = Recording(game, kept.rules, whole=False, pages=[ear.events for ear in ears])
    assert "play" in now.types
    assert now.types <= kept.types, "record it anew: python bench/record.py"
    asked = {path for path in now.fetched if "/api/" in path}  # the page's own files are fetched once, and cached
    assert asked <= kept.fetched, "record it anew: python bench/record.py"
