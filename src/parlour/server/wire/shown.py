"""What is shown of a table: at its door, to all who sit there, and to one seat."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from parlour.server.wire.values import Action


class Chair(TypedDict):
    """What opening or joining gives; the token is shown this once."""

    table: str
    person: int
    token: str


class ScreenCode(TypedDict):
    """Four letters that a big screen can type, and until when."""

    code: str
    until: float


class ScreenFound(TypedDict):
    table: str


class Guest(TypedDict):
    name: str
    avatar: str
    bot: str | None


class DrawShown(TypedDict):
    below: int
    drawn: int | None  # null: the outcome was dealt again


class DealShown(TypedDict):
    """A match that is dealt again, by the name it has in its log, and of how many players it was."""

    match: str
    players: int


class DrawsShown(TypedDict):
    """What chance followed from in a finished match: see docs/fairness.md."""

    seal: str
    secret: str
    match: str
    parts: list[str | None]
    deal: DealShown | None
    draws: list[DrawShown]


class ReplayShown(TypedDict):
    """A finished match to look at again; `frames` are those of parlour.engine.match.frames.as_json.

    `story`, in sentences, is there in their place where the rules of the match are installed no more.
    """

    game: str
    version: int
    players: int
    options: dict[str, Any]
    people: list[Guest]
    practice: bool  # whether the advisor could be asked before a play
    deal: DealShown | None
    frames: list[dict[str, Any]]
    story: list[str]


class RulesShown(TypedDict):
    """What the games of some rules came to; a figure is [value, low, high], the interval being 95 %, a share from 0 to 1."""

    games: int
    minutes: list[float]
    nine_in_ten: list[float]
    histogram: dict[str, Any]  # `counts` of games by steps of `step` minutes from 0
    seats: list[list[float]]
    uneven: bool  # whether a seat wins more or less than its part beyond noise
    changes: list[float]
    clear: list[float]
    ties: list[float]
    blow_outs: list[float]
    cards: list[float]
    play: list[float]


class StudyShown(TypedDict):
    """How far a study of rules is, and what it found; `printed` is the same with the rules as printed."""

    state: Literal["none", "waiting", "playing", "done", "failed"]
    played: int
    of: int
    tried: RulesShown | None
    printed: RulesShown | None
    real: list[str]  # the figures that differ by more than noise


class AdviceShown(TypedDict):
    """How far the advisor is with a finished match; `report` is a parlour.advice.Report (docs/advisor.md)."""

    state: Literal["none", "waiting", "thinking", "done", "failed"]  # none: nobody has asked
    done: int  # of `of` steps
    of: int
    report: dict[str, Any] | None


class ChoiceShown(TypedDict):
    """What could be played, and the part of the win that it promises, from 0 to 1."""

    action: Action
    share: float
    error: float  # the standard error of `share`
    gap: float  # how much less than the best one
    doubt: float  # the standard error of `gap`
    close: bool  # the best is not surely better


class CounselShown(TypedDict):
    """What the advisor says to a seat that is asked: see docs/advisor.md. The best comes first."""

    state: Literal["thinking", "warming", "done", "failed"]
    method: Literal["search", "belief"]
    choices: list[ChoiceShown]  # empty until it is done


class ChairShown(TypedDict):
    """A chair that somebody at the door may ask for: a bot's, or that of a person who is gone."""

    person: int
    name: str
    avatar: str


class Summary(TypedDict):
    """A table as its door shows it."""

    table: str
    game: str
    status: str
    people: list[Guest]
    free: int
    late: list[ChairShown]  # whose seats may be taken during the match, where the host allows it
    away: list[ChairShown]  # people whose devices are all gone


Cover = Literal["line", "host", "own"]  # his line is down, the host let a bot play, he wanted it himself


class PersonShown(TypedDict):
    person: int
    name: str
    avatar: str
    bot: str | None
    seat: int | None
    here: bool
    ready: bool
    covered: bool
    cover: Cover | None
    back_at: float | None
    kept_until: float | None
    asleep: bool
    left: bool
    shook: bool


class SeatResult(TypedDict):
    """How a match went for a seat: 1 is the first place, ties share one; 0: nobody is ranked."""

    person: int
    score: int
    rank: int


class Result(TypedDict):
    """How a match went, by seat."""

    lowest_wins: bool
    seats: list[SeatResult]


class PlayerShown(Guest, SeatResult):
    pass


class FinishedShown(TypedDict):
    """A finished match of a table; times are seconds since 1970, `begun` is null of one that began before they were kept."""

    match: int
    game: str
    begun: float | None
    ended: float
    lowest_wins: bool
    people: list[PlayerShown]  # by seat


class MatchWon(TypedDict):
    """A match that came to its end: what was played, and the numbers of those who won."""

    game: str
    won: list[int]
    practice: bool  # whether the advisor could be asked


class LineShown(TypedDict):
    """What somebody said, as he was called then: a text of his own, or else a phrase."""

    number: int  # of the table's lines, from 1
    person: int
    name: str
    avatar: str
    at: float
    text: str | None
    phrase: str | None


Proposed = Literal["pause", "take_back"]


class ProposalShown(TypedDict):
    """What somebody puts to all people at the table, and who has agreed."""

    what: Proposed
    by: int
    agreed: list[int]
    until: float


class PauseShown(TypedDict):
    by: int
    since: float


Per = Literal["turn", "match"]
Pace = Literal["calm", "brisk", "at_once"]
Status = Literal["lobby", "playing", "over", "closed"]


class TelevisionShown(TypedDict):
    """A big screen that asked for people's pictures, whether its line is up, and who shows himself to it."""

    television: int
    here: bool
    shows: list[int]


class TableShown(TypedDict):
    table: str
    game: str
    version: int
    status: Status
    match: int
    options: dict[str, Any]
    clock: int
    per: Per
    pace: Pace
    bots: bool
    late: bool
    practice: bool
    host: int | None
    seal: str
    deal: DealShown | None
    people: list[PersonShown]
    onlookers: int
    claims: list[int]
    evening: list[MatchWon]
    hushed: list[int]
    pause: PauseShown | None
    proposal: ProposalShown | None
    declined: int | None  # who said no to what was put to the table last
    took_back: list[int]
    televisions: list[TelevisionShown]


class WayShown(TypedDict):
    """How far somebody is on a way to win, a word of the game's `ways`; `parts` of a set are those that are there."""

    way: str
    have: int
    need: int
    parts: NotRequired[list[int]]


class ViewShown(TypedDict):
    game: str
    version: int
    seat: int | None
    players: int
    cells: dict[str, Any]
    asked: list[int]
    waiting: Literal["chance", "clock"] | None
    legal: list[Action]
    may: list[Action]
    quiet: list[int]
    scores: list[int]
    progress: list[list[WayShown]]  # by seat; empty where the game does not say
    ranks: list[int] | None
    over: bool


class Waiting(TypedDict):
    """A person is asked since then, in seconds since 1970."""

    seat: int
    since: float


class Deadline(TypedDict):
    seat: int | Literal["clock"]
    ends: float
