"""Chance that can be checked: every outcome of a match follows from a secret sealed before it and from what the pages added.

Everything hashed is a text of lines, so that anybody can compute it again with any tool: see docs/fairness.md.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from parlour.engine.record.deal import Deal

HEADING = "parlour-draws-1"
PART = re.compile(r"[0-9a-f]{64}")  # 32 bytes: the secret, and what a page adds
NOTHING = "-"  # stands for the part of a seat that added none
BOT = "bot"  # stands before the seat in what a bot's dice are hashed from
DICE_BITS = 60
WHOLE = 1 << 256  # a digest is a number below this


def hashed(*lines: str) -> str:
    """SHA-256, in hex, of lines of text joined by single line feeds."""
    return sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Draws:
    """What decides every outcome of chance in one match: secret as long as it runs.

    `secret` is 64 hex digits of the server's; `match` names the match, so that one secret never serves two; `parts` has, by seat,
    64 hex digits that this person's page added, or None where it added nothing (a bot, a page that was away). Where a match
    is dealt again, `deal` answers before anything is drawn.
    """

    secret: str = field(repr=False)
    match: str
    parts: tuple[str | None, ...] = field(repr=False)
    deal: Deal | None = None

    def __post_init__(self) -> None:
        if not PART.fullmatch(self.secret) or any(part is not None and not PART.fullmatch(part) for part in self.parts):
            raise ValueError("the secret and every part are 64 hex digits in small letters")

    @property
    def seal(self) -> str:
        """What is told of the secret before the match: enough to recognise it, too little to find it."""
        return sealed(self.secret)

    @property
    def seed(self) -> str:
        """The secret and the parts, in order of seat, as one number in hex."""
        return hashed(HEADING, self.secret, self.match, *(part or NOTHING for part in self.parts))

    def roller(self, number: int) -> Callable[[int], int]:
        """`randbelow` for chance's question `number` of the match (from 0); it answers alike whenever it is asked."""
        seed = self.seed
        return lambda below: drawn(seed, number, below)

    def dice_of(self, seat: int) -> int:
        """What the bot of a seat draws by: nobody knows it before the match is over, and whoever has the log does then."""
        return int(hashed(self.seed, BOT, str(seat)), 16) % (1 << DICE_BITS)

    def to_json(self) -> dict[str, Any]:
        form = {"secret": self.secret, "match": self.match, "parts": list(self.parts)}
        return form if self.deal is None else form | {"deal": self.deal.to_json()}

    @classmethod
    def from_json(cls, form: Any, players: int) -> "Draws":
        """Raises ValueError."""
        if not isinstance(form, dict) or set(form) - {"deal"} != {"secret", "match", "parts"}:
            raise ValueError("draws have a secret, a match and parts, and perhaps a deal")
        secret, match, parts = form["secret"], form["match"], form["parts"]
        if not isinstance(secret, str) or not isinstance(match, str) or not isinstance(parts, list) or len(parts) != players:
            raise ValueError("draws have a secret and a match, which are texts, and a part for each seat")
        if any(part is not None and not isinstance(part, str) for part in parts):
            raise ValueError("a part is a text or null")
        deal = Deal.from_json(form["deal"]) if "deal" in form else None
        if deal is not None and deal.players != players:
            raise ValueError(f"the deal is for {deal.players} players, the match for {players}")
        return cls(secret, match, tuple(parts), deal)


def sealed(secret: str) -> str:
    """The seal of a secret: SHA-256 of its 64 hex digits, in hex."""
    return hashed(secret)


def drawn(seed: str, number: int, below: int) -> int:
    """The number in 0 .. below-1 that a seed gives for chance's question `number`, each equally often.

    A digest from the last, incomplete run of `below` numbers is thrown away and the next taken. Raises ValueError where no
    number is below it.
    """
    if below < 1:
        raise ValueError(f"there is no number below {below} to draw")
    attempt = 0
    while (value := int(hashed(seed, str(number), str(attempt)), 16)) >= WHOLE - WHOLE % below:
        attempt += 1
    return value % below
