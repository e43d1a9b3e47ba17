"""What a learner sees as numbers is what its view says, units counted from its own."""

from random import Random

import pytest

from parlour.engine import CLOCK, Match
from parlour.games.cells import UNKNOWN
from parlour.games.keskife.state import BEATS, MOVES

np = pytest.importorskip("numpy")
from parlour.engine.features import features, parts  # noqa: E402


@pytest.mark.parametrize("people", [5, 11])
def test_gestures_are_counted_by_unit_and_so_are_those_that_follow_others(people: int) -> None:
    match, rng, followed = Match.start("keskife", people, {"venue": "stage"}), Random(people), 0
    for number in range(900):
        match.settle(rng.randrange)
        if match.over:
            break
        who = rng.choice(match.to_act)
        match.play(who, rng.choice(match.legal(who)))
        if number % 7 or who == CLOCK:
            continue
        seat = rng.randrange(people)
        view = match.view(seat).state
        seen = parts("keskife", features(match.game, view, seat))
        size = 2 if people > 8 else 1
        order = [(seat // size + turn) % view.units for turn in range(view.units)]
        shown = seen["shown"].reshape(-1, MOVES)
        late = [0] * 8
        for turn, unit in enumerate(order):
            members = [p for p in range(people) if p // size == unit]
            all_of = [view.gesture[p][beat] for p in members for beat in range(BEATS)]
            assert shown[turn].tolist() == [all_of.count(gesture) for gesture in range(MOVES)]
            for beat in range(1, BEATS):
                before = {view.gesture[p][beat - 1] for p in range(people) if p not in members} - {UNKNOWN}
                late[turn] += sum(view.gesture[p][beat] in before for p in members)
        assert seen["late"].tolist() == late
        followed += sum(late)
        assert seen["won"].tolist() == [view.won[unit] for unit in order] + [0] * (8 - view.units)
        assert seen["fingers"].sum() == sum(vote != UNKNOWN for vote in view.vote)
        held = seen["card"].tolist()
        assert held == [float(view.card[seat // size] == kind) for kind in (1, 2)]
        assert (seen["entry"].sum() == 1) == (view.entry != UNKNOWN)
    assert followed
