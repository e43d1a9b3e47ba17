"""Dealing again what chance answered in another match: by question, not by when it is asked."""

from collections import Counter

from parlour.engine.contract.game import of_version
from parlour.engine.match.match import Match
from parlour.engine.record.deal import LONGEST, Deal
from parlour.engine.record.log import Log
from parlour.games.cells import CHANCE


def deal_of(log: Log, match: str) -> Deal:
    """What was dealt in the match of a log, to be dealt again under this name. Raises LogError where it does not replay."""
    Match.replay(log)
    again = Match.start(of_version(log.game, log.version), log.players, log.options)
    found: dict[str, list[int]] = {}
    for seat, action in log.actions:
        if seat == CHANCE:
            found.setdefault(kind(again), []).append(action)
        again.play(seat, action)
    return Deal(match, log.players, {name: tuple(outcomes) for name, outcomes in found.items()})


class Dealer:
    """How far a deal has been dealt again in a match."""

    __slots__ = ("_asked", "deal")

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self._asked: Counter[str] = Counter()

    def take(self, match: Match) -> int | None:
        """What the deal answers to the question that chance is asked now; None where it has no answer that is possible here.

        To be called once for each question, also where the answer is known already: the next of its kind gets the next answer.
        """
        name = kind(match)
        answers = self.deal.outcomes.get(name, ())
        nth = self._asked[name]
        self._asked[name] += 1
        return answers[nth] if nth < len(answers) and answers[nth] in match.legal(CHANCE) else None


def kind(match: Match) -> str:
    """Which question chance is asked: as the game's `chance.py` says, else the words of what it may answer."""
    if match.game.question is not None:
        return str(match.game.question(match.state))[:LONGEST]
    actions = match.game.actions
    return " ".join(sorted({str(actions.read(outcome)["do"]) for outcome in match.legal(CHANCE)}))
