"""What the room sends on a socket."""

from typing import Any, Literal, NotRequired, get_args

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from parlour.server.wire.refused import RefusedMessage
from parlour.server.wire.shown.advice import CounselShown
from parlour.server.wire.shown.match import Deadline, TimeLeft, ViewShown, Waiting
from parlour.server.wire.shown.people import LineShown
from parlour.server.wire.shown.table import TableShown
from parlour.server.wire.values import Action, Event, Reaction


class Welcome(TypedDict):
    """Answers `hello`; `person` is null for an onlooker."""

    type: Literal["welcome"]
    table: str
    person: int | None
    now: float
    version: str


class TableMessage(TypedDict):
    """Everything about the table that everybody may know; sent on every change."""

    type: Literal["table"]
    table: TableShown


class ViewMessage(TypedDict):
    """What this seat may know; sent after `hello`, and after every step that changes anything for this seat."""

    type: Literal["view"]
    match: int
    taken: int
    """How often something was taken back in the match: when it changes, the story is told anew from its beginning."""
    seq: int
    """How many events were told in the match."""
    question: int
    """It changes when what is asked of this seat changes; `play` with an older one is refused as `stale`."""
    view: ViewShown
    texts: dict[str, Any]
    heard: int
    """How many events of the match this client had before these."""
    events: list[Event]
    """As this seat heard them: `{event, seat?, …}`, null for a value it may not know."""
    clocks: list[Deadline]
    """When a seat's or the clock's time runs out."""
    waits: list[Waiting]
    """Since when people are asked who are."""
    banks: NotRequired[list[TimeLeft]]
    """What people have left, where each has one time for the whole match; of whom is asked, `clocks` tells it."""
    now: float
    pad: NotRequired[str]


class MayTakeBack(TypedDict):
    """To whoever played last, once the table has been at rest for half a second: that play may be taken back (`take_back`), as
    long as `view` tells of no event after number `seq`. It is judged from what an onlooker sees, so it tells nobody anything,
    and `take_back` can be refused all the same.
    """

    type: Literal["may_take_back"]
    match: int
    taken: int
    seq: int


class Done(TypedDict):
    """The answer to every request that has no other."""

    type: Literal["done"]
    id: str


class Planned(TypedDict):
    """What could follow; `chance`: the plan ends here, chance is next."""

    type: Literal["planned"]
    id: str
    legal: list[Action]
    chance: bool
    pad: NotRequired[str]


class Because(TypedDict):
    """A word of the game's `reasons`, null where it is allowed; `values` are what is missing, by name (see `lacking` in
    writing-a-game.md).
    """

    type: Literal["because"]
    id: str
    reason: str | None
    values: dict[str, str | int]
    pad: NotRequired[str]


class CounselMessage(TypedDict):
    """To the seat that asked, first how far the advisor is, then what they found: docs/advisor.md."""

    type: Literal["counsel"]
    match: int
    question: int
    counsel: CounselShown
    pad: NotRequired[str]


class Handed(TypedDict):
    """What moves the chair to another device, once, and until when."""

    type: Literal["handed"]
    id: str
    code: str
    until: float


class Nudged(TypedDict):
    """Who gives the sign."""

    type: Literal["nudged"]
    person: int


class Seated(TypedDict):
    """The host vouched for this onlooker: say `hello` anew with the token, which is shown this once."""

    type: Literal["seated"]
    person: int
    token: str


class SignalPassed(TypedDict):
    """From a person, or from a television."""

    type: Literal["signal"]
    person: NotRequired[int]
    television: NotRequired[int]
    data: Any


class Tuned(TypedDict):
    """The number under which this television is known here."""

    type: Literal["tuned"]
    id: str
    television: int


class Talk(TypedDict):
    """After `hello`: the last 100 lines that were said here, oldest first."""

    type: Literal["talk"]
    lines: list[LineShown]


class Said(TypedDict):
    """One line more."""

    type: Literal["said"]
    line: LineShown


class Reacted(TypedDict):
    """A sign that flies from a seat."""

    type: Literal["reacted"]
    person: int
    reaction: Reaction


class Applauded(TypedDict):
    """Somebody who looks on applauds."""

    type: Literal["applauded"]


class TimeAnswer(TypedDict):
    """Seconds since 1970 by the server's clock."""

    type: Literal["time"]
    sent: float
    now: float


Reason = Literal["removed", "elsewhere", "moved", "cleared", "closed", "expired", "old_version", "shutdown"]
FINAL = tuple(reason for reason in get_args(Reason) if reason != "shutdown")  # no client comes back after these


class Closed(TypedDict):
    """`elsewhere`: this person has come in more than 12 times, and the oldest goes; `moved`: the chair is on another device
    now; `cleared`: by the host; `closed`: by the operator. No reconnection but after `shutdown`.
    """

    type: Literal["closed"]
    reason: Reason


ServerMessage = (
    Welcome
    | TableMessage
    | ViewMessage
    | MayTakeBack
    | Done
    | RefusedMessage
    | Planned
    | Because
    | CounselMessage
    | Handed
    | Nudged
    | Seated
    | SignalPassed
    | Tuned
    | Talk
    | Said
    | Reacted
    | Applauded
    | TimeAnswer
    | Closed
)

SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
