"""The recorded traffic of pages is played against a room (bench/traffic.py), in all games."""

import asyncio
from collections import Counter
from typing import Any

import httpx
import pytest
from traffic import CHOOSING, GAMES, Message, Page, Party, recording

from tests.day import some_of
from tests.server.live import Live

MOVES = 40


class Counted(Page):
    """A page that counts what it sends, by type."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self.kinds = Counter[str]()
        self.refusals: list[Message] = []

    async def send(self, message: Message) -> None:
        self.kinds[message["type"]] += 1
        await super().send(message)

    async def hear(self, message: Message) -> None:
        if message["type"] == "refused":
            self.refusals.append(message)
        await super().hear(message)


async def played(url: str, game: str) -> list[Counted]:
    """Four pages at a table, after so many moves."""
    party, pages, listening = Party(game), list[Counted](), list[asyncio.Task[None]]()

    async def page(*of: Any) -> Counted:
        pages.append(await Counted.reach(*of))
        listening.append(asyncio.create_task(pages[-1].listen()))
        return pages[-1]

    async with httpx.AsyncClient(base_url=url) as http:
        await party.gather(http, url, 4, page)
        await party.start()
        done = 0
        while done < MOVES:
            done += await party.move(0.0) is not None
            await asyncio.sleep(0.005)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for one in pages:
        await one.socket.close()
    return pages


@pytest.mark.long
@pytest.mark.parametrize("game", some_of(GAMES, 2, "sent"))
def test_what_pages_sent_is_sent_again_and_taken(live: Live, game: str) -> None:
    pages = asyncio.run(played(live.url, game))
    for page in pages:
        assert [one for one in page.refusals if one["code"] not in ("stale", "illegal")] == []
        assert page.kinds["hello"] == page.kinds["shake"] == 1
        assert page.kinds["time"] >= 1
    sent = sum((page.kinds for page in pages), Counter[str]())
    assert sent["play"] >= MOVES > 10 * sum(len(page.refusals) for page in pages)
    led = {ask.type for page in recording(game).answers for answer in page for ask in answer}
    assert led <= {*CHOOSING}
    assert ("plan" in led) == (sent["plan"] > 0), "what led to plays leads to them here"
