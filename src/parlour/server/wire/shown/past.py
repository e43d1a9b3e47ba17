"""A finished match to look at again, and the draws from which its chance followed."""

from typing_extensions import TypedDict

from parlour.server.wire.shown.people import Guest
from parlour.server.wire.values import Frame, OptionsShown


class DrawShown(TypedDict):
    below: int
    drawn: int | None
    """Null: the outcome was dealt again."""


class DealShown(TypedDict):
    """A match that is dealt again, by the name it has in its log, and of how many players it was."""

    match: str
    players: int


class DrawsShown(TypedDict):
    """What chance followed from in a finished match: see docs/fairness.md."""

    seal: str
    secret: str
    match: str
    parts: list[str | None]
    deal: DealShown | None
    draws: list[DrawShown]


class ReplayShown(TypedDict):
    """A finished match to look at again; `frames` are those of parlour.engine.match.frames.as_json.

    `story`, in sentences, is there in their place where the rules of the match are installed no more.
    """

    game: str
    version: int
    players: int
    options: OptionsShown
    people: list[Guest]
    practice: bool
    """Whether the advisor could be asked before a play."""
    deal: DealShown | None
    frames: list[Frame]
    story: list[str]
    """In sentences, in the place of the frames where the rules of the match are installed no more."""
