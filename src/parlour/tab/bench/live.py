"""The live table of the bench: a person and bots at the game that is being written, taken up again after every change."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from parlour.bots import kinds
from parlour.engine import Match, load
from parlour.server.settings import Settings
from parlour.server.wire.bodies import OpenTable
from parlour.server.wire.shown.door import Chair
from parlour.tab.aside import here
from parlour.tab.drawers import Clear, Drawers, Put, below
from parlour.tab.house import House
from parlour.tab.line import Line

PACE = (0.3, 0.6)  # of bots: who tries a game does not wait for them
MATCH = 1

Step = tuple[str, str]  # a key and its text


class NotDealt(Exception):
    """The table could not be laid; the message says why."""


class Live:
    """Its house over drawers of its own. Lives in one event loop."""

    def __init__(self, drawers: Drawers, now: Callable[[], float] = time.time) -> None:
        self._drawers = drawers
        self._settings = Settings(thinkers=1, pace=PACE)
        self._now = now
        self._undone: list[list[Step]] = []
        self._game = ""
        self._left = -1  # steps after which those that were undone go on
        self._turning = asyncio.Lock()  # one house is changed for another at a time
        self.house = self._open(0)
        self.chair: Chair | None = None

    def _open(self, seed: int) -> House:
        return House(self._drawers, here, self._settings, Random(seed).randrange, self._now)

    @asynccontextmanager
    async def _between(self, seed: int = 0) -> AsyncIterator[None]:
        """Between two houses, when nobody plays: then another, with the rules as they are now, goes on with what is stored."""
        async with self._turning:
            await self.house.put_away()
            try:
                yield
            finally:
                self.house = self._open(seed)

    async def _deal(self, players: int, options: dict[str, Any], seed: int, name: str, avatar: str) -> Chair:
        """A new match: the same seed, the same cards. Raises NotDealt, Refused."""
        async with self._between(seed):
            await self._drawers.write([below("")])
            self._undone, self._left = [], -1
        await self.house.begin()
        game = self._game
        chair = await self.house.open(OpenTable(game=game, name=name, avatar=avatar, options=options))
        bot = kinds(load(game))[0]
        await self._said(chair, [{"type": "seat_bot", "bot": bot}] * (players - 1) + [{"type": "start"}])
        self.chair = chair
        return chair

    async def _said(self, chair: Chair, requests: list[dict[str, Any]]) -> None:
        """What the host says at the table, one request after another."""
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        def hear(text: str) -> None:
            told = json.loads(text)
            if told["type"] in ("done", "refused"):
                answers.put_nowait(told)

        line = Line(self.house, chair["table"], hear, lambda: answers.put_nowait({"type": "refused", "message": "away"}))
        line.hear(json.dumps({"type": "hello", "token": chair["token"]}))
        try:
            for number, request in enumerate(requests):
                line.hear(json.dumps({**request, "id": f"bench{number}"}))
                answer = await answers.get()
                if answer["type"] == "refused":
                    raise NotDealt(answer["message"])
        finally:
            line.leave()

    async def again(
        self, game: str, players: int, options: dict[str, Any], seed: int, name: str, avatar: str
    ) -> tuple[Chair, bool]:
        """After the rules changed: the match at its place where they allow it, or the same cards from the start.

        Raises NotDealt, Refused.
        """
        same, self._game = game == self._game, game
        if same and self.chair is not None:
            async with self._between(seed):
                allowed = await self._allowed(self.chair["table"])
            if allowed:
                return self.chair, True
        return await self._deal(players, options, seed, name, avatar), False

    async def _allowed(self, word: str) -> bool:
        """Whether what was played can be played by the rules as they are now."""
        try:
            log = await self.house.store.log(word, MATCH)
            if log is not None:
                Match.replay(log)
        except Exception:  # rules that are being written may fail in any way
            return False
        return log is not None

    # --- back and on

    async def place(self) -> tuple[int, int]:
        """How often the person has played, and how often they had before they went back."""
        if self.chair is None:
            return 0, 0
        steps = await self.steps()
        if len(steps) != self._left:
            self._undone = []
        played = len(await self._mine(steps))
        return played, played + len(self._undone)

    async def steps(self) -> list[Step]:
        """What was played, as it is stored."""
        assert self.chair is not None
        return await self._drawers.read(f"step/{self.chair['table']}/")

    async def _mine(self, steps: list[Step]) -> list[int]:
        """Which of the steps the person played."""
        assert self.chair is not None
        people = await self.house.store.people(self.chair["table"], MATCH) or []
        seat = next((seat for seat, one in enumerate(people) if one["bot"] is None), -1)
        return [at for at, (_, text) in enumerate(steps) if json.loads(text)[0] == seat]

    async def back(self) -> bool:
        """To before the person's last play; False where there is none."""
        if self.chair is None:
            return False
        if not await self._mine(await self.steps()):  # for nothing nobody is disturbed
            return False
        async with self._between():  # from here on no step comes to those that are stored
            steps = await self.steps()
            mine = await self._mine(steps)
            if not mine:
                return False
            at = mine[-1]
            if len(steps) != self._left:
                self._undone = []
            await self._rewind([Clear(steps[at][0], steps[-1][0])])
            self._undone.append(steps[at:])
            self._left = at
        return True

    async def on(self) -> bool:
        """What was undone last is played again; False where nothing is, or something else was played since."""
        if not await self._goes_on():
            return False
        async with self._between():
            if not await self._goes_on():
                return False
            steps = self._undone.pop()
            await self._rewind([Put(*step) for step in steps])
            self._left += len(steps)
        return True

    async def _goes_on(self) -> bool:
        """Whether what was undone last still follows on what is stored."""
        return bool(self._undone) and len(await self.steps()) == self._left

    async def _rewind(self, changes: list[Any]) -> None:
        """Changes the steps that are stored; the match runs, and is loaded anew by whoever asks for it."""
        assert self.chair is not None
        word = self.chair["table"]
        (row,) = [json.loads(text) for key, text in await self._drawers.read(f"table/{word}") if key == f"table/{word}"]
        row["status"] = row["state"]["status"] = "playing"
        await self._drawers.write(
            [
                *changes,
                below(f"ended/{word}/"),
                below(f"done/{word}/"),
                Put(f"table/{word}", json.dumps(row, ensure_ascii=False, separators=(",", ":"))),
            ]
        )
