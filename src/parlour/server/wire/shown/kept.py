"""What is shown of a table that is kept: its members, when it meets next, its seasons."""

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict


class MemberShown(TypedDict):
    """Somebody who sat at a kept table."""

    person: int
    name: str
    """Empty where they had themselves erased."""
    avatar: str
    erased: bool


class NextShown(TypedDict):
    """When a kept table meets next."""

    local: str
    """By the clock of its own time zone, such as 2026-12-11T20:00."""
    at: float
    """In s since 1970."""
    coming: list[int]
    """Who has said yes."""
    staying: list[int]
    """Who has said no."""


@with_config(ConfigDict(extra="forbid", strict=True))  # it comes from outside too
class SeasonShown(TypedDict):
    """A span of dates, both included."""

    name: str
    begins: str
    ends: str


class KeptShown(TypedDict):
    """What is known of a table that is kept."""

    name: str
    zone: str
    since: float
    members: list[MemberShown]
    next: NextShown | None
    seasons: list[SeasonShown]


class SuccessionShown(TypedDict):
    """Somebody asks to be the host, as the one there is does nothing; another person may agree until then."""

    by: int
    until: float
