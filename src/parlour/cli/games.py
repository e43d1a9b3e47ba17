"""`parlour games`: what is installed, and what a view of it holds."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

from parlour.cli import asked
from parlour.engine import Game
from parlour.engine.contract.words import Json
from parlour.engine.view.inventory import inventory

LONG = 16  # names of values that stand in a line
VIEWS = """# What a view holds

Written by `parlour games --markdown` (`make generated`) from what the rules declare. `parlour games --json` and
`GET /api/games/{game}` say the same as data, `GET /api/games/{game}/schema.json` as the JSON Schema of a view.

Cells are what `view["cells"]` has, by name; *or null*: where a seat may not know it. In actions (`view["legal"]`, `view["may"]`)
and events seats count from 0, columns, rows and slots from 1. An action's number is its first one plus the index of its
arguments in mixed radix, the last running fastest. Of an event's arguments the one in *italics* is null for who may not know it.
"""


def add(commands: Any) -> None:
    p = commands.add_parser(
        "games",
        help="list the games installed, with their options",
        description="List the games installed, ours and strangers', with the numbers of players and the options of each. "
        "With --json or --markdown also every cell, action and event of a view. "
        "One that is broken is named on stderr and left out.",
    )
    asked.takes_games(p)
    shown = p.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print it as JSON")
    shown.add_argument("--markdown", action="store_true", help="print what a view holds as Markdown")
    p.set_defaults(run=list_games)


def list_games(arguments: argparse.Namespace) -> None:
    chosen = list(asked.loadable(arguments.game))
    if arguments.json:
        print(json.dumps([game.describe() | inventory(game) for game in chosen], indent=2))
        return
    if arguments.markdown:
        print(document(chosen))
        return
    for game in (one.describe() for one in chosen):
        print(f"{game['game']}  version {game['version']}, {game['seats']['low']} to {game['seats']['high']} players")
        for option in game["options"]:
            print(f"    --option {option['name']}=…  {_choices(option)}  (default {json.dumps(option['default'])})")


def _choices(option: dict[str, Json]) -> str:
    if option["kind"] == "number":
        return f"{option['low']} to {option['high']}"
    values = ", ".join(map(str, option["values"]))
    return {"choice": values, "seat": f"{values} or a seat from 0", "flags": f"a JSON list of some of: {values}"}[
        str(option["kind"])
    ]


def document(chosen: Iterable[Game]) -> str:
    """What the views of some games hold, as Markdown."""
    return VIEWS + "".join(f"\n{line}" for game in chosen for line in _chapter(game))


def _chapter(game: Game) -> list[str]:
    held = inventory(game)
    cells = [
        f"| `{cell['name']}` | {' × '.join(map(str, cell['shape'])) or 'one'} | {_values(cell)} | {cell['says']} |"
        for cell in held["cells"]
    ]
    actions = [
        f"| {action['first']}{f' to {last}' if (last := action['first'] + action['count'] - 1) > action['first'] else ''} |"
        f" `{action['do']}` | {_arguments(action['arguments'])} |"
        for action in held["actions"]
    ]
    events = [f"| `{event['event']}` | {_arguments(event['where'], event['value'])} |" for event in held["events"]]
    return [
        *(f"## {game.name}", "", "| cell | shape | values | what it holds |", "| --- | --- | --- | --- |", *cells, ""),
        *("| numbers | action | arguments |", "| ---: | --- | --- |", *actions, ""),
        *("| event | arguments |", "| --- | --- |", *events, ""),
    ]


def _values(cell: dict[str, Json]) -> str:
    return _range(cell) + ", or null" * bool(cell["unknown"])


def _range(held: dict[str, Json]) -> str:
    if "low" in held:
        return f"{held['low']} to {held['high']}"
    names = list(map(str, held["values"]))
    return ", ".join(names if len(names) <= LONG else [*names[: LONG - 3], "…", names[-1]])


def _arguments(public: list[dict[str, Json]], secret: dict[str, Json] | None = None) -> str:
    shown = [f"`{a['name']}` ({_range(a)})" for a in public]
    return ", ".join([*shown, f"*`{secret['name']}`* ({_range(secret)})"] if secret else shown)
