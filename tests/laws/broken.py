"""The toy with one thing wrong: what the law kit must catch."""

import importlib.util
import sys
from pathlib import Path

import pytest
from parlour_toy import rules

from parlour.engine.contract.game import Game
from parlour.engine.match import match


def game_from(text: str, folder: Path) -> Game:
    """A game whose rules are this text, as a module of its own."""
    name = f"rules_{folder.name}_{abs(hash(text))}"
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return Game("parlour_toy", module)


def toy(folder: Path, monkeypatch: pytest.MonkeyPatch, *edits: tuple[str, str]) -> Game:
    """The toy after some edits of its rules, each of which must find its place; it is what its name then loads."""
    text = Path(rules.__file__).read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, f"the toy's rules no longer hold {old!r}"
        text = text.replace(old, new, 1)
    game = game_from(text, folder)
    monkeypatch.setattr(match, "load", lambda name: game)
    return game
