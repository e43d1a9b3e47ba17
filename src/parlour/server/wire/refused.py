"""A refusal: as it is raised, as the body of an error, and as a message."""

from typing import Literal

from typing_extensions import NotRequired, TypedDict  # noqa: UP035 -- pydantic needs these before Python 3.12

STATUS = {  # of HTTP, by the code of a refusal
    "unknown_game": 404,
    "unknown_language": 404,
    "unknown_table": 404,
    "bad_link": 404,
    "unknown_code": 404,
    "unknown_league": 404,
    "no_puzzles": 404,
    "unknown_deal": 404,
    "unknown_puzzle": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "table_full": 409,
    "playing": 409,
    "wrong_status": 409,
    "not_sealed": 409,
    "other_rules": 409,
    "dealt_again": 409,
    "not_as_sealed": 409,
    "no_bots_here": 409,
    "no_lab": 404,
    "no_advice": 404,
    "advisor_busy": 429,
    "lab_busy": 429,
    "too_large": 413,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_guesses": 429,
    "forbidden_origin": 403,
    "away": 503,
    "busy": 503,
    "barred": 403,
    "not_kept": 409,
    "no_date": 409,
    "no_such_person": 404,
}


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


def status_of(refused: Refused) -> int:
    """The HTTP status of a refusal; 400 where no other fits."""
    return STATUS.get(refused.code, 400)
