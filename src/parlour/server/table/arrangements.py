"""What is arranged at a table between its matches, and by its host at any time."""

from parlour.engine import Game, GameError, load
from parlour.server.table.audience import Audience
from parlour.server.table.chairs import Chairs
from parlour.server.table.course import Course
from parlour.server.table.lobby import Lobby
from parlour.server.table.outcome import Turn
from parlour.server.table.running import Roll
from parlour.server.table.seats import Person
from parlour.server.table.talk import Talk
from parlour.server.wire.refused import Refused
from parlour.server.wire.requests import AnyRequest, ChangeGame, Close, Hush, Rematch, Remove, Shake, Start, Vouch


class Arrangements:
    """One table's. What is refused changes nothing."""

    __slots__ = ("_audience", "_chairs", "_course", "_lobby", "_roll", "_talk")

    def __init__(self, lobby: Lobby, audience: Audience, chairs: Chairs, course: Course, talk: Talk, roll: Roll) -> None:
        self._lobby = lobby
        self._audience = audience
        self._chairs = chairs
        self._course = course
        self._talk = talk
        self._roll = roll

    def ask(self, person: Person, message: AnyRequest, turn: Turn) -> None:
        """Do what a person asks. Raises Refused."""
        if isinstance(message, Shake):
            self._shake(person, message)
        else:
            self._lobby.admit(person, message, self._course.status)
            self._arrange(person, message, turn)
        turn.table = turn.kept = True

    def _shake(self, person: Person, message: Shake) -> None:
        """Add to the secret of the next match what this person's page drew."""
        if self._course.status not in ("lobby", "over"):
            raise Refused("wrong_status", "what decides a match is fixed when it begins")
        self._course.sealing.shake(person.number, message.seal, message.part)

    def _arrange(self, person: Person, message: AnyRequest, turn: Turn) -> None:
        match message:
            case Start():
                self._course.begin(turn)
            case Rematch():
                self._rematch()
            case ChangeGame():
                self._change_game(message.game)
            case Remove():
                self._chairs.dismiss(self._lobby.seats.person(message.person), message.stay_out, turn)
            case Hush():
                self._talk.hush(message, self._lobby.seats)
            case Vouch():
                self._chairs.vouch(message.person, message.yes, f"{self._roll(1 << 192):048x}", turn)
            case Close():
                self._course.close("cleared")
            case _:
                self._lobby.change(person, message)

    def _rematch(self) -> None:
        newest = load(self._lobby.game.name)
        if newest is not self._lobby.game:  # rules of before end with their match
            self.show(newest)
        self._course.to_lobby()

    def _change_game(self, name: str) -> None:
        """The people go on to another game, under the same word. Raises Refused (unknown_game, no_bots_here)."""
        try:
            game = load(name)
        except GameError as error:
            raise Refused("unknown_game", str(error), field="game") from None
        self.show(game)
        self._course.to_lobby()

    def show(self, game: Game) -> None:
        """Another game, or another version of its rules, is played from now on."""
        self._lobby.change_game(game)
        self._audience.show(game)
        self._course.show(game)
