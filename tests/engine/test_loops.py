"""Random play on the plain carrier, and the generator it draws from."""

from collections import Counter
from types import FunctionType

import pytest

from parlour.engine.carriers.plain import Plain
from parlour.engine.contract.game import games, load
from parlour.engine.loops.desk import Ends, Games, Scratch
from parlour.engine.loops.playouts import roll
from parlour.games.cells import CHANCE, CLOCK, draw, seeded


def test_draw_is_even_over_faces_pairs_and_neighbouring_streams() -> None:
    dice = [seeded(1, 0)]
    rolls = [draw(dice, 6) for _ in range(36_000)]
    singles, pairs = Counter(rolls), Counter(zip(rolls[::2], rolls[1::2], strict=True))
    firsts = Counter((draw([seeded(1, stream)], 6), draw([seeded(1, stream + 1)], 6)) for stream in range(18_000))
    # Chi-square beyond the 99.9 % quantile of 5 and of 35 degrees of freedom would be no good generator.
    assert sum((singles[i] - 6000) ** 2 / 6000 for i in range(6)) < 20.5
    for table in (pairs, firsts):
        assert sum((table[i, j] - 500) ** 2 / 500 for i in range(6) for j in range(6)) < 66.6


def test_draw_reaches_every_number_and_no_other() -> None:
    dice = [seeded(3, 9)]
    assert {draw(dice, 1) for _ in range(100)} == {0}
    assert {draw(dice, 7) for _ in range(1000)} == set(range(7))
    assert all(0 <= draw(dice, 1 << 30) < 1 << 30 for _ in range(1000))


def test_streams_differ() -> None:
    assert len({seeded(seed, stream) for seed in range(50) for stream in range(50)}) == 2500


@pytest.mark.parametrize("name", games())
def test_a_game_of_a_seed_is_the_same_whichever_games_go_before(name: str) -> None:
    game = load(name)
    carrier, players = Plain(game), game.seats.start
    options = carrier.options(game.options(None, players))

    def play(start: int, count: int) -> list[tuple[int, ...]]:
        ends = Ends(carrier.numbers(count), carrier.table(count, players), carrier.table(count, players))
        scratch = Scratch(carrier.out(), carrier.weights(), carrier.numbers(1))
        carrier.loops.many(carrier.states(2), Games(players, options, 3, start, count), scratch, ends)
        return [(ends.lengths[g], *ends.scores[g], *ends.ranks[g]) for g in range(count)]

    whole = play(0, 6)
    assert play(2, 3) == whole[2:5]
    assert len(set(whole)) > 1


def test_a_roll_follows_the_odds() -> None:
    game = load("skyjo")
    loops, out, dice = Plain(game).loops, [0] * (2 * game.actions.size), [seeded(2, 2)]
    state = game.State()
    game.setup(state, 2, game.options(None, 2))
    while not game.to_act(state) >> CHANCE & 1:
        loops.step(state, 0 if game.to_act(state) & 1 else 1, out, dice)
    outcomes = out[: game.legal(state, CHANCE, out)]
    weights = {outcome: game.odds(state, outcome) for outcome in outcomes}
    total, rolls = sum(weights.values()), 20_000
    rolled = Counter(loops.roll(state, out, dice) for _ in range(rolls))
    assert set(rolled) <= set(weights)
    for outcome, weight in weights.items():
        share = weight / total
        assert abs(rolled[outcome] / rolls - share) < 5 * (share / rolls) ** 0.5


def test_a_game_without_odds_is_rolled_as_if_all_were_one() -> None:
    game = load("kings_keys")
    assert not hasattr(game.rules, "odds")
    weighing, even = FunctionType(roll.__code__, {**vars(game), **globals()}), Plain(game).loops.roll
    state, out = game.State(), [0] * (2 * game.actions.size)
    game.setup(state, 4, game.options(None, 4))
    for seed in range(200):
        dice, again = [seeded(seed, 5)], [seeded(seed, 5)]
        assert weighing(state, out, dice) == even(state, out, again)
        assert dice == again


@pytest.mark.parametrize("name", games())
def test_random_play_ends_and_the_lowest_seat_acts_first(name: str) -> None:
    game = load(name)
    carrier = Plain(game)
    state = game.State()
    players = game.seats.start
    game.setup(state, players, game.options(None, players))
    bits = game.to_act(state)
    assert carrier.loops.playout.__globals__["first"](bits) == min(seat for seat in range(CLOCK + 1) if bits >> seat & 1)
    dice, bound = [seeded(1, 1)], game.longest(state)
    steps = carrier.loops.playout(state, carrier.out(), dice, bound)
    assert 0 < steps <= bound
    assert game.to_act(state) == 0
