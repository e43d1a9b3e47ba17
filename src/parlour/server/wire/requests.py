"""What a client may send on its socket."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from parlour.server.wire.shown import Pace, Per
from parlour.server.wire.told import Because, Done, Handed, Planned, TimeAnswer, Tuned
from parlour.server.wire.values import (
    Action,
    Actions,
    Avatar,
    Device,
    Digits,
    Id,
    Line,
    Name,
    Options,
    Phrase,
    Reaction,
    Whole,
    Word,
)


class Strict(BaseModel):
    """A message from outside: exactly these members, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Hello(Strict):
    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=128)] | None = None
    language: Annotated[str, StringConstraints(max_length=16)] | None = None
    match: Whole | None = None
    heard: Whole | None = None
    taken: Whole = 0
    still: bool = False
    device: Device | None = None


class Time(Strict):
    answer: ClassVar[type[Any]] = TimeAnswer

    type: Literal["time"]
    sent: float


class Request(Strict):
    """What is answered by `answer` or `refused` with the same id."""

    answer: ClassVar[type[Any]] = Done

    id: Id
    pad: Annotated[str, StringConstraints(max_length=4096)] = ""  # brings it to a common length; means nothing


class Play(Request):
    type: Literal["play"]
    match: Whole
    question: Whole
    actions: Actions


class Plan(Request):
    answer: ClassVar[type[Any]] = Planned

    type: Literal["plan"]
    match: Whole
    question: Whole
    actions: Annotated[list[Action], Field(max_length=64)]


class Why(Request):
    answer: ClassVar[type[Any]] = Because

    type: Literal["why"]
    action: Action


class ChooseOptions(Request):
    type: Literal["options"]
    options: Options


class Clock(Request):
    """How long people have: for a turn, or one time for the whole match."""

    type: Literal["clock"]
    seconds: Whole
    per: Per = "turn"


class ChoosePace(Request):
    """How long bots seem to think."""

    type: Literal["pace"]
    pace: Pace


class Hurry(Request):
    """Bots think no longer until a person is asked."""

    type: Literal["hurry"]


class Present(Request):
    """Whether somebody looks at this page."""

    type: Literal["present"]
    looking: bool


class ChangeGame(Request):
    """The same people and the same word, another game."""

    type: Literal["game"]
    game: Word


class SeatBot(Request):
    type: Literal["seat_bot"]
    bot: Word


class ChangeBot(Request):
    type: Literal["bot"]
    person: Whole
    bot: Word


class Remove(Request):
    type: Literal["remove"]
    person: Whole
    stay_out: bool = False


class Cover(Request):
    """A bot plays for a person: for oneself, or by the host's word. `minutes`: when one says that one will be back."""

    type: Literal["cover"]
    person: Whole
    minutes: Annotated[int, Field(ge=1, le=120)] | None = None


class Uncover(Request):
    """A person plays himself again."""

    type: Literal["uncover"]
    person: Whole


class Nudge(Request):
    """A sign to somebody who is asked and does nothing."""

    type: Literal["nudge"]
    person: Whole


class HandOn(Request):
    """Asks for what moves one's chair to another device."""

    answer: ClassVar[type[Any]] = Handed

    type: Literal["hand_on"]


class Late(Request):
    """Whether the seat of a bot may be taken during the match."""

    type: Literal["late"]
    allowed: bool


class Practice(Request):
    """Whether the advisor can be asked before a play, by everybody, in the matches from now on."""

    type: Literal["practice"]
    allowed: bool


class Advise(Request):
    """Asks the advisor, at a practice table, what he would play."""

    type: Literal["advise"]
    match: Whole
    question: Whole


class Claim(Request):
    """An onlooker asks to be let back to the chair of somebody who is gone."""

    type: Literal["claim"]
    person: Whole


class Vouch(Request):
    """The host's answer to a claim."""

    type: Literal["vouch"]
    person: Whole
    yes: bool


class Host(Request):
    type: Literal["host"]
    person: Whole


class Move(Request):
    type: Literal["move"]
    person: Whole
    to: Whole


class Rename(Request):
    type: Literal["rename"]
    name: Name
    avatar: Avatar


class Ready(Request):
    type: Literal["ready"]
    ready: bool


class Shake(Request):
    """What a page adds to the secret of this seal."""

    type: Literal["shake"]
    seal: Digits
    part: Digits


class Afresh(Request):
    """The match that was to be dealt again is not: chance decides everything in the next one."""

    type: Literal["afresh"]


class Start(Request):
    type: Literal["start"]


class Rematch(Request):
    type: Literal["rematch"]


class Close(Request):
    type: Literal["close"]


class Stand(Request):
    type: Literal["stand"]


class Pause(Request):
    """The host has the match stand still; anybody else asks all for it."""

    type: Literal["pause"]


class Resume(Request):
    """A match that was paused goes on."""

    type: Literal["resume"]


class TakeBack(Request):
    """A slip of the finger: all are asked to take this person's last play back."""

    type: Literal["take_back"]


class MayTakeBack(Request):
    """Asks whether this person's last play may be taken back."""

    answer: ClassVar[type[Any]] = Because

    type: Literal["may_take_back"]


class Agree(Request):
    """Yes or no to what is put to the table."""

    type: Literal["agree"]
    yes: bool


class Say(Request):
    """A line of one's own words."""

    type: Literal["say"]
    text: Line


class SayPhrase(Request):
    """A quick phrase, which everybody reads in his own language."""

    type: Literal["phrase"]
    phrase: Phrase


class React(Request):
    """A sign that flies from the seat and is not kept."""

    type: Literal["react"]
    reaction: Reaction


class Hush(Request):
    """The host takes the word from a person, or gives it back."""

    type: Literal["hush"]
    person: Whole
    hushed: bool


class Signal(Request):
    """Something for another person's pages, or for a television: one of the two is named."""

    type: Literal["signal"]
    person: Whole | None = None
    television: Whole | None = None
    data: Any


class Tune(Request):
    """An onlooker's page is a big screen, and asks for people's pictures."""

    answer: ClassVar[type[Any]] = Tuned

    type: Literal["television"]


class Show(Request):
    """Whether one shows oneself to a television."""

    type: Literal["show"]
    television: Whole
    yes: bool


AnyRequest = (
    Play
    | Plan
    | Why
    | ChooseOptions
    | Clock
    | ChoosePace
    | ChangeGame
    | Hurry
    | Present
    | SeatBot
    | ChangeBot
    | Remove
    | Cover
    | Uncover
    | Nudge
    | HandOn
    | Late
    | Practice
    | Advise
    | Claim
    | Vouch
    | Host
    | Move
    | Rename
    | Ready
    | Shake
    | Afresh
    | Start
    | Rematch
    | Close
    | Stand
    | Pause
    | Resume
    | TakeBack
    | MayTakeBack
    | Agree
    | Say
    | SayPhrase
    | React
    | Hush
    | Signal
    | Tune
    | Show
)
ClientMessage = Annotated[Hello | Time | AnyRequest, Field(discriminator="type")]

CLIENT: TypeAdapter[Hello | Time | AnyRequest] = TypeAdapter(ClientMessage)
