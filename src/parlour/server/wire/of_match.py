"""Requests of those who play in a match."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from parlour.server.wire.asking import Request
from parlour.server.wire.told import Because, Planned
from parlour.server.wire.values import (
    Action,
    Actions,
    Whole,
)


class Play(Request):
    """Actions in their JSON form (docs/writing-a-game.md). Several are applied all or none: all but the last are of the
    game's `PLANS`, and all come before chance or another seat is asked.
    """

    secret: ClassVar[bool] = True

    type: Literal["play"]
    match: Whole
    question: Whole
    actions: Actions


class Plan(Request):
    """Asks what could follow these actions (families in the game's `PLANS`); changes nothing."""

    secret: ClassVar[bool] = True
    answer: ClassVar[type[Any]] = Planned

    type: Literal["plan"]
    match: Whole
    question: Whole
    actions: Annotated[list[Action], Field(max_length=64)]


class Why(Request):
    """Asks why an action is not allowed."""

    secret: ClassVar[bool] = True
    answer: ClassVar[type[Any]] = Because

    type: Literal["why"]
    action: Action


class Hurry(Request):
    """Bots think no longer until a person is asked."""

    type: Literal["hurry"]


class Advise(Request):
    """At a practice table: what to play? Answered by `done`, and by `counsel` as soon as there is something to say;
    `no_choice` where there is one action or none, `no_counsel` where the advisor does not know what is played.
    """

    type: Literal["advise"]
    match: Whole
    question: Whole


class Cover(Request):
    """A bot plays for this person until they are back: for oneself, or for anybody where the host asks it. `minutes` (1 to
    120), for oneself: when one says one will be. At most six times a minute and person.
    """

    type: Literal["cover"]
    person: Whole
    minutes: Annotated[int, Field(ge=1, le=120)] | None = None


class Uncover(Request):
    """The person plays themselves again: oneself, or anybody where the host asks it; `not_here` where none of their devices
    is. Whoever plays is back too.
    """

    type: Literal["uncover"]
    person: Whole


class Nudge(Request):
    """A sign (`nudged`) to the pages of somebody else who is asked; `nudged` as a refusal where they had two within 40 s."""

    type: Literal["nudge"]
    person: Whole


class Pause(Request):
    """The host has the match stand still: clocks stand, bots wait, plays are refused as `paused`, also after a restart.
    Anybody else puts it to all people who are here.
    """

    type: Literal["pause"]


class Resume(Request):
    """A match that was paused goes on, by the host or by who asked for the pause; the time that stood still is given back."""

    type: Literal["resume"]


class TakeBack(Request):
    """Puts to all that this seat's last play be taken back, with what followed it; refused as `not_played` where it has
    played nothing yet, as `shown` where chance or the clock has acted since, or anybody has learned anything from it. While
    it is put to the table the match stands still.
    """

    type: Literal["take_back"]


class Agree(Request):
    """Yes or no to the `proposal`: one no is enough, thirty seconds without an answer are one (then the same person may ask
    again in half a minute: `too_often`). A server that comes back asks nobody.
    """

    type: Literal["agree"]
    yes: bool
