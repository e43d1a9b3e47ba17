"""A tab whose next edition has other rules: a match that was begun is finished by its own, where they are there, or read."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.contract import game as engine
from parlour.tab.drawers import InMemory
from tests.server.editions import BESIDE
from tests.server.test_versions import install, newer
from tests.tab.pages import Page, alone, ask, house_of

__all__ = ["newer"]


@pytest.mark.parametrize("beside", [True, False], ids=["finished", "read"])
def test_a_match_of_older_rules(newer: Path, beside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    drawers = InMemory()
    chair: dict[str, Any] = {}

    async def before() -> None:
        house = house_of(drawers, 1)
        await house.begin()
        opened = await ask(house, "/api/tables", {"game": "toy", "name": "Ana", "avatar": "fox", "options": {"rounds": 2}})
        chair.update(json.loads(opened.body))
        page = Page(house, chair)
        await page.answered(type="seat_bot", bot="simple")
        await page.answered(type="start")
        view = await page.until(page.asked)
        assert view["view"]["version"] == 1
        play = {"match": view["match"], "question": view["question"], "actions": [view["view"]["legal"][0]]}
        assert (await page.answered(type="play", **play))["type"] == "done"

    async def finished() -> None:
        house = house_of(drawers, 2)
        page = Page(house, chair, first=10)
        assert (await page.play_out())["view"]["version"] == 1
        assert (await page.answered(type="rematch"))["type"] == "done"
        assert (await page.until(lambda: page.last("table")))["table"]["version"] == 2

    async def read() -> None:
        house = house_of(drawers, 2)
        page = Page(house, chair)
        closed = await page.until(lambda: page.last("closed"))
        assert closed["reason"] == "old_version"
        shown = json.loads((await ask(house, f"/api/tables/{chair['table']}/matches/1/replay?language=fr")).body)
        assert (shown["version"], shown["frames"]) == (1, [])
        assert shown["story"]
        assert not any("{" in line for line in shown["story"])

    alone(before)
    monkeypatch.setattr(engine, "_packages", engine._packages)  # what `install` changes is as it was afterwards
    install(newer, *([BESIDE] if beside else []))
    alone(finished if beside else read)
