"""Whether the outcomes of chance in a log are those that its secret and the pages' parts give."""

from dataclasses import dataclass

from parlour.engine.draws import Draws
from parlour.engine.game import of_version
from parlour.engine.log import Log, LogError
from parlour.engine.match import Match
from parlour.engine.words import Json
from parlour.games.cells import CHANCE


@dataclass(frozen=True, slots=True)
class Drawn:
    """One question of chance: it drew `drawn` of 0 .. below-1, which was this outcome."""

    below: int
    drawn: int
    outcome: dict[str, Json]


def check(log: Log) -> list[Drawn]:
    """Every outcome of chance, drawn anew and found to be the log's.

    Raises LogError where one is not, where the log does not replay, or where nothing was sealed.
    """
    if log.draws is None:
        raise LogError("this match was played without a sealed secret: its draws cannot be checked")
    Match.replay(log)
    match = Match.start(of_version(log.game, log.version), log.players, log.options)
    found: list[Drawn] = []
    for i, (seat, action) in enumerate(log.actions):
        if seat == CHANCE:
            below, drawn, outcome = _again(match, log.draws, len(found))
            found.append(Drawn(below, drawn, match.game.actions.read(outcome)))
            if outcome != action:
                raise LogError(f"action {i + 1}: draw {len(found)} is not the one that the sealed secret gives")
        else:
            match.play(seat, action)
    return found


def _again(match: Match, draws: Draws, number: int) -> tuple[int, int, int]:
    """Play chance's question `number` as the secret gives it: below what was drawn, what, and the outcome."""
    asked: list[tuple[int, int]] = []

    def roll(below: int) -> int:
        asked.append((below, draws.roller(number)(below)))
        return asked[-1][1]

    outcome = match.roll(roll)
    return *asked[-1], outcome
