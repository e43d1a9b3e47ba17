"""A match judged: parts that add up, marks that are earned, and nothing known that the seat did not know."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, cast

import jsonschema
import pytest

from parlour.advice import Decision, Effort, Heard, NoAdvice, Report, advise, schema, style, trial
from parlour.advice.effort import FEWEST, LEAST, MOST, WORLDS
from parlour.advice.fit import Fit
from parlour.advice.judge import HARDLY
from parlour.advice.looking import COUNTS, closely, surely
from parlour.advice.pace import Pace, Part
from parlour.advice.smoothing import Curve, Link, Measured
from parlour.advice.verdict import Verdict
from parlour.bots import bot, welcoming
from parlour.bots.belief import Belief
from parlour.bots.comparison import Comparison
from parlour.bots.think import Search, changed
from parlour.engine import CHANCE, CLOCK, Log, LogError, Match, load
from parlour.engine.carriers import compiled as carriers
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.plain import Plain
from parlour.engine.match.frames import frames
from parlour.engine.match.match import OPEN
from parlour.games.keys.policy import FIRST_TRAP, PATIENCE
from parlour.say import game_words, languages
from parlour.testing.plugin import missing
from tests.day import compiled_today

LITTLE = Effort(iterations=40, rounds=10, closer=40, playouts=10)
SKYJO = pytest.param("skyjo", 2, marks=pytest.mark.long("compiled"))
GAMES = [("keys", 3), *([SKYJO] if "skyjo" in compiled_today() else [])]
SLOW = [("kings_keys", 2), ("keskife", 4)]  # of which the account alone is tried: to compile them takes longer than all of this


def rest(match: Match, rng: Random, kinds: Sequence[str], leaves: int | None = None) -> Log:
    """A match played to its end by bots; one seat leaves in its first turns."""
    while not match.over:
        who = match.to_act[0]
        if leaves is not None and leaves != who and len(match.log().actions) > 20 and match.may(leaves):
            match.play(leaves, match.may(leaves)[0])
            leaves = None
        elif who == CHANCE:
            match.roll(rng.randrange)
        elif who == CLOCK:
            match.play(who, match.legal(who)[0])
        else:
            view = match.view(who)
            match.play(who, bot(match.game, kinds[who % len(kinds)])(view, view.legal, rng))
    return match.log()


@cache
def played(name: str, players: int, seed: int = 1, leaves: int | None = None) -> Log:
    short: dict[str, dict[str, Any]] = {"skyjo": {"end_score": 50}, "keskife": {"rounds": 3}}
    options = welcoming(load(name)) | short.get(name, {})
    return rest(Match.start(name, players, options), Random(f"{name}/{seed}"), ("random", "simple"), leaves)


@cache
def judged(name: str, players: int) -> Report:
    if (name, players) in SLOW:
        return advise(played(name, players), effort=Effort(1, 1, 1, 2), seats=[], carrier=Plain(load(name)))
    return advise(played(name, players), effort=LITTLE, carrier=quick(name))


def quick(name: str) -> Carrier:
    if not carriers.available():
        return Plain(load(name))
    carriers.warm(name)  # once in a run, whoever needs it first
    return carriers.load(name)


@pytest.mark.parametrize(("name", "players"), [*GAMES, *SLOW])
def test_luck_play_and_others_add_up(name: str, players: int) -> None:
    """For every seat, from the start to the end, and moment by moment; chances sum to 1 and the end is the result."""
    report, log = judged(name, players), played(name, players)
    ranks = Match.replay(log).rank()
    for seat, account in enumerate(report.accounts):
        assert account.start + account.luck + account.play + account.others == pytest.approx(account.end, abs=1e-9)
        assert account.end == pytest.approx(1 / ranks.count(1) if ranks[seat] == 1 else 0.0, abs=1e-5)
        luck = sum(moment.luck[seat] for moment in report.moments)
        play = sum(moment.play[seat] for moment in report.moments if moment.by == seat)
        others = sum(moment.play[seat] for moment in report.moments if moment.by != seat)
        assert (luck, play, others) == pytest.approx((account.luck, account.play, account.others), abs=1e-3)
        assert all(0 <= error < 1 for error in account.errors.values())
    for moment in report.moments:
        assert sum(moment.chances) == pytest.approx(1, abs=1e-3)
    assert [frame.seat for frame in frames(log, OPEN)] == [
        moment.by if moment.by is not None else played_by(log, report, moment.frame) for moment in report.moments
    ]


def played_by(log: Log, report: Report, frame: int) -> int | None:
    """The clock, where no seat led to a moment; nobody at the beginning."""
    return CLOCK if frame else None


def test_what_somebody_does_unasked_is_their_play() -> None:
    report = advise(played("keys", 3, 2, leaves=1), effort=LITTLE, seats=[0], carrier=quick("keys"))
    for account in report.accounts:
        assert account.start + account.luck + account.play + account.others == pytest.approx(account.end, abs=1e-9)
    assert {decision.seat for decision in report.decisions} == {0}


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_marks_are_for_what_is_surely_worse(name: str, players: int) -> None:
    report = judged(name, players)
    for decision in report.decisions:
        assert decision.legal > 1
        assert all(action in [choice.action for choice in decision.choices] for action in (decision.played, decision.best))
        assert decision.cost >= 0
        if decision.mark:
            assert decision.cost >= COUNTS
            assert decision.cost > decision.error
    for seat in report.seats:
        marked = [decision for decision in report.of(seat) if decision.mark]
        assert [decision.mark for decision in marked] == ["costliest", *["costly"] * (len(marked) - 1)][: len(marked)]


def tried(gap: float, spread: float, rounds: int = 100) -> Comparison:
    """Two actions, the first better by so much; the gaps of single rounds lie so far apart."""
    known = Comparison([7, 8])
    for number in range(rounds):
        better = 0.5 + gap + (spread if number % 2 else -spread)
        known.add(1, [better, 0.5], [[better * better, better * 0.5], [better * 0.5, 0.25]])
    return known


def test_only_what_two_judgements_are_sure_of_is_costly() -> None:
    """The cost is the second one's, in doubt by its error, by how far the two are apart, and by how rivals may play."""
    first = Verdict.of(tried(0.2, 0.1), 0, 1)
    assert first.sure
    assert not first.costly
    agreed = first.and_by(tried(0.12, 0.1), 0, 1)
    assert agreed.costly
    assert agreed.cost == pytest.approx(0.12)
    assert agreed.doubt == pytest.approx(1.65 * (0.01005**2 + 0.032**2 + 0.06**2) ** 0.5, rel=0.01)
    refuted, unsure, far = (first.and_by(tried(gap, spread), 0, 1) for gap, spread in ((-0.1, 0.1), (0.1, 0.6), (0.03, 0.01)))
    assert not refuted.costly
    assert refuted.cost < 0
    assert not unsure.costly
    assert not far.costly
    assert not Verdict.of(tried(0.01, 0.6), 0, 1).and_by(tried(0.1, 0.1), 0, 1).costly


class Trying:
    """Stands for a search: every round of its own finds the first action better by so much."""

    def __init__(self, gap: float) -> None:
        self.gap = gap

    def compare(self, known: Comparison, rounds: int, **how: bool) -> None:
        more = tried(self.gap, 0.2, rounds)
        known.add(rounds, more.sums, more.products)


@pytest.mark.parametrize(("gap", "low", "high"), [(0.3, 1, 1500), (-0.3, 1, 1500), (0.019, 8000, 8000)])
def test_effort_goes_where_it_matters(gap: float, low: int, high: int) -> None:
    """What is sure soon, or surely nothing, is looked at no longer."""
    known, search = Comparison([7, 8]), Trying(gap)
    closely(cast("Search", search), known, 0, 1, 8000)
    assert low <= known.rounds <= high
    assert surely(*known.gap(0, 1)) == (gap == 0.3)


@pytest.mark.long("compiled")
@pytest.mark.skipif("skyjo" not in compiled_today(), reason="on another day, and in `make drills`")
def test_choices_that_are_all_the_same_are_never_marked() -> None:
    """Which two of twelve hidden cards one turns at first is worth the same, whatever the dice say."""
    log, turned = played("skyjo", 2), 0
    for seed in range(4):
        report = advise(log, effort=LITTLE, seats=[0, 1], seed=seed, carrier=quick("skyjo"))
        for decision in report.decisions:
            if decision.played["do"] == "reveal":
                assert not decision.mark
                turned += 1
    assert turned >= 16


def test_a_blunder_is_found_and_said_to_be_the_costliest() -> None:
    """Who bids everything over their own KEY flips it: the last thing to do where one point wins."""
    if not carriers.available():
        missing("fast", "so many rounds of judgement need the extra `fast`")
    match = Match.start("keys", 2, {"starter": 0})
    key, regular = ({"do": "place", "coaster": which} for which in ("key", "regular"))
    for who, form in ((0, key), (1, regular), (0, {"do": "bid", "bid": 2})):
        match.play(who, form)
    log = rest(match, Random(1), ("simple",))
    report = advise(log, effort=Effort(200, 100, 4800, 10), seats=[0], carrier=quick("keys"))
    (blunder,) = [decision for decision in report.decisions if decision.step == 2]
    assert blunder.mark
    assert blunder.played == {"do": "bid", "bid": 2}
    assert blunder.cost > 0.03


def test_a_match_of_a_few_steps_is_tried_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "ENOUGH", 0.0)
    match = Match.start("keys", 2, {"starter": 0})
    for number in range(1, trial.PARTS + 2):
        who = match.to_act[0]
        match.play(who, match.legal(who)[0])
        found = trial.tried(match.log(), (0, 1), quick("keys"))
        assert (found.steps, len(found.looks), len(found.plays)) == (number, 2, trial.PARTS)


def test_a_seat_is_judged_by_what_it_knew() -> None:
    """Two matches that look the same to seat 0 are judged the same as long as they do."""
    told = []
    for coaster in ("key", "regular"):
        match = Match.start("keys", 2, {"starter": 0})
        for who, which in ((0, "regular"), (1, coaster), (0, "regular")):
            match.play(who, {"do": "place", "coaster": which})
        report = advise(rest(match, Random(4), ("simple",)), effort=LITTLE, seats=[0], carrier=quick("keys"))
        told.append([decision for decision in report.decisions if decision.step <= 2])
    assert len(told[0]) == 2
    assert told[0] == told[1]


def test_the_same_seed_and_effort_give_the_same_report() -> None:
    log = played("keys", 3)
    assert advise(log, effort=LITTLE, carrier=quick("keys")) == judged("keys", 3)
    assert advise(log, effort=LITTLE, seed=2, carrier=quick("keys")) != judged("keys", 3)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_report_is_json_that_keeps_its_schema(name: str, players: int) -> None:
    report = judged(name, players)
    form = report.to_json()
    jsonschema.validate(form, schema(), jsonschema.Draft202012Validator)
    assert Report.from_json(form) == report
    with pytest.raises(ValueError, match="format"):
        Report.from_json({**form, "format": "other"})
    assert report.method == "search"
    assert judged(*SLOW[0]).method == "belief"


def test_it_is_followed_and_stopped_on_the_way() -> None:
    log, told = played("keys", 3), []

    def progress(done: int, of: int) -> None:
        told.append((done, of))
        if done == 5:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        advise(log, effort=LITTLE, progress=progress)
    assert told == [(done, 2 * len(log.actions)) for done in range(6)], "two passes"


def test_marks_are_told_as_they_are_found() -> None:
    told: list[int] = []
    effort = replace(LITTLE, closer=400, apart=True)
    report = advise(played("keys", 3), effort=effort, heard=Heard(lambda one: told.append(one.step)), carrier=quick("keys"))
    marked = [decision for decision in report.decisions if decision.mark]
    assert [decision.step for decision in marked] == sorted(decision.step for decision in marked)
    hardly, likely = ([d.step for d in marked if (leaning(d) > HARDLY) == kind] for kind in (False, True))
    assert hardly
    assert likely
    assert told == hardly + likely, "what the rule of thumb would hardly have played comes first"


def leaning(decision: Decision) -> float:
    """How likely the rule of thumb plays what was played."""
    return next(choice.leaning for choice in decision.choices if choice.action == decision.played)


def test_effort_is_measured_where_none_is_given() -> None:
    left: list[float] = []
    report = advise(played("keys", 3), seconds=0.5, seats=[0], heard=Heard(left=left.append), carrier=quick("keys"))
    effort = Effort(**report.effort)
    assert len(left) == (len(effort.passes) + 1) * len(played("keys", 3).actions), "before every step of all passes"
    assert report == advise(played("keys", 3), effort=effort, seats=[0], carrier=quick("keys"))


@pytest.mark.parametrize(("fixed", "worlds", "apart"), [(0.0, WORLDS, True), (0.1, FEWEST, False)])
def test_what_is_slow_to_follow_is_followed_once_and_in_fewer_worlds(
    monkeypatch: pytest.MonkeyPatch, fixed: float, worlds: int, apart: bool
) -> None:
    log = played("keys", 3)
    found = trial.tried(log, (0,), quick("keys"))
    looks = tuple(tuple(replace(part, fixed=fixed) for part in kind) for kind in found.looks)
    monkeypatch.setattr(import_module("parlour.advice.advise"), "tried", lambda *_: replace(found, looks=looks))
    report = advise(log, seconds=0.5, seats=[0], carrier=quick("keys"))
    assert (report.effort["worlds"], report.effort["apart"]) == (worlds, apart)
    assert report == advise(log, effort=Effort(**report.effort), seats=[0], carrier=quick("keys"))


def test_what_cannot_be_judged_is_said() -> None:
    log = played("keys", 3)
    with pytest.raises(LogError, match="not over"):
        advise(replace(log, actions=log.actions[:-1]))
    with pytest.raises(NoAdvice, match="seats 0 to 2"):
        advise(log, effort=LITTLE, seats=[3])
    room = rest(Match.start("keskife", 4, {"venue": "room"}), Random(1), ("random",))
    with pytest.raises(NoAdvice, match="not in its log"):
        advise(room, effort=LITTLE)


def test_habits_are_counted_beside_what_the_rule_of_thumb_would_do() -> None:
    """Who lays the KEY first of all, as the policy does 2 times in 100, and bids over it."""
    match = Match.start("keys", 2, {"starter": 0})
    for who, form in (
        (0, {"do": "place", "coaster": "key"}),
        (1, {"do": "place", "coaster": "regular"}),
        (0, {"do": "bid", "bid": 2}),
    ):
        match.play(who, form)
    mine, other = ({habit.name: habit for habit in seat} for seat in style(match.log()))
    assert [(habit.chances, habit.done) for habit in mine.values()] == [(1, 1), (1, 1), (1, 1)]
    assert mine["trap"].steady == pytest.approx(FIRST_TRAP)
    assert mine["bid"].steady == mine["bluff"].steady == pytest.approx(1 - PATIENCE)
    assert (other["trap"].chances, other["trap"].done, other["bid"].chances) == (1, 0, 0)


@pytest.mark.parametrize(("name", "players"), [*GAMES, *SLOW])
def test_every_habit_that_is_counted_has_a_name(name: str, players: int) -> None:
    """In whole matches each can be seen, and the game has words for each in every language."""
    log, seen = played(name, players), set()
    for habit in (habit for seat in style(log) for habit in seat):
        assert 0 <= habit.done <= habit.chances
        assert 0 <= habit.steady <= habit.chances
        if habit.chances:
            seen.add(habit.name)
    for language in languages(load(name).folder):
        assert seen <= set(game_words(load(name), language).section("style"))
    assert seen >= set(game_words(load(name), "en").section("style")) - {"joker"}  # there are none by the printed rules


def test_a_curve_is_drawn_through_what_was_measured_by_how_surely() -> None:
    """By hand: between 0.2 and a sure 1 a doubtful 0.9, of which the change to it says 0.1: it lies near 0.3."""
    sure, doubtful = Measured((0.2, 0.8), (1e-6, 1e-6)), Measured((0.9, 0.1), (0.01, 0.01))
    curve = Curve(
        [sure, doubtful, Measured((1.0, 0.0), (0.0, 0.0))],
        [Link(0, Measured((0.1, -0.1), (1e-6, 1e-6))), Link(None, None)],
    )
    first, second = curve.chances(0), curve.chances(1)
    assert first == pytest.approx([0.2, 0.3, 1.0], abs=1e-3)
    assert [a + b for a, b in zip(first, second, strict=True)] == pytest.approx([1, 1, 1])
    assert curve.errors()[1] == pytest.approx(2e-6**0.5, rel=0.01)
    assert curve.error(0, [-1.0, 1.0, 0.0]) == pytest.approx(1e-3, rel=0.01)


def test_what_is_tried_side_by_side_is_the_same_on_both_carriers() -> None:
    """To the last digit: actions compared in the same worlds, and what a step changed."""
    if not carriers.available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    match = Match.start("keys", 3, {"starter": 0})
    match.play(0, match.legal(0)[0])
    found, moved = [], []
    for carrier in (Plain(match.game), carriers.load(match.game)):
        search = Search(match.view(1), belief=Belief(match.view(1), worlds=12, seed=1, carrier=carrier), seed=2, expected=60)
        search.go(20)
        known = Comparison(list(search.actions))
        search.compare(known, 6)
        search.compare(known, 6)
        assert known.rounds == 12
        assert known.gap(0, 0) == (0.0, 0.0)
        found.append((known.sums, known.products))
        moved.append(changed(match, 1, search.actions[1], pairs=5, seed=3, carrier=carrier))
    assert found[0] == found[1]
    assert moved[0] == moved[1]


def test_what_is_left_of_a_pass_follows_how_the_match_goes_and_how_the_machine_does() -> None:
    """A match whose second half takes a quarter of the time: half of the steps leave little; a machine four times as slow as
    foreseen is believed by and by, and is given less to do."""
    even = Pace([Part(0.1, 0.01)], 100, 10)
    falling = Pace([Part(0.0, each) for each in (0.03, 0.03, 0.01, 0.01)], 100, 10)
    assert even.left(0, 0.0) == pytest.approx(even.seconds) == pytest.approx(20)
    assert even.left(50, 10.0) == pytest.approx(10)
    assert falling.left(50, 10.0) < 7
    assert 30 < even.left(20, 16.0) < 64, "foreseen were 16 more, and so slow it would be 64"
    assert even.left(100, 20.0) == 0
    assert even.fitting(30.0) == 20
    assert even.fitting(even.left(20, 16.0), 20, 16.0) == 10
    even.change(0, 50)
    assert even.left(50, 10.0) == pytest.approx(5)
    assert even.left(75, 12.5) == pytest.approx(2.5)
    slow = Pace([Part(0.0, 0.01)], 100, 100, growth=0.5)
    assert slow.seconds == pytest.approx(10), "a hundred times as much in ten times the time"
    assert slow.fitting(20.0) == pytest.approx(400, abs=1)


def test_a_pass_is_fitted_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine half as quick as foreseen less is done from there on; shortly before the end nothing is changed any more."""
    now = [0.0]
    monkeypatch.setattr("parlour.advice.fit.time.process_time", lambda: now[0])
    fit = Fit(Pace([Part(0.0, 0.001)], 160), 16.1, (LEAST, MOST))
    assert fit.level == 100
    levels = []
    for step in range(160):
        levels.append(fit.better(step) or fit.level)
        now[0] += 0.002 * levels[-1]
    assert 100 > levels[40] > levels[80] >= 8
    assert 14 < now[0] < 20
    assert fit.changes
    assert all(now[0] < 16 or step < 150 for step, _ in fit.changes)
    assert [level for _, level in fit.changes] == [levels[step] for step, _ in fit.changes]
