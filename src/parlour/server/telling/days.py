"""Which days have a deal, and of which games: what a house and a tab say alike."""

from datetime import date

from parlour.bots.day import DATE, NoDay, options_of
from parlour.engine import GameError, games
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
