"""A table on a big screen: four letters that a television can type, good for a few minutes."""

from collections.abc import Callable
from typing import Any, Protocol

from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Screened
from parlour.server.table.running import Roll
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import ScreenCode, ScreenFound

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"  # no I, O and Q, which are read as others
LENGTH = 4
GOOD_FOR = 300.0  # seconds


class ScreensHub(Protocol):
    """The hub, as whoever opens a screen sees it."""

    store: Store
    roll: Roll
    now: Callable[[], float]

    async def ask(self, look: Any, *what: Any) -> Any: ...


async def open_screen(hub: ScreensHub, word: str, *, anew: bool) -> ScreenCode:
    """The code of this table, from now on good for a while again. Where `anew`, one that it had before opens nothing any more."""
    code = None if anew else await hub.ask(hub.store.screen_of, word, hub.now())
    if code is None:
        code = _drawn(hub)
        while await hub.ask(hub.store.screen, code, hub.now()) is not None:
            code = _drawn(hub)
    until = hub.now() + GOOD_FOR
    await hub.store.write([Screened(word, code, until)], Lane())
    return {"code": code, "until": until}


async def find_screen(hub: ScreensHub, code: str) -> ScreenFound:
    """The table of a code, however it is written. Raises Refused (unknown_code)."""
    word = await hub.ask(hub.store.screen, code.upper(), hub.now())
    if word is None:
        raise Refused("unknown_code", "no table has these letters now; ask for new ones at the table")
    return {"table": word}


def _drawn(hub: ScreensHub) -> str:
    return "".join(LETTERS[hub.roll(len(LETTERS))] for _ in range(LENGTH))
