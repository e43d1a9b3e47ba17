"""Validation errors in our own words: those of the validation library are for programmers."""

from collections.abc import Mapping
from typing import Any

from parlour.server.wire.refused import Refused

WORDS = {
    "bool_type": "must be true or false",
    "dict_type": "must be an object",
    "extra_forbidden": "there is no member of this name",
    "finite_number": "must be a number, and finite",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "greater_than_equal": "must be at least {ge}",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number, and not so long",
    "int_type": "must be a whole number",
    "json_invalid": "this is not JSON ({error})",
    "less_than_equal": "must be at most {le}",
    "list_type": "must be a list",
    "literal_error": "must be {expected}",
    "missing": "this is missing",
    "model_attributes_type": "must be an object",
    "model_type": "must be an object",
    "string_pattern_mismatch": "must have the form {pattern}",
    "string_too_long": "may have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "string_type": "must be a text",
    "string_unicode": "must be a text",
    "too_long": "may have at most {max_length} members",
    "too_short": "must have at least {min_length} members",
    "union_tag_invalid": "type: there is no message of this type",
    "union_tag_not_found": "type: this is missing",
}
OTHERWISE = "is not what is expected here"
OURS = "either"  # the kind of error whose words are ours already


def said(error: Mapping[str, Any]) -> str:
    """One error, without repeating what was sent."""
    if error["type"] == OURS:
        return str(error["msg"])
    return WORDS.get(error["type"], OTHERWISE).format_map(error.get("ctx", {}))


def brief(part: str | int) -> str:
    """A step on the way to what is wrong; a member's name is the sender's own, and may be of any length."""
    text = str(part)
    return text if len(text) <= 64 else f"{text[:64]}\N{HORIZONTAL ELLIPSIS}"


def malformed(error: Mapping[str, Any]) -> Refused:
    """The refusal of a request whose body, path or query has this error."""
    where = [brief(part) for part in error["loc"] if part != "body"] if error["type"] != "json_invalid" else []
    field = where[0] if where else None
    code = {"name": "bad_name", "avatar": "bad_avatar", "options": "bad_options"}.get(field or "", "bad_message")
    return Refused(code, f"{'.'.join(where)}: {said(error)}" if where else said(error), field=field)
