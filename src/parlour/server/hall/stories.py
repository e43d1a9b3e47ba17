"""Stories of matches whose rules are no longer installed, from what was stored while they were."""

import asyncio
import json
from dataclasses import replace
from typing import Any, Protocol

from parlour.engine import Game, Log, editions, installed
from parlour.say import Say, house_words, languages, retold, seats_named
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Retold, Worded

TELLING = ("name", "options", "events", "values")  # what of a catalogue a story is told with


class StoriesHub(Protocol):
    """The hub, as whoever keeps stories sees it."""

    store: Store

    async def ask(self, look: Any, *what: Any) -> Any: ...


async def keep_words(store: Store) -> None:
    """Store in what words the installed rules, older ones beside today's too, tell of their events. Raises StoreError."""
    await store.write(await asyncio.to_thread(lambda: [one for game in editions() for one in _worded(game)]), Lane())


def _worded(game: Game) -> list[Worded]:
    found = []
    for language in languages(game.folder):
        words = json.loads((game.folder / f"words.{language}.json").read_text(encoding="utf-8"))
        telling = {section: words[section] for section in TELLING if section in words}
        found.append(Worded(game.name, game.version, language, telling))
    return found


async def beside(hub: StoriesHub, log: Log, word: str, match: int) -> Log:
    """A log with its story, where the rules are not here to tell it. Raises Refused (away)."""
    if log.story or installed(log.game, log.version):
        return log
    kept: Retold = await hub.ask(hub.store.retold, word, match, log.game, log.version)
    return replace(log, story=_story(log, kept))


def _story(log: Log, kept: Retold) -> dict[str, list[str]]:
    if kept.happened is None:  # of a match that began before this was stored
        return {}
    seats = kept.result["seats"] if kept.result is not None else None
    result = ([seat["score"] for seat in seats], [seat["rank"] for seat in seats]) if seats is not None else None
    found = {}
    for language, words in sorted(kept.words.items()):
        house = house_words(language)
        names = seats_named(house, log.names, log.players)
        found[language] = list(retold(Say(words), house, names, log.options, kept.happened, result))
    return found
