"""Words for one seat: the game's own texts, and the table as its terminal draws it where the page has no table for it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from parlour.engine import Game, View
from parlour.say import game_words

HOUSE = "parlour.games."  # the packages of the games that have their table in the page itself


class Texts(Protocol):
    """Gives the words of a seat."""

    def __call__(self, view: View, language: str, names: Sequence[str]) -> dict[str, Any]: ...


def texts_of(game: Game) -> Texts | None:
    """What gives a seat's words from its view, a language the game has, and everybody's names; None where there are none."""
    own = game.part("texts")
    drawn = None if game.package.startswith(HOUSE) else game.part("terminal")
    if own is None and drawn is None:
        return None

    def texts(view: View, language: str, names: Sequence[str]) -> dict[str, Any]:
        said: dict[str, Any] = dict(own.texts(view, language)) if own is not None else {}
        if drawn is not None:
            said["drawing"] = drawn.table(view, names, game_words(game, language).text)
        return said

    return texts


def called(names: Sequence[str], players: int) -> Sequence[str]:
    """The names by seat, or numbers where not everybody's is known any more."""
    return names if len(names) == players else tuple(str(seat + 1) for seat in range(players))


@cache
def brought(game: Game) -> Path | None:
    """The folder of a table for the page that a stranger's package brings, `page/index.js` being the table; None without."""
    folder = game.folder / "page"
    return folder if not game.package.startswith(HOUSE) and (folder / "index.js").is_file() else None
