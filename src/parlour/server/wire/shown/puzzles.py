"""Decisions of finished matches that are set as puzzles."""

from typing import Any

from typing_extensions import TypedDict

from parlour.server.wire.shown.match import ViewShown
from parlour.server.wire.shown.people import Guest
from parlour.server.wire.values import Action, Event, OptionsShown, Reasoned


class PuzzleListed(TypedDict):
    """A puzzle of a game, by its name: of what kind of decision it is, and how hard, from 1."""

    puzzle: str
    kind: str
    grade: int


class PuzzleChoice(TypedDict):
    """One of a puzzle's choices, and the part of the win that it promises, from 0 to 1."""

    action: Action
    share: float
    error: float
    """The standard error of `share`."""
    gap: float
    """How much less than the best one; 0 for that one."""
    doubt: float
    """The standard error of `gap`."""
    because: list[Reasoned]
    """What the game says of it: the words of its `puzzles.why`, each with what fills its braces."""


class PuzzleShown(TypedDict):
    """A decision of a finished match between bots, as its seat knew it, and what came of judging it (docs/puzzles.md)."""

    puzzle: str
    game: str
    version: int
    kind: str
    grade: int
    options: OptionsShown
    people: list[Guest]
    view: ViewShown
    events: list[Event]
    """The last ones that the seat heard."""
    texts: dict[str, Any]
    choices: list[PuzzleChoice]
    """In the order of the game's actions."""
    best: int
    """Which of the choices."""
    thumb: int
    """Which of them the rule of thumb plays."""
    misses: dict[str, float]
    """How often a Gentle bot, a Steady one and a short search miss it, from 0 to 1."""


class TriesShown(TypedDict):
    """What people of a house took at a puzzle when they tried it first."""

    tries: list[int]
    """How often each choice was taken; empty until ten have tried it."""
