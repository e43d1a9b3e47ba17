"""What a choice cost, by one judgement or by two that know nothing of each other."""

from dataclasses import dataclass
from math import hypot

from parlour.advice.looking import surely
from parlour.bots.comparison import Comparison

WIDE = 1.65  # standard errors within which nine of ten lie
APART = 0.4  # how much of the distance between two judgements is a standard error,
OTHERS = 0.5  # and how much of the cost, for rivals play in more ways than are tried: both by bench/marks.py, at KEYS


@dataclass(frozen=True, slots=True)
class Verdict:
    """How much more the best action promises than the one that was played, as parts of the win."""

    cost: float
    doubt: float  # of one judgement its standard error; of two, how far from the cost nine of ten lie
    sure: bool  # whether one judgement is beyond its doubt
    costly: bool = False  # whether both are, and the cost is beyond the doubt of both

    @classmethod
    def of(cls, known: Comparison, best: int, played: int) -> "Verdict":
        """By one judgement, of the actions at these places."""
        cost, error = known.gap(best, played) if best != played else (0.0, 0.0)
        return cls(cost, error or known.error(best), surely(cost, error))

    def and_by(self, again: Comparison, best: int, played: int) -> "Verdict":
        """By a second judgement too. It did not choose the best action, nor thought it worth a second one: the cost is its."""
        cost, error = again.gap(best, played)
        doubt = WIDE * hypot(error, APART * (self.cost - cost), OTHERS * cost)
        return Verdict(cost, doubt, self.sure, self.sure and surely(cost, error) and cost > doubt)
