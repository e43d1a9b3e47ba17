"""The games this room offers, as its pages are told of them."""

from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any, Literal, Protocol

from typing_extensions import NotRequired, TypedDict  # noqa: UP035 -- pydantic needs these before Python 3.12

from parlour.bots import fits, foreign, kinds, known_by_heart, strong, thoughtful, welcoming
from parlour.bots.levels import SHARP
from parlour.engine import Game, games, load
from parlour.engine.contract.words import read_option
from parlour.engine.view.inventory import inventory
from parlour.games.cells import Cell
from parlour.server.logs import tell
from parlour.server.table.texts import brought
from parlour.server.table.views import languages
from parlour.server.wire.values import OptionsShown, OptionValue


class Thinking(Protocol):
    """Who thinks for Sharp: at `count` processes or none, not at games that `failed`, and not yet at those `warming`."""

    @property
    def count(self) -> int: ...
    @property
    def failed(self) -> AbstractSet[str]: ...
    @property
    def warming(self) -> AbstractSet[str]: ...


class SeatRange(TypedDict):
    low: int
    high: int


class OptionDescription(TypedDict):
    """What a form needs to ask for an option."""

    name: str
    kind: Literal["choice", "number", "seat", "flags"]
    values: NotRequired[list[str | int]]
    low: NotRequired[int]
    high: NotRequired[int]
    default: OptionValue


class GameDescription(TypedDict):
    """A game that is played here."""

    game: str
    version: int
    seats: SeatRange
    options: list[OptionDescription]
    bots: list[str]
    welcoming: OptionsShown
    """The options with which its bots sit, where its defaults do not seat them."""
    warming: list[str]
    """Kinds of bot that play by the rule of thumb until they are ready."""
    only: dict[str, list[int]]
    """Kinds of bot that play by the rule of thumb except at these numbers of players."""
    by_heart: dict[str, list[int]]
    """Kinds of bot, and the numbers of players at which they are ready whatever else is said here, with the printed rules."""
    languages: list[str]
    page: NotRequired[str]
    """The address of the table that the game's package brings for the page."""


class GameHeld(GameDescription):
    """A game, and what a view of it holds: see `parlour.engine.view.inventory`."""

    cells: list[dict[str, Any]]
    actions: list[dict[str, Any]]
    events: list[dict[str, Any]]


def option_shown(name: str, cell: Cell) -> OptionDescription:
    default = read_option(cell, cell.default)
    values = list(cell.names)
    if cell.flags:
        return {"name": name, "kind": "flags", "values": values, "default": default}
    if cell.seats:
        return {"name": name, "kind": "seat", "values": values, "default": default}
    if values:
        return {"name": name, "kind": "choice", "values": values, "default": default}
    return {"name": name, "kind": "number", "low": cell.low, "high": cell.high, "default": default}


def game_shown(game: Game) -> GameDescription:
    shown: GameDescription = {
        "game": game.name,
        "version": game.version,
        "seats": {"low": game.seats.start, "high": game.seats.stop - 1},
        "options": [option_shown(name, cell) for name, cell in game.option_cells.items()],
        "bots": kinds(game),
        "welcoming": welcoming(game),
        "warming": [],
        "only": _sizes(game),
        "by_heart": {SHARP: known} if (known := known_by_heart(game)) else {},
        "languages": list(languages(game.folder)),
    }
    if brought(game) is not None:
        shown["page"] = f"/api/games/{game.name}/page/index.js"
    return shown


def _sizes(game: Game) -> dict[str, list[int]]:
    """The kinds of other packages' bots that are for some numbers of players only."""
    at = {kind: [players for players in game.seats if fits(game, kind, players)] for kind in kinds(game) if foreign(game, kind)}
    return {kind: players for kind, players in at.items() if len(players) < len(game.seats)}


def offered(thinkers: Thinking) -> list[GameDescription]:
    """The games, with the kinds of bot that may be seated now."""
    return [_with_thinkers(shown, thinkers) for shown in catalogue()]


def held(game: Game, thinkers: Thinking) -> GameHeld:
    """One of the games, with all that its views hold."""
    shown, parts = _with_thinkers(game_shown(game), thinkers), inventory(game)
    return {**shown, "cells": parts["cells"], "actions": parts["actions"], "events": parts["events"]}


def _with_thinkers(shown: GameDescription, thinkers: Thinking) -> GameDescription:
    game = shown["game"]
    if SHARP not in shown["bots"]:
        return shown
    thinks = bool(not thoughtful(load(game)) or (thinkers.count and game not in thinkers.failed))
    at = strong(game)
    bots = [kind for kind in shown["bots"] if kind != SHARP or thinks or shown["by_heart"]]
    warming = [SHARP] if game in thinkers.warming else []
    only = {SHARP: at if thinks else []} if SHARP in bots and not (thinks and len(at) == len(load(game).seats)) else {}
    return {**shown, "bots": bots, "warming": warming, "only": shown["only"] | only}


@cache
def catalogue() -> tuple[GameDescription, ...]:
    """Every game that loads. One that does not is left out and complained of in the log: the room opens without it."""
    shown = []
    for name in games():
        try:
            shown.append(game_shown(load(name)))
        except Exception as error:  # a stranger's package may fail in any way
            tell("game left out", level=30, game=name, error=f"{type(error).__name__}: {error}")
    return tuple(shown)
