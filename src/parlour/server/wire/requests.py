"""What a client may send on its socket: every request there is."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from parlour.server.wire.asking import Hello, Time
from parlour.server.wire.of_keeping import Coming, Keep, LetGo, NextDate, Reopen, Seasons, Succeed
from parlour.server.wire.of_match import (
    Advise,
    Agree,
    Cover,
    Hurry,
    Nudge,
    Pause,
    Plan,
    Play,
    Resume,
    TakeBack,
    Uncover,
    Why,
)
from parlour.server.wire.of_people import (
    Claim,
    HandOn,
    Hush,
    Present,
    React,
    Ready,
    Rename,
    Say,
    SayPhrase,
    Show,
    Signal,
    Stand,
    Tune,
    Vouch,
)
from parlour.server.wire.of_table import (
    Afresh,
    ChangeBot,
    ChangeGame,
    ChooseOptions,
    ChoosePace,
    Clock,
    Close,
    Host,
    Late,
    Move,
    Practice,
    Rematch,
    Remove,
    SeatBot,
    Shake,
    Start,
)

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
    | Keep
    | LetGo
    | Reopen
    | NextDate
    | Coming
    | Seasons
    | Succeed
    | Stand
    | Pause
    | Resume
    | TakeBack
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
