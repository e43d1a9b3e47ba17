"""The bots at a table: what those think that do, and what each of them plays."""

from collections import deque
from dataclasses import replace

from parlour.bots import foreign, kinds, strong, thoughtful
from parlour.bots.levels import SHARP, STEADY, by_heart
from parlour.engine import Game, load
from parlour.server.settings import Settings
from parlour.server.table.clock import Due, Timers
from parlour.server.table.lobby import Lobby
from parlour.server.table.outcome import Turn
from parlour.server.table.running import Roll, Running
from parlour.server.table.standin import StandIn
from parlour.server.table.thinking import FAILED, LATELY, Thinking


class Minds:
    """Lives as long as its table; what is thought is thought of the match it was last told to follow."""

    __slots__ = ("_lasted", "_lobby", "_roll", "_settings", "_standin", "_thinking", "_timers", "_word")

    def __init__(self, word: str, lobby: Lobby, timers: Timers, settings: Settings, roll: Roll) -> None:
        self._word = word
        self._lobby = lobby
        self._timers = timers
        self._settings = settings
        self._roll = roll
        self._standin = StandIn(lobby.game, roll)
        self._thinking: Thinking | None = None  # of the match that runs
        self._lasted = deque[float](maxlen=LATELY)  # seconds, of the last thoughts at this table

    def show(self, game: Game) -> None:
        """Another game, or another version of its rules, is played from now on."""
        self._standin = StandIn(game, self._roll)

    def follow(self, running: Running) -> bool:
        """Begin to tell the bots that think what they see; whether there is anybody to think for them."""
        game = self._lobby.game
        today = game is load(game.name)  # all that other processes know are today's rules
        able = self._settings.thinkers > 0 and today
        sat = {person.seat: person.bot for person in self._lobby.seats if person.seat is not None and person.bot and today}
        self._thinking = Thinking.of(self._word, running, sat, self._lasted, able)
        return able

    def note(self, who: int, action: int) -> None:
        """A step was played."""
        if self._thinking is not None:
            self._thinking.note(who, action)

    def drop(self, seat: int) -> None:
        """No bot plays in this seat any more."""
        if self._thinking is not None:
            self._thinking.drop(seat)

    def think(self, running: Running, turn: Turn) -> None:
        """Ask for the thoughts that are due."""
        if self._thinking is not None:
            turn.thoughts.extend(self._thinking.asks(running))

    def thinks(self, seat: int) -> bool:
        """Whether this seat's bot thinks."""
        return self._thinking is not None and seat in self._thinking

    def with_thought(self, due: Due, running: Running) -> Due:
        """A bot whose thought is under way is given a little longer, and one that has no choice takes as long as others have."""
        thinking = self._thinking
        if due.what != "play" or thinking is None or due.who not in thinking:
            return due
        longer = self._settings.patience if thinking.waits(due.who, running) else thinking.seeming(due.who, running, self._roll)
        return replace(due, at=max(due.at, self._timers.since(due.who) + longer))

    def idle(self, running: Running, seat: int) -> None:
        """The ordinary action is played for a seat."""
        running.play(seat, self._standin.idle(running.match, seat))

    def play(self, running: Running, seat: int, kind: str) -> None:
        """A bot's turn, or as much of it as one thought is of: what comes after that is thought of first."""
        thought = self._thinking.take(seat, running, self._settings.patience) if self._thinking is not None else None
        if thought is None:
            game, state = self._lobby.game, running.match.state
            sharp = kind == SHARP and by_heart(game, state) is None
            steady = sharp and (thoughtful(game) or running.match.players not in strong(game))
            usual = kinds(game)[0] if foreign(game, kind) else STEADY if steady else kind  # a stranger's is never asked here
            self._standin.take_turn(running, seat, usual)
            return
        running.play(seat, thought)
        running.settle()
        if self._standin.goes_on(running, seat):
            self._timers.go_on(seat)

    def answered(self, running: Running, seat: int, question: int, action: int | None, turn: Turn, *, over: bool) -> None:
        """What a thinker answered to an `Ask` of this match."""
        if self._thinking is None:
            return
        if kind := self._thinking.foreign(seat):
            asked = running.questions[seat] == question and not over
            if action == FAILED or (action is not None and asked and action not in running.match.legal(seat)):
                self._replace(seat, kind, turn)
                return
        lasted = turn.now - self._timers.since(seat) if self._timers.asked(seat) else 0.0
        turn.thoughts.extend(self._thinking.answered(seat, question, action, lasted))

    def _replace(self, seat: int, kind: str, turn: Turn) -> None:
        """A stranger's bot has failed: the game's usual one plays on in its place, which everybody sees."""
        self.drop(seat)
        person = self._lobby.seats.at(seat)
        if person.bot == kind:
            person.bot = kinds(self._lobby.game)[0]
            turn.table = turn.kept = True
            self._standin.notes.append(f"bot {kind} of {self._lobby.game.name} failed and was replaced")

    def take_notes(self) -> list[str]:
        """What the operator is to hear of, free of secrets; each once."""
        return self._standin.take_notes()
