"""What every message of a client is made of, and the two that are no requests: the first one, and the question for the time."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

from parlour.server.wire.told import Done, TimeAnswer
from parlour.server.wire.values import (
    Device,
    Id,
    Whole,
)

COMMON = 1024  # bytes: to a multiple of them a client brings its secret requests


class Strict(BaseModel):
    """A message from outside: exactly these members, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Hello(Strict):
    """The first message. `token` absent: an onlooker. `device`, here and on joining, is by what a device may be known again
    (16 to 64 printable ASCII characters of its own choosing). `match` and `heard` say which match and how many of its events
    this client has, as `taken` was then: the rest follows. `still`: this page shows no motion.
    """

    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=128)] | None = None
    language: Annotated[str, StringConstraints(max_length=16)] | None = None
    match: Whole | None = None
    heard: Whole | None = None
    taken: Whole = 0
    still: bool = False
    device: Device | None = None


class Time(Strict):
    """Asks for the time by the server's clock."""

    answer: ClassVar[type[Any]] = TimeAnswer

    type: Literal["time"]
    sent: float


class Request(Strict):
    """What is answered by `answer` or `refused` with the same id."""

    answer: ClassVar[type[Any]] = Done
    secret: ClassVar[bool] = False  # its length would tell what is played, so a client brings it to a multiple of COMMON

    id: Id
    pad: Annotated[str, StringConstraints(max_length=4096)] = ""  # brings it to a common length; means nothing
