"""`parlour games`: what is installed."""

import argparse
import json
from typing import Any

from parlour.cli import asked
from parlour.engine.words import Json


def add(commands: Any) -> None:
    p = commands.add_parser(
        "games",
        help="list the games installed, with their options",
        description="List the games installed, ours and strangers', with the numbers of players and the options of each. "
        "One that is broken is named on stderr and left out.",
    )
    p.add_argument("--json", action="store_true", help="print the list as JSON")
    p.set_defaults(run=list_games)


def list_games(arguments: argparse.Namespace) -> None:
    described = [game.describe() for game in asked.loadable([])]
    if arguments.json:
        print(json.dumps(described, indent=2))
        return
    for game in described:
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
