"""Worked positions of KEYS, computed by hand, and faults that other implementations had."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, Match
from parlour.games.cells import CHANCE, ONLOOKER, UNKNOWN
from parlour.games.keys.soundness import sound
from parlour.games.keys.state import A_LEAVE, A_LOSE, A_PASS, A_PLACE, BID, FLIP, KEY, LOSE, PLACE, REGULAR, RESULT

Lay = Callable[..., Any]


def test_e01_a_maximum_bid_ends_the_bidding(lay: Lay) -> None:
    table = lay("R", "R", "K")
    assert table.cells["on_table"] == 3
    table.do("A bid 2", "B bid 3")
    assert table.asked == "B", "C is not asked"
    assert table.cells["bidder"] == 1
    table.do("B flip B", "B flip A", "B flip C")
    assert table.cells["phase"] == "result"
    assert table.cells["failed_on"] == 2
    table.clear(lose="R")
    assert table.by_name("owned") == {"A": 4, "B": 3, "C": 4}
    assert table.by_name("points") == {"A": 0, "B": 0, "C": 0}
    assert table.asked == "B"


def test_e02_raise_pass_success(lay: Lay) -> None:
    table = lay("RR", "R", "RK", starter="C")
    assert table.asked == "B"
    assert table.cells["on_table"] == 5
    assert table.refused("B pass") == "no_bid_yet"
    assert table.refused("B bid 6") == "bid_too_high"
    assert table.refused("B bid 0") == "no_such_action"
    table.do("B bid 1")
    assert table.refused("C bid 1") == "bid_too_low"
    table.do("C pass", "A bid 3")
    assert table.refused("C bid 4") == "not_asked"
    table.do("B pass")
    assert table.cells["bidder"] == 0
    table.do("A flip A", "A flip A", "A flip B")
    assert table.by_name("points") == {"A": 1, "B": 0, "C": 0}
    table.clear()
    assert table.by_name("owned") == {"A": 4, "B": 4, "C": 4}
    assert table.asked == "A"


def test_e03_own_key_below_a_low_bid_fails(lay: Lay) -> None:
    table = lay("KR", "RR", "RR").do("A bid 1", "B pass", "C pass", "A flip A", "A flip A")
    assert table.cells["failed_on"] == 0
    table.clear(lose="R")
    assert table.by_name("owned")["A"] == 3
    assert table.asked == "A"


def test_e03_until_bid_stops_before_it(lay: Lay) -> None:
    table = lay("KR", "RR", "RR", options={"own_stack": "until_bid"}).do("A bid 1", "B pass", "C pass", "A flip A")
    assert table.cells["phase"] == "result"
    assert table.cells["failed_on"] is None
    assert table.by_name("points")["A"] == 1


def test_e05_top_down_switching_between_stacks(lay: Lay) -> None:
    table = lay("R", "KR", "RR", starter="B")
    # B placed first, then C, so A has the lower stack and the turn.
    table.do("A bid 4", "B pass", "C pass")
    assert table.refused("A flip C") == "own_first"
    table.do("A flip A")
    twin = Match.replay(table.match.log())
    table.do("A flip B", "A flip C", "A flip C")
    assert table.by_name("points")["A"] == 1
    assert table.refused("A flip B") == "not_asked"
    table.match = twin
    table.do("A flip B", "A flip B")
    assert table.cells["failed_on"] == 1


def test_e06_nobody_challenges_in_the_first_lap(lay: Lay) -> None:
    table = lay("", "R", "", starter="B")
    assert table.asked == "C"
    assert table.legal("C") == ["place R", "place K"]
    assert table.refused("C bid 1") == "first_lap"
    assert table.refused("C pass") == "no_bid_yet"


def test_e07_everything_is_placed(lay: Lay) -> None:
    table = lay("RRRK", "RRKR", "KRRR")
    assert table.asked == "A"
    assert table.legal("A") == [f"bid {bid}" for bid in range(1, 13)]
    assert table.refused("A place R") == "none_in_hand"


def test_e09_a_lone_key_that_nobody_overbids(lay: Lay) -> None:
    table = lay("K", "R", "R", owned=[1, 3, 2], gone="C").do("A bid 1", "B pass", "C pass", "A flip A").clear(lose="K")
    assert table.by_name("owned") == {"A": 0, "B": 3, "C": 2}
    assert [form["seat"] for form in table.told(ONLOOKER, "out")] == [0]
    assert table.asked == "B"
    table.do("B place R")
    assert table.asked == "C"
    table.do("C place R")
    assert table.asked == "B"


def test_e11_last_player_standing(lay: Lay) -> None:
    table = lay("R", "K", owned=[2, 1], points=[0, 1], starter="B").do("B bid 1", "A pass", "B flip B").clear(lose="K")
    assert table.match.over
    assert table.cells["winner"] == 0
    assert table.match.rank() == [1, 2]


def test_e12_the_second_point_ends_the_game(lay: Lay) -> None:
    table = lay("R", "R", "R", points=[1, 1, 0], starter="B").do("B bid 3", "B flip B", "B flip A", "B flip C")
    assert table.match.over
    assert table.cells["winner"] == 1
    assert table.match.score() == [1, 2, 0]
    assert table.cells["round"] == 3, "no other begins"
    assert table.match.legal(CHANCE) == []


@pytest.mark.parametrize(
    ("owned", "with_key", "lost_key"), [(4, 1, 1 / 4), (3, 1, 1 / 3), (2, 1, 1 / 2), (1, 1, 1.0), (2, 0, 0.0)]
)
def test_e13_the_loss_is_uniform(lay: Lay, rng: Random, owned: int, with_key: int, lost_key: float) -> None:
    """Over everything still owned, hand and stack: B fails on C's KEY, or on their own where they own nothing else."""
    gone = "" if with_key else "B"
    table = lay("R", "K" if owned == 1 else "R", "K", owned=[4, owned, 4], gone=gone, starter="B")
    table.do("B bid 3", "B flip B") if owned == 1 else table.do("B bid 3", "B flip B", "B flip C")
    table.clear()
    outcomes = {action: table.match.game.odds(table.match.state, action) for action in table.match.legal(CHANCE)}
    assert outcomes.get(A_LOSE + KEY, 0) / sum(outcomes.values()) == pytest.approx(lost_key)
    drawn: Counter[int] = Counter()
    for _ in range(600):
        match = table.match.clone()
        drawn[match.roll(rng.randrange) - A_LOSE] += 1
        assert match.state.owned[1] == owned - 1
    # 600 throws: five standard deviations are 0.1
    assert drawn[KEY] / 600 == pytest.approx(lost_key, abs=0.1)


def test_b27_no_view_holds_another_players_face(lay: Lay) -> None:
    table = lay("R", "K", "R")
    for seat in (0, 2, ONLOOKER):
        view = table.match.view(seat).to_json()
        assert [view["cells"]["key_at"][p] for p in range(3) if p != seat] == [None] * (3 - (seat < 3))
    played = lay("", "", "").do("A place K", "B place R", "C place R")
    for seat in range(3):
        heard = {form["seat"]: form["coaster"] for form in played.told(seat, "placed")}
        assert heard == {p: None if p != seat else "key" if p == 0 else "regular" for p in range(3)}
    assert [form["coaster"] for form in played.told(ONLOOKER, "placed")] == [None] * 3


def test_b28_no_pass_before_a_bid(lay: Lay) -> None:
    assert lay("R", "R", "R").refused("A pass") == "no_bid_yet"


def test_b30_stacks_are_flipped_from_the_top(lay: Lay) -> None:
    table = lay("RR", "RR", "KR").do("A bid 3", "B pass", "C pass", "A flip A", "A flip A", "A flip C")
    assert [form["coaster"] for form in table.told(1, "flipped")] == ["regular"] * 3
    assert table.by_name("points")["A"] == 1


def test_b33_a_placed_or_lost_coaster_cannot_be_placed_again(lay: Lay) -> None:
    placed = lay("K", "R", "R")
    assert placed.refused("A place K") == "no_such_coaster"
    assert lay("R", "R", "R", owned=[2, 4, 4], gone="A").refused("A place K") == "no_such_coaster"
    lone = lay("R", "R", "R", owned=[2, 4, 4])
    assert lone.refused("A place R") == "no_such_coaster"


def test_b34_the_failed_challenger_starts(lay: Lay) -> None:
    """Not the owner of the KEY they found."""
    table = lay("R", "R", "K").do("A bid 3", "A flip A", "A flip C").clear(lose="R")
    assert table.asked == "A"


def test_b35_chance_takes_the_coaster_whoever_owned_the_key(lay: Lay) -> None:
    for stacks, flips in ((("K", "R", "R"), ["A flip A"]), (("R", "R", "K"), ["A flip A", "A flip C"])):
        table = lay(*stacks).do("A bid 3", *flips).clear()
        assert table.match.to_act == [CHANCE]
        assert len(table.match.legal(CHANCE)) == 2


def test_b26_a_flip_stays(lay: Lay) -> None:
    """Whoever comes back sees the same table, and nothing lets them take a flip back."""
    table = lay("R", "R", "K").do("A bid 2", "B pass", "C pass", "A flip A")
    back = Match.replay(table.match.log())
    assert back.view(0) == table.match.view(0)
    assert [form["seat"] for form in back.view(0).to_json()["legal"]] == [1, 2]


def test_b37_the_view_counts_what_people_ask_for(lay: Lay) -> None:
    table = lay("RR", "RR", "KR").do("A bid 3", "B pass", "C pass", "A flip A")
    cells = table.match.view(ONLOOKER).to_json()["cells"]
    assert cells["on_table"] == 6
    assert cells["to_flip"] == 2
    assert cells["owned"][:3] == [4, 4, 4]
    assert cells["height"][:3] == [2, 2, 2]
    assert cells["flipped"][:3] == [1, 0, 0]


def changed(table: Any, **cells: Any) -> dict[str, Any]:
    position: dict[str, Any] = table.match.position()
    position["cells"] |= cells
    return position


def refused(position: dict[str, Any]) -> bool:
    try:
        Match.from_position(position)
    except GameError as error:
        assert "its cells contradict each other" in str(error)  # noqa: PT017
        return True
    return False


def test_a_round_too_many_or_too_few_is_refused(lay: Lay) -> None:
    start = Match.start("keys", 3).position()
    assert not refused(start)
    start["cells"]["round"] = 1
    assert refused(start)
    placing = lay("R", "R", "")
    assert refused(changed(placing, round=0))
    assert refused(changed(placing, round=2))
    for flips in (["A flip A", "A flip B"], ["A flip A", "A flip C"]):  # met, and failed on C's KEY
        result = lay("R", "R", "K", points=[0, 1, 0], owned=[4, 3, 4]).do("A bid 2", "B pass", "C pass", *flips)
        assert result.cells["phase"] == "result"
        assert result.cells["round"] == 3
        assert not refused(result.match.position())
        assert refused(changed(result, round=4))
        assert refused(changed(result, round=2))
        assert refused(changed(result, owned=[4, 4, 4, 0, 0], key_known=["held", "held", "held", "gone", "gone"]))


def test_a_winner_who_has_not_won_is_refused(lay: Lay) -> None:
    over = lay("R", "R", "R", points=[1, 1, 0], starter="B").do("B bid 3", "B flip B", "B flip A", "B flip C")
    assert over.match.over
    assert not refused(over.match.position())
    assert refused(changed(over, winner=0))
    assert refused(changed(over, points=[2, 2, 0, 0, 0], round=4))
    assert refused(changed(over, points=[1, 1, 0, 0, 0], round=2))


@pytest.mark.parametrize(
    ("known", "lost", "kept"),
    [("held", 1, 1), ("held", 0, 2), ("unsure", 0, 1), ("unsure", 1, 0), ("gone", 0, 0), ("gone", 1, 1)],
)
def test_odds_that_do_not_fit_what_is_known_are_refused(lay: Lay, known: str, lost: int, kept: int) -> None:
    table = lay("R", "R", "", owned=[4, 3, 0], gone="C")
    p = ["held", "unsure", "gone"].index(known)
    odds = {"lost_odds": [*table.cells["lost_odds"]], "kept_odds": [*table.cells["kept_odds"]]}
    assert not refused(changed(table, **odds))
    odds["lost_odds"][p], odds["kept_odds"][p] = lost, kept
    assert refused(changed(table, **odds))


def test_stacks_that_were_not_laid_in_turn_are_refused(lay: Lay) -> None:
    """Nobody is two coasters behind the starter, and no stack is higher than that of whoever placed before."""
    even = lay("RRR", "RRR", "RR")
    assert even.asked == "C"
    for height, actor in (([3, 2, 1, 0, 0], 1), ([3, 3, 1, 0, 0], 2), ([2, 3, 2, 0, 0], 0), ([3, 2, 3, 0, 0], 1)):
        assert refused(changed(even, height=height, on_table=sum(height), actor=actor)), height
    assert not refused(changed(even, height=[3, 2, 2, 0, 0], on_table=7, actor=1))


def impossible(state: Any) -> Iterator[dict[str, Any]]:
    """Cells that no play leads to, where all others stay as they are: by what the rulebook says of a round's parts."""
    players, phase = state.players, state.phase
    here = [p for p in range(players) if state.owned[p]]
    if phase == PLACE:  # nobody has bid, and nothing is turned
        yield {"bid": 1}
        yield {"to_flip": 1}
        for p in here:
            yield {"bidder": p}
            yield {"passed": one(state.passed, p, 1)}
            if state.height[p] and state.key_at[p] < state.height[p] - 1:
                yield {"flipped": one(state.flipped, p, 1)}
            if p != state.actor:
                yield {"actor": p}
        return
    yield {"bidder": UNKNOWN}
    yield {"passed": one(state.passed, state.bidder, 1)}
    yield {"bid": 0}
    yield {"bid": state.on_table + 1}
    yield {"to_flip": state.to_flip + 1}
    for p in here:  # whoever bids does so over stacks of everybody
        if state.key_at[p] >= state.height[p] and not state.flipped[p]:
            yield {"height": one(state.height, p, 0), "on_table": state.on_table - state.height[p]}
    if phase == BID:
        yield {"bid": state.on_table}
        yield {"actor": state.bidder}
        yield {"bidder": state.actor}
        yield {"passed": one(state.passed, state.actor, 1)}
    else:
        yield {"to_flip": state.to_flip - 1} if state.to_flip else {"phase": BID}
        yield from ({"actor": p} for p in here if p != state.bidder)
    for p in here:
        if state.flipped[p] + 1 < state.height[p] and (state.key_at[p] < state.height[p] - state.flipped[p] - 1):
            yield {"flipped": one(state.flipped, p, state.flipped[p] + 1)}


def one(cells: Any, at: int, value: int) -> list[int]:
    return [value if i == at else cell for i, cell in enumerate(cells)]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_part_of_a_round_is_of_another(rng: Random, step: Callable[[Match, Random], None], players: int) -> None:
    """From play at random: a cell that belongs to another part of the round, or to another bid, is refused."""
    seen: Counter[tuple[int, str]] = Counter()
    for _ in range(12):
        match = Match.start("keys", players)
        while not match.over:
            if match.state.phase in (PLACE, BID, FLIP, RESULT):
                for cells in impossible(match.state):
                    wrong = match.state.clone()
                    for name, value in cells.items():
                        setattr(wrong, name, value)
                    assert not sound(wrong), (match.game.read_cells(match.state), cells)
                    seen[match.state.phase, next(iter(cells))] += 1
            step(match, rng)
    assert len(seen) >= 15, seen


def refuses(match: Match, **cells: Any) -> bool:
    """Whether the match's position is refused with some cells changed."""
    position = match.position()
    assert Match.from_position(position).position() == position
    position["cells"] |= cells
    try:
        Match.from_position(position)
    except GameError:
        return True
    return False


@pytest.mark.parametrize("cell", ["starter", "actor"])
@pytest.mark.parametrize("value", [None, 3, 4])
def test_who_begins_and_whose_turn_it_is_are_at_the_table(lay: Lay, cell: str, value: int | None) -> None:
    """Each by itself, while placing, bidding and flipping."""
    for table in (lay("R", "R", "R"), lay("R", "R", "R").do("A bid 1"), lay("R", "R", "R").do("A bid 3")):
        assert refuses(table.match, **{cell: value})


def test_who_has_nothing_left_loses_no_coaster(lay: Lay) -> None:
    table = lay("K", "R", "R", owned=[1, 3, 2], gone="C").do("A bid 1", "B pass", "C pass", "A flip A").clear()
    cells = table.cells
    nothing = {"owned": [0, *cells["owned"][1:]], "key_at": ["lost", *cells["key_at"][1:]], "round": cells["round"] + 1}
    knowledge = {name: [value, *cells[name][1:]] for name, value in (("key_known", "gone"), ("lost_odds", 1), ("kept_odds", 0))}
    assert cells["phase"] == "lose"
    assert refuses(table.match, **nothing, **knowledge)
    again = table.match.position()
    again["cells"] |= {**nothing, **knowledge, "actor": 1}
    assert Match.from_position(again).to_act == [CHANCE], "of another who has something, nothing is wrong"


def test_every_point_and_every_coaster_lost_took_a_round(lay: Lay) -> None:
    first = lay("", "", "").match
    assert refuses(first, points=[1, 0, 0, 0, 0])
    assert refuses(first, round=2), "which ended in neither"
    lost = lay("", "", "", owned=[3, 4, 4]).match
    assert refuses(lost, round=1)
    assert refuses(lost, round=3)
    gone = lay("", "", "").do("A leave").match
    assert not refuses(gone), "the coasters that somebody took along speak of no round"


def test_a_game_that_is_over_has_had_its_rounds(lay: Lay) -> None:
    won = lay("R", "R", options={"to_win": 1}, starter="B").do("B bid 2", "B flip B", "B flip A").match
    assert (won.over, won.state.round) == (True, 1)
    assert refuses(won, round=0)
    assert refuses(won, round=3), "two rounds more, and nothing that came of them"
    assert refuses(won, points=[1, 1, 0, 0, 0])
    left = lay("", "", "").do("A leave", "B leave").match
    assert (left.over, left.state.round) == (True, 1)
    assert refuses(left, round=0), "nobody leaves before the first"


def test_before_the_first_round_nobody_has_lost_a_coaster_or_left() -> None:
    start = Match.start("keys", 3)
    assert refuses(start, owned=[3, 4, 4, 0, 0])
    assert refuses(start, left=[1, 0, 0, 0, 0])
    assert refuses(start, points=[1, 0, 0, 0, 0])
    assert refuses(start, bid=1)


def test_a_key_lies_in_its_stack_or_nowhere(lay: Lay) -> None:
    """Also of somebody whose stack is cleared away."""
    match = lay("K", "R", "R").do("A bid 1", "B pass", "C pass", "A flip A").clear().match
    assert (match.state.phase, match.state.failed_on, match.state.height[0]) == (LOSE, 0, 0)
    assert refuses(match, key_at=[1, *match.position()["cells"]["key_at"][1:]])
    flipping = lay("RR", "R", "R").do("B bid 1", "C pass", "A bid 4", "A flip A").match
    assert refuses(flipping, key_at=[2, *flipping.position()["cells"]["key_at"][1:]]), "face up, and nobody has failed on it"


def test_whoever_flips_is_told_so_of_every_action_that_turns_nothing(lay: Lay) -> None:
    table = lay("R", "R", "R").do("A bid 3")
    assert table.match.state.phase == FLIP
    others = (A_PLACE, A_PASS, A_LEAVE)
    assert [table.match.why(0, action) for action in others] == ["flipping"] * len(others)


def test_how_many_coasters_a_secret_choice_could_be(lay: Lay) -> None:
    """What a guess goes by: regular ones are alike, and there is one KEY."""
    game = lay("", "").match.game
    for stacks, regular in ((("", ""), 3), (("R", "R"), 2), (("K", "R"), 3), (("RK", "RR"), 2)):
        state = lay(*stacks).match.state
        assert [game.pieces(state, 0, action) for action in (A_PLACE + REGULAR, A_PLACE + KEY, A_PASS)] == [regular, 1, 1]
    few = lay("R", "R", owned=[3, 4], gone="A").match.state
    assert game.pieces(few, 0, A_PLACE + REGULAR) == 2, "their KEY is lost"
