"""What a seat may hold possible: `fill` draws every consistent world of KEYS alike, each physical coaster counted as distinct."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import gcd
from random import Random
from typing import Any

import pytest

from parlour.engine import Match
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, UNKNOWN
from parlour.games.keys.knowledge import complete, fill, hide, reduce_odds
from parlour.games.keys.rounds import clear_table
from parlour.games.keys.soundness import sound
from parlour.games.keys.state import HAND, HELD, LOST, ODDS, OWNED, UNSURE

Lay = Callable[..., Any]
Step = Callable[[Match, Random], None]
THROWS = 4000


def counted(owned: int, height: int, flipped: int, known: int) -> dict[int, float]:
    """Where the KEY may be, by listing where four distinct coasters may lie; those flipped were regular.

    Slots: the stack from the bottom, then the hand and the lost ones, whose order does not count but weighs all alike.
    """
    places = [*range(height), *[HAND] * (owned - height), *[LOST] * (OWNED - owned)]
    found: Counter[int] = Counter()
    for order in permutations(range(OWNED)):
        key_at = places[order.index(0)]
        face_up = height - flipped <= key_at < height
        if face_up or (known == HELD and key_at == LOST):
            continue
        found[key_at] += 1
    return {place: n / found.total() for place, n in found.items()}


@pytest.mark.parametrize(
    ("owned", "height", "flips"),
    [(4, 1, 0), (3, 2, 0), (3, 2, 1), (3, 3, 2), (2, 2, 1), (4, 4, 0), (1, 1, 0), (4, 3, 2), (4, 0, 0), (2, 0, 0)],
)
def test_worlds_are_drawn_alike(owned: int, height: int, flips: int) -> None:
    """B's coasters, of a KEY that nobody has seen yet, as C and an onlooker see them."""
    state = Match.start("keys", 3, {"starter": 0}).state.clone()
    state.owned[1], state.height[1], state.flipped[1] = owned, height, flips
    state.key_known[1] = HELD if owned == OWNED else UNSURE
    complete(state)
    for seat in (2, ONLOOKER):
        seen = state.clone()
        hide(seen, seat)
        assert seen.key_at[1] == UNKNOWN
        dice = [11]
        drawn: Counter[int] = Counter()
        for _ in range(THROWS):
            world = seen.clone()
            fill(world, seat, dice)
            drawn[world.key_at[1]] += 1
        wanted = counted(owned, height, flips, state.key_known[1])
        assert set(drawn) == set(wanted)
        for place, share in wanted.items():
            assert drawn[place] / THROWS == pytest.approx(share, abs=0.04)


def test_a_filled_world_is_sound_and_seen_the_same(rng: Random, step: Step) -> None:
    for game in range(12):
        match = Match.start("keys", 2 + game % 4)
        while not match.over:
            for seat in (*range(match.players), ONLOOKER):
                seen = match.view(seat).state
                world = seen.clone()
                fill(world, seat, [rng.getrandbits(40)])
                assert sound(world)
                hide(world, seat)
                assert world == seen
            step(match, rng)


def test_a_key_that_lies_face_up_is_seen(lay: Lay) -> None:
    table = lay("R", "K", "R").do("A bid 3", "A flip A", "A flip B")
    assert table.match.view(2).state.key_at[:3] == [UNKNOWN, 0, HAND]
    assert table.match.view(2).to_json()["cells"]["key_at"][1] == 1


def lost(match: Match, p: int) -> float:
    """How likely another's KEY is lost, in the guesses of an onlooker."""
    dice = [5]
    found = 0
    for _ in range(THROWS):
        world = match.view(ONLOOKER).state
        fill(world, ONLOOKER, dice)
        found += world.key_at[p] == LOST
    return found / THROWS


def odds(match: Match, p: int) -> tuple[int, int]:
    return match.state.lost_odds[p], match.state.kept_odds[p]


@pytest.mark.parametrize("players", [2, 3])
def test_what_was_lost_before_a_key_showed_is_regular(players: int) -> None:
    """Three rounds running A lays their KEY, bids 1, meets it, and chance takes a regular coaster: 1/4, 1/3, 1/2."""
    match = Match.start("keys", players, {"starter": 0})
    for round_, share in enumerate((1 / 4, 1 / 3, 1 / 2)):
        match.play(0, {"do": "place", "coaster": "key"})
        for p in range(1, players):
            match.play(p, {"do": "place", "coaster": "regular"})
        match.play(0, {"do": "bid", "bid": 1})
        for p in range(1, players):
            match.play(p, {"do": "pass"})
        match.play(0, {"do": "flip", "seat": 0})
        assert odds(match, 0) == (0, 1), "it lies open"
        match.play(CLOCK, {"do": "next"})
        match.play(CHANCE, {"do": "lose", "coaster": "regular"})
        assert odds(match, 0) == (1, 1), "one coaster went unseen: as likely the KEY as any that is left"
        assert lost(match, 0) == pytest.approx(share, abs=0.04), round_


def test_regular_coasters_that_were_shown_speak_for_a_lost_key(lay: Lay) -> None:
    """B has three coasters and their KEY is lost at 1/4; two of the three lie open: 1/2, and so it stays when they are back."""
    table = lay("RR", "RR", "R", owned=[4, 3, 4])
    assert lost(table.match, 1) == pytest.approx(1 / 4, abs=0.04)
    table.do("C place R", "A bid 4", "B pass", "C pass", "A flip A", "A flip A", "A flip B", "A flip B")
    assert lost(table.match, 1) == pytest.approx(1 / 2, abs=0.04)
    assert odds(table.match, 1) == (1, 1), "of the coasters that lie open everybody sees enough"
    table.clear()
    assert odds(table.match, 1) == (3, 1)
    assert lost(table.match, 1) == pytest.approx(1 / 2, abs=0.04)


def test_odds_stay_small(lay: Lay) -> None:
    """However often one shows regular coasters, the counts fit their cells, in lowest terms."""
    state = lay("R", "R", owned=[4, 3]).match.state
    for _ in range(40):
        state.height[1], state.flipped[1] = 2, 1
        clear_table(state)
        assert 0 < state.lost_odds[1] <= ODDS
        assert state.kept_odds[1] > 0
        assert gcd(state.lost_odds[1], state.kept_odds[1]) == 1 or state.lost_odds[1] > ODDS // 2
    assert state.lost_odds[1] / state.kept_odds[1] > 100


@pytest.mark.parametrize(
    ("lost_odds", "kept_odds", "wanted"),
    [
        (6, 4, (3, 2)),
        (ODDS, 1, (ODDS, 1)),
        (ODDS + 1, 1, (ODDS // 2, 1)),
        (4 * ODDS - 1, 1, (ODDS - 1, 1)),
        (4 * ODDS - 1, 2, (ODDS - 1, 1)),
        (4 * ODDS - 1, 7, (ODDS - 1, 1)),
        (4 * ODDS - 1, 8, (ODDS - 1, 2)),
    ],
)
def test_odds_too_large_are_halved_and_a_key_that_may_be_there_stays_possible(
    lost_odds: int, kept_odds: int, wanted: tuple[int, int]
) -> None:
    state = Match.start("keys", 2).state.clone()
    state.lost_odds[1], state.kept_odds[1] = lost_odds, kept_odds
    reduce_odds(state, 1)
    assert (state.lost_odds[1], state.kept_odds[1]) == wanted
