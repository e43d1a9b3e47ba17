"""A table by letters: four or a few more, to be said aloud, or typed on a television."""

from collections.abc import Callable
from typing import Any, Protocol

from parlour.server.hall.place import Place
from parlour.server.store.store import Store
from parlour.server.table.records import Record, Screened
from parlour.server.table.running import Roll
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import LettersShown, ScreenCode, ScreenFound

LETTERS = "ABCDEFGHJKLMPRSTVWXYZ"  # no I, O, Q and U, which are read as others, and no N, which is heard as M
LENGTH = 4  # at least
ODDS = 100_000  # one guess opens a table less than once in so many
GOOD_FOR = 300.0  # seconds, while a match is played
STANDS = 3 * 3600.0  # the same while the table is in its lobby; whoever has it open asks again in time


class ScreensHub(Protocol):
    """The hub, as whoever opens a screen sees it."""

    store: Store
    roll: Roll
    now: Callable[[], float]

    async def ask(self, look: Any, *what: Any) -> Any: ...
    async def keep(self, *records: Record) -> None: ...
    async def at(self, word: str, do: Callable[[Place], Any]) -> Any: ...


async def open_screen(hub: ScreensHub, word: str, *, anew: bool) -> ScreenCode:
    """The letters of this table, from now on good for a while again. Where `anew`, those that it had open nothing any more.

    Those of a lobby lapse when its match begins.
    """
    table = await hub.at(word, lambda place: place.summary())
    good_for = STANDS if table["status"] == "lobby" else GOOD_FOR
    known = None if anew else await hub.ask(hub.store.screen_of, word, hub.now())
    if known is not None and known[1] - hub.now() > good_for / 2:
        return {"code": known[0], "until": known[1]}
    code = known[0] if known is not None else await _free(hub)
    until = hub.now() + good_for
    await hub.keep(Screened(word, code, until))
    return {"code": code, "until": until}


async def find_screen(hub: ScreensHub, code: str) -> ScreenFound:
    """The table of these letters, however they are written. Raises Refused (unknown_code)."""
    now = hub.now()
    word = await hub.ask(hub.store.screen, code.upper(), now, now + GOOD_FOR)
    if word is None:
        raise Refused("unknown_code", "no table has these letters now; ask for new ones at the table")
    return {"table": word}


async def longest(hub: ScreensHub) -> LettersShown:
    """How many letters the longest have that open a table now; four where none do."""
    return {"letters": max([LENGTH, *await hub.ask(hub.store.screens, hub.now())])}


def length(out: dict[int, int]) -> int:
    """How many letters the next ones have, where so many are out of each length: few enough that guessing them is hopeless."""
    letters = LENGTH
    while (out.get(letters, 0) + 1) * ODDS > len(LETTERS) ** letters:
        letters += 1
    return letters


async def _free(hub: ScreensHub) -> str:
    letters = length(await hub.ask(hub.store.screens, hub.now()))
    while True:
        code = "".join(LETTERS[hub.roll(len(LETTERS))] for _ in range(letters))
        if await hub.ask(hub.store.screen, code, hub.now(), None) is None:
            return code
