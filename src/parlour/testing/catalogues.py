"""A game's word catalogues: the same keys in every language, and a word for everything the game can say."""

import json
import re
from collections.abc import Iterator
from typing import Any

from parlour.bots.levels import GENTLE, SHARP, STEADY
from parlour.engine.contract.game import Game

LANGUAGES = ("en", "fr")  # what every game speaks at least
NUMBERS = {"zero": "0", "one": "1", "two": "2"}  # plural forms and what they are asked for with
DIGITS = re.compile(r"\d+")
BRACES = re.compile(r"{(\w*)(:\w*)?}")


def _leaves(form: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(form, dict):
        for key, value in form.items():
            yield from _leaves(value, f"{path}/{key}")
    else:
        yield path, str(form)


def _wanted(game: Game) -> Iterator[str]:
    yield from (f"/{key}" for key in ("name", "tagline", "players", "minutes"))
    for name, cell in game.option_cells.items():
        yield f"/options/{name}/label"
        yield from (f"/options/{name}/values/{value}" for value in cell.names)
    yield from (f"/actions/{word.name}" for word in game.actions.words)
    for name in game.events.names.values():
        yield f"/events/{name}/you"
        yield f"/events/{name}/other"
    yield from (f"/reasons/{reason.name.lower()}" for reason in getattr(game.rules, "Reason", ()))
    own = getattr(game.part("bot"), "BOTS", {})
    led = {**own, STEADY: None} if game.policy is not None else own
    yield from (f"/bots/{kind}" for kind in led if kind not in (GENTLE, SHARP))  # the house says those levels
    yield from (f"/puzzles/kinds/{kind}" for kind in getattr(game.part("puzzles"), "KINDS", ()))


def _known(game: Game) -> dict[str, set[str]]:
    """The braces that can be filled in, by the beginning of a key; where none is said, there are none."""
    known = {f"/actions/{word.name}": {arg.name for arg in word.args} for word in game.actions.words}
    for number, name in game.events.names.items():
        telling = game.events.tellings[number]
        value = [] if telling.value is None else [telling.value]
        known[f"/events/{name}/"] = {"name", "n", *(arg.name for arg in (*telling.where, *value))}
    known["/ways/"] = {"need"}
    known["/aim_by"] = set(game.option_cells)
    return known


def _misspelt(known: dict[str, set[str]], key: str, sentence: str) -> list[str]:
    """The braces of a sentence that nothing fills in."""
    section = key[: key.find("/", 1) + 1]
    allowed = known.get(key) or known.get(key[: key.rfind("/") + 1]) or known.get(section, set())
    return [found for found, _ in BRACES.findall(sentence) if found not in allowed]


def typed(key: str, sentence: str) -> bool:
    """Whether a plural form has its number typed into it: French says "one" of 0 too."""
    number = NUMBERS.get(key.rsplit("/", 1)[-1])
    return number is not None and number in DIGITS.findall(BRACES.sub("", sentence))


def aimed(words: dict[str, str]) -> Iterator[str]:
    """Events that happen to somebody, and have no sentence addressed to "you"."""
    for key, sentence in words.items():
        if key.startswith("/events/") and key.endswith("/other") and ":seat}" in sentence:
            wanted = key.removesuffix("other") + "to_you"
            if not words.get(wanted) or ":seat}" in words[wanted]:
                yield wanted


def faults(game: Game) -> list[str]:
    """What is missing, misspelt or differs between the languages, as "fr: /actions/swap is missing"."""
    texts = {file.name.split(".")[1]: file for file in sorted(game.folder.glob("words.*.json"))}
    catalogues = {language: dict(_leaves(json.loads(file.read_text(encoding="utf-8")))) for language, file in texts.items()}
    found = [f"words.{language}.json is missing" for language in LANGUAGES if language not in catalogues]
    wanted = {key for words in catalogues.values() for key in words} | set(_wanted(game))
    known = _known(game)
    for language, words in catalogues.items():
        found += [f"{language}: {key} is missing" for key in sorted(wanted - set(words))]
        found += [f"{language}: {key} does not address the one it happens to" for key in aimed(words)]
        for key, sentence in words.items():
            if typed(key, sentence):
                found.append(f"{language}: {key} has a number typed into a plural form: {sentence}")
            if not key.startswith(
                ("/table/", "/values/", "/advice/", "/named/", "/puzzles/", "/lacking/", "/walk/")
            ):  # filled in by the game’s own code
                found += [f"{language}: {key} has {{{name}}}, which nothing fills in" for name in _misspelt(known, key, sentence)]
    return found + list(_differing(catalogues))


def _differing(catalogues: dict[str, dict[str, str]]) -> Iterator[str]:
    """Sentences that fill in different words in different languages."""
    for key in sorted(set.intersection(*map(set, catalogues.values())) if catalogues else ()):
        if key.startswith("/table/"):
            continue  # the game's own table fills these in, and may offer a language what its grammar needs
        braces = {language: sorted({name for name, _ in BRACES.findall(words[key])}) for language, words in catalogues.items()}
        if len({tuple(names) for names in braces.values()}) > 1:
            yield f"{key} fills in different words: {braces}"
