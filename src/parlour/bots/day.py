"""The deal of a day: what chance answers in a reference match between Steady bots, by a secret of that day alone.

Whoever has the secret makes the same deal; whoever has the deal does not find the secret (docs/fairness.md).
"""

import re
from random import Random
from typing import Any

from parlour.bots import sensible
from parlour.engine import CHANCE, Game, GameError, Match, load
from parlour.engine.chance.chance import Chance
from parlour.engine.chance.dealer import deal_of
from parlour.engine.record.deal import Deal
from parlour.engine.record.draws import Draws, hashed

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
HEADING = "parlour-day-1"


class NoDay(GameError):
    """A game that has no deal of the day."""


def secret_of(house: str, date: str) -> str:
    """The secret of a day, 64 hex digits, from a secret that the house keeps for good."""
    return hashed(HEADING, house, date)


def name_of(game: str, date: str) -> str:
    """What the deal is called in a log."""
    return f"{date}/{game}"


def options_of(game: str | Game) -> tuple[int, dict[str, Any]]:
    """How many play the deal of a day, and with which options: short, against bots. Raises NoDay."""
    game = load(game)
    part = game.part("day")
    if part is None:
        raise NoDay(f"{game.name} has no deal of the day")
    return part.PLAYERS, dict(part.OPTIONS)


def day_deal(game: str | Game, date: str, secret: str) -> Deal:
    """The deal of a day. Raises NoDay."""
    game = load(game)
    players, options = options_of(game)
    return reference_deal(game, players, options, name_of(game.name, date), secret)


def reference_deal(game: Game, players: int, options: dict[str, Any], name: str, secret: str) -> Deal:
    """What chance answers by a secret (64 hex digits) in a match between so many Steady bots, under a name."""
    draws = Draws(secret, name, (None,) * players)
    match, chance, rng = Match.start(game, players, options), Chance(draws, draws.roller(0)), Random(draws.dice_of(0))
    while not match.over:
        who = match.to_act[0]
        if who == CHANCE:
            chance.answer(match)
        elif who >= players:
            match.play(who, match.legal(who)[0])
        else:
            match.play(who, sensible(match.view(who), match.legal(who), rng))
    return deal_of(match.log(), name)
