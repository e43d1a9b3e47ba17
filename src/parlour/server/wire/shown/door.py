"""What is shown at the door: of a table before anybody sits there, and what sitting down gives."""

from typing_extensions import TypedDict

from parlour.server.wire.shown.people import Guest
from parlour.server.wire.values import Status


class Chair(TypedDict):
    """What opening or joining gives; the token is shown this once."""

    table: str
    person: int
    token: str


class ScreenCode(TypedDict):
    """Letters by which a table is found, four or a few more, and until when."""

    code: str
    until: float


class LettersShown(TypedDict):
    """How many letters the longest have that open a table now."""

    letters: int


class ScreenFound(TypedDict):
    table: str


class ChairShown(TypedDict):
    """A chair that somebody at the door may ask for: a bot's, or that of a person who is gone."""

    person: int
    name: str
    avatar: str


class Summary(TypedDict):
    """A table as its door shows it."""

    table: str
    game: str
    status: Status
    people: list[Guest]
    free: int
    """Places that nobody has taken."""
    late: list[ChairShown]
    """Whose seats may be taken during the match, where the host allows it."""
    away: list[ChairShown]
    """People whose devices are all gone."""
    kept: str | None
    """The name of a table that is kept."""
