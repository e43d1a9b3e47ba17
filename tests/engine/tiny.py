"""The smallest game there is, for tests that must compile: players add 1 to 3 in turn, whoever reaches the goal wins."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from parlour.engine.contract.game import Game

RULES = """
from enum import IntEnum

from parlour.games.cells import EVERYONE, arg, cell, emit, tell

NAME = "tiny"
VERSION = 1
SEATS = range(2, 4)
GOAL = 10
LENGTHS = (60, 60)


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
    sum = cell(high=127, says="of what was added")


def setup(s, players, options):
    s.players = players


def to_act(s):
    return 1 << s.turn if s.sum < GOAL else 0


def legal(s, seat, out):
    if seat != s.turn or s.sum >= GOAL:
        return 0
    for i in range(3):
        out[i] = i
    return 3


def play(s, seat, action):
    s.sum += action - Action.ADD + 1
    emit(s, EVERYONE, Event.ADDED, seat, action)
    if s.sum < GOAL:
        s.turn = (s.turn + 1) % s.players


def score(s, seat):
    return s.sum if seat == s.turn and s.sum >= GOAL else 0


def rank(s, seat):
    if s.sum < GOAL:
        return 0
    return 1 if seat == s.turn else 2


def longest(s):
    return LENGTHS[0]


def sound(s):
    return s.sum < GOAL + 3


def hide(s, seat):
    pass


def fill(s, seat, dice):
    pass


def idle(s, seat, dice):
    return Action.ADD
"""


def module_from(path: Path) -> ModuleType:
    """A module of its own from a file of rules."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def tiny(folder: Path, name: str = "tiny_rules", goal: int = 10) -> Game:
    """The tiny game, its rules in a file of their own, with another goal where one is given."""
    path = folder / f"{name}.py"
    path.write_text(RULES.replace("GOAL = 10", f"GOAL = {goal}"), encoding="utf-8")
    return Game("tiny", module_from(path))
