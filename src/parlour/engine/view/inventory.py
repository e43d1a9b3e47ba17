"""What a game's views hold, as data: every cell, action and event, and the JSON Schema of a view."""

from collections.abc import Sequence

from parlour.engine.contract.game import Game, load
from parlour.engine.contract.words import Json
from parlour.games.cells import UNKNOWN, Arg, Cell


def inventory(game: str | Game) -> dict[str, Json]:
    """Every cell, action and event that a view of a game can hold, in order of declaration; all of it can be sent as JSON.

    A cell has its `shape` (none: one value), its `values` in JSON (else it is a number from `low` to `high`), whether it is
    null where its seat may not know it (`unknown`), and `says`, a line of what it holds. An action of a word `do` has
    the numbers `first` to `first` + `count` - 1, by its `arguments` in mixed radix, the last running fastest. An event has
    public arguments (`where`) and perhaps a `value`, which is null for who may not know it. Raises UnknownGame.
    """
    game = load(game)
    return {
        "cells": [_cell(name, cell) for name, cell in game.cells.items()],
        "actions": [
            {"do": word.name, "first": word.base, "count": word.size, "arguments": list(map(_argument, word.args))}
            for word in game.actions.words
        ],
        "events": [
            {"event": name, "where": list(map(_argument, telling.where)), "value": telling.value and _argument(telling.value)}
            for name, telling in ((game.events.names[event], telling) for event, telling in game.events.tellings.items())
        ],
    }


def _cell(name: str, cell: Cell) -> dict[str, Json]:
    unknown = cell.low == UNKNOWN
    shown: dict[str, Json] = {"name": name, "shape": list(cell.shape)}
    shown |= {"values": list(cell.names)} if cell.names else {"low": 0 if unknown else cell.low, "high": cell.high}
    return {**shown, "unknown": unknown, "says": cell.says}


def _argument(a: Arg) -> dict[str, Json]:
    return {"name": a.name, "values": list(a.names)} if a.names else {"name": a.name, "low": a.first, "high": _last(a)}


def _last(a: Arg) -> int:
    return a.first + a.count - 1


def view_schema(game: str | Game) -> dict[str, Json]:
    """JSON Schema of `View.to_json()`; `$defs` holds those of an action and of an event of `View.told_json()`.

    Raises UnknownGame.
    """
    game = load(game)
    most = game.seats.stop - 1
    actions = [
        _object({"do": {"const": word.name}} | {a.name: _argument_schema(a) for a in word.args}) for word in game.actions.words
    ]
    seat = _whole(0, most - 1)
    by_seat = {"type": "array", "minItems": game.seats.start, "maxItems": most}
    view = {
        "game": {"const": game.name},
        "version": {"const": game.version},
        "seat": {"anyOf": [seat, {"type": "null"}], "description": "whose view it is; null: an onlooker's"},
        "players": _whole(game.seats.start, most),
        "cells": _object({name: _cell_schema(cell) for name, cell in game.cells.items()}),
        "asked": {"type": "array", "items": seat, "uniqueItems": True},
        "waiting": {"enum": ["chance", "clock", None]},
        "legal": {"type": "array", "items": {"$ref": "#/$defs/Action"}},
        "may": {"type": "array", "items": {"$ref": "#/$defs/Action"}},
        "quiet": {"type": "array", "items": seat, "uniqueItems": True, "description": "seats that may not talk now"},
        "scores": {**by_seat, "items": {"type": "integer"}},
        "progress": {
            "type": "array",
            "items": {"type": "array", "items": _way_schema()},
            "description": "by seat, how far everybody is on each way to win; empty where the game does not say",
        },
        "ranks": {"anyOf": [{**by_seat, "items": _whole(0, most)}, {"type": "null"}], "description": "null until it is over"},
        "over": {"type": "boolean"},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A view of {game.name}, version {game.version}",
        **_object(view),
        "$defs": {
            "Action": {"anyOf": actions},
            "Event": {"anyOf": [_event_schema(game, event, seat) for event in game.events.names]},
        },
    }


def _event_schema(game: Game, event: int, seat: Json) -> Json:
    telling = game.events.tellings[event]
    parts = {"event": {"const": game.events.names[event]}} | {a.name: _argument_schema(a) for a in telling.where}
    if telling.value is not None:
        parts[telling.value.name] = {"anyOf": [_argument_schema(telling.value), {"type": "null"}]}
    whole = _object(parts)
    return {**whole, "properties": {**parts, "seat": seat}}


def _way_schema() -> Json:
    count = {"type": "integer", "minimum": 0}
    parts = {"type": "array", "items": count, "description": "those of a set that are there"}
    whole = _object({"way": {"type": "string"}, "have": count, "need": count})
    return {**whole, "properties": {**whole["properties"], "parts": parts}}


def _object(properties: dict[str, Json]) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _whole(low: int, high: int) -> dict[str, Json]:
    return {"type": "integer", "minimum": low, "maximum": high}


def _argument_schema(a: Arg) -> Json:
    return {"enum": list(a.names)} if a.names else _whole(a.first, _last(a))


def _cell_schema(cell: Cell) -> Json:
    values: dict[str, Json]
    if cell.low != UNKNOWN:
        values = {"enum": list(cell.names)} if cell.names else _whole(min(cell.low, 0), cell.high)  # hidden, a count is 0
    elif cell.names:
        values = {"enum": [*cell.names, None]}
    else:
        values = {"anyOf": [_whole(0, cell.high), {"type": "null"}]}
    return {**_nested(values, cell.shape), "description": cell.says}


def _nested(items: Json, shape: Sequence[int]) -> dict[str, Json]:
    for length in reversed(shape):
        items = {"type": "array", "items": items, "minItems": length, "maxItems": length}
    return dict(items)
