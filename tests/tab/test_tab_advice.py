"""The advisor in a tab, where one machine does everything."""

import asyncio
import json
from typing import Any

import pytest

from parlour.tab.drawers import InMemory
from tests.tab.pages import Page, alone, ask, house_of


def test_the_advisor_judges_what_people_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.tab.minds.SECONDS", 0.1)

    async def tab() -> dict[str, Any]:
        house = house_of(InMemory(), 5)
        opened = await ask(house, "/api/tables", {"game": "keys", "name": "Ana", "avatar": "fox", "options": {"to_win": 1}})
        mine = json.loads(opened.body)
        page = Page(house, mine)
        await page.answered(type="seat_bot", bot="simple")
        await page.answered(type="start")
        await page.play_out()
        path = f"/api/tables/{mine['table']}/matches/1/advice"
        advice = json.loads((await ask(house, path, {})).body)
        while advice["state"] in ("waiting", "thinking"):
            await asyncio.sleep(1)
            advice = json.loads((await ask(house, path)).body)
        report: dict[str, Any] = advice["report"]
        return report

    report = alone(tab)
    assert report["seats"] == [0]
    assert {decision["seat"] for decision in report["decisions"]} == {0}
    assert len(report["accounts"]) == 2, "luck and play are told of everybody"
