"""Everything a game gets for free."""

from parlour.engine.contract.game import BrokenGame, Game, GameError, UnknownGame, editions, games, installed, load, of_version
from parlour.engine.match.match import IllegalAction, Match, Seating
from parlour.engine.record.log import Log, LogError
from parlour.engine.view.view import Told, View
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER

__all__ = [
    "CHANCE",
    "CLOCK",
    "ONLOOKER",
    "BrokenGame",
    "Game",
    "GameError",
    "IllegalAction",
    "Log",
    "LogError",
    "Match",
    "Seating",
    "Told",
    "UnknownGame",
    "View",
    "editions",
    "games",
    "installed",
    "load",
    "of_version",
]
