"""What may be taken back, and what may not: by the games' own views."""

from collections import Counter
from random import Random

import pytest

from parlour.engine import Match, load, takeback
from parlour.engine.takeback import cut
from parlour.games.cells import CHANCE
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
