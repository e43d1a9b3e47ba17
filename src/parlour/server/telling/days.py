"""Which days have a deal, and of which games: what a house and a tab say alike."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from parlour.bots.day import DATE, NoDay, options_of
from parlour.engine import Game, GameError, games
from parlour.server.wire.refused import Refused


def unknown_deal() -> Refused:
    return Refused("unknown_deal", "there is no deal of this name that may be played", field="deal")


def date_of(text: str) -> date | None:
    """The date that this says; None where it says none."""
    if not DATE.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def has_day(game: str) -> bool:
    """Whether this game has a deal of the day."""
    try:
        options_of(game)
    except (NoDay, GameError):
        return False
    return True


def day_games() -> list[str]:
    """All games that have one."""
    return [game for game in games() if has_day(game)]


def open_day(name: str, today: date) -> tuple[str, str]:
    """The date and the game of a deal's name. Raises Refused (unknown_deal), also for a day to come."""
    day, _, game = name.partition("/")
    when = date_of(day)
    if when is None or when > today or not has_day(game):
        raise unknown_deal()
    return day, game


def chosen_day(game: Game, name: str, options: Mapping[str, Any], today: date) -> tuple[str, dict[str, Any]]:
    """The date of the deal of this name, and the options that come with it, for a new table of a game without options of its own.

    Raises Refused (unknown_deal, bad_options).
    """
    day, own = open_day(name, today)
    if own != game.name or options:
        raise Refused("bad_options", "the deal of a day has its own game and options", field="deal")
    return day, options_of(game)[1]


def terms(game: Game) -> tuple[int, dict[str, Any]]:
    """How many play a game's deal of the day, and all the options it is played by."""
    players, options = options_of(game)
    return players, dict(game.read_options(game.options(options, players)))
