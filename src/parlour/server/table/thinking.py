"""What the bots of a table that think are asked, and what they answered. The thinking itself is done elsewhere.

A thinker is told every step as its seat sees it: what `hide` leaves, and its own actions. It is never told more.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.bots import fits, foreign, pondered, strong
from parlour.bots.belief import seen
from parlour.bots.levels import SHARP, by_heart
from parlour.engine import Match
from parlour.engine.contract.slots import packed
from parlour.engine.view.view import Told
from parlour.games.cells import UNKNOWN
from parlour.server.table.running import Roll, Running

LATELY = 32  # thoughts whose times are kept
FAILED = -2  # the answer of a bot of another package that failed, died or was ended
TRIES = 2  # how often a question is put: a thinker that has forgotten the match is told it all once more

Step = tuple[int, int, tuple[Any, ...]]  # who acted, what the thinker itself did (else UNKNOWN), and what it sees then, packed


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a thinker, which can be sent to another process. `steps` are those from number `first` on."""

    table: str
    match: int
    seat: int
    question: int
    game: str
    players: int
    options: dict[str, Any] = field(repr=False)
    first: int
    steps: tuple[Step, ...] = field(repr=False)
    dice: int = field(default=0, repr=False)  # what it draws by: as secret as what chance will answer
    kind: str = ""  # of a bot that another package brings; empty: one that thinks
    events: tuple[Told, ...] = field(default=(), repr=False)  # for such a bot, what its seat has heard

    @property
    def mind(self) -> tuple[str, int, int]:
        """Whose thoughts these are."""
        return (self.table, self.match, self.seat)


@dataclass(slots=True)
class _Thinker:
    """One seat that thinks: what it is still to be told, and its last question."""

    last: Any  # what it saw after the last step
    told: int = 0  # steps it was told
    untold: list[Step] = field(default_factory=list)
    question: int = 0
    tries: int = 0
    action: Any = None  # the answer to the question; from the advisor, its counsel
    kind: str = ""  # of a bot that another package brings
    seems: tuple[int, float] = (0, 0.0)  # the last question without a choice, and how long it seems to be thought about


class Thinking:
    """The thinkers of one match. A seat that never thinks costs nothing."""

    __slots__ = ("_dice", "_game", "_lasted", "_match", "_number", "_seats", "_word")

    def __init__(
        self,
        word: str,
        number: int,
        match: Match,
        seats: Iterable[int],
        lasted: deque[float] | None = None,
        dice: Callable[[int], int] = lambda seat: 0,
        foreign: Mapping[int, str] | None = None,
    ) -> None:
        """`dice(seat)`: what each draws by; alike whenever it is asked. `foreign`: the seats of other packages' bots, by kind."""
        self._word, self._number, self._match, self._game = word, number, match, match.game
        self._dice = dice
        self._lasted = deque[float](maxlen=LATELY) if lasted is None else lasted  # seconds, of thoughts at this table
        self._seats = {seat: _Thinker(self._sight(seat), untold=self._all(seat)) for seat in seats}
        for seat, kind in (foreign or {}).items():
            self._seats[seat] = _Thinker(self._sight(seat), untold=self._all(seat), kind=kind)

    @classmethod
    def of(cls, word: str, running: Running, kinds: Mapping[int, str], lasted: deque[float], able: bool) -> "Thinking":
        """Of the seats whose bots are of a kind that takes its time, where the room is `able`; and of strangers'."""
        match = running.match
        game, players = match.game, match.players
        others = {seat: kind for seat, kind in kinds.items() if foreign(game, kind) and fits(game, kind, players)}
        able = able and pondered(match.game) and by_heart(match.game, match.state) is None and match.players in strong(match.game)
        seats = [seat for seat, kind in kinds.items() if able and kind == SHARP and seat not in others]
        return cls(word, running.number, match, seats, lasted, running.dice_of, others)

    def foreign(self, seat: int) -> str:
        """The kind of the bot of another package that is asked for this seat; empty where none is."""
        return self._seats[seat].kind if seat in self._seats else ""

    def __contains__(self, seat: int) -> bool:
        return seat in self._seats

    def follow(self, seat: int) -> None:
        """This seat thinks from now on; it is told what it has seen."""
        if seat not in self._seats:
            self._seats[seat] = _Thinker(self._sight(seat), untold=self._all(seat))

    def drop(self, seat: int) -> None:
        """This seat is played by a person now."""
        self._seats.pop(seat, None)

    def _all(self, seat: int) -> list[Step]:
        """Every step so far, from the log."""
        return [(step.who, step.own, packed(step.state, self._game.cells)) for step in seen(self._match.log(), seat)]

    def _sight(self, seat: int) -> Any:
        state = self._match.state.clone()
        self._game.hide(state, seat)
        return state

    def note(self, who: int, action: int) -> None:
        """A step was played."""
        for seat, thinker in self._seats.items():
            before, thinker.last = thinker.last, self._sight(seat)
            if self._game.to_act(before) >> who & 1 or who == seat or thinker.last != before:
                own = action if who == seat else UNKNOWN
                thinker.untold.append((who, own, packed(thinker.last, self._game.cells)))

    def asks(self, running: Running) -> list[Ask]:
        """The questions that are to be put now: each once."""
        found = []
        for seat, thinker in self._seats.items():
            question = running.questions[seat]
            if seat in running.turns and thinker.question != question and len(running.match.legal(seat)) > 1:
                found.append(self.put(seat, question))
        return found

    def put(self, seat: int, question: int) -> Ask:
        """A question to this seat's thinker."""
        thinker = self._seats[seat]
        thinker.question, thinker.tries, thinker.action = question, 0, None
        return self._ask(seat, thinker)

    def _ask(self, seat: int, thinker: _Thinker) -> Ask:
        log = self._match.log()
        steps, first = tuple(thinker.untold), thinker.told
        thinker.told, thinker.untold = first + len(steps), []
        thinker.tries += 1
        heard = tuple(self._match.view(seat).events) if thinker.kind else ()
        return Ask(
            *(self._word, self._number, seat, thinker.question, log.game, log.players, log.options, first, steps),
            *(self._dice(seat), thinker.kind, heard),
        )

    def answered(self, seat: int, question: int, action: Any, lasted: float = 0.0) -> list[Ask]:
        """What came back after so many seconds.

        None: it was not thought; where the thinker has only forgotten, it is asked again and told all.
        """
        thinker = self._seats.get(seat)
        if thinker is None or thinker.question != question:
            return []
        thinker.action = action
        if action is None and thinker.tries >= TRIES:
            thinker.tries = 0  # nothing more is waited for
        if action is not None and lasted:
            self._lasted.append(lasted)
        if action is not None or not thinker.tries:
            return []
        thinker.untold, thinker.told = self._all(seat), 0
        return [self._ask(seat, thinker)]

    def waits(self, seat: int, running: Running) -> bool:
        """Whether a thought of this seat is under way."""
        thinker = self._seats.get(seat)
        return (
            thinker is not None and thinker.question == running.questions[seat] and thinker.action is None and thinker.tries > 0
        )

    def seeming(self, seat: int, running: Running, roll: Roll) -> float:
        """How long a question without a choice seems to be thought about, in seconds; 0.0 where there was a choice.

        As long as another lasted lately: who sees when a bot plays must not see whether it had a choice.
        """
        thinker, question = self._seats[seat], running.questions[seat]
        if thinker.question == question or not self._lasted:
            return 0.0
        if thinker.seems[0] != question:
            thinker.seems = (question, self._lasted[roll(len(self._lasted))])
        return thinker.seems[1]

    def take(self, seat: int, running: Running, patience: float) -> int | None:
        """What this seat thought of its present question, or all that it may play.

        None where it has not thought, for so many seconds now, or what it thought may not be played.
        """
        thinker = self._seats.get(seat)
        if thinker is None:
            return None
        if thinker.question != running.questions[seat]:
            legal = running.match.legal(seat)
            return legal[0] if len(legal) == 1 else None
        if self.waits(seat, running):
            self._lasted.append(patience)
        thinker.tries = 0  # whatever comes now comes too late
        return thinker.action if thinker.action in running.match.legal(seat) else None
