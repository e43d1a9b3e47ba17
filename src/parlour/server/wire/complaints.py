"""Validation errors in our own words: those of the validation library are for programmers."""

from collections.abc import Mapping
from typing import Any

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
