"""What a step showed, which decides what may be taken back: looked at beside the tables, and never waited for.

Nothing is offered where too much waits already, or where the process died of a stranger's rules.
"""

import asyncio
from collections.abc import Callable, Sequence

from parlour.engine import GameError
from parlour.server.hall.pool import Busy, Importance, Pool
from parlour.server.logs import tell
from parlour.server.table.slips import Doubt, looked

DEADLINE = 10.0  # seconds for a look once a process took it; it takes milliseconds, also on a machine that starves
HOUSE = "parlour.games."  # where the rules lie that come with the house

Answer = Callable[[Sequence[bool] | None], None]


class Lookers:
    """Lives in one event loop. Where no processes are wanted (`on`), a table looks itself."""

    def __init__(self, pool: Pool, on: bool) -> None:
        self._on = on
        self._pool = pool

    def ask(self, doubt: Doubt, answer: Answer) -> None:
        """Have a doubt looked at; `answer` is called once, with None where nobody looked."""
        loop = asyncio.get_running_loop()
        if not self._on:
            loop.call_soon(lambda: answer(looked(doubt)))
            return
        # Rules of another package may never come to an end, so that each has a process of its own.
        package = doubt.game.package
        importance = Importance.LOOK if package.startswith(HOUSE) else Importance.STRANGER
        try:
            future = self._pool.ask(importance, looked, doubt, key=("look", package), seconds=DEADLINE)
        except Busy:
            loop.call_soon(answer, None)
        except GameError:  # an older version of its rules, which another process does not find by its name
            loop.call_soon(lambda: answer(looked(doubt)))
        else:
            future.add_done_callback(lambda done: _heard(doubt, done, answer))


def _heard(doubt: Doubt, done: "asyncio.Future[list[bool]]", answer: Answer) -> None:
    if done.cancelled():  # the server ends
        return
    if (error := done.exception()) is not None:  # whatever happens over there, the table goes on
        tell("nothing offered to be taken back", level=30, game=doubt.game.name, error=type(error).__name__)
    answer(None if error is not None else done.result())
