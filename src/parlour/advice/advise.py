"""A match judged, from its log."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from parlour.advice.effort import FEW, FEWEST, LEAST, MANY, MOST, SCANT, WORLDS, Effort
from parlour.advice.fit import Fit
from parlour.advice.judge import Judge, Marked, in_order
from parlour.advice.report import Decision, Report
from parlour.advice.standing import Standing, turning
from parlour.advice.trial import tried
from parlour.bots import seated
from parlour.engine import GameError, Log, LogError, Match
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best

SECONDS = 25.0  # of one core's time, where no effort is given
FOLLOWED = 0.25  # of the time: how much of it following the match once with the beliefs may take
JUDGING = 0.65  # of the time: what decisions are given, for they are what one waits for; what is left is the account's
SPARED = 0.05  # of the time that is left for the account: what it may take longer than foreseen

Progress = Callable[[int, int], None]
Left = Callable[[float], None]
Changed = Callable[[int], int | None]  # the rounds of a look, or the playouts, from a step on, where they change there


class NoAdvice(GameError):
    """A match of which nothing can be said: its game has no policy, or what was played at this table is not in its log."""


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

    Without an effort it is fitted to the machine and the match, so that it takes about so many seconds of one core's time; the
    report says which effort it was. `progress(done, of)` is called before every step of all passes, and what `heard` names on
    the way; what they raise stops the work. Raises LogError where the match is not over, NoAdvice.
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
    work = _Work(log, judged, seed, carrier or best(game), progress, heard or Heard())
    if effort is None and log.actions:
        return work.within(seconds)
    return work.with_effort(effort or Effort.of(LEAST))


def method(match: Match) -> str:
    """What decisions are judged by: "search", or "belief" alone where no tree is searched."""
    return "search" if match.game.policy is not None and match.game.policy.thought > 0 else "belief"


class _Work:
    """A match judged in passes: its decisions, which are waited for, and then its account."""

    def __init__(
        self, log: Log, seats: tuple[int, ...], seed: int, carrier: Carrier, progress: Progress | None, heard: Heard
    ) -> None:
        self._log, self._seats, self._seed, self._carrier = log, seats, seed, carrier
        self._progress, self._heard, self._steps = progress, heard, len(log.actions)
        self._begun, self._at = time.process_time(), time.monotonic()

    def with_effort(self, effort: Effort) -> Report:
        changes = dict(effort.changes)
        decisions = self._judged(effort, changes.get)
        standing = self._account(effort, changes.get)
        return self._report(effort, decisions, standing)

    def within(self, seconds: float) -> Report:
        """With the effort that takes about so many seconds of one core on this machine, the trial counted in."""
        trial = tried(self._log, self._seats, self._carrier)
        slow = trial.following / (FOLLOWED * seconds)
        worlds, apart = max(FEWEST, round(WORLDS / max(1.0, slow))), slow < 1
        bounds = (FEW if apart else SCANT, MANY)
        least, most = (trial.accounting(bound).seconds for bound in bounds)
        judging = Fit(trial.judging(worlds, apart=apart), JUDGING * seconds - self._spent, (LEAST, MOST))
        effort = Effort.of(judging.level, worlds=worlds, apart=apart)

        def rounds(step: int) -> int | None:
            left = judging.left(step)
            self._tell(left + min(max(seconds - self._spent - left, least), most))
            return judging.better(step)

        decisions = self._judged(effort, rounds)
        accounting = Fit(trial.accounting(), (1 - SPARED) * (seconds - self._spent), bounds)
        effort = replace(effort, playouts=accounting.level)
        before = self._before(effort)

        def playouts(step: int) -> int | None:
            self._tell(accounting.left(step - before))
            return accounting.better(step - before)

        standing = self._account(effort, playouts)
        changes = [*judging.changes, *((before + step, level) for step, level in accounting.changes)]
        return self._report(replace(effort, changes=changes), decisions, standing)

    def _before(self, effort: Effort) -> int:
        """How many steps there are before the pass for the account."""
        return len(effort.passes) * self._steps

    @property
    def _spent(self) -> float:
        return time.process_time() - self._begun

    def _tell(self, left: float) -> None:
        """By the clock on the wall, as far as this process has not had a core to itself."""
        if self._heard.left is not None:
            self._heard.left(left * max(1.0, (time.monotonic() - self._at) / max(1e-9, self._spent)))

    def _judged(self, effort: Effort, changed: Changed) -> tuple[Decision, ...]:
        """The first passes, or the first."""
        decisions: list[Decision] = []
        look = effort.look
        for number, only in enumerate(effort.passes):
            match = Match.replay(replace(self._log, actions=()))
            judge = Judge(match, self._seats, effort, self._seed, self._carrier, self._heard.marked, only)
            judge.look = look
            for step, (who, action) in enumerate(self._log.actions):
                done = number * self._steps + step
                rounds = changed(done)
                if rounds is not None:
                    judge.look = Effort.of(rounds).look
                self._follow(done, effort)
                asked = who in match.to_act
                judge.before(who, action)
                match.play(who, action)
                judge.after(who, action, asked)
            look = judge.look
            decisions += judge.decisions
        return in_order(decisions)

    def _account(self, effort: Effort, changed: Changed) -> Standing:
        """The last."""
        standing = Standing(Match.replay(replace(self._log, actions=())), effort.playouts, self._seed, self._carrier)
        for done, (who, action) in enumerate(self._log.actions, self._before(effort)):
            standing.playouts = changed(done) or standing.playouts
            self._follow(done, effort)
            standing.step(who, action)
        return standing

    def _follow(self, done: int, effort: Effort) -> None:
        if self._progress is not None:
            self._progress(done, self._before(effort) + self._steps)

    def _report(self, effort: Effort, decisions: tuple[Decision, ...], standing: Standing) -> Report:
        log, (moments, accounts) = self._log, standing.finished()
        match = Match.replay(replace(log, actions=()))
        return Report(
            *(log.game, match.game.version, log.players, method(match), self._seed, effort.to_json()),
            *(self._seats, moments, accounts, tuple(turning(moments, seat) for seat in range(log.players))),
            decisions,
        )
