"""The lobby: seating order, options and turn clock before a match."""

from typing import Any

from parlour.bots import UnknownBot, bot, kinds, seated
from parlour.engine import Game, GameError
from parlour.engine.record.deal import Deal
from parlour.server.settings import Settings
from parlour.server.table.keeping import Keeping
from parlour.server.table.seats import Person, Seats
from parlour.server.wire.refused import Refused
from parlour.server.wire.values import Pace, Per

CLOCKS: dict[Per, tuple[int, int]] = {"turn": (5, 600), "match": (60, 7200)}  # seconds, at least and at most


class Lobby:
    """One table's agreement. Every method does what is asked, or raises Refused and changes nothing."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.seats = Seats()
        self.keeping = Keeping()
        self.clock = 0  # seconds; 0: none
        self.per: Per = "turn"
        self.pace: Pace = "calm"
        self.options: dict[str, Any] = {}
        self.barred: dict[str, float] = {}  # devices (as SHA-256, in hex) that the host sent away, and until when
        self.late = False  # whether the seat of a bot may be taken during a match
        self.practice = False  # whether the advisor can be asked before a play
        self.bots_allowed = True  # whether the game seats bots with these options
        self.deal: Deal | None = None  # of the match that is dealt again in the next one
        self.at_once = False  # whether the match begins as soon as all are here whom the deal is for
        self._use(game.options({}, game.seats.stop - 1))

    @property
    def all_here(self) -> bool:
        """Whether everybody sits here, and is connected, for whom the deal is."""
        return self.deal is not None and len(self.seats) == self.deal.players and all(person.here for person in self.seats)

    @property
    def free(self) -> int:
        """Places nobody has taken."""
        return self._numbers()[1] - sum(1 for person in self.seats if not person.left)

    def choose_options(self, chosen: dict[str, Any]) -> None:
        """Change some options; seats they name may still be empty. Raises Refused (bad_options, no_bots_here)."""
        try:
            options = self.game.options({**self.options, **chosen}, self.game.seats.stop - 1)
        except GameError as error:
            raise Refused("bad_options", str(error), field="options") from None
        if any(person.bot is not None for person in self.seats) and not seated(self.game, options):
            raise Refused("no_bots_here", "bots cannot sit at a table with these options; remove them first")
        self._use(options)

    def change_game(self, game: Game) -> None:
        """The same people play another game from now on, by its printed rules. Raises Refused (no_bots_here)."""
        options = game.options({}, game.seats.stop - 1)
        if any(person.bot is not None for person in self.seats) and not seated(game, options):
            raise Refused("no_bots_here", f"bots cannot sit at a table of {game.name} by its printed rules; remove them first")
        self.game = game
        self.deal = None
        for person in self.seats:
            if person.bot is not None and person.bot not in kinds(game):
                self._make(person, kinds(game)[0])
        self._use(options)

    def choose_clock(self, seconds: int, per: Per) -> None:
        """Set how long people have. Raises Refused (bad_options)."""
        low, high = CLOCKS[per]
        if seconds != 0 and not low <= seconds <= high:
            raise Refused("bad_options", f"a clock for a {per} has {low} to {high} seconds, or 0 for none", field="clock")
        self.clock, self.per = seconds, per

    def bar(self, person: Person, now: float) -> None:
        """A person who is sent away stays out for the evening, as far as the device is known."""
        self.barred = {device: until for device, until in self.barred.items() if until > now}
        if person.device is not None:
            self.barred[person.device] = now + self.settings.evening

    def admits(self, device: str | None, now: float) -> None:
        """Raises Refused (barred) where this device was sent away this evening."""
        if device is not None and self.barred.get(device, 0.0) > now:
            raise Refused("barred", "the host has asked you to stay away for the evening")

    def fits(self) -> None:
        """Raises Refused where the game is not played by so many (not_enough_people, too_many_people)."""
        low, high = self._numbers()
        what = self.game.name if self.deal is None else "the match that is dealt again"
        if len(self.seats) < low:
            raise Refused("not_enough_people", f"{what} needs at least {low} players")
        if len(self.seats) > high:
            raise Refused("too_many_people", f"{what} takes at most {high} players")

    def _numbers(self) -> tuple[int, int]:
        """How many people must and may sit here when a match begins."""
        if self.deal is not None:
            return self.deal.players, self.deal.players
        return self.game.seats.start, self.game.seats.stop - 1

    def as_agreed(self) -> None:
        """Raises Refused (dealt_again) where the options are those of a match that is dealt again."""
        if self.deal is not None:
            raise Refused("dealt_again", "a match that is dealt again has its own options; deal afresh to change them")

    def kept(self) -> dict[str, Any]:
        """What is stored of it."""
        return {
            "seats": self.seats.kept(),
            "options": self.options,
            "clock": self.clock,
            "per": self.per,
            "pace": self.pace,
            "barred": self.barred,
            "late": self.late,
            "practice": self.practice,
            "deal": self.deal.to_json() if self.deal is not None else None,
            "at_once": self.at_once,
            "keeping": self.keeping.kept() if self.keeping.on or self.keeping.members else None,
        }

    def restore(self, kept: dict[str, Any], now: float) -> bool:
        """Take up what was stored. False: the options were of an older version, and the game's defaults hold instead."""
        self.seats = Seats.restored(kept["seats"], now)
        self.clock = kept["clock"]
        self.per = kept.get("per", "turn")
        self.pace = kept.get("pace", "calm")
        self.barred = kept.get("barred", {})
        self.late = kept.get("late", False)
        self.practice = kept.get("practice", False)
        self.at_once = kept.get("at_once", False)
        deal = kept.get("deal")
        self.keeping = Keeping.restored(kept.get("keeping"))
        try:
            self._use(self.game.options(kept["options"], self.game.seats.stop - 1))
        except GameError:
            return False
        self.deal = Deal.from_json(deal) if deal is not None else None
        return True

    def _use(self, options: Any) -> None:
        self.options = self.game.read_options(options)
        self.bots_allowed = seated(self.game, options)

    def _known_bot(self, kind: str) -> str:
        try:
            bot(self.game, kind)
        except UnknownBot as error:
            raise Refused("unknown_bot", str(error), field="bot") from None
        if not self.bots_allowed:
            raise Refused("no_bots_here", "bots cannot sit at a table with these options")
        return kind

    def seat_bot(self, kind: str) -> None:
        self._known_bot(kind)
        if self.free <= 0:
            raise Refused("too_many_people", "all places at this table are taken")
        self.seats.add_bot(kind)

    def change_bot(self, person: Person, kind: str) -> None:
        if person.bot is None:
            raise Refused("no_such_person", "this is a person, not a bot", field="person")
        if self._known_bot(kind) != person.bot:
            self._make(person, kind)

    def _make(self, person: Person, kind: str) -> None:
        """A bot of one kind becomes another bot, of another kind."""
        name = self.seats.bot_name(kind)
        person.bot = None  # its old face is free
        person.bot, person.name, person.avatar = kind, name, self.seats.face(kind)

    def hand_over(self, person: Person) -> None:
        if not person.chair:
            raise Refused("no_such_person", "only a person who sits here can be the host", field="person")
        self.seats.host = person.number

    def move(self, person: Person, to: int) -> None:
        if to >= len(self.seats):
            raise Refused("bad_message", f"places go from 0 to {len(self.seats) - 1}", field="to")
        self.seats.move(person, to)
