"""`parlour new-game`: a package that passes the laws, for a small game, to be changed."""

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

from parlour import drafts
from parlour.cli import asked
from parlour.engine import Game, games

NEXT = """{folder} holds a game that passes the laws. Install it beside Parlour, hold it to them, and play it:

  pip install --editable '{folder}[test]'
  pytest --pyargs parlour.testing.kit --parlour-game {name} --parlour-playthroughs {folder}/playthroughs
  parlour play {name}

Then change it: docs/writing-a-game.md is the contract."""


def add(commands: Any) -> None:
    p = commands.add_parser(
        "new-game",
        help="create the package of a new game",
        description="Lay out a package of a small game that passes the laws, to be changed into another.",
    )
    p.add_argument("name", help="the game's id: lower case letters, digits and _")
    p.add_argument("--folder", type=Path, help="where (default: a new folder of that name here)")
    p.add_argument(
        "--full", action="store_true", help="every optional part too: page, policy, advice, guide, chance, texts, features"
    )
    p.set_defaults(run=new_game)


def new_game(arguments: argparse.Namespace) -> None:
    name, folder = str(arguments.name), Path(arguments.folder or arguments.name)
    if drafts.fault(name):
        raise asked.Wrong(drafts.fault(name))
    if name in games():
        raise asked.Wrong(f"a game called {name!r} is installed already")
    if folder.exists() and any(folder.iterdir()):
        raise asked.Wrong(f"{folder} is there already and not empty")
    lay_out(name, folder, full=bool(arguments.full))
    print(NEXT.format(name=name, folder=folder))


def lay_out(name: str, folder: Path, *, full: bool = False) -> None:
    """Write the model's files under the game's name, and its annotated playthrough; with `full` every optional part too."""
    for path, text in drafts.laid_out(name, full=full).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    _told(name, folder)


def _told(name: str, folder: Path) -> None:
    from parlour.testing import playthroughs  # noqa: PLC0415

    sys.path.insert(0, str(folder.resolve()))
    try:
        rules = importlib.import_module(f"parlour_{name}.rules")
    finally:
        sys.path.pop(0)
    playthroughs.write(Game(f"parlour_{name}", rules), folder / "playthroughs")
