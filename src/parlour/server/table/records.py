"""What a room asks to have stored, and what the store gives back of it."""

from dataclasses import dataclass, field
from typing import Any

from parlour.engine import Log
from parlour.server.wire.shown.people import Guest, LineShown
from parlour.server.wire.shown.results import Result
from parlour.server.wire.values import Phrase


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it now stands, without its match: replaces what was kept before."""

    word: str
    game: str
    status: str
    touched: float
    state: dict[str, Any]
    kept: bool = False  # its word does not lapse


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened from an address (a household), which is known as long as the table is not closed."""

    word: str
    address: str


@dataclass(frozen=True, slots=True)
class Touched:
    """Somebody was at the table; it lives on."""

    word: str
    touched: float


@dataclass(frozen=True, slots=True)
class Begun:
    """A match has begun."""

    word: str
    match: int
    game: str
    version: int
    players: int
    options: dict[str, Any]
    people: list[Guest]  # by seat
    draws: dict[str, Any]  # what chance follows from: secret as long as the match runs
    begun: float
    practice: bool = False  # whether the advisor can be asked before a play


@dataclass(frozen=True, slots=True)
class Ended:
    """A match came to its end: how it went, by seat, for those who have played it to look up."""

    word: str
    match: int
    ended: float
    result: Result


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took a seat in a match that runs: who sits there now, by seat."""

    word: str
    match: int
    people: list[Guest]


@dataclass(frozen=True, slots=True)
class Acted:
    """Step `seq` (from 0) of a match: a seat, CHANCE or CLOCK played an action. `happened`: its events, everything open."""

    word: str
    match: int
    seq: int
    seat: int
    action: int
    at: float
    happened: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TookBack:
    """The steps of a match from number `seq` on, of `steps`, were taken back, for the `nth` time (from 1), as a person asked."""

    word: str
    match: int
    nth: int
    seq: int
    person: int
    steps: list[list[int]]  # seat and action of each
    at: float


@dataclass(frozen=True, slots=True)
class Spoke:
    """Line `number` (from 1) that was said at a table; those up to number `gone` are kept no longer."""

    word: str
    number: int
    person: int
    name: str
    avatar: str
    at: float
    text: str | None
    phrase: Phrase | None
    gone: int


@dataclass(frozen=True, slots=True)
class Advised:
    """What the advisor found in a finished match. Any server may add it, for it decides nothing; the first one counts."""

    word: str
    match: int
    report: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Worded:
    """In what words a game's rules tell of their events: a catalogue's, in one language. Of no table; the newest counts."""

    game: str
    version: int
    language: str
    words: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answered:
    """A person's request is done: its repetition is answered and not done again."""

    word: str
    person: int
    id: str
    at: float


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A request is so long past that its repetition is no longer recognised."""

    word: str
    person: int
    id: str


@dataclass(frozen=True, slots=True)
class Screened:
    """A code by which a big screen finds a table, until then; it takes the place of the one before."""

    word: str
    code: str
    until: float


@dataclass(frozen=True, slots=True)
class Cleared:
    """Nobody will repeat a request at this table any more."""

    word: str


@dataclass(frozen=True, slots=True)
class Erased:
    """A table is gone for good, or (with a name) what tells who somebody was that sat there."""

    word: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """What tells in a table's matches and talk who a person was is gone: they are a number, and their lines are not there."""

    word: str
    person: int


@dataclass(frozen=True, slots=True)
class LeagueKept:
    """A league as it now stands, changed so often (from 1); it is not kept where it was changed meanwhile."""

    word: str
    version: int
    state: dict[str, Any]
    touched: float


@dataclass(frozen=True, slots=True)
class LeagueGone:
    """A league is gone for good. Its tables go as tables do."""

    word: str


@dataclass(frozen=True, slots=True)
class Tried:
    """Somebody has tried a puzzle, and took this of its choices at first. Of no table; it is counted, and says no more."""

    game: str
    puzzle: str
    choice: int
    number: int = 1


@dataclass(frozen=True, slots=True)
class Given:
    """This server holds the table no longer: another may take it."""

    word: str


Record = (
    Kept
    | Opened
    | Touched
    | Begun
    | Ended
    | Joined
    | Acted
    | TookBack
    | Spoke
    | Advised
    | Worded
    | Answered
    | Forgotten
    | Screened
    | Cleared
    | Erased
    | Unnamed
    | LeagueKept
    | LeagueGone
    | Tried
    | Given
)


@dataclass(frozen=True, slots=True)
class Retold:
    """What is stored of a match so that it can be told without its rules: what happened, how it ended, and their words.

    `happened` and `result` are None where that was not kept; `words` are catalogues by language.
    """

    happened: list[dict[str, Any]] | None
    result: Result | None
    words: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Saved:
    """All that is stored of a table: its state, the log of its last match, the requests done, and what was said, oldest first."""

    word: str
    game: str
    touched: float
    state: dict[str, Any]
    log: Log | None
    answered: tuple[tuple[int, str], ...]
    talk: tuple[LineShown, ...] = ()
