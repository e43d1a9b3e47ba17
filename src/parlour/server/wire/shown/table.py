"""What everybody at a table may know of it."""

from typing_extensions import TypedDict

from parlour.server.wire.shown.kept import KeptShown, SuccessionShown
from parlour.server.wire.shown.past import DealShown
from parlour.server.wire.shown.people import PersonShown, TelevisionShown
from parlour.server.wire.shown.results import MatchWon
from parlour.server.wire.values import OptionsShown, Pace, Per, Proposed, Status


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
