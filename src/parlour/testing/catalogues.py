"""A game's word catalogues: the same keys in every language, and a word for everything the game can say."""

import json
import re
from collections.abc import Iterator
from typing import Any

from parlour.engine.game import Game


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
    yield from (f"/bots/{kind}" for kind in ({**own, "simple": None} if game.policy is not None else own))


def faults(game: Game) -> list[str]:
    """What is missing or differs between the languages, as "fr: /actions/swap is missing"."""
    texts = {file.name.split(".")[1]: file for file in sorted(game.folder.glob("words.*.json"))}
    catalogues = {language: dict(_leaves(json.loads(file.read_text(encoding="utf-8")))) for language, file in texts.items()}
    found = [] if catalogues else ["there is no words.<lang>.json"]
    wanted = {key for words in catalogues.values() for key in words} | set(_wanted(game))
    for language, words in catalogues.items():
        found += [f"{language}: {key} is missing" for key in sorted(wanted - set(words))]
    for key in sorted(set.intersection(*map(set, catalogues.values())) if catalogues else ()):
        if key.startswith("/table/"):
            continue  # the game's own table fills these in, and may offer a language what its grammar needs
        braces = {language: sorted(set(re.findall(r"{(\w+)}", words[key]))) for language, words in catalogues.items()}
        if len({tuple(names) for names in braces.values()}) > 1:
            found.append(f"{key} fills in different words: {braces}")
    return found
