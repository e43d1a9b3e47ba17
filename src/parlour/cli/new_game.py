"""`parlour new-game`: a package that passes the laws, for a small game, to be changed."""

import argparse
import importlib
import json
import keyword
import re
import sys
from pathlib import Path
from typing import Any

from parlour.cli import asked
from parlour.engine import Game, games

MODEL = Path(__file__).parents[1] / "scaffold"
FULL = MODEL / "full"  # what --full lays besides
TEXTS = {".py", ".json", ".md", ".js", ".css"}
PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "parlour-{slug}"
version = "0.1"
description = "{title}, a game for Parlour"
requires-python = ">=3.11"
dependencies = ["parlour"]

[project.optional-dependencies]
test = ["parlour[test]"]

[project.entry-points."parlour.games"]
{name} = "parlour_{name}"

[tool.hatch.build.targets.wheel]
packages = ["parlour_{name}"]
"""
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
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name):
        raise asked.Wrong(f"a game's name is lower case letters, digits and _, beginning with a letter, not {name!r}")
    if name in games():
        raise asked.Wrong(f"a game called {name!r} is installed already")
    if folder.exists() and any(folder.iterdir()):
        raise asked.Wrong(f"{folder} is there already and not empty")
    lay_out(name, folder, full=bool(arguments.full))
    print(NEXT.format(name=name, folder=folder))


def lay_out(name: str, folder: Path, *, full: bool = False) -> None:
    """Write the model's files under the game's name, and its annotated playthrough; with `full` every optional part too."""
    title = name.replace("_", " ").capitalize()
    package = folder / f"parlour_{name}"
    package.mkdir(parents=True)
    for file in sorted(MODEL.iterdir()):
        if file.suffix in TEXTS:
            _laid(file, package / file.name, name, title)
    for file in sorted(FULL.rglob("*")) if full else ():
        to = package / file.relative_to(FULL)
        if file.suffix == ".json":
            _joined(json.loads(file.read_text(encoding="utf-8")), to)
        elif file.suffix in TEXTS and file.name != "__init__.py":
            to.parent.mkdir(exist_ok=True)
            _laid(file, to, name, title)
    (package / "__init__.py").write_text(f'"""{title}, a game for Parlour."""\n', encoding="utf-8")
    project = PROJECT.format(name=name, slug=name.replace("_", "-"), title=title)
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    _told(name, folder)


def _laid(file: Path, to: Path, name: str, title: str) -> None:
    text = file.read_text(encoding="utf-8").replace("parlour.scaffold", f"parlour_{name}")
    to.write_text(text.replace('"scaffold"', f'"{name}"').replace("Scaffold", title), encoding="utf-8")


def _joined(more: dict[str, dict[str, Any]], to: Path) -> None:
    """The sections of a catalogue with more words in them."""
    words = json.loads(to.read_text(encoding="utf-8"))
    for section, found in more.items():
        words[section] = {**words.get(section, {}), **found}
    to.write_text(json.dumps(words, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _told(name: str, folder: Path) -> None:
    from parlour.testing import playthroughs  # noqa: PLC0415

    sys.path.insert(0, str(folder.resolve()))
    try:
        rules = importlib.import_module(f"parlour_{name}.rules")
    finally:
        sys.path.pop(0)
    playthroughs.write(Game(f"parlour_{name}", rules), folder / "playthroughs")
