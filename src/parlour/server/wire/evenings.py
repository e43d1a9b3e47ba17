"""What is told of the evenings of a kept table, and what of it can be taken along."""

from typing_extensions import TypedDict

from parlour.server.wire.shown.kept import KeptShown
from parlour.server.wire.values import OptionsShown


class SeatPlayed(TypedDict):
    """How a match went for a seat."""

    person: int
    bot: str | None
    score: int
    rank: int
    """1 is the first place, ties share one; 0: nobody is ranked."""
    absent: bool
    """They never came, and a bot played for them."""


class MatchPlayed(TypedDict):
    """A match of a kept table that came to its end; times are seconds since 1970."""

    match: int
    game: str
    options: OptionsShown
    begun: float
    ended: float
    lowest_wins: bool
    practice: bool
    dealt_again: bool
    seats: list[SeatPlayed]


class EveningShown(TypedDict):
    """The matches that began within twelve hours of the first of them."""

    date: str
    """On which it began, by the table's own time zone."""
    begun: float
    ended: float
    won: list[int]
    """Whose evening it was: who won most matches, or else came in better; several where that is the same."""
    people: list[int]
    matches: list[MatchPlayed]


class TallyShown(TypedDict):
    """What somebody has won."""

    person: int
    evenings: int
    matches: int
    streak: int
    """Evenings won in a row of those they came to, up to the last one."""


class FinishShown(TypedDict):
    """The closest finish: the least between the first and the second."""

    match: int
    game: str
    date: str
    first: int
    second: int
    by: int


class OwedShown(TypedDict):
    """Who won the last match of a game owes the second a rematch, until the two meet in it again."""

    match: int
    game: str
    date: str
    by: int
    to: int


class RatingShown(TypedDict):
    """How well somebody plays, in points of Elo's scale about the group's mean, with the 95 % interval."""

    person: int
    points: float
    low: float
    high: float


class ApartShown(TypedDict):
    """The two that stand nearest to each other and cannot be told apart, and how many matches more would do."""

    one: int
    other: int
    more: int


class EveningsShown(TypedDict):
    """What a kept table remembers, all of it reckoned from its matches."""

    table: str
    now: float
    kept: KeptShown
    evenings: list[EveningShown]
    """The newest first."""
    tally: list[TallyShown]
    """Who has won most comes first."""
    closest: FinishShown | None
    owed: list[OwedShown]
    ratings: list[RatingShown]
    """Of those who sat in two counted matches at least, the best first; practice and what was dealt again do not count."""
    apart: ApartShown | None


class TakenAlong(TypedDict):
    """All that a kept table remembers, as one file."""

    format: str
    """`parlour-evenings/1`."""
    table: str
    kept: KeptShown
    matches: list[MatchPlayed]
    """The oldest first."""


class Forgotten(TypedDict):
    """At which tables somebody was erased; at the others nobody was known by what was sent."""

    tables: list[str]
