"""What the room sends on a socket."""

from typing import Any, Literal, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from parlour.server.wire.refused import RefusedMessage
from parlour.server.wire.shown import Deadline, LineShown, TableShown, ViewShown
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
    seq: int
    question: int
    view: ViewShown
    texts: dict[str, Any]
    heard: int
    events: list[dict[str, Any]]
    clocks: list[Deadline]
    now: float
    pad: NotRequired[str]


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
    pad: NotRequired[str]


class SignalPassed(TypedDict):
    type: Literal["signal"]
    person: int
    data: Any


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


Reason = Literal["removed", "elsewhere", "cleared", "closed", "expired", "old_version", "shutdown"]


class Closed(TypedDict):
    type: Literal["closed"]
    reason: Reason


ServerMessage = (
    Welcome
    | TableMessage
    | ViewMessage
    | Done
    | RefusedMessage
    | Planned
    | Because
    | SignalPassed
    | Talk
    | Said
    | Reacted
    | TimeAnswer
    | Closed
)

SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
