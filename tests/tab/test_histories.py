"""A tab that is killed, or whose browser stores nothing for a while, in virtual time: nothing acknowledged is lost or done twice.

PARLOUR_HISTORIES says how many histories are drawn, as in the simulation of the server's.
"""

import asyncio
import json
import os
import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from parlour.tab import store
from parlour.tab.drawers import Change, InMemory
from parlour.tab.house import House
from tests.tab.pages import Page, alone, ask, house_of

HISTORIES = int(os.environ.get("PARLOUR_HISTORIES", "40"))


class Killed(Exception):
    """The tab is no more."""


class Frail(InMemory):
    """Drawers of a browser: writing takes a while, fails now and then, and a kill leaves all of a write or nothing of it."""

    def __init__(self, dice: random.Random, texts: dict[str, str]) -> None:
        self.dice = dice
        self.texts = texts
        self.killed = False

    async def write(self, changes: Sequence[Change]) -> None:
        if self.killed:
            raise Killed
        await asyncio.sleep(self.dice.random() * 0.01)
        if self.killed:  # meanwhile, before or after it reached the disk
            if self.dice.random() < 0.5:
                await super().write(changes)
            raise Killed
        if self.dice.random() < 0.01:
            raise OSError("the disk is full")
        await super().write(changes)


class Evening:
    """One person and a bot at a table, in a browser that is killed again and again."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.texts: dict[str, str] = {}
        self.done: list[tuple[int, int]] = []  # match and question of each play that was acknowledged
        self.count = 0
        self.house: House

    def begin(self) -> None:
        self.drawers = Frail(self.dice, self.texts)
        self.house = house_of(self.drawers, self.dice.randrange(1 << 30))

    async def kill(self) -> None:
        """The renderer dies: what it was at is gone, and the next one begins from the store."""
        self.drawers.killed = True
        for table in list(self.house._tables.values()):
            table.dead = True
            table._sleep(None)
        await asyncio.sleep(0.02)
        self.begin()

    async def run(self) -> None:
        self.begin()
        while True:
            opened = await ask(
                self.house, "/api/tables", {"game": "toy", "name": "Ana", "avatar": "fox", "options": {"rounds": 2}}
            )
            if opened.status == 201:
                break
        chair = json.loads(opened.body)
        page, waiting = Page(self.house, chair), [{"type": "seat_bot", "bot": "simple"}, {"type": "start"}]
        sent: dict[str, Any] | None = None
        for _ in range(400):
            try:
                if self.dice.random() < 0.1:
                    await self.kill()
                    raise ConnectionError
                if sent is None and waiting:
                    sent = self.numbered(waiting.pop(0))
                if sent is None:
                    view = await asyncio.wait_for(page.until(page.asked), 5)
                    if view["view"]["over"]:
                        break
                    play = {"match": view["match"], "question": view["question"], "actions": [view["view"]["legal"][0]]}
                    sent = self.numbered({"type": "play", **play})
                page.say(**sent)
                if self.dice.random() < 0.05:
                    await self.kill()
                    raise ConnectionError
                answer = await asyncio.wait_for(page.until(partial(self.answer_to, page, sent)), 5)
                if answer["type"] == "done" and sent["type"] == "play":
                    self.done.append((sent["match"], sent["question"]))
                assert answer["type"] == "done" or answer["code"] in ("stale", "not_asked", "too_late"), answer
                sent = None
                page.got = [one for one in page.got if one["type"] != "view"] if answer["type"] == "done" else page.got
            except (ConnectionError, TimeoutError):
                page = Page(self.house, chair)  # the same request is sent again, under its id
        log = json.loads((await ask(self.house, f"/api/tables/{chair['table']}/log")).body)
        mine = sum(who == 0 for who, _ in log["actions"])
        assert len(set(self.done)) == len(self.done) == mine, "every play that was acknowledged is in the log, once"

    def numbered(self, request: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        return {**request, "id": f"r{self.count}"}

    def answer_to(self, page: Page, sent: dict[str, Any] | None) -> dict[str, Any] | None:
        return next((one for one in page.got if sent is not None and one.get("id") == sent["id"]), None)


@pytest.mark.parametrize("first", range(0, HISTORIES, 40))
def test_nothing_acknowledged_is_lost_whenever_the_tab_is_killed(first: int) -> None:
    for seed in range(first, min(first + 40, HISTORIES)):
        alone(lambda seed=seed: Evening(seed).run())  # type: ignore[misc]


def test_histories_find_what_they_are_there_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that says it is done before it is."""

    def hasty(self: store.Store, records: Any, lane: Any) -> Any:
        write = real(self, records, lane)
        early = asyncio.get_running_loop().create_future()
        early.set_result(None)
        write.add_done_callback(lambda future: future.exception())
        return early

    real = store.Store.write
    monkeypatch.setattr(store.Store, "write", hasty)

    def goes_wrong(seed: int) -> bool:
        try:
            alone(lambda: Evening(seed).run())
        except Exception:
            return True
        return False

    assert any(map(goes_wrong, range(20)))
