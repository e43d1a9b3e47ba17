"""Games of which it is known what decides who wins: pure chance, skill, mixed choices, the seat; and one with one fair rule.

Two seats say a number from 1 to 4 each, in turn, and none sees the other's; chance throws a coin. KIND says who wins.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from parlour.engine import View
from parlour.engine.contract.game import Game
from tests.engine.tiny import module_from

RULES = """
from enum import IntEnum

from parlour.games.cells import CHANCE, UNKNOWN, arg, cell, cell_of, draw, option

NAME = "toy_kind"
VERSION = 1
SEATS = range(2, 3)
COIN, SKILL, PENNIES, FIRST, PLANTED = range(5)
KIND = COIN


class Action(IntEnum):
    SAY = 0
    FALL = 4


class Event(IntEnum):
    pass


ACTIONS = {Action.SAY: (arg("number", 4, first=1),), Action.FALL: (arg("side", 2),)}
EVENTS = {}


class Options:
    bonus = option(high=12, says="what seat 1 has on top; of PLANTED how far the coin is bent, 6 being even")


class State:
    bonus = cell_of(Options.bonus)
    said = cell(2, low=UNKNOWN, high=3, says="what each seat said")
    coin = cell(high=1, says="how the coin fell")
    step = cell(high=3, says="0 and 1: that seat says a number, 2: the coin, 3: over")


def setup(s, players, options):
    s.step = 0


def to_act(s):
    if s.step == 3:
        return 0
    return 1 << CHANCE if s.step == 2 else 1 << s.step


def legal(s, seat, out):
    if not to_act(s) >> seat & 1:
        return 0
    count = 2 if seat == CHANCE else 4
    first = Action.FALL if seat == CHANCE else Action.SAY
    for i in range(count):
        out[i] = first + i
    return count


def odds(s, outcome):
    if KIND != PLANTED:
        return 1
    return (1 + s.bonus) ** 2 if outcome == Action.FALL else (13 - s.bonus) ** 2


def play(s, seat, action):
    if seat == CHANCE:
        s.coin = action - Action.FALL
    else:
        s.said[seat] = action - Action.SAY
    s.step += 1


def score(s, seat):
    if s.step < 3:
        return 0
    if KIND in (COIN, PLANTED):
        return int(s.coin == seat)
    if KIND == PENNIES:
        return int((s.said[0] % 2 == s.said[1] % 2) == (seat == 0))
    if KIND == SKILL:
        return s.said[seat] + seat * s.bonus
    return 1 - seat


def rank(s, seat):
    if s.step < 3:
        return 0
    return 1 if score(s, seat) >= score(s, 1 - seat) else 2


def longest(s):
    return 3


def sound(s):
    return True


def hide(s, seat):
    for p in range(2):
        if seat != p and s.step > p and s.step < 3:
            s.said[p] = UNKNOWN


def fill(s, seat, dice):
    for p in range(2):
        if seat != p and s.step > p and s.said[p] == UNKNOWN:
            s.said[p] = draw(dice, 4)


def idle(s, seat, dice):
    return Action.SAY
"""

COIN, SKILL, PENNIES, FIRST, PLANTED = "COIN", "SKILL", "PENNIES", "FIRST", "PLANTED"
LEVELS = ("tests.lab.toys:low", "tests.lab.toys:high")


def toy(folder: Path, kind: str) -> Game:
    """The toy that `kind` decides."""
    path = folder / f"toy_{kind.lower()}.py"
    path.write_text(RULES.replace("KIND = COIN", f"KIND = {kind}").replace("toy_kind", f"toy_{kind.lower()}"), encoding="utf-8")
    return Game(path.stem, module_from(path))


def low(view: View, legal: Sequence[int], rng: Random) -> int:
    """A weak player: the lowest number."""
    return legal[0]


def high(view: View, legal: Sequence[int], rng: Random) -> int:
    """A strong player: the highest."""
    return legal[-1]
