"""How matches ended."""

from typing import NotRequired

from typing_extensions import TypedDict

from parlour.server.wire.shown.people import Guest


class SeatResult(TypedDict):
    """How a match went for a seat: 1 is the first place, ties share one; 0: nobody is ranked."""

    person: int
    score: int
    rank: int
    """1 is the first place, ties share one; 0: nobody is ranked."""
    absent: NotRequired[bool]
    """They never came, and a bot played for them from first to last."""


class Result(TypedDict):
    """How a match went, by seat."""

    lowest_wins: bool
    seats: list[SeatResult]


class PlayerShown(Guest, SeatResult):
    pass


class FinishedShown(TypedDict):
    """A finished match of a table; times are seconds since 1970, `begun` is null of one that began before they were kept."""

    match: int
    game: str
    begun: float | None
    """Null of a match that began before they were kept."""
    ended: float
    lowest_wins: bool
    people: list[PlayerShown]
    """By seat."""


class MatchWon(TypedDict):
    """A match that came to its end: what was played, and the numbers of those who won."""

    game: str
    won: list[int]
    """The numbers of those who won."""
    practice: bool
    """Whether the advisor could be asked."""
