"""What every game gets for nothing."""

from parlour.engine.game import BrokenGame, Game, GameError, UnknownGame, editions, games, installed, load, of_version
from parlour.engine.log import Log, LogError
from parlour.engine.match import IllegalAction, Match, Seating
from parlour.engine.view import Told, View
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
