"""How much is thought about a match."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from parlour.advice.looking import Look

LEAST, MOST = 8, 1000  # of the rounds of a look, where the effort is measured,
FEW, SCANT, MANY = 24, 6, 3000  # and of playouts: at least, at least where a match is slow to follow, and at most
WORLDS, FEWEST = 200, 40  # of a belief, and where it takes too long to follow the match with so many
APART = (False, True)  # what passes over the decisions judge, by whether a choice is likely: most marks are at those that are not
SEARCHED, CLOSER, PLAYED = 5, 8, 3  # iterations, rounds of a closer look, and playouts, for each round of a look


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought. The same effort, seed and seats give the same report."""

    iterations: int  # of the search, for a decision
    rounds: int  # in which its best actions are tried side by side
    closer: int  # likewise, where something seems to have been better
    playouts: int  # from a state of the match
    worlds: int = WORLDS  # of the belief that decisions are judged by; a second judgement has half as many
    apart: bool = False  # whether what the policy would hardly have played is judged first, in a pass of its own
    changes: Sequence[tuple[int, int]] = ()
    """From which steps of all passes on looks have how many rounds instead, or there are how many playouts."""

    @classmethod
    def of(cls, rounds: int, *, worlds: int = WORLDS, apart: bool = False) -> "Effort":
        """What is counted in rounds in proportion to them."""
        return cls(SEARCHED * rounds, rounds, CLOSER * rounds, PLAYED * rounds, worlds, apart)

    @property
    def look(self) -> Look:
        """How long a decision is looked at, at first."""
        return Look(self.iterations, self.rounds, self.closer)

    @property
    def passes(self) -> tuple[bool | None, ...]:
        """What each pass over the decisions judges: see `Judge`."""
        return APART if self.apart else (None,)

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"changes": [list(change) for change in self.changes]}
