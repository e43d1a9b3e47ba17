"""Bots that think: the room asks, goes on without an answer, takes one in time, and tells a thinker what its seat sees."""

import os
from collections.abc import Callable, Sequence
from random import Random
from statistics import NormalDist
from typing import Any

import pytest

from parlour.bots.belief import Seen
from parlour.bots.mind import Mind
from parlour.engine import Match
from parlour.engine.contract.slots import unpacked
from parlour.games.cells import UNKNOWN, Sight
from parlour.games.keskife.bot import BOTS
from parlour.server.table.clock import THOUGHT
from parlour.server.table.outcome import Outcome
from parlour.server.table.seats import ANIMALS, Seats, proper_avatar
from parlour.server.table.thinking import Ask
from tests.server.house import Client, House


class Table(House):
    """A house that keeps what the room asks thinkers."""

    def __init__(self, game: str = "skyjo", **settings: Any) -> None:
        self.asks: list[Ask] = []
        super().__init__(game, **{"thinkers": 1, **settings})

    def take(self, outcome: Outcome) -> None:
        self.asks.extend(outcome.thoughts)
        super().take(outcome)

    def answer(self, ask: Ask, action: int | None) -> None:
        self.take(self.room.thought(ask.match, ask.seat, ask.question, action, self.now))


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """KEYS for two is played from a book: without it Sharp thinks there as it does for more."""
    monkeypatch.delattr("parlour.games.keys.bot.by_heart")


def seated(table: Table, kind: str = "sharp") -> Client:
    """A person at a match with one bot."""
    ana = table.join()
    assert ana.ask("seat_bot", bot=kind)["type"] == "done"
    ana.ask("start")
    return ana


def until_asked(table: Table, ana: Client) -> Ask:
    """The person plays until the bot is asked to think, match after match."""
    while not table.asks:
        if table.room.status == "over":
            ana.ask("rematch")
            ana.ask("start")
        elif ana.view["legal"]:
            ana.play()
        else:
            table.wait(3)
    return table.asks.pop()


def mind_of(ask: Ask) -> Mind:
    """A mind told what the asks tell, as a thinking process would."""
    return Mind(Match.start(ask.game, ask.players, ask.options).view(ask.seat), iterations=20, worlds=20)


def tell(mind: Mind, ask: Ask) -> None:
    assert mind.steps == ask.first
    for who, own, cells in ask.steps:
        mind.see(Seen(who, own, unpacked(cells, mind.view.game.State(), mind.view.game.cells)))


def test_an_answer_in_time_is_played_and_at_the_rooms_pace() -> None:
    table = Table()
    ana = seated(table)
    ask = until_asked(table, ana)
    steps = len(table.actions())
    legal = table.room.running.match.legal(ask.seat)  # type: ignore[union-attr]
    table.answer(ask, legal[-1])
    assert len(table.actions()) == steps  # a bot seems to think for a moment
    table.wait(1.1)
    assert (ask.seat, legal[-1]) in table.actions()[steps:]


def test_what_follows_in_the_same_turn_waits_for_the_next_thought_and_no_longer() -> None:
    table = Table()
    ana = seated(table)
    ask = until_asked(table, ana)
    draw = table.room.running.match.legal(ask.seat)[0]  # type: ignore[union-attr]
    table.answer(ask, draw)
    table.wait(1.1)
    again = table.asks.pop()
    assert again.question != ask.question
    assert again.first == ask.first + len(ask.steps)
    steps = len(table.actions())
    table.answer(again, table.room.running.match.legal(ask.seat)[0])  # type: ignore[union-attr]
    table.wait(THOUGHT[1])
    assert len(table.actions()) > steps


def test_a_late_or_lost_thought_is_replaced_by_the_rule_of_thumb() -> None:
    table = Table()
    ana = seated(table)
    ask = until_asked(table, ana)
    steps = len(table.actions())
    table.wait(1.9)
    assert len(table.actions()) == steps
    table.wait(0.2)
    assert len(table.actions()) > steps
    before = table.actions()
    table.answer(ask, before[0][1])
    assert table.actions() == before


def test_a_thinker_that_has_forgotten_is_told_everything_once_more_and_then_no_more() -> None:
    table = Table()
    ana = seated(table)
    ask = until_asked(table, ana)
    table.answer(ask, None)
    whole = table.asks.pop()
    assert (whole.question, whole.first) == (ask.question, 0)
    tell(mind_of(whole), whole)
    table.answer(whole, None)
    assert not table.asks
    steps = len(table.actions())
    table.wait(1.1)  # nothing more is waited for
    assert len(table.actions()) > steps


def test_what_may_not_be_played_is_not() -> None:
    table = Table()
    ana = seated(table)
    ask = until_asked(table, ana)
    table.answer(ask, 10_000)
    table.wait(1.1)
    assert 10_000 not in [action for _, action in table.actions()]


@pytest.mark.usefixtures("thinking")
def test_a_thinker_is_told_what_its_seat_sees_and_nothing_more() -> None:
    table = Table("keys")
    ana = seated(table)
    for _ in range(6):
        ask = until_asked(table, ana)
        match = table.room.running.match  # type: ignore[union-attr]
        if ask.first == 0:
            mind = mind_of(ask)
        tell(mind, ask)
        hidden = match.state.clone()
        match.game.hide(hidden, ask.seat)
        assert mind.belief.state == hidden
        assert all(own == UNKNOWN or who == ask.seat for who, own, _ in ask.steps)
        table.answer(ask, mind.think().action)
        table.wait(3)


def test_a_restart_in_the_middle_asks_again_with_everything_that_was_seen() -> None:
    table = Table()
    ana = seated(table)
    token = ana.token
    for _ in range(4):
        until_asked(table, ana)
        table.wait(3)
    first = until_asked(table, ana)
    assert first.first > 0, "it was told some of it before"
    table.restart()
    table.connect(token)
    (again,) = table.asks
    assert (again.seat, again.question, again.first) == (first.seat, first.question, 0)
    mind = mind_of(again)
    tell(mind, again)
    hidden = table.room.running.match.state.clone()  # type: ignore[union-attr]
    mind.view.game.hide(hidden, again.seat)
    assert mind.belief.state == hidden


@pytest.mark.parametrize(("kind", "thinkers"), [("simple", 1), ("gentle", 1), ("sharp", 0)])
def test_who_does_not_think_is_not_asked(kind: str, thinkers: int) -> None:
    table = Table(thinkers=thinkers)
    ana = seated(table, kind)
    for _ in range(6):
        if ana.view["legal"]:
            ana.play()
        table.wait(3)
    assert not table.asks
    assert len(table.actions()) > 10


@pytest.mark.parametrize(("bots", "own"), [(3, True), (6, False)])
def test_where_sharp_was_never_shown_to_be_stronger_it_plays_like_steady(
    bots: int, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """KESKIFÈ?'s own bot, which needs no thought, is better than the rule of thumb among few people alone."""
    called: list[int] = []

    def counted(view: Sight, legal: Sequence[int], rng: Random) -> int:
        called.append(view.seat)
        return legal[0]

    monkeypatch.setitem(BOTS, "sharp", counted)
    table = Table("keskife", thinkers=0, options={"venue": "stage"})
    ana = table.join()
    for _ in range(bots):
        assert ana.ask("seat_bot", bot="sharp")["type"] == "done"
    ana.ask("start")
    while len(table.actions()) < 60:  # more than a round of gestures
        if ana.view["legal"]:
            ana.play()
        table.wait(5)
    assert bool(called) == own


def test_each_level_has_a_face_and_no_two_bots_the_same() -> None:
    table = Table()
    ana = table.join()
    for kind in ("gentle", "gentle", "simple", "simple", "simple", "sharp"):
        ana.ask("seat_bot", bot=kind)
    faces = [one["avatar"] for one in ana.last("table")["table"]["people"] if one["bot"]]
    assert faces[:2] == ["thimble", "thimble2"]
    assert len(set(faces)) == len(faces)
    ana.ask("bot", person=2, bot="sharp")
    assert ana.last("table")["table"]["people"][1]["avatar"] == "gimlet2"


def test_as_many_bots_of_a_level_as_a_table_seats_have_faces_of_their_own() -> None:
    seats = Seats()
    faces = [seats.add_bot("gentle").avatar for _ in range(16)]
    assert faces[:5] == ["thimble", "thimble2", "thimble-2", "thimble2-2", "thimble-3"]
    assert len(set(faces)) == 16
    assert all(proper_avatar(face) == face for face in faces)


def test_those_who_sit_down_as_the_same_animal_become_different_ones() -> None:
    seats = Seats()
    for number in range(12):
        seats.add(f"P{number}", seats.animal("owl"))
    assert {person.avatar for person in seats.people} == set(ANIMALS)
    assert [seats.people[0].avatar, seats.people[1].avatar] == ["owl", "fox"]
    assert seats.animal("owl") == "owl", "with more people than animals, animals are shared"


def told_apart(some: list[float], others: list[float]) -> float:
    """The p of Mann and Whitney's test that two samples are of one distribution."""
    ordered = sorted(some + others)
    ranks = {value: (ordered.index(value) + len(ordered) - 1 - ordered[::-1].index(value)) / 2 + 1 for value in {*ordered}}
    u = sum(ranks[value] for value in some) - len(some) * (len(some) + 1) / 2
    ties = sum(ordered.count(value) ** 3 - ordered.count(value) for value in ranks)
    n = len(ordered)
    spread = (len(some) * len(others) / 12 * (n + 1 - ties / (n * (n - 1)))) ** 0.5
    return 2 * NormalDist().cdf(-abs(u - len(some) * len(others) / 2) / spread)


def waits_of_a_bot(game: str, lasts: Callable[[], float], rng: Random, wanted: int) -> tuple[list[float], list[float]]:
    """Seconds until a Sharp bot's plays reach the other's page, where it had no choice and where it had one.

    A thought comes back after `lasts` seconds.
    """
    table = Table(game, pace=(0.8, 1.8))
    ana = seated(table)
    ana.ask("pace", pace="at_once")
    times: tuple[list[float], list[float]] = ([], [])
    under_way: list[tuple[float, Ask]] = []
    while min(map(len, times)) < wanted:
        if table.room.status == "over":
            ana.ask("rematch")
            ana.ask("start")
        under_way += [(table.now + lasts(), ask) for ask in table.asks]
        table.asks.clear()
        running = table.room.running
        assert running is not None
        if ana.view["legal"]:
            ana.play(rng.choice(ana.view["legal"]))
            continue
        bot = 1 - ana.view["seat"]
        if not table.room.timers.asked(bot):  # the clock is
            assert table.wake_at is not None
            table.wait(table.wake_at - table.now)
            continue
        choices, since, question = len(running.match.legal(bot)), table.room.timers.since(bot), running.questions[bot]
        while table.room.running is running and running.questions[bot] == question and table.room.status == "playing":
            under_way.sort(key=lambda thought: thought[0])
            if under_way and (table.wake_at is None or under_way[0][0] <= table.wake_at):
                table.now, ask = under_way.pop(0)
                table.answer(ask, rng.choice(running.match.legal(bot)) if ask.question == question else None)
            else:
                assert table.wake_at is not None
                table.wait(table.wake_at - table.now)
        times[choices > 1].append(ana.last("view")["now"] - since)
    return times[0][-wanted:], times[1][-wanted:]


@pytest.mark.usefixtures("thinking")
@pytest.mark.parametrize("slow", [1.0, 4.0], ids=["a machine at rest", "a machine under load"])
def test_the_time_of_a_play_does_not_tell_whether_there_was_a_choice(slow: float) -> None:
    rng, long = Random(4), os.environ.get("PARLOUR_DRILLS")
    forced, free = waits_of_a_bot("keys", lambda: slow * rng.uniform(0.05, 0.35), rng, 2000 if long else 200)
    assert min(forced) >= THOUGHT[0]
    for start in range(0, len(forced), 200):
        assert told_apart(forced[start : start + 200], free[start : start + 200]) > 0.01
    assert told_apart(forced, [wait + 0.1 * slow for wait in free]) < 0.01, "the test would not notice"
