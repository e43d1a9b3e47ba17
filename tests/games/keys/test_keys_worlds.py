"""What a seat may hold possible: `fill` draws every consistent world of KEYS alike, each physical coaster counted as distinct."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random
from typing import Any

import pytest

from parlour.engine import Match
from parlour.games.cells import ONLOOKER, UNKNOWN
from parlour.games.keys.knowledge import complete, fill, hide
from parlour.games.keys.soundness import sound
from parlour.games.keys.state import HAND, HELD, LOST, OWNED, UNSURE

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
    """B's coasters, as C and an onlooker see them."""
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
