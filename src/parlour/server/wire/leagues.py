"""What is told of a league: rounds over several tables of a house."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from parlour.server.wire.asking import Strict
from parlour.server.wire.values import Avatar, Device, Name, Options, OptionsShown, Text, Whole, Word

System = Literal["swiss", "all_play_all", "teams"]
Token = Annotated[str, Field(max_length=128)]


class OpenLeague(Strict):
    """The body that opens a league; whoever sends it runs it."""

    name: Text
    game: Word
    options: Options = Field(default_factory=dict)
    system: System = "swiss"
    size: Annotated[int, Field(ge=2, le=8)] = 2
    rounds: Annotated[int, Field(ge=1, le=64)] = 5


class EnterLeague(Strict):
    """The body that enters a league."""

    name: Name
    avatar: Avatar
    device: Device | None = None
    side: Annotated[int, Field(ge=0, le=1)] | None = None
    """Of teams; by default the one with fewer people."""


class RunLeague(Strict):
    """The body of whoever runs it, with the token that opening it gave; `player` and `paused`: of one who sits out."""

    token: Token
    player: Whole = 0
    paused: bool = True


class SitInLeague(Strict):
    """The body of a player who sits down at their table of this round."""

    player: Whole
    token: Token


class LeagueKey(TypedDict):
    """What opening a league gives; the token is shown this once."""

    league: str
    token: str


class PlayerKey(TypedDict):
    """What entering a league gives; the token is shown this once."""

    player: int
    token: str


class LeaguePlayer(TypedDict):
    """Somebody in a league, and what their matches came to."""

    player: int
    name: str
    avatar: str
    side: int | None
    """Of teams, 0 or 1."""
    paused: bool
    points: float
    """A table shares out one less than it seats: who wins has beaten all others, who is last nobody."""
    played: int
    out: int
    """Rounds in which nobody was left to play with: each counts as won at a table of two, and as the half at a larger one."""


class LeagueTable(TypedDict):
    """A table of a round."""

    number: int
    """By which the house calls it, from 1."""
    table: str | None
    """Its word; null until the first of its people sits down, and of teams until both tables have played."""
    players: list[int]
    match: int | None
    """The match that counts; null until there is one."""
    points: list[float]
    """Of each player, in their order (of teams that of the seats); empty until the match is over."""
    scores: list[int]
    """Likewise, as the game counts."""


class LeagueRound(TypedDict):
    """A round: who sits where, and who sits out."""

    tables: list[LeagueTable]
    out: list[int]


class TeamsShown(TypedDict):
    """How two sides stand that play the same deals with seats crossed over."""

    points: list[float]
    """Of both sides, from deals that both tables have played."""
    deals: int
    mean: float | None
    """By how many points the first side is ahead in a deal; null before one is played."""
    error: float | None
    """Nine of ten lie within so much of `mean`; null before two are played."""


class LeagueShown(TypedDict):
    """A league, with standings that are reckoned from the matches of its tables."""

    league: str
    name: str
    game: str
    options: OptionsShown
    system: System
    size: int
    planned: int
    """Rounds that are to be played."""
    players: list[LeaguePlayer]
    """Who leads comes first."""
    rounds: list[LeagueRound]
    """The first round first."""
    over: bool
    teams: TeamsShown | None
    """Null unless the system is `teams`."""
