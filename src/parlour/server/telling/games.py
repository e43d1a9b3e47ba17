"""The games of a room as its pages ask for them: words, rulebooks and files of a package's own table."""

import os
from pathlib import Path

from parlour.engine import Game, GameError, load
from parlour.server.table.texts import brought
from parlour.server.table.views import languages
from parlour.server.wire.refused import Refused


def known(game: str, field: str | None = None) -> Game:
    """A game that is installed; `field` is where a form names it. Raises Refused (unknown_game)."""
    try:
        return load(game)
    except GameError as error:
        raise Refused("unknown_game", str(error), field=field) from None


def words_file(game: str, language: str) -> Path:
    """A game's catalogue of words in a language. Raises Refused (unknown_game, unknown_language)."""
    return _spoken(game, language).folder / f"words.{language}.json"


def rulebook_file(game: str, language: str) -> Path:
    """A game's rulebook in a language, in Markdown. Raises Refused (unknown_game, unknown_language)."""
    path = _spoken(game, language).folder / f"rulebook.{language}.md"
    if not path.exists():
        raise Refused("unknown_language", f"{game} has no rulebook in {language!r}")
    return path


def page_file(game: str, file: str) -> Path | None:
    """A file of the table that a game's package brings for the page; None: there is none. Raises Refused (unknown_game)."""
    folder = brought(known(game))
    path = (folder / file).resolve() if folder is not None and "\0" not in file else None
    if folder is None or path is None or not path.is_relative_to(folder.resolve()):
        return None
    return path if os.path.isfile(path) else None  # False for a name too long to be one, where pathlib raises


def _spoken(game: str, language: str) -> Game:
    found = known(game)
    if language not in languages(found.folder):
        raise Refused("unknown_language", f"{game} has no words in that language; it has {', '.join(languages(found.folder))}")
    return found
