"""Requests of a table that is kept: its word does not lapse, and whoever sat there is known again."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from parlour.server.wire.asking import Request
from parlour.server.wire.shown.kept import SeasonShown
from parlour.server.wire.values import Text, Word

Minute = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$")]


class Keep(Request):
    """Keeps the table under a name (1 to 24 code points, as for a person): it lapses after a year of silence, and not before.
    `zone` is the IANA name of its time zone (`bad_zone`). Asked again it changes both.
    """

    type: Literal["keep"]
    name: Text
    zone: Word


class LetGo(Request):
    """The table is kept no longer; what was played stays as long as that of any other."""

    type: Literal["let_go"]


class Reopen(Request):
    """A kept table is opened for another evening, back in its lobby: by anybody who has a chair, who becomes the host where the
    host is not here. `playing` while a match runs that has begun within twelve hours; one that is older is left as it lies.
    """

    type: Literal["reopen"]


class NextDate(Request):
    """When a kept table meets next, by the clock of its own time zone; null: no date is set."""

    type: Literal["next_date"]
    at: Minute | None


class Coming(Request):
    """Whether one comes on the next date."""

    type: Literal["coming"]
    yes: bool


class Seasons(Request):
    """The seasons of a kept table, all of them: spans of dates, such as 2026-12-01, with a name each (`bad_date`)."""

    type: Literal["seasons"]
    seasons: Annotated[list[SeasonShown], Field(max_length=24)]


class Succeed(Request):
    """Hosting passes on where the host is here and has done nothing for two minutes (`host_busy`): one person asks for it, and
    has it when another one sends the same within a minute. Whatever the host does meanwhile is a no.
    """

    type: Literal["succeed"]
