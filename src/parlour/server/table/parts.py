"""The parts of a table, with which requests are handled."""

from parlour.engine import Game
from parlour.server.settings import Settings
from parlour.server.table.audience import Audience
from parlour.server.table.chairs import Chairs
from parlour.server.table.clock import Timers
from parlour.server.table.course import Course
from parlour.server.table.keeping import Keeping
from parlour.server.table.lobby import Lobby
from parlour.server.table.running import Roll
from parlour.server.table.seats import Seats
from parlour.server.table.signals import Signals
from parlour.server.table.standstill import Standstill
from parlour.server.table.succession import Succession
from parlour.server.table.talk import Talk
from parlour.server.table.televisions import Televisions
from parlour.server.wire.values import Status


class Parts:
    """The parts of one table, each of which knows its own; `roll(n)` gives an int in 0 .. n-1 for chance, bots and pauses."""

    def __init__(self, word: str, game: Game, settings: Settings, roll: Roll) -> None:
        self.word = word
        self.roll = roll
        self.lobby = Lobby(game, settings)
        self.timers = Timers(settings, roll)
        self.audience = Audience(word, game)
        self.chairs = Chairs(self.lobby, self.audience, self.timers, settings)
        self.course = Course(word, self.lobby, self.audience, self.chairs, self.timers, settings, roll)
        self.talk = Talk(word, settings.limits)
        self.standstill = Standstill(word, self.course, self.audience, roll)
        self.succession = Succession(settings)
        self.signals = Signals(settings.limits)
        self.televisions = Televisions(settings.limits.televisions, self.lobby, roll)

    @property
    def seats(self) -> Seats:
        """The people here."""
        return self.lobby.seats

    @property
    def keeping(self) -> Keeping:
        """What makes it a kept table, where it is one."""
        return self.lobby.keeping

    @property
    def game(self) -> Game:
        return self.lobby.game

    @property
    def status(self) -> Status:
        return self.course.status

    @property
    def number(self) -> int:
        """Of the last match."""
        return self.course.number

    def change_game(self, game: Game) -> None:
        """Another game, or another version of its rules, is played from now on. Raises Refused (no_bots_here)."""
        self.lobby.change_game(game)
        self.audience.show(game)
        self.course.minds.show(game)
