"""What a client may send over HTTP: the bodies of requests."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from parlour.server.wire.asking import Strict
from parlour.server.wire.values import Avatar, Device, Name, Options, Per, Whole, Word


class Again(Strict):
    """A finished match of a table."""

    table: Word
    match: Whole


class OpenTable(Strict):
    """The body that opens a table; with `again` or `deal` its first match is dealt as that one was, with the same options."""

    game: Word
    name: Name
    avatar: Avatar
    options: Options = Field(default_factory=dict)
    clock: Whole = 0
    per: Per = "turn"
    again: Again | None = None
    deal: Word | None = None  # the name of a deal, that of a day (date and game) or of a finished match


class StudyRules(Strict):
    """The body that asks what house rules come to."""

    players: Whole
    options: Options = Field(default_factory=dict)
    begin: bool = True


class ShowReplay(Strict):
    """The body that has a log shown again."""

    log: dict[str, Any]
    look: Word = "onlooker"
    language: Word = "en"


class JoinTable(Strict):
    """The body that joins a table."""

    name: Name
    avatar: Avatar
    device: Device | None = None
    instead_of: Whole | None = None  # during a match: the number of the bot whose seat it is
    place: Whole | None = None  # before a match: how many sit before them in the order; last by default


class TryPuzzle(Strict):
    """The body of a try at a puzzle: the number of the choice that was taken at first, from 0."""

    choice: Annotated[int, Field(ge=0, le=63)]


class ChairNamed(Strict):
    """Somebody's chair at a table, with the token that opens it where they have it."""

    table: Word
    person: Whole
    token: Annotated[str, StringConstraints(max_length=128)] | None = None


class Forget(Strict):
    """The body that erases who somebody is at all these tables: each knows the device, or the token of the chair."""

    device: Device
    chairs: Annotated[list[ChairNamed], Field(min_length=1, max_length=200)]


class TakeChair(Strict):
    """The body that brings a chair to another device."""

    code: Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
    device: Device | None = None
