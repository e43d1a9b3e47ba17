"""A match judged, from its log."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from parlour.advice.judge import Judge
from parlour.advice.looking import Look
from parlour.advice.report import Report
from parlour.advice.standing import Standing, turning
from parlour.bots import seated
from parlour.engine import GameError, Log, LogError, Match
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best

SECONDS = 25.0  # of one core's time, where no effort is given
LEAST, MOST = 8, 1000  # of the rounds of a look
TRIAL = 60  # steps of a match that are judged to see how long it takes
SEARCHED, CLOSER, PLAYED = 5, 8, 3  # iterations, rounds of a closer look, and playouts, for each round of a look

Progress = Callable[[int, int], None]


class NoAdvice(GameError):
    """A match of which nothing can be said: its game has no policy, or what was played at this table is not in its log."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought. The same effort, seed and seats give the same report."""

    iterations: int  # of the search, for a decision
    rounds: int  # in which its best actions are tried side by side
    closer: int  # likewise, where something seems to have been better
    playouts: int  # from a state of the match

    @classmethod
    def of(cls, rounds: int) -> "Effort":
        """All parts of it in proportion."""
        return cls(SEARCHED * rounds, rounds, CLOSER * rounds, PLAYED * rounds)


def advise(
    log: Log,
    *,
    seats: Sequence[int] | None = None,
    effort: Effort | None = None,
    seconds: float = SECONDS,
    seed: int = 1,
    progress: Progress | None = None,
    carrier: Carrier | None = None,
) -> Report:
    """Judge the decisions of some seats (all where none are given) of a finished match.

    Without an effort the machine's pace is measured first, so that it takes about so many seconds of one core's time; the
    report says which effort it was. `progress(done, of)` is called before every step; what it raises stops the work. Raises
    LogError where the match is not over, NoAdvice.
    """
    match = Match.replay(log)
    if not match.over:
        raise LogError("the match is not over, and its log is secret until then")
    game, policy = match.game, match.game.policy
    if policy is None:
        raise NoAdvice(f"{game.name} has no policy to judge by")
    if log.position is None and not seated(game, game.options(log.options, log.players)):
        raise NoAdvice("what was played at this table is not in its log: nobody can judge it from there")
    judged = tuple(range(log.players)) if seats is None else tuple(sorted(set(seats)))
    if any(seat not in range(log.players) for seat in judged):
        raise NoAdvice(f"the match has seats 0 to {log.players - 1}")
    make = carrier or best(game)
    effort = effort or measured(log, judged, seconds, make)
    standing, judge = _followed(log, judged, effort, seed, make, progress, len(log.actions))
    moments, accounts = standing.finished()
    return Report(
        *(game.name, game.version, log.players, method(match), seed, asdict(effort), judged, moments, accounts),
        tuple(turning(moments, seat) for seat in range(log.players)),
        judge.decisions(),
    )


def method(match: Match) -> str:
    """What decisions are judged by: "search", or "belief" alone where no tree is searched."""
    return "search" if match.game.policy is not None and match.game.policy.thought > 0 else "belief"


def _followed(
    log: Log, seats: tuple[int, ...], effort: Effort, seed: int, carrier: Carrier, progress: Progress | None, steps: int
) -> tuple[Standing, Judge]:
    """The first steps of a match, judged."""
    match = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position))
    standing = Standing(match, effort.playouts, seed, carrier)
    judge = Judge(match, seats, Look(effort.iterations, effort.rounds, effort.closer), seed, carrier)
    for number, (who, action) in enumerate(log.actions[:steps]):
        if progress is not None:
            progress(number, len(log.actions))
        asked = who in match.to_act
        judge.before(who, action, standing.frame)
        standing.step(who, action)
        judge.after(who, action, asked)
    return standing, judge


def measured(log: Log, seats: tuple[int, ...], seconds: float, carrier: Carrier) -> Effort:
    """The effort that takes about so many seconds of one core on this machine: two short trials say how time grows with it."""
    steps = min(TRIAL, len(log.actions))
    taken = []
    for rounds in (LEAST, LEAST, 4 * LEAST):  # the first one loads what is compiled
        begun = time.process_time()
        _followed(log, seats, Effort.of(rounds), 0, carrier, None, steps)
        taken.append(time.process_time() - begun)
    whole = len(log.actions) / steps
    each = max(1e-9, (taken[2] - taken[1]) / (3 * LEAST)) * whole
    fixed = max(0.0, taken[1] * whole - LEAST * each)
    return Effort.of(max(LEAST, min(MOST, int((seconds - fixed) / each))))
