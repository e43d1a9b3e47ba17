"""A match judged, from its log."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from parlour.advice.judge import Judge, Marked
from parlour.advice.looking import Look
from parlour.advice.pace import Pace
from parlour.advice.report import Report
from parlour.advice.standing import Standing, turning
from parlour.bots import seated
from parlour.engine import GameError, Log, LogError, Match
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best

SECONDS = 25.0  # of one core's time, where no effort is given
LEAST, MOST = 8, 1000  # of the rounds of a look
TRIED = 4  # times the least: the effort of a second trial
PARTS, TRIAL, GLIMPSE = 4, 12, 2  # parts of a match that are judged to see how long it takes, and steps in each, long and short
SEARCHED, CLOSER, PLAYED = 5, 8, 3  # iterations, rounds of a closer look, and playouts, for each round of a look

Progress = Callable[[int, int], None]
Left = Callable[[float], None]


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


@dataclass(frozen=True, slots=True)
class Heard:
    """What is told while a match is judged."""

    marked: Marked | None = None  # a decision, as soon as it is known to be costly
    left: Left | None = None  # about how many seconds the rest takes, where no effort is given


def advise(
    log: Log,
    *,
    seats: Sequence[int] | None = None,
    effort: Effort | None = None,
    seconds: float = SECONDS,
    seed: int = 1,
    progress: Progress | None = None,
    heard: Heard | None = None,
    carrier: Carrier | None = None,
) -> Report:
    """Judge the decisions of some seats (all where none are given) of a finished match.

    Without an effort the machine's pace is measured first, so that it takes about so many seconds of one core's time; the
    report says which effort it was. `progress(done, of)` is called before every step, and what `heard` names on the way; what
    they raise stops the work. Raises LogError where the match is not over, NoAdvice.
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
    make, heard = carrier or best(game), heard or Heard()
    pace: Pace | None = None
    if effort is None:
        effort, pace = measured(log, judged, seconds, make, heard.left)

    def before(done: int, of: int) -> None:
        if pace is not None and heard.left is not None:
            heard.left(pace.left(done))
        if progress is not None:
            progress(done, of)

    match = Match.replay(replace(log, actions=()))
    standing, judge = _followed(match, log.actions, judged, effort, seed, make, progress=before, marked=heard.marked)
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
    match: Match,
    actions: Sequence[tuple[int, int]],
    seats: tuple[int, ...],
    effort: Effort,
    seed: int,
    carrier: Carrier,
    *,
    progress: Progress | None = None,
    marked: Marked | None = None,
) -> tuple[Standing, Judge]:
    """Some steps of a match judged, from where it stands."""
    standing = Standing(match, effort.playouts, seed, carrier)
    judge = Judge(match, seats, Look(effort.iterations, effort.rounds, effort.closer), seed, carrier, marked)
    for number, (who, action) in enumerate(actions):
        if progress is not None:
            progress(number, len(actions))
        asked = who in match.to_act
        judge.before(who, action, standing.frame)
        standing.step(who, action)
        judge.after(who, action, asked)
    return standing, judge


def measured(log: Log, seats: tuple[int, ...], seconds: float, carrier: Carrier, left: Left | None = None) -> tuple[Effort, Pace]:
    """The effort that takes about so many seconds of one core on this machine, the trials counted, which say how time grows with
    it: of parts from all over the match, for its beginning is quicker to judge than its end, or slower. And how long it takes."""
    _tried(log, seats, LEAST, GLIMPSE, carrier)  # loads what is compiled
    whole, begun, at = len(log.actions), time.process_time(), time.monotonic()

    def slowness() -> float:
        return max(1.0, (time.monotonic() - at) / max(1e-9, time.process_time() - begun))

    parts = _tried(log, seats, LEAST, TRIAL, carrier)
    if left is not None:
        left(seconds * slowness())
    longer = _tried(log, seats, TRIED * LEAST, TRIAL, carrier)
    little, much, steps = sum(taken for taken, _ in parts), sum(taken for taken, _ in longer), sum(done for _, done in parts)
    each = max(1e-9, (much - little) / ((TRIED - 1) * LEAST)) * whole / steps
    fixed = max(0.0, little * whole / steps - LEAST * each)
    remaining = seconds - (time.process_time() - begun)
    rounds = max(LEAST, min(MOST, int((remaining - fixed) / each)))
    each_step = [taken / max(1, done) for taken, done in longer]
    return Effort.of(rounds), Pace(each_step, whole, fixed + each * rounds, slowness())


def _tried(log: Log, seats: tuple[int, ...], rounds: int, steps: int, carrier: Carrier) -> list[tuple[float, int]]:
    """Of some parts of a match: seconds of process time, and how many steps it had."""
    whole, tried = len(log.actions), []
    for number in range(PARTS):
        first = (2 * number + 1) * whole // (2 * PARTS)
        match, part = Match.replay(replace(log, actions=log.actions[:first])), log.actions[first : first + steps]
        begun = time.process_time()
        _followed(match, part, seats, Effort.of(rounds), 0, carrier)
        tried.append((time.process_time() - begun, len(part)))
    return tried
