"""A refusal: as it is raised, as the body of an error, and as a message."""

from typing import Literal

from typing_extensions import NotRequired, TypedDict  # noqa: UP035 -- pydantic needs these before Python 3.12


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


class Malformed(Refused):
    """A message that is not one of the protocol's."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_message", message)


class Problem(TypedDict):
    """The body of an error."""

    code: str
    message: str
    field: NotRequired[str]
    reason: NotRequired[str]


class RefusedMessage(TypedDict):
    """A request that is not granted; `id` is null where none could be read. `code` is for machines, `message` for people."""

    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    field: NotRequired[str]
    reason: NotRequired[str]


def refusal(refused: Refused, id: str | None) -> RefusedMessage:  # noqa: A002 -- the protocol's word
    """The message that tells of a refusal."""
    message: RefusedMessage = {"type": "refused", "id": id, "code": refused.code, "message": refused.message}
    if refused.field is not None:
        message["field"] = refused.field
    if refused.reason is not None:
        message["reason"] = refused.reason
    return message
