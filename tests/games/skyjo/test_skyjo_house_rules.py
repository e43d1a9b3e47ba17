"""The house rules SKY-Q27 to Q29, and that what was played before them is read as printed."""

from dataclasses import replace
from random import Random

import pytest

from parlour.engine import Match
from parlour.games.cells import CHANCE
from parlour.games.skyjo.state import GONE, HIDDEN, TURN
from tests.games.skyjo.conftest import Lay, Table


@pytest.mark.parametrize(("doubling", "added"), [("printed", [34, 16]), ("off", [17, 16])])
def test_q27_without_doubling_the_ender_scores_what_lies_there(lay: Lay, doubling: str, added: list[int]) -> None:
    table = lay(
        [[10, 5, "h2"], [], [], []],
        [[10, 5, "h1"], [], [], []],
        discard=[0],
        pile=[12, 12],
        options={"doubling": doubling},
    )
    for seat in range(2):
        table.do(seat, "draw")
        table.do(seat, "turn", column=1, row=3)
    assert table.cells["ender"] == 0
    assert table.cells["points"][:2] == [17, 16]
    assert table.cells["added"][:2] == added
    assert table.match.score() == added


@pytest.mark.parametrize("opening", [1, 2, 3])
def test_q28_so_many_cards_are_turned_at_the_start(opening: int) -> None:
    match = Match.start("skyjo", 2, {"opening": opening})
    rng = Random(opening)
    for _ in range(opening):
        for seat in range(2):
            match.settle(rng.randrange)
            assert seat in match.to_act
            match.play(seat, rng.choice(match.legal(seat)))
    match.settle(rng.randrange)
    assert match.state.phase == TURN
    assert match.state.hidden[:2] == [12 - opening] * 2
    sums = [sum(face - 2 for face in match.state.grid[seat] if face < HIDDEN) for seat in range(2)]
    assert match.to_act == [sums.index(max(sums))]


def test_q28_three_alike_at_the_start_leave_at_once() -> None:
    match = Match.start("skyjo", 2, {"opening": 3})
    match.play(CHANCE, {"do": "card", "value": 4})
    for seat, values in ((0, (7, 7, 7)), (1, (-1, 0, 1))):
        for row, value in enumerate(values):
            match.play(seat, {"do": "reveal", "slot": 4 * row + 1})
            match.play(CHANCE, {"do": "card", "value": value})
    assert [match.state.grid[0][slot] for slot in (0, 4, 8)] == [GONE] * 3
    assert match.state.hidden[:2] == [9, 9]
    assert match.to_act == [0], "an empty column counts 0, as do −1, 0 and 1, and the tie is the lower seat's"
    assert match.position()["cells"]["discard"][:4] == [4, 7, 7, 7]


def test_q29_four_alike_in_a_row_leave(lay: Lay) -> None:
    grid = [[5, "h1", 1], [5, 2, 2], [5, 3, 4], [8, "h1", 7]]
    kept = lay(grid, grid, discard=[5])
    kept.do(0, "take", column=4, row=1)
    assert kept.story("cleared_row") == []
    table = lay(grid, grid, discard=[5], options={"rows": "on"})
    table.do(0, "take", column=4, row=1)
    assert table.cells["grid"][0][:4] == ["gone"] * 4
    assert table.story("cleared_row") == [{"event": "cleared_row", "seat": 0, "row": 1, "value": 5}]
    assert table.discard == [8, 5, 5, 5, 5]
    table.match.play(1, {"do": "draw"})
    table.match.settle(lambda n: 0)
    assert {action for action in table.match.legal(1) if action >= table.match.game.actions.number({"do": "turn", "slot": 1})}


def test_q29_a_card_that_completes_both_clears_both(lay: Lay) -> None:
    grid = [[9, 5, 5], [5, "h1", 1], [5, "h2", 2], [5, 3, 4]]
    table = lay(grid, [["h1", "h1", "h1"]] * 4, discard=[5], options={"rows": "on"})
    table.do(0, "take", column=1, row=1)
    assert [told["event"] for told in table.match.view(28).told_json()][-2:] == ["cleared", "cleared_row"]
    assert table.discard == [9, 5, 5, 5, 5, 5, 5]
    assert table.cells["grid"][0] == ["gone"] * 4 + ["gone", "hidden", "hidden", 3] + ["gone", 1, 2, 4]
    slots = {form["slot"] for form in map(table.match.game.actions.read, _takes_of_seat_0(table))}
    assert slots == {6, 7, 8, 10, 11, 12}


def _takes_of_seat_0(table: Table) -> list[int]:
    table.do(1, "take", column=1, row=1)
    return [action for action in table.match.legal(0) if table.match.game.actions.read(action)["do"] == "take"]


def test_q29_a_column_that_lost_a_card_to_a_row_is_not_alike_any_more(lay: Lay) -> None:
    grid = [["gone", 2, "h2"], ["gone", "h1", 1], ["gone", "h2", 2], ["gone", 3, 4]]
    table = lay(grid, [["h1", "h1", "h1"]] * 4, discard=[0], pile=[7], options={"rows": "on"})
    table.do(0, "draw")
    table.do(0, "turn", column=1, row=3)
    assert table.story("cleared") == []


def test_q29_in_the_count_rows_go_as_well(lay: Lay) -> None:
    grid = [["h6", "h1", 1], ["h6", 2, 2], [6, 3, 4], [6, 4, 7]]
    table = lay([["h9", 3, 3], [], [], []], grid, discard=[0], pile=[7, 7], options={"rows": "on"})
    table.do(0, "draw")
    table.do(0, "turn", column=1, row=1)
    table.do(1, "draw")
    table.do(1, "turn", column=1, row=2)
    assert [told["row"] for told in table.story("cleared_row")] == [1]
    assert table.cells["points"][1] == 1 + 1 + 2 + 2 + 3 + 4 + 4 + 7


def test_house_rules_off_play_as_printed() -> None:
    """A log of before, which names no house rule, replays as it did."""
    rng = Random(4)
    match = Match.start("skyjo", 3, {"end_score": 50})
    while not match.over:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll(rng.randrange)
        else:
            match.play(seat, rng.choice(match.legal(seat)))
    old = replace(match.log(), options={"end_score": 50})
    assert Match.replay(old).state == match.state
    position = Match.start("skyjo", 2).position()
    for name in ("doubling", "opening", "rows"):
        del position["cells"][name]
    assert Match.from_position(position).state == Match.start("skyjo", 2).state
