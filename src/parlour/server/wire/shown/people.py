"""What everybody at a table may know of the people there."""

from typing_extensions import TypedDict

from parlour.server.wire.values import CoveredBy, Phrase


class Guest(TypedDict):
    name: str
    avatar: str
    bot: str | None


class PersonShown(TypedDict):
    """What everybody at the table may know of a person, or a bot."""

    person: int
    name: str
    avatar: str
    bot: str | None
    """The kind of a bot; null for a person."""
    seat: int | None
    """In the match that runs or ran last."""
    here: bool
    ready: bool
    covered: bool
    """A bot plays for this person."""
    cover: CoveredBy | None
    """Why a bot plays: their line is down, the host let it, or they wanted it themselves."""
    back_at: float | None
    """When they said that they will be back, in s since 1970."""
    kept_until: float | None
    """When a bot covers the seat of somebody whose line is down, in s since 1970; null where that is not what will happen."""
    asleep: bool
    """They are here, and none of their pages is in sight."""
    left: bool
    """They gave up the chair during the match."""
    shook: bool
    """Their page has added to the secret of the seal."""


class LineShown(TypedDict):
    """What somebody said, as they were called then: a text of their own, or else a phrase."""

    number: int
    """Of the table's lines, from 1."""
    person: int
    name: str
    avatar: str
    at: float
    text: str | None
    phrase: Phrase | None


class TelevisionShown(TypedDict):
    """A big screen that asked for people's pictures, whether its line is up, and who is seen there."""

    television: int
    here: bool
    """Whether its line is up."""
    shows: list[int]
    """The numbers of those who show themselves there."""
