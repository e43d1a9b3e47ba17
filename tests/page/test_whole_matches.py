"""Whole matches of every game, read by somebody: every sentence that stands anywhere is held against the match."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.day import DAY, DRILLS, some_of
from tests.page.conftest import DICE
from tests.page.reader.evening import Evening, Moment, Setting, played
from tests.page.reader.faults import faults
from tests.page.reader.settings import GAMES, quick_house, settings
from tests.page.reader.transcript import transcript
from tests.patience import PATIENCE
from tests.server.live import Live

MATCHES = settings(40, DICE or DAY) if DRILLS else some_of(settings(len(GAMES), DICE or DAY), 2, "matches")


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with quick_house(tmp_path_factory.mktemp("quick")) as live:
        yield live


@pytest.mark.parametrize("setting", MATCHES, ids=str)
def test_a_reader_finds_nothing(browser: Browser, quick: Live, setting: Setting) -> None:
    """Who, what, how many, from where; what a title asks; every turning point. Other dice every day, named in the report."""
    evening = played(browser, quick, setting, 5 * PATIENCE)
    found = faults(evening)
    assert not found, transcript(evening, found)


def test_a_reader_finds_what_is_planted() -> None:
    """A brace, a key, another language, one as several, an event that was not, a turn that is another's, a notice in the way."""
    evening = Evening(Setting("skyjo", 2, "en", phone=True, dice="planted"), 0, ["Ada", "Ben"])
    evening.heard = [{"event": "dealt", "round": 1}, {"event": "took", "seat": 1, "slot": 2, "card": 3, "went": 11}]
    view = {"legal": [], "asked": [1], "cells": {}}
    evening.views, evening.upto = [view], [2]
    evening.read = [
        (1, "slip", "Ben took the open 3 for 11"),
        (1, "table", "Du bist am Zug. Alle warten auf dich"),
        *(
            (1, "slip", text)
            for text in ("{n} more", "table.draw.title", "table.aim.shield", "Drawn:: 3", "Up!. 3", "Ben took the open 4 for 11")
        ),
        *((1, "table", text) for text in ("Your turn, with a 3 in hand", "Deck zwei deiner Karten auf", "You missed 1 moves.")),
    ]
    evening.moments = [
        Moment(view, [("title", "Ada’s turn"), ("title", "Your turn")], pressed="something", over=["Paused over Ben"])
    ]
    found = "\n".join(faults(evening))
    for fault in (
        "broken: slip: {n} more",
        "broken: slip: table.draw.title",
        "broken: slip: table.aim.shield",
        "broken: slip: Drawn:: 3",
        "broken: slip: Up!. 3",
        "untold: slip: Ben took the open 4 for 11",
        "foreign: de: Deck zwei deiner Karten auf",
        "counted: page:missed.other: You missed 1 moves.",
        "unasked: Ada’s turn (table.other.turn): ['Ben'] are asked",
        "unasked: Your turn (table.draw.title): one may []",
        "covered: Paused over Ben",
        "unannounced: the aim of the first round",
    ):
        assert fault in found, found
    assert "Ben took the open 3 for 11" not in found
