"""What is shown of a table: at its door, to all who sit there, and to one seat."""

from typing import Any, Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from parlour.server.wire.values import Action, Cells, Event, Figure, Frame, Histogram, OptionsShown, Phrase, Range, Reasoned

Per = Literal["turn", "match"]
Pace = Literal["calm", "brisk", "at_once"]
Status = Literal["lobby", "playing", "over", "closed"]


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
    drawn: int | None
    """Null: the outcome was dealt again."""


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
    options: OptionsShown
    people: list[Guest]
    practice: bool
    """Whether the advisor could be asked before a play."""
    deal: DealShown | None
    frames: list[Frame]
    story: list[str]
    """In sentences, in the place of the frames where the rules of the match are installed no more."""


class RulesShown(TypedDict):
    """What the games of some rules came to; a figure is [value, low, high], the interval being 95 %, a share from 0 to 1."""

    games: int
    minutes: Figure
    nine_in_ten: Range
    histogram: Histogram
    """`counts` of games by steps of `step` minutes from 0."""
    seats: list[Figure]
    uneven: bool
    """Whether a seat wins more or less than its part beyond noise."""
    changes: Figure
    clear: Figure
    ties: Figure
    blow_outs: Figure
    cards: Figure
    """The part of who wins that the deal and later chance decide; with mixing, skill and seat it is all."""
    mixing: Figure
    """The part of the players' own mixed choices."""
    skill: Figure
    """The part of who plays better, between levels of bots."""
    seat: Figure
    """The part of the seat alone."""


class StudyShown(TypedDict):
    """How far a study of rules is, and what it found; `printed` is the same with the rules as printed."""

    state: Literal["none", "waiting", "playing", "done", "failed"]
    played: int
    of: int
    cut: bool
    """Whether it ended before all games were played, because they took too long."""
    tried: RulesShown | None
    printed: RulesShown | None
    real: list[str]
    """The figures that differ by more than noise."""


class AdviceShown(TypedDict):
    """How far the advisor is with a finished match; `report` is a parlour.advice.Report (docs/advisor.md)."""

    state: Literal["none", "waiting", "thinking", "done", "failed"]
    """None: nobody has asked."""
    done: int
    """Of `of` steps."""
    of: int
    left: int
    """About how many seconds it takes from now on."""
    marks: list[dict[str, Any]]
    """The decisions found costly so far, as in the report; none once it is there."""
    report: dict[str, Any] | None


class HabitShown(TypedDict):
    """How often a seat did something, of the times it could have been done and left: counts, no verdict (docs/advisor.md)."""

    name: str
    chances: int
    done: int
    steady: float
    """How often the rule of thumb would have done it in those situations."""


class StyleShown(TypedDict):
    """How everybody played in a finished match."""

    habits: list[list[HabitShown]]
    """By seat; empty lists where the game counts nothing."""


class ChoiceShown(TypedDict):
    """What could be played, and the part of the win that it promises, from 0 to 1."""

    action: Action
    share: float
    error: float
    """The standard error of `share`."""
    gap: float
    """How much less than the best one."""
    doubt: float
    """The standard error of `gap`."""
    close: bool
    """The best is not surely better."""


class CounselShown(TypedDict):
    """What the advisor says to a seat that is asked: see docs/advisor.md. The best comes first."""

    state: Literal["thinking", "warming", "done", "failed"]
    method: Literal["search", "belief"]
    choices: list[ChoiceShown]
    """Empty until it is done."""


class ChairShown(TypedDict):
    """A chair that somebody at the door may ask for: a bot's, or that of a person who is gone."""

    person: int
    name: str
    avatar: str


class Summary(TypedDict):
    """A table as its door shows it."""

    table: str
    game: str
    status: Status
    people: list[Guest]
    free: int
    """Places that nobody has taken."""
    late: list[ChairShown]
    """Whose seats may be taken during the match, where the host allows it."""
    away: list[ChairShown]
    """People whose devices are all gone."""
    kept: str | None
    """The name of a table that is kept."""


CoveredBy = Literal["line", "host", "own"]  # their line is down, the host let a bot play, they wanted it themselves


class PersonShown(TypedDict):
    """What everybody at the table may know of a person, or a bot."""

    person: int
    name: str
    avatar: str
    bot: str | None
    """The kind of a bot; null for a person."""
    seat: int | None
    """In the match that runs or ran last."""
    here: bool
    ready: bool
    covered: bool
    """A bot plays for this person."""
    cover: CoveredBy | None
    """Why a bot plays: their line is down, the host let it, or they wanted it themselves."""
    back_at: float | None
    """When they said that they will be back, in s since 1970."""
    kept_until: float | None
    """When a bot covers the seat of somebody whose line is down, in s since 1970; null where that is not what will happen."""
    asleep: bool
    """They are here, and none of their pages is in sight."""
    left: bool
    """They gave up the chair during the match."""
    shook: bool
    """Their page has added to the secret of the seal."""


class SeatResult(TypedDict):
    """How a match went for a seat: 1 is the first place, ties share one; 0: nobody is ranked."""

    person: int
    score: int
    rank: int
    """1 is the first place, ties share one; 0: nobody is ranked."""
    absent: NotRequired[bool]
    """They never came, and a bot played for them from first to last."""


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
    """Null of a match that began before they were kept."""
    ended: float
    lowest_wins: bool
    people: list[PlayerShown]
    """By seat."""


class MatchWon(TypedDict):
    """A match that came to its end: what was played, and the numbers of those who won."""

    game: str
    won: list[int]
    """The numbers of those who won."""
    practice: bool
    """Whether the advisor could be asked."""


class LineShown(TypedDict):
    """What somebody said, as they were called then: a text of their own, or else a phrase."""

    number: int
    """Of the table's lines, from 1."""
    person: int
    name: str
    avatar: str
    at: float
    text: str | None
    phrase: Phrase | None


Proposed = Literal["pause", "take_back"]


class ProposalShown(TypedDict):
    """What somebody puts to all people at the table, and who has agreed."""

    what: Proposed
    by: int
    agreed: list[int]
    until: float


class PauseShown(TypedDict):
    """A match that stands still."""

    by: int
    since: float


class TelevisionShown(TypedDict):
    """A big screen that asked for people's pictures, whether its line is up, and who is seen there."""

    television: int
    here: bool
    """Whether its line is up."""
    shows: list[int]
    """The numbers of those who show themselves there."""


class MemberShown(TypedDict):
    """Somebody who sat at a kept table."""

    person: int
    name: str
    """Empty where they had themselves erased."""
    avatar: str
    erased: bool


class NextShown(TypedDict):
    """When a kept table meets next."""

    local: str
    """By the clock of its own time zone, such as 2026-12-11T20:00."""
    at: float
    """In s since 1970."""
    coming: list[int]
    """Who has said yes."""
    staying: list[int]
    """Who has said no."""


@with_config(ConfigDict(extra="forbid", strict=True))  # it comes from outside too
class SeasonShown(TypedDict):
    """A span of dates, both included."""

    name: str
    begins: str
    ends: str


class KeptShown(TypedDict):
    """What is known of a table that is kept."""

    name: str
    zone: str
    since: float
    members: list[MemberShown]
    next: NextShown | None
    seasons: list[SeasonShown]


class SuccessionShown(TypedDict):
    """Somebody asks to be the host, as the one there is does nothing; another person may agree until then."""

    by: int
    until: float


class TableShown(TypedDict):
    """What everybody at the table may know of it."""

    table: str
    """The table word."""
    game: str
    version: int
    status: Status
    match: int
    """The number of the match that runs or ran last; 0: none yet."""
    options: OptionsShown
    clock: int
    """How long people have, in s; 0: no clock."""
    per: Per
    """What the clock is for; where it is a match, each person has this time for all turns."""
    pace: Pace
    bots: bool
    """Whether bots may sit with these options."""
    late: bool
    """Whether the seats of bots may be taken during a match."""
    practice: bool
    """Whether the advisor may be asked before a play."""
    host: int | None
    seal: str
    """Of the secret of the match that runs, or else of the next."""
    deal: DealShown | None
    """The match that is dealt again in the one that runs, or else in the next."""
    people: list[PersonShown]
    onlookers: int
    """How many watch."""
    claims: list[int]
    """The numbers of the people whose chairs somebody at the door asks for."""
    evening: list[MatchWon]
    """The matches that came to their end at this table, oldest first."""
    hushed: list[int]
    """The numbers of people from whom the host has taken the word."""
    pause: PauseShown | None
    """Who has the match stand still, and since when."""
    proposal: ProposalShown | None
    """What is put to all, and who has agreed."""
    declined: int | None
    """Who said no to what was put to the table last."""
    took_back: list[int]
    """Who had something taken back in this match, oldest first."""
    televisions: list[TelevisionShown]
    """Big screens that asked for pictures."""
    kept: KeptShown | None
    """Null where the table lapses as any other."""
    host_did: float
    """When the host did something last, in s since 1970, as of this message."""
    succession: SuccessionShown | None


class WayShown(TypedDict):
    """How far somebody is on a way to win, a word of the game's `ways`; `parts` of a set are those that are there."""

    way: str
    have: int
    need: int
    parts: NotRequired[list[int]]


class ViewShown(TypedDict):
    """What a seat, or an onlooker, may know of the match."""

    game: str
    version: int
    seat: int | None
    """Null for an onlooker."""
    players: int
    cells: Cells
    """The game's cells after `hide`, by name, as nested lists; null is what this seat may not know."""
    asked: list[int]
    """The seats that are asked."""
    waiting: Literal["chance", "clock"] | None
    legal: list[Action]
    """What this seat is asked to choose from."""
    may: list[Action]
    """What it may do besides."""
    quiet: list[int]
    """The seats that may not talk now."""
    scores: list[int]
    progress: list[list[WayShown]]
    """By seat; empty where the game does not say."""
    ranks: list[int] | None
    """Null until it is over."""
    over: bool


class Waiting(TypedDict):
    """A person is asked since then, in seconds since 1970."""

    seat: int
    since: float


class Deadline(TypedDict):
    """When the time of a seat, or the game's own, runs out, in seconds since 1970."""

    seat: int | Literal["clock"]
    ends: float


class PuzzleListed(TypedDict):
    """A puzzle of a game, by its name: of what kind of decision it is, and how hard, from 1."""

    puzzle: str
    kind: str
    grade: int


class PuzzleChoice(TypedDict):
    """One of a puzzle's choices, and the part of the win that it promises, from 0 to 1."""

    action: Action
    share: float
    error: float
    """The standard error of `share`."""
    gap: float
    """How much less than the best one; 0 for that one."""
    doubt: float
    """The standard error of `gap`."""
    because: list[Reasoned]
    """What the game says of it: the words of its `puzzles.why`, each with what fills its braces."""


class PuzzleShown(TypedDict):
    """A decision of a finished match between bots, as its seat knew it, and what came of judging it (docs/puzzles.md)."""

    puzzle: str
    game: str
    version: int
    kind: str
    grade: int
    options: OptionsShown
    people: list[Guest]
    view: ViewShown
    events: list[Event]
    """The last ones that the seat heard."""
    texts: dict[str, Any]
    choices: list[PuzzleChoice]
    """In the order of the game's actions."""
    best: int
    """Which of the choices."""
    thumb: int
    """Which of them the rule of thumb plays."""
    misses: dict[str, float]
    """How often a Gentle bot, a Steady one and a short search miss it, from 0 to 1."""


class TriesShown(TypedDict):
    """What people of a house took at a puzzle when they tried it first."""

    tries: list[int]
    """How often each choice was taken; empty until ten have tried it."""


class PartedShown(TypedDict):
    """The first play in which two that were dealt the same went different ways."""

    seat: int
    round: int
    """0 where the game does not count rounds."""
    turn: int
    """Of this seat, in that round, from 1."""
    mine: Action
    theirs: Action


class RunShown(TypedDict):
    """A finished match in which a deal was played."""

    mine: bool
    ended: float
    people: list[PlayerShown]
    """By seat; a person's name is empty where it was not sent on purpose."""
    parted: PartedShown | None
    accounts: list[dict[str, Any]]
    """By seat, what was luck and what play (docs/advisor.md); empty where the advisor was not asked."""
    curve: list[list[float]]
    """Everybody's chances in the course of it, likewise."""


class DealOffered(TypedDict):
    """A deal that may be played again: that of a finished match, or of a day."""

    deal: str
    game: str
    players: int
    options: OptionsShown
    lowest_wins: bool
    day: str | None
    """The date of a deal of the day."""
    played: int
    """How many have finished it."""
    runs: list[RunShown]
    """One's own first; empty to whoever does not name a match of their own in which it was played to its end."""


class DaySealed(TypedDict):
    """The secret from which the deals of a day are made: its seal from the day before on, itself from the day after on."""

    date: str
    seal: str
    secret: str | None
    games: list[str]
