"""A table as the door knows it, wherever it is held."""

from typing import Protocol

from parlour.engine import Log
from parlour.server.hall.peer import Listener
from parlour.server.wire.bodies import JoinTable, TakeChair
from parlour.server.wire.shown import Chair, Summary


class Moved(Exception):
    """The table is held by another server than was thought, or will be: look again."""


class Place(Protocol):
    """What can be asked of a table. All that waits raises Refused, and Moved."""

    async def summary(self) -> Summary: ...
    async def join(self, asked: JoinTable) -> Chair: ...
    async def take_chair(self, asked: TakeChair) -> Chair: ...
    async def log(self, match: int | None) -> Log: ...
    async def admit(self, peer: Listener, hello: str) -> int: ...
    def hear(self, connection: int, text: str) -> None: ...
    def leave(self, connection: int) -> None: ...
