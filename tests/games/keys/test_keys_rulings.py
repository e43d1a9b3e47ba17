"""The rulings of docs/rules/keys.md, each test named for its question."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, Match, load
from parlour.engine.match import Seating
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.games.keys import rules
from parlour.games.keys.state import A_LOSE, A_PLACE, E_BEGAN, E_CHALLENGER, HAND, KEY, REGULAR

Lay = Callable[..., Any]
Step = Callable[[Match, Random], None]


def test_q01_two_to_five_players() -> None:
    for players in (2, 3, 4, 5):
        assert Match.start("keys", players).players == players
    for players in (1, 6):
        with pytest.raises(Seating):
            Match.start("keys", players)


def test_q02_a_named_starter_or_one_by_lot(rng: Random) -> None:
    assert Match.start("keys", 4, {"starter": 2}).to_act == [2]
    with pytest.raises(GameError, match="starter"):
        Match.start("keys", 3, {"starter": 3})
    first: Counter[int] = Counter()
    for _ in range(300):
        match = Match.start("keys", 3)
        assert match.to_act == [CHANCE]
        match.settle(rng.randrange)
        first[match.to_act[0]] += 1
        assert Match.replay(match.log()).to_act == match.to_act
    assert min(first[seat] for seat in range(3)) > 60


def test_q03_q04_one_after_another_then_a_choice(lay: Lay) -> None:
    table = lay("", "", "", starter="B")
    for mover in "BCA":
        assert table.asked == mover
        assert table.legal(mover) == ["place R", "place K"]
        table.do(f"{mover} place R")
    assert table.legal("B") == ["place R", "place K", "bid 1", "bid 2", "bid 3"]


def test_q05_placing_ends_with_a_challenge(lay: Lay) -> None:
    table = lay("R", "R", "R").do("A bid 1")
    assert table.refused("B place R") == "bidding"


def test_q06_an_empty_hand_must_challenge(lay: Lay) -> None:
    """Though B still holds coasters."""
    table = lay("R", "R", "R", owned=[1, 4, 4], gone="A")
    assert table.legal("A") == ["bid 1", "bid 2", "bid 3"]
    assert table.refused("A place R") == "none_in_hand"


def test_q07_q08_bids(lay: Lay) -> None:
    table = lay("R", "R", "R").do("A bid 1", "B bid 2")
    assert table.legal("C") == ["pass", "bid 3"]


def test_q07_passed_players_stacks_count(lay: Lay) -> None:
    table = lay("R", "R", "R", "R").do("A bid 1", "B pass")
    assert table.legal("C")[-1] == "bid 4"


def test_q09_a_pass_is_final(lay: Lay) -> None:
    table = lay("RR", "RR", "RR").do("A bid 1", "B pass", "C bid 2", "A bid 3")
    assert table.asked == "C", "B is skipped"


def test_q10_bidding_ends_when_all_others_passed(lay: Lay) -> None:
    table = lay("RR", "RR", "RR").do("A bid 1", "B bid 2", "C pass", "A pass")
    assert table.cells["phase"] == "flip"
    assert table.asked == "B"


@pytest.mark.parametrize(("own_stack", "flips"), [("all", 3), ("until_bid", 2)])
def test_q11_q15_a_tall_own_stack(lay: Lay, own_stack: str, flips: int) -> None:
    table = lay("RRR", "RRR", options={"own_stack": own_stack}).do("A bid 2", "B pass")
    assert table.cells["to_flip"] == flips
    for left in range(flips, 0, -1):
        assert table.cells["to_flip"] == left
        assert table.legal("A") == ["flip A"]
        table.do("A flip A")
    assert table.cells["points"][0] == 1


def test_q12_the_own_stack_top_down(lay: Lay) -> None:
    """A KEY on top leaves the coaster below unseen."""
    table = lay("RK", "RR").do("A bid 2", "B pass", "A flip A")
    assert table.cells["failed_on"] == 0
    assert table.cells["flipped"][0] == 1


def test_q13_q14_any_other_stack_and_no_stopping(lay: Lay) -> None:
    table = lay("R", "RR", "RR", starter="B").do("A bid 4", "B pass", "C pass")
    assert table.legal("A") == ["flip A"]
    table.do("A flip A")
    assert table.legal("A") == ["flip B", "flip C"]
    table.do("A flip B", "A flip C")
    assert table.legal("A") == ["flip B", "flip C"], "no pass among them"
    table.do("A flip B")
    assert table.cells["points"][0] == 1


def test_q13_a_stack_that_is_face_up_has_nothing_left(lay: Lay) -> None:
    table = lay("R", "R", "RR", starter="C").do("A bid 3", "B pass", "C pass", "A flip A", "A flip B")
    assert table.refused("A flip B") == "nothing_to_flip"


def test_q15_the_key_comes_before_the_count(lay: Lay) -> None:
    """The flip that would meet the bid finds a KEY: no point."""
    table = lay("R", "K").do("A bid 2", "A flip A", "A flip B")
    assert table.cells["points"] == [0] * 5
    assert table.cells["failed_on"] == 1


def test_q16_coasters_return_after_success_too(lay: Lay) -> None:
    table = lay("R", "K", "R").do("A bid 2", "B pass", "C pass", "A flip A", "A flip C").clear()
    assert table.stacks == {"A": "", "B": "", "C": ""}
    assert table.match.state.key_at[:3] == [HAND] * 3
    assert table.cells["on_table"] == 0
    assert table.cells["passed"] == [0] * 5


def test_q17_q19_own_key_is_no_exception(lay: Lay) -> None:
    table = lay("K", "R").do("A bid 1", "B pass", "A flip A").clear()
    odds = {a: table.match.game.odds(table.match.state, a) for a in table.match.legal(CHANCE)}
    assert odds == {A_LOSE + REGULAR: 3, A_LOSE + KEY: 1}


@pytest.mark.parametrize("lost", ["R", "K"])
def test_q18_only_its_owner_learns_what_was_lost(lay: Lay, lost: str) -> None:
    table = lay("R", "R", "K").do("A bid 3", "A flip A", "A flip C").clear(lose=lost)
    face = "key" if lost == "K" else "regular"
    assert [form["coaster"] for form in table.told(0, "lost")] == [face]
    assert [form["left"] for form in table.told(1, "lost")] == [3]
    for seat in (1, 2, ONLOOKER):
        assert [form["coaster"] for form in table.told(seat, "lost")] == [None]
        assert table.match.view(seat).to_json()["cells"]["key_at"][0] is None
    assert table.match.view(0).to_json()["cells"]["key_at"][0] == ("lost" if lost == "K" else "hand")


def test_q18_chance_is_asked_even_where_it_has_no_choice(lay: Lay) -> None:
    """Else the pause would tell that somebody owns coasters of one kind only."""
    table = lay("R", "K", owned=[2, 4], gone="A").do("A bid 2", "A flip A", "A flip B").clear()
    assert table.match.to_act == [CHANCE]
    assert table.match.legal(CHANCE) == [A_LOSE + REGULAR]


def test_q20_a_player_without_coasters_is_skipped(lay: Lay) -> None:
    table = lay("R", "", "R", owned=[4, 0, 4])
    table.do("A place R")
    assert table.asked == "C"
    table.do("C bid 1")
    assert table.asked == "A"


@pytest.mark.parametrize(("option", "starts"), [("clockwise", "B"), ("key_owner", "C")])
def test_q21_after_a_knockout(lay: Lay, option: str, starts: str) -> None:
    table = lay("R", "R", "K", owned=[1, 4, 4], gone="A", options={"after_knockout": option})
    table.do("A bid 3", "A flip A", "A flip C").clear(lose="R")
    assert table.asked == starts


def test_q21_own_key_under_key_owner(lay: Lay) -> None:
    table = lay("K", "R", "R", owned=[1, 4, 4], options={"after_knockout": "key_owner"})
    table.do("A bid 3", "A flip A").clear(lose="K")
    assert table.asked == "B"


def test_q21_key_owner_only_after_a_knockout(lay: Lay) -> None:
    table = lay("R", "R", "K", options={"after_knockout": "key_owner"}).do("A bid 3", "A flip A", "A flip C").clear(lose="R")
    assert table.asked == "A"


def test_q22_the_last_player_wins_whatever_the_points(lay: Lay) -> None:
    table = lay("K", "R", owned=[1, 1], gone="B", points=[1, 0]).do("A bid 1", "B pass", "A flip A").clear(lose="K")
    assert table.cells["winner"] == 1


def test_q23_a_lone_key_is_placed_and_bids(lay: Lay) -> None:
    table = lay("", "", owned=[1, 4])
    assert table.legal("A") == ["place K"]
    table.do("A place K", "B place R")
    assert table.legal("A") == ["bid 1", "bid 2"]
    table.do("A bid 1", "B bid 2")
    assert table.asked == "B", "overbid, as A hoped"


def test_q24_a_lone_regular_coaster(lay: Lay) -> None:
    table = lay("", "", owned=[1, 4], gone="A")
    assert table.legal("A") == ["place R"]
    table.do("A place R", "B place R", "A bid 2", "A flip A", "A flip B")
    assert table.cells["points"][0] == 1


def test_q25_points_never_go_down(lay: Lay) -> None:
    table = lay("R", "K", points=[1, 0]).do("A bid 2", "A flip A", "A flip B").clear(lose="R")
    assert table.match.score() == [1, 0]


def test_q26_unflipped_coasters_go_back_unseen(lay: Lay) -> None:
    """B's KEY, under a regular coaster, was not found; C sees no more of it than before."""
    table = lay("RR", "KR", "RR").do("A bid 3", "B pass", "C pass", "A flip A", "A flip A", "A flip B").clear()
    assert table.match.view(2).state.key_at[1] == -1
    assert [form.get("seat") for form in table.told(2, "returned")] == [None]


def test_q26_what_flips_prove_stays_public(lay: Lay) -> None:
    """B shows both of their two coasters regular: everybody knows from now on that B's KEY is gone. C showed theirs."""
    table = lay("R", "RR", "K", owned=[4, 2, 3], gone="B", starter="B", points=[0, 1, 0])
    assert table.cells["key_known"][:3] == ["held", "unsure", "unsure"]
    table = lay("RR", "RR", "R", owned=[4, 2, 3], gone="B").do("C bid 4", "A pass", "B pass", "C flip C", "C flip B", "C flip B")
    assert table.cells["key_known"][:3] == ["held", "gone", "unsure"]
    assert table.match.view(0).to_json()["cells"]["key_at"][1] == "lost"
    found = lay("R", "R", "K", owned=[4, 4, 3]).do("A bid 3", "A flip A", "A flip C").clear(lose="R")
    assert found.cells["key_known"][:3] == ["unsure", "held", "held"]


def test_q27_own_coasters_may_be_looked_at(lay: Lay) -> None:
    table = lay("RK", "RR", "KR")
    assert table.match.view(0).state.key_at[:3] == [1, -1, -1]
    assert table.match.view(1).state.height[:3] == [2, 2, 2]


def test_q28_length(rng: Random, step: Step) -> None:
    """No more challenges than (w + 3)n - 1, w being the points that win, and no more placings in a round than 4n."""
    for players in (2, 3, 4, 5):
        for number in range(15):
            to_win = (2, 1, 3)[number % 3]
            match = Match.start("keys", players, {"to_win": to_win})
            while not match.over:
                step(match, rng)
                assert match.state.on_table <= 4 * players
            heard = Counter(event for event, *_ in match.view(ONLOOKER).events)
            assert heard[E_CHALLENGER] <= (to_win + 3) * players - 1
            assert heard[E_BEGAN] == match.state.round


@pytest.mark.parametrize(("to_win", "had"), [(1, 0), (2, 1), (3, 2)])
def test_q30_points_to_win(lay: Lay, to_win: int, had: int) -> None:
    """The bid that is met wins with so many points, and not with one less."""
    won = lay("R", "R", points=[had, 0], options={"to_win": to_win}).do("A bid 2", "A flip A", "A flip B")
    assert won.match.over
    assert (won.match.rank(), won.match.score()) == ([1, 2], [to_win, 0])
    if had:
        more = lay("R", "R", points=[had - 1, 0], options={"to_win": to_win}).do("A bid 2", "A flip A", "A flip B")
        assert not more.match.over
    with pytest.raises(GameError, match="cannot be"):
        lay("R", "R", points=[to_win, 0], options={"to_win": to_win})


def test_q30_logs_and_positions_of_before_are_read_as_printed() -> None:
    match = Match.start("keys", 3)
    old = match.position()
    del old["cells"]["to_win"]
    assert Match.from_position(old).state == match.state
    assert match.state.to_win == 2


@pytest.mark.parametrize(
    ("stacks", "moves", "wanted"),
    [
        (("R", "R"), (), {"place R", "place K"}),
        (("K", "R"), (), {"place R"}),
        (("R", "R"), ("A bid 1",), {"pass"}),
        (("R", "RR", "RR"), ("A bid 3", "B pass", "C pass", "A flip A"), {"flip B", "flip C"}),
    ],
)
def test_q29_time_out(lay: Lay, stacks: tuple[str, ...], moves: tuple[str, ...], wanted: set[str]) -> None:
    """A random coaster of the hand, a pass, or a random flip."""
    table = lay(*stacks, starter="B" if len(stacks) == 3 else "A").do(*moves)
    seat = table.match.to_act[0]
    legal = dict(zip(table.match.legal(seat), table.legal("ABC"[seat]), strict=True))
    dice = [7]
    chosen = {legal[table.match.game.idle(table.match.state, seat, dice)] for _ in range(60)}
    assert chosen == wanted


def test_q29_time_out_with_an_empty_hand(lay: Lay) -> None:
    table = lay("R", "R", "R", owned=[1, 4, 4], gone="A")
    assert table.match.game.actions.read(table.match.game.idle(table.match.state, 0, [1])) == {"do": "bid", "bid": 1}


def test_q29_time_out_places_each_coaster_of_the_hand_alike(lay: Lay) -> None:
    table = lay("", "")
    dice = [3]
    keys = sum(table.match.game.idle(table.match.state, 0, dice) == A_PLACE + KEY for _ in range(2000))
    assert keys / 2000 == pytest.approx(1 / 4, abs=0.05)


def test_q29_leaving_while_nobody_has_bid(lay: Lay) -> None:
    table = lay("RR", "R", "R").do("B leave")
    assert table.asked == "C"
    assert table.by_name("owned") == {"A": 4, "B": 0, "C": 4}
    assert table.cells["on_table"] == 3
    table.do("A leave")
    assert table.match.over
    assert table.cells["winner"] == 2


def test_q29_leaving_on_the_first_lap(lay: Lay) -> None:
    """The starter goes; the others still place before anybody may bid."""
    table = lay("", "", "").do("A leave")
    assert table.asked == "B"
    table.do("B place R")
    assert table.legal("C") == ["place R", "place K"]


def test_q29_leaving_while_bidding_passes(lay: Lay) -> None:
    table = lay("RR", "RR", "RR", "RR").do("A bid 1", "C leave", "B leave")
    assert table.by_name("passed") == {"A": 0, "B": 1, "C": 1, "D": 0}
    assert table.by_name("height") == {"A": 2, "B": 2, "C": 2, "D": 2}, "the coasters stay until it is over"
    table.do("D pass")
    assert table.asked == "A"
    table.do("A flip A", "A flip A").clear()
    assert table.by_name("owned") == {"A": 4, "B": 0, "C": 0, "D": 4}
    assert table.asked == "A"


def test_q29_the_highest_bidder_leaves_and_is_overbid(lay: Lay) -> None:
    table = lay("RR", "RR", "RR").do("A bid 1", "A leave", "B bid 2")
    assert table.by_name("passed") == {"A": 1, "B": 0, "C": 0}
    table.do("C pass")
    assert table.asked == "B"


def test_q29_the_highest_bidder_leaves_after_the_others_passed(lay: Lay) -> None:
    table = lay("RR", "RR", "RR").do("A bid 1", "A leave", "B pass", "C bid 2")
    assert table.asked == "C", "nobody is left to overbid"
    assert table.cells["phase"] == "flip"


def test_q29_a_challenger_who_left_flips_at_random(lay: Lay, rng: Random) -> None:
    """And wins where that is their second point."""
    table = lay("R", "R", "R", points=[1, 0, 0]).do("A bid 3", "A leave")
    for _ in range(3):
        assert table.match.to_act == [CHANCE]
        table.match.roll(rng.randrange)
    assert table.cells["winner"] == 0


def test_q29_a_challenger_who_left_is_out_afterwards(lay: Lay, rng: Random) -> None:
    table = lay("R", "R", "R").do("A bid 3", "A leave")
    table.match.settle(rng.randrange)
    table.clear()
    assert table.cells["points"][0] == 1
    assert table.by_name("owned")["A"] == 0
    assert table.asked == "B"


def test_q29_one_who_has_not_left_wins_at_once(lay: Lay) -> None:
    """Even where the challenge of the other goes on."""
    table = lay("R", "R").do("A bid 1", "A leave")
    assert table.cells["winner"] == 1
    assert table.match.rank() == [2, 1]


def test_q29_who_left_or_is_out_cannot_leave(lay: Lay) -> None:
    table = lay("R", "R", "", "R", owned=[4, 4, 0, 4]).do("A bid 1", "B leave")
    assert table.match.may(1) == []
    assert table.match.may(2) == []
    assert table.refused("B leave") == "not_asked"


def test_the_result_stays_on_the_table_for_a_while(lay: Lay) -> None:
    table = lay("R", "K").do("A bid 2", "A flip A", "A flip B")
    assert table.match.to_act == [CLOCK]
    assert table.match.game.seconds(table.match.state, CLOCK) == rules.PAUSE_SECONDS
    assert table.stacks == {"A": "R", "B": "K"}
    assert load("keys").seconds(Match.start("keys", 2, {"starter": 0}).state, 0) == 0


@pytest.mark.parametrize(
    ("cell", "value"),
    [("on_table", 7), ("key_at", ["hand", "lost", "hand", "lost", "lost"]), ("actor", 2), ("round", 4), ("bid", 1)],
)
def test_a_position_that_cannot_be_is_refused(lay: Lay, cell: str, value: Any) -> None:
    position = lay("R", "R", "R").match.position()
    position["cells"][cell] = value
    with pytest.raises(GameError, match="cannot be"):
        Match.from_position(position)


@pytest.mark.parametrize(("leaver", "starts"), [("A", "B"), ("C", "A")])
def test_q29_who_starts_under_key_owner_when_the_owner_or_the_challenger_has_left(lay: Lay, leaver: str, starts: str) -> None:
    """C dies of A's KEY with their last coaster: A starts, or the next one clockwise where A has left."""
    table = lay("K", "R", "R", "R", owned=[4, 4, 1, 4], gone="C", starter="C", options={"after_knockout": "key_owner"})
    table.do("C bid 4")
    if leaver == "A":
        table.do("C flip C", "A leave", "C flip A")
    else:
        table.do("C flip C", "C leave")
        table.match.play(CHANCE, {"do": "flip", "seat": 0})
    table.clear(lose="R")
    assert table.by_name("owned")["C"] == 0
    assert table.asked == starts
    assert table.cells["starter"] == "ABCD".index(starts)


@pytest.mark.parametrize(("players", "to_win", "steps"), [(2, 2, 246), (5, 2, 1590), (3, 1, 444), (4, 3, 1224)])
def test_q28_the_bound_on_steps(players: int, to_win: int, steps: int) -> None:
    """(w + 3)n - 1 challenges, each of 4n placings, bids and flips, n - 1 passes, the pause and the loss; and all leave."""
    match = Match.start("keys", players, {"to_win": to_win})
    assert match.game.longest(match.state) == steps


def test_nobody_is_ranked_before_the_end(lay: Lay) -> None:
    table = lay("R", "R", "R", points=[1, 0, 0])
    assert table.match.rank() == [0, 0, 0]
    assert table.match.score() == [1, 0, 0]
