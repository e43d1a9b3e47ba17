"""Records in drawers: what the tables of a tab ask to have stored, written in order and in groups, and read again.

A record counts as kept when the future of its `write` is done; only then may anybody be told.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from parlour.engine import Log
from parlour.engine.record.draws import Draws
from parlour.server.table.records import (
    Acted,
    Advised,
    Answered,
    Begun,
    Cleared,
    Ended,
    Erased,
    Forgotten,
    Given,
    Joined,
    Kept,
    LeagueGone,
    LeagueKept,
    Opened,
    Record,
    Retold,
    Saved,
    Screened,
    Spoke,
    TookBack,
    Touched,
    Tried,
    Unnamed,
    Worded,
)
from parlour.server.wire.shown.people import Guest
from parlour.server.wire.shown.results import FinishedShown, PlayerShown
from parlour.tab.drawers import Change, Clear, Drawers, Put, below

FINISHED = 500  # matches of a table that are told of at most, the newest
TABLES = ("table", "touched", "match", "sat", "ended", "step", "takeback", "said", "done", "advice")  # what hangs on a word


class NotKept(Exception):
    """A write before this one could not be kept: a log has no holes."""


class Lane:
    """The writes of one table in memory, in order. Once one has failed no later one is kept."""

    __slots__ = ("failed",)

    def __init__(self) -> None:
        self.failed = False


@dataclass(slots=True)
class _Write:
    changes: list[Change]
    lane: Lane
    future: "asyncio.Future[None]"


def _key(*parts: str | int) -> str:
    """A key; numbers sort as numbers."""
    return "/".join(f"{part:08}" if isinstance(part, int) else part for part in parts)


def _put(value: Any, *parts: str | int) -> Put:
    return Put(_key(*parts), json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def changes(record: Record) -> list[Change]:  # noqa: PLR0912  a table of records, read from top to bottom
    """What a record changes in the drawers."""
    match record:
        case Kept(word, game, status, touched, state):
            row = {"game": game, "status": status, "state": state}
            return [_put(row, "table", word), _put(touched, "touched", word)]
        case Touched(word, touched):
            return [_put(touched, "touched", word)]
        case Begun(word, match, people=people):
            return [_put(asdict(record), "match", word, match), _put(people, "sat", word, match)]
        case Joined(word, match, people):
            return [_put(people, "sat", word, match)]
        case Ended(word, match, ended, result):
            return [_put({"ended": ended, "result": result}, "ended", word, match)]
        case Acted(word, match, seq, seat, action, at, happened):
            return [_put([seat, action, at, happened], "step", word, match, seq)]
        case TookBack(word, match, nth, seq):
            gone = Clear(_key("step", word, match, seq), _key("step", word, match) + "/\uffff")
            return [gone, _put(asdict(record), "takeback", word, match, nth)]
        case Spoke(word, number, gone=gone_to):
            line = {name: value for name, value in asdict(record).items() if name not in ("word", "gone")}
            return [_put(line, "said", word, number), Clear(_key("said", word, 0), _key("said", word, gone_to))]
        case Answered(word, person, name, at):
            return [_put(at, "done", word, person, name)]
        case Forgotten(word, person, name):
            key = _key("done", word, person, name)
            return [Clear(key, key)]
        case Cleared(word):
            return [below(f"done/{word}/")]
        case Advised(word, match, report):
            return [_put(report, "advice", word, match)]
        case Worded(game, version, language, words):
            return [_put(words, "words", game, version, language)]
        case Erased(word, ""):
            return [change for kind in TABLES for change in (below(f"{kind}/{word}/"), Clear(f"{kind}/{word}", f"{kind}/{word}"))]
        case Opened() | Screened() | Given() | Erased() | Unnamed() | LeagueKept() | LeagueGone() | Tried():
            return []  # of addresses, big screens, other servers, operators, leagues and other people a tab knows nothing


class Store:
    """Open drawers. Lives in one event loop; writing is ordered, and what waits is written in one group."""

    def __init__(self, drawers: Drawers) -> None:
        self._drawers = drawers
        self._waiting: list[_Write] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def write(self, records: Sequence[Record], lane: Lane) -> "asyncio.Future[None]":
        """Keep these records, all or none. The future is done when they are durable, or fails and then none is kept."""
        loop = asyncio.get_running_loop()
        made = [change for record in records for change in changes(record)]
        write = _Write(made, lane, loop.create_future())
        if self._closed:
            _settle(write.future, NotKept("another house writes here now"))
            return write.future
        self._waiting.append(write)
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._work())
        return write.future

    async def close(self) -> None:
        """Keep nothing more; returns when all that was to be written before is durable, or is known not to be."""
        self._closed = True
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            lost = [write for write in group if write.lane.failed]
            kept = [write for write in group if not write.lane.failed]
            error: Exception = NotKept("what came before was not kept")
            try:
                await self._drawers.write([change for write in kept for change in write.changes])
            except Exception as fault:
                lost, kept, error = group, [], fault
            for write in lost:
                write.lane.failed = True
                _settle(write.future, error)
            for write in kept:
                _settle(write.future, None)

    async def _one(self, *parts: str | int) -> Any:
        """What lies under one key; None: nothing."""
        key = _key(*parts)
        return next((json.loads(text) for found, text in await self._drawers.read(key) if found == key), None)

    async def _all(self, *parts: str | int) -> list[tuple[str, Any]]:
        """The last part of each key under these parts, and what lies there, in order."""
        prefix = f"{_key(*parts)}/"
        return [(key[len(prefix) :], json.loads(text)) for key, text in await self._drawers.read(prefix)]

    # --- reading

    async def taken(self, word: str) -> bool:
        """Whether a table of this word was ever opened."""
        return await self._one("table", word) is not None

    async def load(self, word: str) -> Saved | None:
        """All that is stored of a table."""
        row = await self._one("table", word)
        if row is None:
            return None
        done = sorted(await self._all("done", word), key=lambda one: float(one[1]))
        answered = [key.partition("/") for key, _ in done]
        log = await self.log(word, row["state"]["match"])
        said = tuple(line for _, line in await self._all("said", word))
        touched = float(await self._one("touched", word))
        known = tuple((int(person), name) for person, _, name in answered)
        return Saved(word, row["game"], touched, row["state"], log, known, said)

    async def log(self, word: str, match: int) -> Log | None:
        """The log of a match at a table."""
        begun = await self._one("match", word, match)
        if begun is None:
            return None
        steps = tuple((step[0], step[1]) for _, step in await self._all("step", word, match))
        people = await self._one("sat", word, match) or ()
        return Log(
            begun["game"],
            begun["version"],
            begun["players"],
            begun["options"],
            steps,
            names=tuple(person["name"] for person in people),
            draws=Draws.from_json(begun["draws"], begun["players"]),
            practice=begun["practice"],
        )

    async def people(self, word: str, match: int) -> list[Guest] | None:
        """Who sat in a match, by seat."""
        found: list[Guest] | None = await self._one("sat", word, match)
        return found

    async def finished(self, word: str) -> list[FinishedShown]:
        """How the matches of a table went that came to their end, the newest first."""
        ended = await self._all("ended", word)
        shown: list[FinishedShown] = []
        for number, end in reversed(ended[-FINISHED:]):
            begun, people = await self._one("match", word, int(number)), await self._one("sat", word, int(number))
            seats = end["result"]["seats"]
            shown.append(
                {
                    "match": int(number),
                    "game": begun["game"],
                    "begun": begun["begun"],
                    "ended": end["ended"],
                    "lowest_wins": end["result"]["lowest_wins"],
                    "people": [cast(PlayerShown, {**guest, **seat}) for guest, seat in zip(people, seats, strict=True)],
                }
            )
        return shown

    async def advice(self, word: str, match: int) -> dict[str, Any] | None:
        """What the advisor found in a match; None where nobody asked for it."""
        found: dict[str, Any] | None = await self._one("advice", word, match)
        return found

    async def retold(self, word: str, match: int, game: str, version: int) -> Retold:
        """What is stored of a match of these rules so that it can be told without them."""
        happened = [event for _, step in await self._all("step", word, match) for event in step[3]]
        end = await self._one("ended", word, match)
        words = dict(await self._all("words", game, version))
        return Retold(happened, end["result"] if end is not None else None, words)


def _settle(future: "asyncio.Future[None]", error: Exception | None) -> None:
    if future.done():  # whoever waited has gone
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
