"""What may be taken back, and what may not: by the games' own views."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from parlour.engine import Match, load
from parlour.engine.match import takeback
from parlour.engine.match.takeback import cut, shown
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.testing import taking_back
from parlour.testing.reach import Broken, reached


def test_a_coaster_laid_face_down_is_taken_back_also_when_others_have_laid_theirs() -> None:
    match = Match.start("keys", 3)
    match.settle(Random(1).randrange)
    for _ in range(3):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    steps = match.log().actions
    assert [cut(match.log(), seat, Random(1)) for seat, _ in steps[-3:]] == [len(steps) - 3, len(steps) - 2, len(steps) - 1]


@pytest.mark.parametrize(
    ("game", "never", "often"), [("keys", "", "place"), ("skyjo", "reveal", "take"), ("kings_keys", "", "nothing")]
)
def test_what_chance_follows_is_never_taken_back_and_what_shows_nothing_is(game: str, never: str, often: str) -> None:
    rng = Random(3)
    found: Counter[tuple[str, bool]] = Counter()
    rules = load(game)
    match = Match.start(rules, 3)
    for _ in range(150):
        if match.over:
            match = Match.start(rules, 3)
        match.settle(rng.randrange)
        seat = match.to_act[0]
        action = rng.choice(match.legal(seat))
        match.play(seat, action)
        match.settle(rng.randrange)
        if seat < 3:
            found[str(rules.actions.read(action)["do"]), cut(match.log(), seat, rng) is not None] += 1
    assert found[often, True]
    assert any(not may for _, may in found), "everything may be taken back"
    assert not found[never, True]


def test_nothing_is_taken_back_across_chance_and_before_a_play() -> None:
    match = Match.start("skyjo", 2)
    assert cut(match.log(), 0, Random(1)) is None
    match.settle(Random(1).randrange)
    assert match.log().actions[-1][0] == CHANCE
    assert cut(match.log(), 0, Random(1)) is None


def test_the_law_notices_an_engine_that_looks_at_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("keys")
    matches = reached(game, most=90)
    assert taking_back.taken_back_shows_nothing(game, matches, Random(5))
    monkeypatch.setattr(takeback, "_shows", lambda *_: False)
    with pytest.raises(Broken, match="could be taken back"):
        taking_back.taken_back_shows_nothing(game, matches, Random(5))


@pytest.mark.parametrize(("game", "players"), [("keys", 3), ("skyjo", 3), ("kings_keys", 3), ("keskife", 5)])
def test_what_is_told_of_a_step_follows_from_what_an_onlooker_sees_and_is_nearly_always_the_truth(
    game: str, players: int
) -> None:
    """In every world that an onlooker holds possible, and for every play that looks the same to them, the answer is the same."""
    rng, rules = Random(2), load(game)
    match, compared, judged, right = Match.start(rules, players), 0, 0, 0
    for _ in range(40):
        match.settle(rng.randrange)
        if match.over:
            break
        seat = rng.choice(match.to_act)
        action = rng.choice(match.legal(seat))
        before = match.state.clone()
        match.play(seat, action)
        if seat == CLOCK or CHANCE in match.to_act:
            continue
        dice = rng.getrandbits(60)
        answer = shown(rules, players, before, seat, action, Random(dice))
        truth = Match(rules, players, before.clone())
        right += answer == (takeback._silently(truth, seat, action, rng) is None)
        judged += 1
        world = before.clone()
        rules.hide(world, ONLOOKER)
        rules.fill(world, ONLOOKER, [rng.getrandbits(60)])
        look = takeback._looks(rules, before, seat, action, ONLOOKER)
        alike = (a for a in takeback._possible(rules, world, seat) if takeback._looks(rules, world, seat, a, ONLOOKER) == look)
        for other in islice(alike, 2):
            assert shown(rules, players, world, seat, other, Random(dice)) == answer
            compared += 1
    assert compared > 10
    assert right >= 0.95 * judged
