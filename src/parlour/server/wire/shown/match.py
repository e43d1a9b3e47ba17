"""What one seat, or an onlooker, may know of a match."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from parlour.server.wire.values import Action, Cells


class WayShown(TypedDict):
    """How far somebody is on a way to win, a word of the game's `ways`; `parts` of a set are those that are there."""

    way: str
    have: int
    need: int
    parts: NotRequired[list[int]]


class ViewShown(TypedDict):
    """What a seat, or an onlooker, may know of the match."""

    game: str
    version: int
    seat: int | None
    """Null for an onlooker."""
    players: int
    cells: Cells
    """The game's cells after `hide`, by name, as nested lists; null is what this seat may not know."""
    asked: list[int]
    """The seats that are asked."""
    waiting: Literal["chance", "clock"] | None
    legal: list[Action]
    """What this seat is asked to choose from."""
    may: list[Action]
    """What it may do besides."""
    quiet: list[int]
    """The seats that may not talk now."""
    scores: list[int]
    progress: list[list[WayShown]]
    """By seat; empty where the game does not say."""
    ranks: list[int] | None
    """Null until it is over."""
    over: bool


class Waiting(TypedDict):
    """A person is asked since then, in seconds since 1970."""

    seat: int
    since: float


class TimeLeft(TypedDict):
    """What a person had left of their time for the whole match when their last turn ended, in s."""

    seat: int
    left: float


class Deadline(TypedDict):
    """When the time of a seat, or the game's own, runs out, in seconds since 1970."""

    seat: int | Literal["clock"]
    ends: float
