"""JSON Schema of the protocol."""

from typing import Any

from pydantic import TypeAdapter

from parlour.server.wire.requests import CLIENT
from parlour.server.wire.told import SERVER


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
