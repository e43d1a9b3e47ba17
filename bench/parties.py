"""The tables of a load test: pages that play, people who talk, bots that play or think beside them, and what is timed there."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import httpx
from traffic import GAMES, Message, Page, Party

AT_ONCE = 20  # tables opened at a time
DUELLING = 0.25  # seconds between two moves of a person at a duel
LINE = "They have the KEY on top. They always have the KEY on top."
SIGNS = 0.3  # of what is said, are signs
LISTENERS: set[asyncio.Task[None]] = set()


@dataclass
class Measured:
    """Times in seconds."""

    moves: list[float] = field(default_factory=list)  # until `done`
    views: list[float] = field(default_factory=list)  # until another person has the view
    refused: int = 0
    said: int = 0


class Seat(Page):
    """A page at a table, whose plays are timed, and the views that follow another's."""

    at: "Table"

    async def hear(self, message: Message) -> None:
        if message["type"] == "view" and self.at.mover is not None:
            self.at.seen(self, (message["match"], message["seq"]))
        await super().hear(message)

    async def ask(self, kind: str, **body: Any) -> Message:
        if kind != "play":
            return await super().ask(kind, **body)
        began = self.at.moving(self)
        answer = await super().ask(kind, **body)
        measured = self.at.measured
        if answer["type"] == "done":
            measured.moves.append(time.perf_counter() - began)
        else:
            measured.refused += 1
        return answer


class Table(Party):
    """A table of pages, one of whose people moves each second."""

    def __init__(self, measured: Measured, game: str) -> None:
        super().__init__(game)
        self.measured = measured
        self.mover: Page | None = None
        self._since = 0.0
        self._stands: tuple[int, int] | None = None  # match and events told, as the mover first saw them after the move
        self._others: dict[Page, tuple[tuple[int, int], float]] = {}  # what each of the others first saw after it, and when

    def moving(self, page: Page) -> float:
        """This page plays; gives the time."""
        self.mover, self._since, self._stands = page, time.perf_counter(), None
        self._others.clear()
        return self._since

    def seen(self, page: Page, stands: tuple[int, int]) -> None:
        """A page has a view. It is the move's when it tells as much as the mover's own: a game's clock shows views too."""
        if page is self.mover:
            if self._stands is None:
                self._stands = stands
                self.measured.views += [at - self._since for same, at in self._others.values() if same == stands]
        elif page not in self._others:
            self._others[page] = stands, time.perf_counter()
            if stands == self._stands:
                self.measured.views.append(time.perf_counter() - self._since)

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        """Everybody sits down and the match begins."""
        await self.gather(http, base, people, self.seat)
        await self.start()

    async def seat(self, *of: Any) -> Seat:
        """A page that listens."""
        seat = await Seat.reach(*of)
        seat.at = self
        LISTENERS.add(asyncio.create_task(seat.listen()))
        return seat

    async def play(self, until: float) -> None:
        """One move a second, the tables out of step with each other."""
        due = time.perf_counter() + random.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += 1.0
            await self.move(1.0)

    async def beat(self, until: float) -> None:
        """What the pages send where they heard nothing for long."""
        while time.perf_counter() < until:
            await asyncio.sleep(1.0)
            for page in self.pages:
                await page.beat()

    async def talk(self, until: float, pause: float) -> None:
        """Somebody who is not moving says a line, or shows a sign, once in so many seconds."""
        due = time.perf_counter() + pause * random.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += pause
            idle = [page for page in self.pages if page is not self.mover]
            said = {"kind": "react", "reaction": "clap"} if random.random() < SIGNS else {"kind": "say", "text": LINE}
            await random.choice(idle).ask(**said)
            self.measured.said += 1


class Covered(Table):
    """A person for whom a bot plays, among bots at their quickest; match after match, and nothing of it is measured."""

    def __init__(self) -> None:
        super().__init__(Measured(), "skyjo")

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        await self.gather(http, base, 1, self.seat)
        for _ in range(people - 1):
            await self.pages[0].ask("seat_bot", bot="simple")
        await self.pages[0].ask("pace", pace="at_once")
        await self.begin()

    async def begin(self) -> None:
        await self.start()
        await self.pages[0].ask("cover", person=self.pages[0].person)

    async def play(self, until: float) -> None:
        host = self.pages[0]
        while time.perf_counter() < until:
            await asyncio.sleep(1.0)
            if host.view and host.view["view"]["over"] and (await host.ask("rematch"))["type"] == "done":
                await self.begin()

    async def talk(self, until: float, pause: float) -> None:
        """Nobody says anything."""


class Duel(Table):
    """A person and a bot of some kind, who take no pause; they play while `on` is set."""

    def __init__(self, bot: str, on: asyncio.Event) -> None:
        super().__init__(Measured(), "skyjo")
        self.bot, self.on = bot, on

    async def open(self, http: httpx.AsyncClient, base: str, people: int) -> None:
        rules = {"end_score": 300}  # that takes longer than the measuring
        form = {"game": self.game, "name": "P0", "avatar": "fox", "options": rules}
        chair = (await http.post("/api/tables", json=form)).json()
        self.pages.append(await self.seat(base, chair["table"], chair["token"], self.recording, 0))
        for kind, body in (("seat_bot", {"bot": self.bot}), ("pace", {"pace": "at_once"}), ("start", {})):
            await self.pages[0].ask(kind, **body)

    async def play(self, until: float) -> None:
        await asyncio.sleep(random.random() * DUELLING)
        while time.perf_counter() < until:
            if self.on.is_set():
                await self.move(DUELLING)
            await asyncio.sleep(DUELLING)


def laid(measured: Measured, tables: int) -> list[Table]:
    """So many tables, the games by turns."""
    return [Table(measured, game) for game, _ in zip(cycle(GAMES), range(tables), strict=False)]


async def seated(tables: list[Table], http: httpx.AsyncClient, base: str, people: int) -> None:
    """Open tables, so many at a time, and begin their matches."""
    for i in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(table.open(http, base, people) for table in tables[i : i + AT_ONCE]))


def hushed() -> None:
    """No page listens any more."""
    for listener in LISTENERS:
        listener.cancel()
    LISTENERS.clear()
