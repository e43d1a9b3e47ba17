"""Thought and belief: from what a seat may know alone, the same on both carriers and every time, and worth the time."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from parlour.bots import sensible
from parlour.bots.belief import Belief, NoPolicy, seen
from parlour.bots.think import Chances, Thought, chances, think, thinking
from parlour.engine import CHANCE, CLOCK, GameError, Match, View, games, load
from parlour.engine.carriers import compiled as carriers
from parlour.engine.carriers import source as generated
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.plain import Plain
from parlour.games.cells import UNKNOWN
from parlour.testing.plugin import missing

LED = [name for name in games() if load(name).policy is not None]


def step(match: Match, rng: Random) -> tuple[int, int]:
    """One step of a match between bots of the rule of thumb."""
    seat = match.to_act[0]
    if seat == CHANCE:
        return seat, match.roll(rng.randrange)
    view = match.view(seat) if seat != CLOCK else None
    action = sensible(view, view.legal, rng) if view is not None else match.legal(CLOCK)[0]
    match.play(seat, action)
    return seat, action


def moments(name: str, seed: int, players: int = 3) -> Iterator[tuple[Match, View]]:
    """A match on the way, wherever somebody has a choice."""
    players = max(players, load(name).seats.start)
    rng, match = Random(f"{name}/{seed}"), Match.start(name, players)
    while not match.over:
        seat = match.to_act[0]
        if seat < players and len(match.legal(seat)) > 1:
            yield match, match.view(seat)
        step(match, rng)


def both(name: str) -> tuple[Carrier, Carrier]:
    if not carriers.available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    return Plain(load(name)), carriers.load(load(name))


def told(thought: Thought) -> Any:
    return replace(thought, seconds=0.0)


@pytest.mark.parametrize("name", LED)
def test_belief_thought_and_chances_are_the_same_on_both_carriers(name: str) -> None:
    """Step by step through the beginning of a match: worlds, visits, shares and errors to the last digit."""
    game, rng, match = load(name), Random(4), Match.start(name, max(3, load(name).seats.start))
    beliefs = [Belief(match.view(0), worlds=12, seed=3, carrier=carrier) for carrier in both(name)]
    thought = 0
    for number in range(60):
        if match.over:
            break
        if match.to_act[0] == 0 and len(match.legal(0)) > 1:
            one, other = (think(match.view(0), iterations=12, belief=belief, seed=number) for belief in beliefs)
            assert told(one) == told(other)
            thought += 1
        who, action = step(match, rng)
        hidden = match.state.clone()
        game.hide(hidden, 0)
        one_lived, other_lived = (belief.see(who, action if who == 0 else UNKNOWN, hidden) for belief in beliefs)
        assert one_lived == other_lived
    assert beliefs[0].worlds() == beliefs[1].worlds()
    assert thought
    plain, compiled = (chances(match, playouts=8, seed=1, carrier=carrier) for carrier in both(name))
    assert plain == compiled


@pytest.mark.parametrize("name", LED)
def test_a_thinker_knows_no_more_than_its_view(name: str) -> None:
    """The same thought from a view whose hidden cells hold the truth."""
    looked = 0
    for number, (match, view) in enumerate(moments(name, 1)):
        if number % 7 == 0:
            told_all = replace(view, state=match.state.clone())
            one, other = (think(v, iterations=5, belief=Belief(v, worlds=5, seed=number)) for v in (view, told_all))
            assert told(one) == told(other)
            looked += 1
        if looked == 6:
            break
    assert looked


def test_the_same_seed_and_iterations_give_the_same_thought_however_it_is_cut() -> None:
    _, view = next(moments("keys", 2))
    whole = think(view, iterations=90, seed=5)
    *_, last = thinking(view, iterations=90, seed=5)
    assert told(whole) == told(last)
    assert told(whole) == told(think(view, iterations=90, seed=5))
    assert told(whole) != told(think(view, iterations=90, seed=6))
    assert sum(whole.visits) == whole.iterations == 90


def test_a_thought_grows_and_can_be_stopped() -> None:
    _, view = next(moments("keys", 2))
    first, second = (thought for thought, _ in zip(thinking(view, seconds=60), range(2), strict=False))
    assert 0 < first.iterations < second.iterations
    assert second.action in view.legal
    assert think(view, seconds=0).iterations > 0


def test_a_belief_from_the_log_is_the_belief_of_who_looked_on() -> None:
    """Also over steps that nobody was asked for, and after somebody has left."""
    game, rng, match = load("keys"), Random(9), Match.start("keys", 4)
    belief = Belief(match.view(1), worlds=30, seed=2)
    for number in range(70):
        if number == 30:
            who, action = 3, match.may(3)[0]
            match.play(who, action)
        else:
            who, action = step(match, rng)
        hidden = match.state.clone()
        game.hide(hidden, 1)
        belief.see(who, action if who == 1 else UNKNOWN, hidden)
    again = Belief.of(match, 1, worlds=30, seed=2)
    assert again.worlds() == belief.worlds()
    for world in again.worlds():
        game.hide(world, 1)
        assert world == belief.state
    assert len(list(seen(match.log(), 1))) == 70


@pytest.mark.parametrize(("bid", "low", "high"), [(1, 0.03, 0.12), (2, 0.0, 0.01)])
def test_belief_learns_where_a_key_lies(bid: int, low: float, high: float) -> None:
    """Each has placed one; the policy lays its KEY first 2 times in 100. Over it, it bids 1, else all that lies there.

    So the KEY lies under a bid of 1 in about 0.02 · 0.1 of the worlds against 0.98 · 0.03 where it bids its own stack alone.
    """
    match = Match.start("keys", 2, {"starter": 0})
    belief, game = Belief(match.view(1), worlds=400, seed=1, certain=True), load("keys")
    regular = {"do": "place", "coaster": "regular"}
    for who, form in ((0, regular), (1, regular), (0, {"do": "bid", "bid": bid})):
        match.play(who, form)
        hidden = match.state.clone()
        game.hide(hidden, 1)
        belief.see(who, match.number(form) if who == 1 else UNKNOWN, hidden)
    in_the_stack = sum(world.key_at[0] == 0 for world in belief.worlds()) / 400
    assert low <= in_the_stack <= high


@pytest.mark.parametrize("name", LED)
def test_equal_players_begin_with_equal_chances(name: str) -> None:
    """Before chance has said who begins, whoever sits where: within four standard errors."""
    players = max(3, load(name).seats.start)
    found = chances(Match.start(name, players), playouts=60, seed=1)
    assert found.shares == pytest.approx([1 / players] * players, abs=4 * max(found.errors))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_begins_at_keys_is_not_who_loses(players: int) -> None:
    """For two the game as solved (bench/solved_keys.py) gives who begins 52 of 100."""
    shares = chances(Match.start("keys", players, {"starter": 0}), playouts=400, seed=1).shares
    assert abs(shares[0] - 1 / players) < 0.12


def test_chances_add_up_and_know_the_end() -> None:
    last: Chances | None = None
    for match, _ in moments("keys", 3):
        last = chances(match, playouts=4, seed=1)
        assert sum(last.shares) == pytest.approx(1)
        assert all(0 <= error <= 0.5 for error in last.errors)
        over = match
    assert last is not None
    assert over.over
    assert sorted(chances(over).shares) == [0.0, 0.0, 1.0]


def test_thought_beats_the_rule_of_thumb() -> None:
    """For two in KEYS: of 60 games it won 78 % with 200 iterations, more with 1,000 (bench/RESULTS.md)."""
    won, matches, carrier = 0, 24, both("keys")[1]
    for number in range(matches):
        rng, me = Random(f"thought/{number}"), number % 2
        match = Match.start("keys", 2)
        belief = Belief(match.view(me), worlds=60, seed=number, carrier=carrier)
        while not match.over:
            seat = match.to_act[0]
            if seat == me and len(match.legal(me)) > 1:
                action = think(match.view(me), iterations=200, belief=belief, seed=rng.getrandbits(30)).action
                match.play(me, action)
            else:
                seat, action = step(match, rng)
            hidden = match.state.clone()
            match.game.hide(hidden, me)
            belief.see(seat, action if seat == me else UNKNOWN, hidden)
        won += match.rank()[me] == 1
    assert won > matches / 2


def test_what_cannot_be_thought_about_is_said() -> None:
    match = Match.start("keys", 3, {"starter": 0})
    with pytest.raises(GameError, match="not asked"):
        think(match.view(1))
    belief = Belief(match.view(0), worlds=5)
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    match.play(2, match.legal(2)[0])
    with pytest.raises(GameError, match="not of what seat 0 sees now"):
        think(match.view(0), belief=belief)
    unled = [name for name in games() if load(name).policy is None]
    for name in unled:
        with pytest.raises(NoPolicy, match=name):
            Belief(Match.start(name, load(name).seats.start).view(0))


def test_a_game_is_written_once_for_all_who_think_without_a_carrier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody asks anew for the fastest carrier, found by the generated text: a third of a second each."""
    written, write = [], generated._source

    def counted(*parts: Any) -> str:
        written.append(parts)
        return write(*parts)

    monkeypatch.setattr(generated, "_source", counted)
    match = Match.start("keys", 2, {"starter": 0})
    for _ in range(3):
        think(match.view(0), iterations=1)
        chances(match, playouts=1)
    assert len(written) <= 1
