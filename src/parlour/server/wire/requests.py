"""What a client may send on its socket: every request there is."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from parlour.server.wire import of_keeping, of_match, of_people, of_table
from parlour.server.wire.asking import Hello, Time

AnyRequest = (
    of_match.Play
    | of_match.Plan
    | of_match.Why
    | of_table.ChooseOptions
    | of_table.Clock
    | of_table.ChoosePace
    | of_table.ChangeGame
    | of_match.Hurry
    | of_people.Present
    | of_table.SeatBot
    | of_table.ChangeBot
    | of_table.Remove
    | of_match.Cover
    | of_match.Uncover
    | of_match.Nudge
    | of_people.HandOn
    | of_table.Late
    | of_table.Practice
    | of_match.Advise
    | of_people.Claim
    | of_people.Vouch
    | of_table.Host
    | of_table.Move
    | of_people.Rename
    | of_people.Ready
    | of_table.Shake
    | of_table.Afresh
    | of_table.Start
    | of_table.Rematch
    | of_table.Close
    | of_keeping.Keep
    | of_keeping.LetGo
    | of_keeping.Reopen
    | of_keeping.NextDate
    | of_keeping.Coming
    | of_keeping.Seasons
    | of_keeping.Succeed
    | of_people.Stand
    | of_match.Pause
    | of_match.Resume
    | of_match.TakeBack
    | of_match.Agree
    | of_people.Say
    | of_people.SayPhrase
    | of_people.React
    | of_people.Applaud
    | of_people.Hush
    | of_people.Signal
    | of_people.Tune
    | of_people.Show
)
ClientMessage = Annotated[Hello | Time | AnyRequest, Field(discriminator="type")]

CLIENT: TypeAdapter[Hello | Time | AnyRequest] = TypeAdapter(ClientMessage)
