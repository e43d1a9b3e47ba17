"""How a seat plays: how often it did what could have been left, and how often the rule of thumb would have done it.

Counts, and no verdicts. What is counted a game says in its `advice` part: `HABITS`, the names, and `habits(s, seat, action)`,
those that an action shows of a seat that knows the hidden state `s`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.engine import Log, Match

DIGITS = 3


@dataclass(frozen=True, slots=True)
class Habit:
    """One thing that a seat does, or leaves."""

    name: str
    chances: int  # how often it could have been done, and left
    done: int
    steady: float  # how often the rule of thumb would have done it, in those situations: a sum of chances


def style(log: Log) -> tuple[tuple[Habit, ...], ...]:
    """By seat, the habits that its game counts; none where the game counts none or has no policy. Raises LogError."""
    match = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position))
    policy, part = match.game.policy, match.game.part("advice")
    names: Sequence[str] = getattr(part, "HABITS", ()) if policy is not None else ()
    counted = [{name: [0, 0, 0.0] for name in names} for _ in range(log.players)]
    for who, action in log.actions:
        if names and who < log.players:
            legal = match.legal(who)
            if len(legal) > 1 and action in legal:
                _count(match, who, action, legal, counted[who])
        match.play(who, action)
    return tuple(
        tuple(Habit(name, int(chances), int(done), round(steady, DIGITS)) for name, (chances, done, steady) in one.items())
        for one in counted
    )


def _count(match: Match, who: int, action: int, legal: list[int], counted: dict[str, list[float]]) -> None:
    policy, part = match.game.policy, match.game.part("advice")
    assert policy is not None
    assert part is not None
    state = match.view(who).state
    shown = [set(part.habits(state, who, one)) for one in legal]
    open_to = [name for name in counted if 0 < sum(name in one for one in shown) < len(legal)]
    if not open_to:
        return
    weights = policy.weights(state, who, match.memory(who) or policy.Memory(), legal)
    for name in open_to:
        tally = counted[name]
        tally[0] += 1
        tally[1] += name in shown[legal.index(action)]
        tally[2] += sum(weight for weight, one in zip(weights, shown, strict=True) if name in one) / sum(weights)
