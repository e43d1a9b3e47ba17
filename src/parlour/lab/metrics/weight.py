"""How much a decision matters."""

from random import Random

from parlour.bots.entrants import Company, held
from parlour.engine.contract.reward import shares
from parlour.engine.match import Match
from parlour.games.cells import CHANCE, CLOCK
from parlour.lab.metrics.trace import Trace

SAMPLED = 2  # decisions of a game that are looked at
TRIED = 4  # actions of a decision, at most
PLAYED = 8  # times that the game is played on after each: an even number


def weight(trace: Trace) -> float | None:
    """How much of the win hangs on one choice: between the action that looked best and the one that looked worst.

    Some decisions with a choice are drawn, up to `TRIED` actions of each played, and the game played on by the same bots, with
    the same chance after each action. Best and worst are chosen by half of these games, the difference is that of the other half,
    so that it is 0 on average where nothing matters. Source: the difference of action values (the "action gap" of Farahmand,
    2011), by playouts. 0 for a game of pure chance, 1 for one that the next choice decides. None where nobody has a choice.
    """
    rng = Random(f"{len(trace.steps)}/{trace.decisions}")
    wide = [i for i, step in enumerate(trace.steps) if step.seat < trace.players and len(step.legal) > 1]
    drawn = set(rng.sample(wide, min(SAMPLED, len(wide))))
    found = []
    for i, (match, step) in enumerate(trace.matches()):
        if i in drawn:
            tried = rng.sample(step.legal, min(TRIED, len(step.legal)))
            found.append(_difference(trace, match, step.seat, tried, rng.getrandbits(60)))
    return sum(found) / len(found) if found else None


def _difference(trace: Trace, match: Match, seat: int, tried: list[int], seed: int) -> float:
    worth = [[_played_on(trace, match, seat, action, f"{seed}/{n}") for n in range(PLAYED)] for action in tried]
    halves = [[sum(row[half::2]) / (PLAYED // 2) for row in worth] for half in (0, 1)]
    found = 0.0
    for chosen, judged in (halves, halves[::-1]):
        best, worst = chosen.index(max(chosen)), chosen.index(min(chosen))
        found += (judged[best] - judged[worst]) / 2
    return found


def _played_on(trace: Trace, match: Match, seat: int, action: int, name: str) -> float:
    """The part of the win that a seat has in the end."""
    on = match.clone()
    on.play(seat, action)
    chance, choices = Random(name), Random(name + "/choices")
    company = Company(on, {p: held(trace.game, bot) for p, bot in enumerate(trace.bots)}, choices)
    for _ in range(trace.game.longest(on.state)):
        if on.over:
            break
        who = on.to_act[0]
        if who == CHANCE:
            played = on.roll(lambda below: int(chance.random() * below))
        else:
            played = chance.choice(on.legal(CLOCK)) if who == CLOCK else company.choose(who, choices)
            on.play(who, played)
        company.saw(who, played)
    return shares(on.rank())[seat]
