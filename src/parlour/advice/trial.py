"""Parts of a match judged to see how long the whole of it takes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from parlour.advice.effort import APART, LEAST, MANY, MOST, WORLDS, Effort
from parlour.advice.judge import Judge
from parlour.advice.pace import Pace, Part
from parlour.advice.standing import FIRST, Standing
from parlour.bots.think import chances
from parlour.engine import Log, Match
from parlour.engine.carriers.carrier import Carrier

PARTS, STEPS = 8, 16  # parts of a match, many and evenly spread, for a round begins slower than it ends; and steps of each
ENOUGH = 0.025  # seconds of one core, after which a part has been looked at long enough
ROUNDS, MORE = 2 * LEAST, 4  # rounds of a look with which they are tried, and how many times as many if that was quick
LITTLE, MUCH = 2, 10  # playouts likewise: between the two lies how time grows with them
GROWTH = 0.7  # the power of the rounds with which looks take longer, for what is soon sure takes no more: 0.55 to 0.75 at KEYS

Steps = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Trial:
    """How long parts of a match took: its decisions to be judged, and its account to be drawn up."""

    steps: int
    looks: tuple[tuple[Part, ...], ...]  # decisions that are not likely, and those that are
    plays: tuple[Part, ...]
    opening: float  # seconds for each playout, before the first step

    @property
    def following(self) -> float:
        """How many seconds it takes to follow the match once with the beliefs."""
        return Pace(self.looks[0], self.steps).seconds

    def judging(self, worlds: int, *, apart: bool) -> Pace:
        """How long all decisions take with so many worlds, in one pass or in passes `apart`, by the rounds of a look."""
        share = worlds / WORLDS
        looks = [[Part(share * part.fixed, part.each) for part in of] for of in self.looks]
        if apart:
            return Pace([part for of in looks for part in of], len(looks) * self.steps, growth=GROWTH)
        return Pace([Part(one.fixed, one.each + two.each) for one, two in zip(*looks, strict=True)], self.steps, growth=GROWTH)

    def accounting(self, playouts: int = 0) -> Pace:
        """How long the account takes, by playouts."""
        return Pace(self.plays, self.steps, playouts, opening=self.opening)


def tried(log: Log, seats: tuple[int, ...], carrier: Carrier) -> Trial:
    """Parts from all over a match of one step at least, for its beginning is quicker to judge than its end, or slower."""
    match, whole = Match.replay(replace(log, actions=())), len(log.actions)
    opening = _opening(match, carrier)
    looks, plays, at = [], [], 0
    steps = max(1, min(STEPS, whole // PARTS))
    for number in range(PARTS):
        first = max(0, ((2 * number + 1) * whole // PARTS - steps) // 2)
        for who, action in log.actions[at:first]:
            match.play(who, action)
        part, at = log.actions[first : first + steps], first
        if not number:  # loads what is compiled
            _judged(match, part, seats, LEAST, carrier)
            _accounted(match, part, (1, 2), carrier)
        looks.append(_looks(match, part, seats, carrier))
        plays.append(_plays(match, part, carrier))
    return Trial(whole, tuple(zip(*looks, strict=True)), tuple(plays), (FIRST - 1) * opening)


def _looks(match: Match, part: Steps, seats: tuple[int, ...], carrier: Carrier) -> list[Part]:
    """Of decisions that are not likely, and of those that are.

    With as many rounds as there is time for: what is soon sure takes less of them the more there are.
    """
    rounds = ROUNDS
    while True:
        found, taken = _judged(match, part, seats, rounds, carrier)
        if MORE * taken > ENOUGH or MORE * rounds > MOST:
            return found
        rounds *= MORE


def _plays(match: Match, part: Steps, carrier: Carrier) -> Part:
    """With as many playouts as there is time for: many at once are quicker than few."""
    times = 1
    while True:
        found, taken = _accounted(match, part, (times * LITTLE, times * MUCH), carrier)
        if MORE * taken > ENOUGH or MORE * times * MUCH > MANY:
            return found
        times *= MORE


def _opening(match: Match, carrier: Carrier) -> float:
    """Seconds for a playout of the whole match."""
    chances(match, playouts=1, carrier=carrier)  # loads what is compiled
    playouts = MUCH
    while True:
        begun = time.process_time()
        chances(match, playouts=playouts, carrier=carrier)
        taken = time.process_time() - begun
        if MORE * taken > ENOUGH or MORE * playouts > MANY:
            return taken / playouts
        playouts *= MORE


def _judged(match: Match, part: Steps, seats: tuple[int, ...], rounds: int, carrier: Carrier) -> tuple[list[Part], float]:
    match = match.clone()
    judge = Judge(match, seats, Effort.of(rounds), 0, carrier)
    looking, following, done = dict.fromkeys(APART, 0.0), 0.0, 0
    for who, action in part:
        begun, asked, kind = time.process_time(), who in match.to_act, judge.likely(who, action)
        judge.before(who, action)
        looked = time.process_time()
        match.play(who, action)
        judge.after(who, action, asked)
        if kind is not None:
            looking[kind] += looked - begun
        following, done = following + time.process_time() - (begun if kind is None else looked), done + 1
        if sum(looking.values()) + following >= ENOUGH:
            break
    parts = [Part(following / done, looking[kind] / done / rounds**GROWTH) for kind in APART]
    return parts, sum(looking.values()) + following


def _accounted(match: Match, part: Steps, playouts: tuple[int, int], carrier: Carrier) -> tuple[Part, float]:
    few, many = (Standing(match.clone(), number, 0, carrier, opening=1) for number in playouts)
    little = much = 0.0
    done = 0
    for who, action in part:
        begun = time.process_time()
        few.step(who, action)
        between = time.process_time()
        many.step(who, action)
        little, much, done = little + between - begun, much + time.process_time() - between, done + 1
        if little + much >= ENOUGH:
            break
    each = max(0.0, (much - little) / (playouts[1] - playouts[0]))
    return Part(max(0.0, little - playouts[0] * each) / done, each / done), little + much
