"""What is said of a match: numbers, and names of the game's own words; sentences are made of them where they are shown.

Parts of the win go from 0 to 1; errors are standard errors. Everything turns into JSON and back.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeVar

from parlour.extras import need

if TYPE_CHECKING:
    from pydantic import TypeAdapter

R = TypeVar("R")

FORMAT = "parlour-advice-1"
COSTLY, COSTLIEST = "costly", "costliest"


@dataclass(frozen=True, slots=True)
class Choice:
    """What could have been played, and what the seat may have expected of it by what it knew."""

    action: dict[str, Any]  # in its JSON form
    share: float
    error: float
    leaning: float  # how likely the rule of thumb plays it
    named: dict[str, Any] | None = None  # it in the game's terms: see advice/named.py


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of a seat, judged from what it knew then."""

    seat: int
    step: int  # how many actions of the log had been played
    frame: int  # which frame of the replay (engine/match/frames.py) shows what lay there
    round: int  # from 1; 0 where the game does not say
    turn: int  # of this seat, in that round, from 1
    legal: int  # how many actions there were
    played: dict[str, Any]
    best: dict[str, Any]  # what seemed best before the shares below were measured anew
    cost: float  # what `best` promises more than `played`; 0 where it promises less
    error: float  # of the difference; smaller than those of the two, which were tried in the same worlds
    mark: str  # "", COSTLY or COSTLIEST; never for a difference that may be chance
    choices: tuple[Choice, ...]  # those looked at closely, the best first, then by share
    because: tuple[dict[str, Any], ...] = ()  # {"word": a sentence of the game's `advice` words, and what fills its braces}


@dataclass(frozen=True, slots=True)
class Moment:
    """How everybody stood after a play and the chance that followed it: a frame of the replay."""

    step: int
    frame: int
    by: int | None  # whose play led here: a seat; None for the clock, and for the beginning
    chances: tuple[float, ...]  # of winning, by seat; they sum to 1
    error: float
    play: tuple[float, ...]  # what that play changed, by seat
    luck: tuple[float, ...]  # what chance changed, and the clock


@dataclass(frozen=True, slots=True)
class Account:
    """start + luck + play + others = end, for one seat."""

    start: float
    luck: float  # what chance and the clock changed
    play: float  # what its own choices changed
    others: float  # what those of the others did
    end: float  # 1 for who won, shared by those who won together
    errors: dict[str, float]  # of start, luck, play and others


@dataclass(frozen=True, slots=True)
class Report:
    """A finished match judged. The same log, seed, effort and seats give the same report."""

    game: str
    version: int
    players: int
    method: str  # "search"; "belief" where no tree is searched (docs/advisor.md)
    seed: int
    effort: dict[str, Any]  # an `Effort`
    seats: tuple[int, ...]  # whose decisions were judged
    moments: tuple[Moment, ...]
    accounts: tuple[Account, ...]  # by seat
    turning: tuple[tuple[int, ...], ...]  # by seat: indices of the moments that moved its chance most, in their order
    decisions: tuple[Decision, ...]  # in their order, those with one legal action left out

    def of(self, seat: int) -> list[Decision]:
        """The decisions of a seat, the costliest first."""
        return sorted((d for d in self.decisions if d.seat == seat), key=lambda d: (d.mark == "", -d.cost, d.step))

    def to_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **_adapter(Report).dump_python(self, mode="json")}

    @classmethod
    def from_json(cls, form: dict[str, Any]) -> Self:
        """Raises ValueError where it is none."""
        if form.get("format") != FORMAT:
            raise ValueError(f"not an advisor's report: 'format' must be {FORMAT!r}")
        return _adapter(cls).validate_python({name: value for name, value in form.items() if name != "format"})


def schema() -> dict[str, Any]:
    """JSON Schema of a report."""
    made: dict[str, Any] = _adapter(Report).json_schema()
    made["properties"] = {"format": {"const": FORMAT}, **made["properties"]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "required": ["format", *made["required"]]}


def _adapter(kind: type[R]) -> "TypeAdapter[R]":
    need("an advisor's report that is read again", "room", "pydantic")
    from pydantic import TypeAdapter  # noqa: PLC0415  a tenth of a second, and judging needs it not

    return TypeAdapter(kind)
