"""The tiny game again, its rules in several modules that use the same names for different things."""

import importlib
import sys
from pathlib import Path

import pytest

from parlour.engine.contract.game import Game

MODULES = {
    "state": """
from enum import IntEnum

from parlour.games.cells import arg, cell, tell

STEPS = (1, 2, 3)


class Action(IntEnum):
    ADD = 0


class Event(IntEnum):
    ADDED = 0


ACTIONS = {Action.ADD: (arg("how_many", 3, first=1),)}
EVENTS = {Event.ADDED: tell(arg("how_many", 3, first=1))}


class Options:
    pass


class State:
    players = cell(high=3)
    turn = cell(high=2)
    sum = cell(high=127)


def next_one(s, seat):
    return (seat + 1) % s.players
""",
    "sums": """
from parlour.games.cells import EVERYONE, emit as told

from .state import STEPS, Event, next_one

GOAL = 10
TABLE = (0, 60)
ADDED = int(Event.ADDED)


def reached(s):
    return s.sum >= GOAL


def add(s, seat, action):
    s.sum += STEPS[action]
    told(s, EVERYONE, ADDED, seat, action)
    if not reached(s):
        s.turn = next_one(s, seat)


def bound(i):
    return TABLE[i]
""",
    "knowledge": """
TABLE = (7, 13)


def bound(i: int) -> int:
    return TABLE[i]


def hide(s, seat):
    pass


def fill(s, seat, dice):
    s.sum += 0 * bound(0)


def sound(s):
    return s.sum < bound(1)
""",
    "rules": """
from {package}.knowledge import fill, hide, sound
from .state import ACTIONS, EVENTS, Action, Event, Options, State, next_one
from .sums import add as play
from .sums import bound, reached

NAME = "several"
VERSION = 1
SEATS = range(2, 4)
TABLE = (5,)


def knowledge_bound(i):
    return TABLE[i] - 5 + i


def setup(s, players, options):
    s.players = players


def to_act(s):
    return 0 if reached(s) else 1 << s.turn


def legal(s, seat, out):
    if seat != s.turn or reached(s):
        return 0
    for i in range(3):
        out[i] = i
    return 3


def score(s, seat):
    return s.sum if seat == s.turn and reached(s) else 0


def rank(s, seat):
    if not reached(s):
        return 0
    return 1 if seat == s.turn else 2


def longest(s):
    return bound(1) + knowledge_bound(0)


def idle(s, seat, dice):
    return Action.ADD
""",
}


class Several:
    """A package in a folder of its own that Python finds; each has another name."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.package = f"several_{abs(hash(folder))}"
        self.folder = folder / self.package
        self.folder.mkdir()
        (self.folder / "__init__.py").touch()
        monkeypatch.syspath_prepend(folder)
        for name, text in MODULES.items():
            self.write(name, text.replace("{package}", self.package))

    def write(self, name: str, text: str) -> None:
        (self.folder / f"{name}.py").write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / f"{name}.py").read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def game(self) -> Game:
        """The game as it is written now."""
        for name in [name for name in sys.modules if name.partition(".")[0] == self.package]:
            del sys.modules[name]
        importlib.invalidate_caches()
        return Game(self.package, importlib.import_module(f"{self.package}.rules"))
