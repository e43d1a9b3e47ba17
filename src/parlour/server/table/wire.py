"""The messages of the protocol (docs/protocol.md), what makes one well formed, and their JSON Schema."""

import json
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import CoreSchema
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 -- pydantic needs these before Python 3.12

Short = Annotated[str, StringConstraints(max_length=64)]
Number = Annotated[int, Field(ge=-(2**31), le=2**31)]  # refusals repeat numbers, so they are none of thousands of digits


@dataclass(frozen=True)
class Either:
    """Marks a union with the words for what it takes: by itself pydantic complains kind by kind, and in its own terms."""

    said: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return {**handler(source), "custom_error_type": "either", "custom_error_message": self.said}


WORD_OR_NUMBER = f"a word of at most 64 characters, a whole number from {-(2**31)} to {2**31}"
Action = dict[Short, Annotated[Short | Number, Either(f"must be one of: {WORD_OR_NUMBER}")]]
OptionValue = Short | Number | Annotated[list[Short], Field(max_length=64)]
# A game says best what its option takes, so what is merely of the wrong kind is left for it to refuse.
OptionGiven = Annotated[
    Annotated[OptionValue | bool | float, Either(f"must be one of: {WORD_OR_NUMBER}, a list of such words")] | None,
    WithJsonSchema(TypeAdapter(OptionValue).json_schema()),
]
Options = Annotated[dict[Short, OptionGiven], Field(max_length=64)]
ID = "[!-~]{1,64}"  # printable ASCII
HEAD = re.compile(r'\s*\{\s*(?:"type"\s*:\s*"\w*"\s*,\s*)?"id"\s*:\s*"([!#-\[\]-~]{1,64})"')  # of a request
Id = Annotated[str, StringConstraints(pattern=f"^{ID}$")]
Word = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Text = Annotated[str, StringConstraints(max_length=256)]
Whole = Annotated[int, Field(ge=0, le=2**31)]
Actions = Annotated[list[Action], Field(min_length=1, max_length=64)]


class Refused(Exception):
    """A request that is not granted; nothing has changed. `code` is for machines, the message for people."""

    def __init__(self, code: str, message: str, *, field: str | None = None, reason: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.reason = reason

    def to_json(self) -> dict[str, str]:
        extra = {"field": self.field, "reason": self.reason}
        return {"code": self.code, "message": self.message} | {k: v for k, v in extra.items() if v is not None}


class Strict(BaseModel):
    """A message from outside: exactly these members, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Hello(Strict):
    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=128)] | None = None
    language: Annotated[str, StringConstraints(max_length=16)] | None = None
    match: Whole | None = None
    heard: Whole | None = None


class Time(Strict):
    type: Literal["time"]
    sent: float


class Request(Strict):
    """What is answered by `done` or `refused` with the same id."""

    id: Id


class Play(Request):
    type: Literal["play"]
    match: Whole
    question: Whole
    actions: Actions


class Plan(Request):
    type: Literal["plan"]
    match: Whole
    question: Whole
    actions: Annotated[list[Action], Field(max_length=64)]


class Why(Request):
    type: Literal["why"]
    action: Action


class ChooseOptions(Request):
    type: Literal["options"]
    options: Options


class Clock(Request):
    type: Literal["clock"]
    seconds: Whole


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


class Host(Request):
    type: Literal["host"]
    person: Whole


class Move(Request):
    type: Literal["move"]
    person: Whole
    to: Whole


class Rename(Request):
    type: Literal["rename"]
    name: Text
    avatar: Text


class Ready(Request):
    type: Literal["ready"]
    ready: bool


class Start(Request):
    type: Literal["start"]


class Rematch(Request):
    type: Literal["rematch"]


class Stand(Request):
    type: Literal["stand"]


class Signal(Request):
    type: Literal["signal"]
    person: Whole
    data: Any


AnyRequest = (
    Play
    | Plan
    | Why
    | ChooseOptions
    | Clock
    | SeatBot
    | ChangeBot
    | Remove
    | Host
    | Move
    | Rename
    | Ready
    | Start
    | Rematch
    | Stand
    | Signal
)
ClientMessage = Annotated[Hello | Time | AnyRequest, Field(discriminator="type")]


class OpenTable(Strict):
    """The body that opens a table."""

    game: Word
    name: Text
    avatar: Text
    options: Options = Field(default_factory=dict)
    clock: Whole | None = None


class JoinTable(Strict):
    """The body that joins a table."""

    name: Text
    avatar: Text


class Chair(TypedDict):
    """What opening or joining gives; the token is shown this once."""

    table: str
    person: int
    token: str


class Problem(TypedDict):
    """The body of an error."""

    code: str
    message: str
    field: NotRequired[str]
    reason: NotRequired[str]


class Guest(TypedDict):
    name: str
    avatar: str
    bot: str | None


class Summary(TypedDict):
    """A table as its door shows it."""

    table: str
    game: str
    status: str
    people: list[Guest]
    free: int


class PersonShown(TypedDict):
    person: int
    name: str
    avatar: str
    bot: str | None
    seat: int | None
    here: bool
    ready: bool
    covered: bool
    left: bool


Status = Literal["lobby", "playing", "over", "closed"]


class TableShown(TypedDict):
    table: str
    game: str
    version: int
    status: Status
    match: int
    options: dict[str, Any]
    clock: int
    bots: bool
    host: int | None
    people: list[PersonShown]
    onlookers: int


class ViewShown(TypedDict):
    game: str
    version: int
    seat: int | None
    players: int
    cells: dict[str, Any]
    asked: list[int]
    waiting: Literal["chance", "clock"] | None
    legal: list[Action]
    may: list[Action]
    scores: list[int]
    ranks: list[int] | None
    over: bool


class Deadline(TypedDict):
    seat: int | Literal["clock"]
    ends: float


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


class Done(TypedDict):
    type: Literal["done"]
    id: str


class RefusedMessage(TypedDict):
    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    field: NotRequired[str]
    reason: NotRequired[str]


class Planned(TypedDict):
    type: Literal["planned"]
    id: str
    legal: list[Action]
    chance: bool


class Because(TypedDict):
    type: Literal["because"]
    id: str
    reason: str | None


class SignalPassed(TypedDict):
    type: Literal["signal"]
    person: int
    data: Any


class TimeAnswer(TypedDict):
    type: Literal["time"]
    sent: float
    now: float


Reason = Literal["removed", "expired", "old_version", "shutdown"]


class Closed(TypedDict):
    type: Literal["closed"]
    reason: Reason


ServerMessage = (
    Welcome | TableMessage | ViewMessage | Done | RefusedMessage | Planned | Because | SignalPassed | TimeAnswer | Closed
)

CLIENT: TypeAdapter[Hello | Time | AnyRequest] = TypeAdapter(ClientMessage)
SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


class Malformed(Refused):
    """A message that is not one of the protocol's."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_message", message)


def parse(text: str) -> Hello | Time | AnyRequest:
    """A client's message. Raises Malformed."""
    try:
        return CLIENT.validate_json(text)
    except ValidationError as error:
        raise Malformed(complaint(error)) from None


def complaint(error: ValidationError) -> str:
    """The first thing wrong, and where, without repeating what was sent."""
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "union_tag_invalid":  # pydantic's own sentence repeats what was sent, whatever its length
        return "type: there is no message of this type"
    where = ".".join(brief(part) for part in first["loc"][1:])  # the first is the message's type
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def brief(part: str | int) -> str:
    """A step on the way to what is wrong; a member's name is the sender's own, and may be of any length."""
    text = str(part)
    return text if len(text) <= 64 else f"{text[:64]}\N{HORIZONTAL ELLIPSIS}"


def readable_id(text: str | None, most: int) -> str | None:
    """The id of a request that is refused, whatever else is wrong with it.

    Of more than `most` characters only the beginning is read: who sends too much must not keep the room busy.
    """
    if text is None:
        return None
    if len(text) > most:
        head = HEAD.match(text)
        return head[1] if head is not None else None
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = form.get("id") if isinstance(form, dict) else None
    return found if isinstance(found, str) and re.fullmatch(ID, found) else None


def refusal(refused: Refused, id: str | None) -> RefusedMessage:  # noqa: A002 -- the protocol's word
    """The message that tells of a refusal."""
    message: RefusedMessage = {"type": "refused", "id": id, "code": refused.code, "message": refused.message}
    if refused.field is not None:
        message["field"] = refused.field
    if refused.reason is not None:
        message["reason"] = refused.reason
    return message


def schema() -> dict[str, Any]:
    """JSON Schema of every message: `$defs` holds each by name, and `ClientMessage` and `ServerMessage` as their unions."""
    refs, document = TypeAdapter.json_schemas(
        [("client", "validation", CLIENT), ("server", "serialization", SERVER)], ref_template="#/$defs/{model}"
    )
    definitions = document["$defs"]
    definitions["ClientMessage"] = refs["client", "validation"]
    definitions["ServerMessage"] = refs["server", "serialization"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Parlour protocol",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": definitions,
    }
