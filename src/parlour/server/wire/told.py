"""What the room sends on a socket."""

from typing import Any, Literal, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from parlour.server.wire.refused import RefusedMessage
from parlour.server.wire.shown import CounselShown, Deadline, LineShown, TableShown, ViewShown, Waiting
from parlour.server.wire.values import Action, Reaction


class Welcome(TypedDict):
    type: Literal["welcome"]
    table: str
    person: int | None
    now: float
    version: str


class TableMessage(TypedDict):
    type: Literal["table"]
    table: TableShown


class ViewMessage(TypedDict):
    type: Literal["view"]
    match: int
    taken: int
    seq: int
    question: int
    view: ViewShown
    texts: dict[str, Any]
    heard: int
    events: list[dict[str, Any]]
    clocks: list[Deadline]
    waits: list[Waiting]
    now: float
    pad: NotRequired[str]


class MayTakeBack(TypedDict):
    """This person's last play may be taken back, as long as no more than `seq` events of the match are told."""

    type: Literal["may_take_back"]
    match: int
    taken: int
    seq: int


class Done(TypedDict):
    type: Literal["done"]
    id: str


class Planned(TypedDict):
    type: Literal["planned"]
    id: str
    legal: list[Action]
    chance: bool
    pad: NotRequired[str]


class Because(TypedDict):
    type: Literal["because"]
    id: str
    reason: str | None
    values: dict[str, str | int]
    pad: NotRequired[str]


class Counsel(TypedDict):
    """What the advisor says of a question: first how far he is, then what he found."""

    type: Literal["counsel"]
    match: int
    question: int
    counsel: CounselShown
    pad: NotRequired[str]


class Handed(TypedDict):
    """The answer to `hand_on`: what moves the chair to another device, once, and until when."""

    type: Literal["handed"]
    id: str
    code: str
    until: float


class Nudged(TypedDict):
    type: Literal["nudged"]
    person: int


class Seated(TypedDict):
    """The host vouched for an onlooker: the chair is his. The token is shown this once."""

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
    """The answer to `television`: the number under which it is known here."""

    type: Literal["tuned"]
    id: str
    television: int


class Talk(TypedDict):
    """All that is kept of what was said at the table, oldest first."""

    type: Literal["talk"]
    lines: list[LineShown]


class Said(TypedDict):
    type: Literal["said"]
    line: LineShown


class Reacted(TypedDict):
    type: Literal["reacted"]
    person: int
    reaction: Reaction


class TimeAnswer(TypedDict):
    type: Literal["time"]
    sent: float
    now: float


Reason = Literal["removed", "elsewhere", "moved", "cleared", "closed", "expired", "old_version", "shutdown"]


class Closed(TypedDict):
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
    | Counsel
    | Handed
    | Nudged
    | Seated
    | SignalPassed
    | Tuned
    | Talk
    | Said
    | Reacted
    | TimeAnswer
    | Closed
)

SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
