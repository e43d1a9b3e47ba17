"""Reading what a client sent, and saying what is wrong with it without repeating it."""

import json
import re

from pydantic import ValidationError

from parlour.server.wire.asking import Hello, Time
from parlour.server.wire.complaints import brief, said
from parlour.server.wire.refused import Malformed
from parlour.server.wire.requests import CLIENT, AnyRequest
from parlour.server.wire.values import ID

HEAD = re.compile(r'\s*\{\s*(?:"type"\s*:\s*"\w*"\s*,\s*)?"id"\s*:\s*"([!#-\[\]-~]{1,64})"')  # of a request


def parse(text: str) -> Hello | Time | AnyRequest:
    """A client's message. Raises Malformed."""
    try:
        return CLIENT.validate_json(text)
    except ValidationError as error:
        raise Malformed(complaint(error)) from None


def complaint(error: ValidationError) -> str:
    """The first thing wrong, and where, without repeating what was sent."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(brief(part) for part in first["loc"][1:])  # the first is the message's type
    return f"{where}: {said(first)}" if where else said(first)


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
