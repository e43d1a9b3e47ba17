"""What a study of house rules found."""

from typing import Literal

from typing_extensions import TypedDict

from parlour.server.wire.values import Figure, Histogram, Range


class RulesShown(TypedDict):
    """What the games of some rules came to; a figure is [value, low, high], the interval being 95 %, a share from 0 to 1."""

    games: int
    minutes: Figure
    nine_in_ten: Range
    histogram: Histogram
    """`counts` of games by steps of `step` minutes from 0."""
    seats: list[Figure]
    uneven: bool
    """Whether a seat wins more or less than its part beyond noise."""
    changes: Figure
    clear: Figure
    ties: Figure
    blow_outs: Figure
    cards: Figure
    """The part of who wins that the deal and later chance decide; with mixing, skill and seat it is all."""
    mixing: Figure
    """The part of the players' own mixed choices."""
    skill: Figure
    """The part of who plays better, between levels of bots."""
    seat: Figure
    """The part of the seat alone."""


class StudyShown(TypedDict):
    """How far a study of rules is, and what it found; `printed` is the same with the rules as printed."""

    state: Literal["none", "waiting", "playing", "done", "failed"]
    played: int
    of: int
    cut: bool
    """Whether it ended before all games were played, because they took too long."""
    tried: RulesShown | None
    printed: RulesShown | None
    real: list[str]
    """The figures that differ by more than noise."""
