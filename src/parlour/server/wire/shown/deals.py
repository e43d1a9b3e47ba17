"""Deals that several people play, and how each of them fared."""

from typing import Any

from typing_extensions import TypedDict

from parlour.server.wire.shown.results import PlayerShown
from parlour.server.wire.values import Action, OptionsShown


class PartedShown(TypedDict):
    """The first play in which two that were dealt the same went different ways."""

    seat: int
    round: int
    """0 where the game does not count rounds."""
    turn: int
    """Of this seat, in that round, from 1."""
    at: int
    """How many turns of the match came before, whoever's."""
    mine: Action
    theirs: Action


class RunShown(TypedDict):
    """A finished match in which a deal was played."""

    mine: bool
    ended: float
    people: list[PlayerShown]
    """By seat; a person's name is empty where it was not sent on purpose."""
    parted: PartedShown | None
    accounts: list[dict[str, Any]]
    """By seat, what was luck and what play (docs/advisor.md); empty where the advisor was not asked."""
    curve: list[list[float]]
    """Everybody's chances in the course of it, likewise."""
    scores: list[list[int]]
    """What everybody had at even steps of its turns, and at its end; empty where the rules have changed since."""
    turns: int


class DealOffered(TypedDict):
    """A deal that may be played again: that of a finished match, or of a day."""

    deal: str
    game: str
    players: int
    options: OptionsShown
    lowest_wins: bool
    day: str | None
    """The date of a deal of the day."""
    played: int
    """How many have finished it."""
    runs: list[RunShown]
    """One's own first; empty to whoever does not name a match of their own in which it was played to its end."""


class DaySealed(TypedDict):
    """The secret from which the deals of a day are made: its seal from the day before on, itself from the day after on."""

    date: str
    seal: str
    secret: str | None
    games: list[str]
