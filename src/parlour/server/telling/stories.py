"""Stories of matches whose rules are no longer installed, from what was stored while they were."""

import json
from dataclasses import replace

from parlour.engine import Game, Log, editions
from parlour.say import Say, house_words, languages, retold, seats_named
from parlour.server.table.records import Retold, Worded

TELLING = ("name", "options", "events", "values")  # what of a catalogue a story is told with


def worded() -> list[Worded]:
    """In what words the installed rules, older ones beside today's too, tell of their events."""
    return [one for game in editions() for one in _of(game)]


def _of(game: Game) -> list[Worded]:
    found = []
    for language in languages(game.folder):
        words = json.loads((game.folder / f"words.{language}.json").read_text(encoding="utf-8"))
        telling = {section: words[section] for section in TELLING if section in words}
        found.append(Worded(game.name, game.version, language, telling))
    return found


def with_story(log: Log, kept: Retold) -> Log:
    """A log with its story, by language, from what is stored of it."""
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
