"""What all simulated servers share, with the conditions of a real database."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence

from parlour.engine import Log
from parlour.engine.record.draws import Draws
from parlour.server.store.error import LeaseLost, StoreError, TableLost
from parlour.server.table.records import (
    Acted,
    Answered,
    Begun,
    Cleared,
    Forgotten,
    Given,
    Kept,
    Opened,
    Record,
    Touched,
    Tried,
    Worded,
)


class Database:
    """What all servers share. A method is one transaction."""

    def __init__(self) -> None:
        self.servers: dict[str, tuple[str, float]] = {}  # address and sign of life
        self.holdings: dict[str, str] = {}
        self.locked: set[str] = set()  # servers in the middle of a commit
        self.tables: dict[str, Kept] = {}
        self.begun: dict[tuple[str, int], Begun] = {}
        self.acted: dict[tuple[str, int], list[Acted]] = defaultdict(list)
        self.answered: dict[str, dict[tuple[int, str], None]] = defaultdict(dict)
        self.away = False

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def check(self, me: str, records: Sequence[Record]) -> None:
        """Raises what the conditions of a commit raise, and what a primary key does."""
        if me not in self.servers:
            raise LeaseLost("buried")
        opened = {record.word for record in records if isinstance(record, Opened)}
        mine = {record.word for record in records if not isinstance(record, Worded | Tried)}
        if any(self.holdings.get(word) != me and word not in opened for word in mine):
            raise TableLost("held by another")
        steps: dict[tuple[str, int], int] = {}
        for record in records:
            if isinstance(record, Acted):
                key = record.word, record.match
                at = steps.get(key, len(self.acted[key]))
                if record.seq != at:
                    raise StoreError(f"step {record.seq} is there already, or those before are not")
                steps[key] = at + 1
            elif isinstance(record, Begun) and (record.word, record.match) in self.begun:
                raise StoreError("the match is there already")

    def apply(self, me: str, records: Sequence[Record]) -> None:
        self.servers[me] = self.servers[me][0], self.now()
        for record in records:
            match record:
                case Kept():
                    self.tables[record.word] = record
                case Opened():
                    self.holdings[record.word] = me
                case Begun():
                    self.begun[record.word, record.match] = record
                case Acted():
                    self.acted[record.word, record.match].append(record)
                case Answered():
                    self.answered[record.word][record.person, record.id] = None
                case Forgotten():
                    self.answered[record.word].pop((record.person, record.id), None)
                case Cleared():
                    self.answered[record.word].clear()
                case Given():
                    del self.holdings[record.word]
                case Touched():
                    pass

    def bury(self, them: str, age: float) -> bool:
        if them in self.locked or them not in self.servers or self.now() - self.servers[them][1] < age:
            return False
        self.leave(them)
        return True

    def leave(self, me: str) -> None:
        self.servers.pop(me, None)
        self.holdings = {word: server for word, server in self.holdings.items() if server != me}

    def log(self, word: str, match: int) -> Log | None:
        begun = self.begun.get((word, match))
        if begun is None:
            return None
        steps = tuple((step.seat, step.action) for step in self.acted[word, match])
        draws = Draws.from_json(begun.draws, begun.players)
        return Log(begun.game, begun.version, begun.players, begun.options, steps, draws=draws)
