"""Stand-ins: bots, and the game's ordinary action for whoever runs out of time."""

import random

from parlour.bots import bot
from parlour.engine import Game, Match
from parlour.games.cells import CLOCK, seeded
from parlour.server.table.running import Roll, Running

ONE_TURN = 64  # steps that a bot takes without a pause, at most


class StandIn:
    """Chooses for seats of one table, from what each seat itself knows."""

    __slots__ = ("_game", "_roll", "notes")

    def __init__(self, game: Game, roll: Roll) -> None:
        self._game = game
        self._roll = roll
        self.notes: list[str] = []  # for the operator, free of secrets

    def idle(self, match: Match, seat: int) -> int:
        """The ordinary action."""
        return self._game.idle(match.view(seat).state, seat, [self._roll(1 << 62)])

    def take_turn(self, running: Running, seat: int, kind: str) -> None:
        """What people see as one turn of a bot: it plays on as long as it alone decides, up to a moment that is worth a pause."""
        for _ in range(ONE_TURN):
            dice = random.Random(seeded(running.dice_of(seat), running.steps))
            running.play(seat, self.choice(running.match, seat, kind, dice))
            running.settle()
            if not self.goes_on(running, seat):
                return

    def goes_on(self, running: Running, seat: int) -> bool:
        """Whether what the seat is asked now belongs to the turn it is having, so that no pause is due."""
        asked = running.match.to_act
        return seat in asked and CLOCK not in asked and self._game.moments.isdisjoint(running.match.legal(seat))

    def choice(self, match: Match, seat: int, kind: str, dice: random.Random) -> int:
        """A bot's choice; one that fails, or answers nonsense, is replaced by the game's idle: the table must go on."""
        view = match.view(seat)
        legal = view.legal
        try:
            choice = bot(self._game, kind)(view, legal, dice)
        except Exception as error:  # a stranger's bot may raise anything
            self.notes.append(f"bot {kind} of {self._game.name} failed: {type(error).__name__}")
            return self.idle(match, seat)
        if choice not in legal:
            self.notes.append(f"bot {kind} of {self._game.name} chose what is not legal")
            return self.idle(match, seat)
        return choice

    def take_notes(self) -> list[str]:
        notes, self.notes = self.notes, []
        return notes
