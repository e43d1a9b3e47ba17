"""Whether the outcomes of chance in a log are those that its secret and the pages' parts give."""

from dataclasses import dataclass

from parlour.engine.chance.chance import Chance
from parlour.engine.contract.game import of_version
from parlour.engine.contract.words import Json
from parlour.engine.match.match import Match
from parlour.engine.record.log import Log, LogError
from parlour.games.cells import CHANCE


@dataclass(frozen=True, slots=True)
class Drawn:
    """One question of chance: it drew `drawn` of 0 .. below-1, which was this outcome; None where it was dealt again."""

    below: int
    drawn: int | None
    outcome: dict[str, Json]


def check(log: Log) -> list[Drawn]:
    """Every outcome of chance, drawn anew, or dealt again as the log says it was, and found to be the log's.

    Raises LogError where one is not, where the log does not replay, or where nothing was sealed.
    """
    if log.draws is None:
        raise LogError("this match was played without a sealed secret: its draws cannot be checked")
    Match.replay(log)
    match = Match.start(of_version(log.game, log.version), log.players, log.options)
    chance = Chance(log.draws, log.draws.roller(0))
    found: list[Drawn] = []
    for i, (seat, action) in enumerate(log.actions):
        if seat == CHANCE:
            answer = chance.answer(match)
            found.append(Drawn(answer.below, answer.drawn, match.game.actions.read(answer.outcome)))
            if answer.outcome != action:
                source = "the sealed secret" if answer.drawn is not None else "the match that is dealt again"
                raise LogError(f"action {i + 1}: draw {len(found)} is not the one that {source} gives")
        else:
            match.play(seat, action)
    return found
