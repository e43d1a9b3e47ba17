"""Whoever answers chance's questions in a match: a deal that is dealt again as long as it has an answer, else the draws."""

from collections.abc import Callable
from dataclasses import dataclass

from parlour.engine.chance.dealer import Dealer
from parlour.engine.match.match import Match
from parlour.engine.record.draws import Draws
from parlour.games.cells import CHANCE


@dataclass(frozen=True, slots=True)
class Answer:
    """To one question: the outcome, and the number of 0 .. below-1 that was drawn for it; None where it was dealt again."""

    outcome: int
    below: int
    drawn: int | None


class Chance:
    """Answers by the number of the question, so that a match taken up again is answered alike.

    Where nothing was sealed before the match (`draws` is None), `roll(n)` gives an int in 0 .. n-1.
    """

    __slots__ = ("_dealer", "_questions", "_roll", "draws")

    def __init__(self, draws: Draws | None, roll: Callable[[int], int]) -> None:
        self.draws = draws
        self._roll = roll
        self._questions = 0
        self._dealer = Dealer(draws.deal) if draws is not None and draws.deal is not None else None

    def pass_by(self, match: Match) -> None:
        """The question that is asked now has its answer already, in the log."""
        self._questions += 1
        if self._dealer is not None:
            self._dealer.take(match)

    def answer(self, match: Match) -> Answer:
        """Play the answer to the question that is asked now. Raises IllegalAction where none is."""
        known = self._dealer.take(match) if self._dealer is not None and match.legal(CHANCE) else None
        roll = self._roll if self.draws is None else self.draws.roller(self._questions)
        self._questions += 1
        if known is not None:
            below = sum(match.game.odds(match.state, outcome) for outcome in match.legal(CHANCE))
            match.play(CHANCE, known)
            return Answer(known, below, None)
        asked: list[tuple[int, int]] = []

        def rolled(below: int) -> int:
            asked.append((below, roll(below)))
            return asked[-1][1]

        outcome = match.roll(rolled)
        return Answer(outcome, *asked[-1])
