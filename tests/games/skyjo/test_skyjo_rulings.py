"""The rulings SKY-Q.. and the known faults B.. of other programs, each with a test that would catch it."""

import random
from typing import Any

import pytest

from parlour.engine import GameError, IllegalAction, Match, Seating
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.games.skyjo.state import DECK, SHEET, VALUES

HIDDEN_GRID = [["h", "h", "h"]] * 4
OPEN_PAIR = [[1, 1, "h"], *[["h", "h", "h"]] * 3]
ONE_LEFT: list[list[int | str]] = [[1, 2, 3], [4, 5, "h6"], [], []]


def begun(players: int, **options: Any) -> Match:
    """A match in which the first discard lies open."""
    match = Match.start("skyjo", players, options)
    match.play(CHANCE, {"do": "card", "value": 5})
    return match


def revealed(match: Match, rng: random.Random) -> Match:
    """The same, once everybody has turned the top of the two left columns."""
    for seat in [seat for seat in match.to_act if seat < CHANCE]:
        for slot in (1, 2):
            match.play(seat, {"do": "reveal", "slot": slot})
            match.roll(rng.randrange)
    return match


def refused(match: Match, seat: int, action: Any) -> str:
    """The reason why an action is refused, which must change nothing."""
    before, log = match.position(), match.log()
    with pytest.raises(IllegalAction) as error:
        match.play(seat, action)
    assert match.position() == before
    assert match.log() == log
    return error.value.reason


def out_of(match: Match) -> list[int | str]:
    """The values chance may answer with, in order."""
    return [match.game.actions.read(number)["value"] for number in match.legal(CHANCE)]


# Components


@pytest.mark.parametrize(("players", "pile"), [(2, 125), (4, 101), (8, 53)])
def test_e16_b17_deck(players: int, pile: int) -> None:
    match = Match.start("skyjo", players)
    cells = match.position()["cells"]
    assert dict(zip(VALUES, cells["unseen"], strict=True)) == {-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)}
    assert sum(DECK) == 150
    assert sum(value * count for value, count in zip(VALUES, DECK, strict=True)) == 760
    match.play(CHANCE, {"do": "card", "value": 0})
    assert match.position()["cells"]["pile"] == pile


@pytest.mark.parametrize("players", [1, 9, 0, -1, 2.0, "2"])
def test_q24_number_of_players(players: Any) -> None:
    with pytest.raises(Seating, match="2 to 8 players"):
        Match.start("skyjo", players)


@pytest.mark.parametrize(
    "options",
    [{"end_score": 49}, {"end_score": 301}, {"end_score": "100"}, {"turn_cap": -1}, {"start_tie": "lowest"}, {"rows": True}],
)
def test_options_refused(options: dict[str, Any]) -> None:
    with pytest.raises(GameError, match=next(iter(options))):
        Match.start("skyjo", 2, options)


# Before the first turn


def test_q01_reveals_in_any_order() -> None:
    match = begun(3)
    assert match.to_act == [0, 1, 2]
    for seat, slot, value in [(2, 12, 4), (0, 1, 1), (2, 3, 9)]:
        match.play(seat, {"do": "reveal", "slot": slot})
        match.play(CHANCE, {"do": "card", "value": value})
        assert match.view(1).state.grid[seat][slot - 1] == VALUES.index(value)  # seen by all at once
    assert match.to_act == [0, 1]
    assert refused(match, 2, {"do": "reveal", "slot": 5}) == "not_asked"
    assert refused(match, 0, {"do": "reveal", "slot": 1}) == "open_already"
    assert refused(match, 0, {"do": "draw"}) == "not_now"


def test_q03_tie_at_random() -> None:
    match = begun(3, start_tie="random")
    for seat, cards in enumerate([(5, 3), (8, 0), (1, 1)]):
        for slot, value in enumerate(cards, 1):
            match.play(seat, {"do": "reveal", "slot": slot})
            match.play(CHANCE, {"do": "card", "value": value})
    assert match.to_act == [CHANCE]
    starts = [match.game.actions.read(number) for number in match.legal(CHANCE)]
    assert starts == [{"do": "start", "seat": 0}, {"do": "start", "seat": 1}]
    assert [match.game.odds(match.state, number) for number in match.legal(CHANCE)] == [1, 1]
    match.play(CHANCE, {"do": "start", "seat": 1})
    assert match.to_act == [1]


@pytest.mark.parametrize("value", VALUES)
def test_q21_first_discard_has_no_effect(value: int) -> None:
    match = Match.start("skyjo", 2)
    match.play(CHANCE, {"do": "card", "value": value})
    assert match.to_act == [0, 1]
    assert match.position()["cells"]["discard"][:2] == [value, None]


# A turn


def test_e17_q05_q06_b09_refused_moves(lay: Any) -> None:
    table = lay([[1, 1, "h"], [], ["h", "h", "h"], ["h", "h", "h"]], OPEN_PAIR, discard=[5, 4])
    match = table.match
    assert refused(match, 0, {"do": "turn", "slot": 9}) == "draw_first"
    assert refused(match, 0, {"do": "swap", "slot": 9}) == "draw_first"
    assert refused(match, 0, {"do": "take", "slot": 2}) == "empty_slot"
    assert refused(match, 0, {"do": "reveal", "slot": 3}) == "not_now"
    assert refused(match, 0, {"do": "take", "slot": 13}) == "no_such_action"
    assert refused(match, 0, {"do": "take"}) == "no_such_action"
    assert refused(match, 1, {"do": "draw"}) == "not_asked"
    assert refused(match, 0, {"do": "card", "value": 3}) == "not_now"
    assert refused(match, 0, {"do": "ready"}) == "not_now"
    assert refused(match, 2, {"do": "draw"}) == "no_such_seat"
    table.pile.append(7)
    table.do(0, "draw")
    assert refused(match, 0, {"do": "turn", "slot": 1}) == "open_already"
    assert refused(match, 0, {"do": "turn", "slot": 2}) == "empty_slot"
    assert refused(match, 0, {"do": "swap", "slot": 2}) == "empty_slot"
    assert refused(match, 0, {"do": "draw"}) == "already_drew"
    assert refused(match, 0, {"do": "take", "slot": 1}) == "already_drew"


def test_q07_only_the_top_card(lay: Any) -> None:
    table = lay(OPEN_PAIR, OPEN_PAIR, discard=[5, 4])
    table.do(0, "take", 1, 1)
    table.do(1, "take", 1, 1)
    assert table.columns(1)[0][0] == 1
    assert table.discard == [5, 1]


def test_q25_slots_keep_their_numbers(lay: Any) -> None:
    table = lay([[7, 7, 0], [1, 2, "h"], [3, 4, 5], [6, 8, 9]], OPEN_PAIR, discard=[7])
    table.do(0, "take", 1, 3)
    takes = {match["slot"] for match in (table.match.game.actions.read(n) for n in _listed(table.match, 0))}
    assert takes == {2, 3, 4, 6, 7, 8, 10, 11, 12}


def _listed(match: Match, seat: int) -> list[int]:
    """What a seat could take, were it its turn."""
    state = match.state.clone()
    state.turn = seat
    out = [0] * match.game.actions.size
    count = match.game.legal(state, seat, out)
    return [number for number in out[:count] if match.game.actions.read(number)["do"] == "take"]


# The last lap and the count


def test_e10_b10_q13_q04_b14_last_lap(lay: Any) -> None:
    """Seat 2 opens their last card: 3, 0 and 1 have a turn each, then it is counted, and seat 2 starts the next round."""
    other = ["h1", "h1", "h2"]
    grids = [[[3, 4, "h5"], [], [], []], [[0, 0, "h1"], [], [], []], ONE_LEFT, [[2, 1, "h2"], other, [], []]]
    table = lay(*grids, turn=2, pile=[12, 12, 12, 12])
    table.do(2, "draw")
    table.do(2, "turn", 2, 3)
    assert table.cells["due"] == 0b1011
    order = []
    for row in (3, 3, 3):
        seat = table.match.to_act[0]
        order.append(seat)
        table.do(seat, "draw")
        table.do(seat, "turn", 1, row)
    assert order == [3, 0, 1]  # seat 0 opened their last card too, which changes nothing
    cells = table.cells
    assert cells["phase"] == "between"
    assert cells["ender"] == cells["starter"] == 2
    assert cells["points"][:4] == [12, 1, 21, 9]
    assert cells["added"][:4] == [12, 1, 42, 9]
    assert table.columns(3) == [[2, 1, 2], [1, 1, 2], [], []]  # all turned for the count
    table.deal()
    revealed(table.match, random.Random(1))
    assert table.match.to_act == [2]
    assert table.story("leads") == [{"event": "leads", "seat": 2}]


def test_b04_q14_columns_go_in_the_count(lay: Any) -> None:
    """All hidden cards are turned, then columns alike go, seat by seat and from left to right."""
    grids = [
        [[5, 6, "h7"], ["h1", "h1", "h1"], ["h2", "h2", "h2"], []],
        [[10, 9, 8], [], [], []],
        [[4, 4, "h4"], [3, 2, 1], [2, "h1", 0], [0, -1, 1]],
    ]
    table = lay(*grids, discard=[5, 9], turn=0, ender=1, due=0b001)
    table.do(0, "take", 1, 1)
    assert table.cells["points"][:3] == [22, 27, 9]
    assert table.columns(0) == [[9, 6, 7], [], [], []]
    assert table.columns(2)[0] == []
    assert table.discard == [5, 5, 1, 1, 1, 2, 2, 2, 4, 4, 4]
    counted = [(told["seat"], told["slot"], told["value"]) for told in table.story("counted")]
    assert [seat for seat, _, _ in counted] == [0] * 7 + [2] * 2
    assert [told["column"] for told in table.story("cleared")] == [2, 3, 1]


def test_b18_empty_grid_counts_nothing(lay: Any) -> None:
    table = lay([[], [], [6, 6, "h11"], []], [[1, 2, "h3"], [], [], []], discard=[4, 6], pile=[0])
    table.do(0, "take", 3, 3)
    table.do(1, "draw")
    table.do(1, "turn", 1, 3)
    assert table.cells["points"][:2] == [0, 6]
    assert table.cells["added"][:2] == [0, 6]


def test_b19_sheet_has_the_last_round(lay: Any) -> None:
    table = lay(
        [[1, 2, "h3"], [], [], []], [[4, 5, 6], [], [], []], turn=0, ender=1, due=1, totals=[95, 0, *[0] * 6], discard=[7]
    )
    table.do(0, "take", 1, 1)
    cells = table.cells
    assert table.match.over
    assert cells["scored"] == cells["round"] == 2
    assert [row[:2] for row in cells["sheet"][:2]] == [[95, 12], [0, 30]]
    assert cells["totals"][:2] == [107, 30]


@pytest.mark.parametrize(
    ("round_", "told"),
    [(1, {"event": "first_scored", "seat": 0, "points": 12}), (2, {"event": "scored", "seat": 0, "points": 12, "total": 32})],
)
def test_a_total_is_told_from_the_second_round_on(lay: Any, round_: int, told: dict[str, Any]) -> None:
    before = [20 * (round_ - 1)] + [0] * 7
    table = lay(
        [[1, 2, "h3"], [], [], []],
        [[4, 5, 6], [], [], []],
        turn=0,
        ender=1,
        due=1,
        discard=[7],
        round=round_,
        scored=round_ - 1,
        totals=before,
    )
    table.do(0, "take", 1, 1)
    assert (table.story("scored") + table.story("first_scored"))[0] == told


def test_sheet_forgets_its_oldest_row(lay: Any) -> None:
    before = [i % 5 for i in range(SHEET)]
    sheet = [before, [0] * SHEET, *[[0] * SHEET] * 6]
    table = lay(
        [[1, 2, "h3"], [], [], []],
        [[4, 5, 6], [], [], []],
        turn=0,
        ender=1,
        due=1,
        discard=[7],
        round=SHEET + 1,
        scored=SHEET,
        sheet=sheet,
        totals=[sum(before), *[0] * 7],
        points=[before[-1], *[0] * 7],
        added=[before[-1], *[0] * 7],
    )
    table.do(0, "take", 1, 1)
    assert table.cells["sheet"][0] == [*before[1:], 12]
    assert table.cells["sheet"][1] == [0] * (SHEET - 1) + [30]
    assert table.cells["scored"] == SHEET + 1


# Between rounds


def counted(lay: Any, **changes: Any) -> Any:
    """A table of three whose first round has just been counted: 12, 15 and 7 points; seat 1 went out."""
    low: list[list[int | str]] = [[2, 4, "h1"], [], [], []]
    table = lay([[1, 2, "h3"], [], [], []], [[4, 5, 6], [], [], []], low, turn=0, ender=1, due=1, discard=[7], **changes)
    table.do(0, "take", 1, 1)
    return table


def test_q26_all_ready(lay: Any) -> None:
    table = counted(lay)
    match = table.match
    assert match.to_act == [0, 1, 2, CLOCK]
    assert table.columns(0) == [[7, 2, 3], [], [], []]  # the finished grids stay
    assert match.game.seconds(match.state, CLOCK) == 30
    match.play(2, {"do": "ready"})
    assert match.to_act == [0, 1, CLOCK]
    assert refused(match, 2, {"do": "ready"}) == "not_asked"
    match.play(0, {"do": "ready"})
    match.play(1, {"do": "ready"})
    assert match.to_act == [CHANCE]
    cells = table.cells
    assert cells["round"] == 2
    assert cells["unseen"] == list(DECK)  # Q22: a fresh deck
    assert cells["hidden"][:3] == [12, 12, 12]


def test_q26_the_clock_deals(lay: Any) -> None:
    table = counted(lay)
    table.deal()
    assert table.match.to_act == [0, 1, 2]
    assert table.cells["points"][:3] == [12, 15, 7]
    assert table.cells["added"][:3] == [12, 30, 7]


# The pile


def drained(discard_top: int = 9) -> Match:
    """Eight players, all cards of the pile among the discards but those in the grids; seat 0 to play."""
    match = revealed(begun(8), random.Random(3))
    state = match.state
    state.turn, state.starter, state.turns = 0, 0, 56
    while state.pile:
        value = next(v for v in range(15) if state.unseen[v] and (state.pile > 1 or v == discard_top + 2))
        if value == discard_top + 2 and state.unseen[value] == 1 and state.pile > 1:
            value = next(v for v in range(15) if state.unseen[v] and v != discard_top + 2)
        state.unseen[value] -= 1
        state.discard[state.discards] = value
        state.discards += 1
        state.pile -= 1
    return Match.from_position(match.position())


def test_b07_b08_q18_reshuffle() -> None:
    match = drained()
    before = match.position()["cells"]
    assert before["pile"] == 0
    rest = [card for card in before["discard"] if card is not None][:-1]
    match.play(0, {"do": "draw"})
    assert out_of(match) == sorted(set(rest))  # not from the hidden cards, not the top discard
    weights = [match.game.odds(match.state, number) for number in match.legal(CHANCE)]
    assert weights == [rest.count(value) for value in sorted(set(rest))]
    match.play(CHANCE, match.legal(CHANCE)[0])
    cells = match.position()["cells"]
    assert [card for card in cells["discard"] if card is not None] == [9]
    assert cells["pile"] == len(rest) - 1
    assert match.game.sound(match.state)  # 150 cards, each of them once
    assert [told for told in match.view(5).told_json() if told["event"] == "reshuffled"] == [
        {"event": "reshuffled", "cards": len(rest)}
    ]


def test_q18_hidden_cards_are_not_recycled_ones() -> None:
    """After a reshuffle what lies in the grids still comes from the cards never seen."""
    match = drained()
    unseen = [value for value, count in zip(VALUES, match.position()["cells"]["unseen"], strict=True) if count]
    match.play(0, {"do": "draw"})
    match.play(CHANCE, match.legal(CHANCE)[0])
    match.play(0, {"do": "turn", "slot": 3})
    assert out_of(match) == unseen


def test_q18_second_reshuffle() -> None:
    match = drained()
    rng = random.Random(4)
    while match.state.shuffles < 2:
        seat = match.to_act[0]
        match.play(seat, {"do": "draw"})
        match.settle(rng.randrange)
        match.play(seat, {"do": "swap", "slot": 1})
        match.settle(rng.randrange)
        assert match.game.sound(match.state)
        assert not match.over


def test_q18_a_single_discard_cannot_be_reshuffled() -> None:
    """No deal of 150 cards comes to this, so the position is not sound; the rule holds all the same."""
    match = begun(2)
    state = match.state
    state.phase, state.turn, state.pile = 0, 0, 0
    assert {match.game.actions.read(number)["do"] for number in match.legal(0)} == {"take"}
    assert match.why(0, match.number({"do": "draw"})) == "nothing_to_draw"


def test_b20_q19_endless_swapping_stays_sound(lay: Any) -> None:
    table = lay([[1, 2, "h"], [3, 4, 5], [], []], [[6, 7, "h"], [8, 9, 10], [], []], discard=[0, 12])
    match, before = table.match, table.cells["turns"]
    for turn in range(10_000):
        match.play(turn % 2, {"do": "take", "slot": 2})
    assert match.game.sound(match.state)
    assert table.cells["turns"] == before + 10_000
    assert not match.over


def test_q19_turn_cap(lay: Any) -> None:
    grid = [[1, 2, "h"], [3, 4, 5], [], []]
    table = lay(grid, grid, discard=[0, 12], options={"turn_cap": 45}, turns=40)
    for turn in range(5):
        assert not table.match.over
        table.match.play(turn % 2, {"do": "take", "slot": 2})
    assert table.match.over
    assert table.cells["ending"] == "capped"
    assert table.match.rank() == [0, 0]
    assert table.match.score() == [0, 0]
    assert table.match.view(0).told_json()[-1] == {"event": "capped"}


def test_q19_a_round_ended_by_the_last_turn_counts(lay: Any) -> None:
    options = {"turn_cap": 61}
    table = counted(lay, options=options, turns=60)
    assert table.cells["turns"] == 61
    assert table.cells["phase"] == "between"
    assert table.cells["scored"] == 1


# Leaving for good


def test_q23_leaving_in_the_reveal() -> None:
    """Play starts once all who remain have two open, and only they compete for the start."""
    match = begun(3)
    for seat, cards in [(0, (12, 12)), (1, (1, 2)), (2, (3,))]:
        for slot, value in enumerate(cards, 1):
            match.play(seat, {"do": "reveal", "slot": slot})
            match.play(CHANCE, {"do": "card", "value": value})
    match.play(0, {"do": "leave"})
    assert match.to_act == [2]
    match.play(2, {"do": "leave"})
    assert match.over  # only one is left
    assert match.position()["cells"]["ending"] == "deserted"


def test_q23_the_last_to_reveal_leaves() -> None:
    match = begun(3)
    for seat, cards in [(0, (1, 2)), (1, (3, 4)), (2, (12,))]:
        for slot, value in enumerate(cards, 1):
            match.play(seat, {"do": "reveal", "slot": slot})
            match.play(CHANCE, {"do": "card", "value": value})
    match.play(2, {"do": "leave"})
    assert match.to_act == [1]


def test_q23_leaving_with_a_card_in_hand(lay: Any) -> None:
    table = lay(OPEN_PAIR, OPEN_PAIR, OPEN_PAIR, discard=[5, 4], pile=[7])
    table.do(0, "draw")
    table.match.play(0, {"do": "leave"})
    assert table.discard == [5, 4, 7]
    assert table.match.to_act == [1]
    assert table.columns(0) == OPEN_PAIR  # set aside as it lies
    assert table.story("dropped") == [{"event": "dropped", "seat": 0, "value": 7}]
    table.do(1, "take", 1, 1)
    table.do(2, "take", 1, 1)
    assert table.match.to_act == [1]
    assert refused(table.match, 0, {"do": "leave"}) == "not_asked"


def test_q23_the_ender_leaves(lay: Any) -> None:
    """The lap goes on, nobody is doubled, and the next seat starts."""
    table = lay(
        [[1, 2, "h3"], [], [], []], [[4, 5, 6], [], [], []], [[2, 4, "h1"], [], [], []], turn=0, ender=1, due=0b001, discard=[7]
    )
    table.match.play(1, {"do": "leave"})
    assert table.match.to_act == [0]
    table.do(0, "take", 1, 1)
    assert table.cells["points"][:3] == [12, 0, 7]
    assert table.cells["added"][:3] == [12, 0, 7]
    assert table.story("doubled") == []
    assert [told["seat"] for told in table.story("first_scored")] == [0, 2]
    table.deal()
    assert table.columns(1) == [[], [], [], []]
    revealed(table.match, random.Random(2))
    assert table.match.to_act == [2]


def test_q04_q23_the_ender_leaves_while_the_next_round_is_revealed(lay: Any) -> None:
    table = counted(lay)
    table.deal()
    table.match.play(1, {"do": "leave"})
    revealed(table.match, random.Random(2))
    assert table.match.to_act == [2]


def test_q23_one_who_left_is_not_another_player(lay: Any) -> None:
    grids = [[[1, 2, "h3"], [], [], []], [[1, 3, 4], [], [], []], [[-2, -1, "h0"], [], [], []]]
    table = lay(*grids, turn=2, ender=1, due=0b101, discard=[7])
    table.match.play(2, {"do": "leave"})
    table.do(0, "take", 1, 1)
    assert table.cells["added"][:3] == [12, 8, 0]


def test_q23_the_only_last_turn_left_is_given_up(lay: Any) -> None:
    grids = [[[1, 2, "h3"], [], [], []], [[1, 3, 4], [], [], []], [[2, 1, "h0"], [], [], []]]
    table = lay(*grids, turn=0, ender=1, due=0b001, discard=[7])
    table.match.play(0, {"do": "leave"})
    table.settle()
    assert table.cells["phase"] == "between"
    assert table.cells["added"][:3] == [0, 16, 3]
    assert table.columns(0) == [[1, 2, "h"], [], [], []]  # unseen until the next deal


def test_q23_waiting_for_one_who_leaves(lay: Any) -> None:
    table = counted(lay)
    table.match.play(0, {"do": "ready"})
    table.match.play(2, {"do": "ready"})
    table.match.play(1, {"do": "leave"})
    assert table.match.to_act == [CHANCE]
    assert table.cells["hidden"][:3] == [12, 0, 12]
    assert table.cells["left"][:3] == [0, 1, 0]


def test_q23_a_total_of_one_who_left_does_not_win(lay: Any) -> None:
    """Seat 2 has left after round 1 with -5 and seat 1 with 99."""
    gone: list[list[int | str]] = [[], [], [], []]
    grids = [[[1, 2, "h3"], [], [], []], gone, gone, [[4, 5, 6], [], [], []]]
    changes = {"round": 2, "scored": 1, "left": [0, 1, 1, 0, 0, 0, 0, 0], "turn": 0, "ender": 3, "due": 1, "discard": [7]}
    table = lay(*grids, **changes, totals=[10, 99, -5, 20, 0, 0, 0, 0])
    table.do(0, "take", 1, 1)
    assert table.cells["phase"] == "between"
    table = lay(*grids, **changes, totals=[90, 99, -5, 20, 0, 0, 0, 0])
    table.do(0, "take", 1, 1)
    assert table.match.over
    assert table.match.score() == [102, 99, -5, 50]
    assert table.match.rank() == [2, 3, 3, 1]


@pytest.mark.parametrize("leaver", [0, 1])
def test_q23_fewer_than_two(lay: Any, leaver: int) -> None:
    table = lay(OPEN_PAIR, OPEN_PAIR, discard=[5, 4], totals=[40, 30, *[0] * 6], pile=[7])
    table.do(0, "draw")
    table.match.play(leaver, {"do": "leave"})
    assert table.match.over
    assert table.cells["ending"] == "deserted"
    assert table.match.score() == [40, 30]
    assert table.match.rank() == [0, 0]
    assert table.match.game.sound(table.match.state)
    assert refused(table.match, 1, {"do": "draw"}) == "over"
    heard = [told for told in table.match.view(1).told_json() if told.get("value") == 7]
    assert bool(heard) == (leaver == 0)  # the card in the hand of one who stays remains their secret


# Secrets


def test_q20_b24_the_drawn_card_is_the_drawers(lay: Any) -> None:
    table = lay(OPEN_PAIR, OPEN_PAIR, discard=[5, 4], pile=[7])
    table.do(0, "draw")
    match = table.match
    assert match.view(0).to_json()["cells"]["drawn"] == 7
    assert match.view(0).told_json()[-1] == {"event": "drew", "seat": 0, "value": 7}
    for seat in (1, ONLOOKER):
        seen = match.view(seat)
        assert seen.to_json()["cells"]["drawn"] is None
        assert seen.told_json()[-1] == {"event": "drew", "seat": 0, "value": None}
        assert sum(seen.state.unseen) == sum(match.state.unseen) + 1
    table.do(0, "swap", 1, 1)
    assert match.view(1).to_json()["cells"]["grid"][0][0] == 7


@pytest.mark.parametrize("move", ["swap", "turn"])
def test_q20_views_of_others_do_not_depend_on_the_drawn_card(lay: Any, move: str) -> None:
    """Two worlds that differ in the drawn card look the same to others until it lies open."""
    looks = []
    for card in (-2, 12):
        table = lay(OPEN_PAIR, OPEN_PAIR, discard=[5, 4], pile=[card])
        table.do(0, "draw")
        table.match.play(0, {"do": move, "slot": 2})  # what lies there is not turned yet
        looks.append([(table.match.view(seat).to_json(), table.match.view(seat).told_json()) for seat in (1, ONLOOKER)])
    assert looks[0] == looks[1]


def test_q20_nobody_knows_hidden_cards() -> None:
    match = revealed(begun(4), random.Random(5))
    for seat in (0, 1, 2, 3, ONLOOKER):
        grid = match.view(seat).to_json()["cells"]["grid"]
        assert [row.count("hidden") for row in grid[:4]] == [10] * 4


def test_fill_is_uniform_over_cards(lay: Any) -> None:
    """A guess of another's drawn card is as likely as there are such cards unseen."""
    table = lay(OPEN_PAIR, OPEN_PAIR, discard=[5, 4, *[12] * 9], pile=[7])
    table.do(0, "draw")
    view = table.match.view(1).state
    dice = [1]
    guesses = []
    for _ in range(6000):
        world = view.clone()
        table.match.game.fill(world, 1, dice)
        assert sum(world.unseen) == sum(view.unseen) - 1
        guesses.append(VALUES[world.drawn])
    cards = sum(view.unseen)
    for value, count in zip(VALUES, view.unseen, strict=True):
        expected = 6000 * count / cards
        assert abs(guesses.count(value) - expected) < 5 * max(expected, 1) ** 0.5


# Whole games


@pytest.mark.parametrize("players", range(2, 9))
def test_random_games_stay_sound_and_end(players: int) -> None:
    rng = random.Random(players)
    match = Match.start("skyjo", players, {"start_tie": "random"})
    steps = 0
    while not match.over:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll(rng.randrange)
        else:
            assert match.game.idle(match.state, seat, [steps]) in match.legal(seat)
            match.play(seat, rng.choice(match.legal(seat)))
        steps += 1
        assert match.game.sound(match.state)
        view = match.view(rng.randrange(players))
        assert view.legal == match.legal(view.seat)
        assert view.asked == match.to_act
    assert steps < match.game.longest(match.state)
    assert 1 in match.rank()
    assert Match.replay(match.log()).position() == match.position()


def test_idle_players_finish_a_game() -> None:
    rng = random.Random(6)
    match = Match.start("skyjo", 3)
    while not match.over:
        match.settle(rng.randrange)
        if not match.over:
            seat = match.to_act[0]
            match.play(seat, match.game.idle(match.state, seat, [0]))
    assert match.state.scored > 0
    assert max(match.score()) >= 100


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden": [9, 9, 0, 0, 0, 0, 0, 0]},
        {"turn": None},
        {"turn": 2},
        {"drawn": 3},
        {"phase": "holding"},
        {"ender": 1},
        {"due": 1},
        {"discards": 3},
        {"ending": "scored"},
        {"left": [0, 1, 0, 0, 0, 0, 0, 0]},
        {"round": 0},
        {"players": 1},
        {"shuffles": 1},
        {"discard": [13, *[None] * 149]},
    ],
    ids=str,
)
def test_positions_that_cannot_be(lay: Any, changes: dict[str, Any]) -> None:
    position = lay(OPEN_PAIR, OPEN_PAIR).match.position()
    position["cells"].update(changes)
    with pytest.raises(GameError):
        Match.from_position(position)


@pytest.mark.parametrize("slot", range(1, 13))
def test_what_a_card_in_the_hand_is_for_waits_until_one_is_drawn(slot: int, lay: Any) -> None:
    table = lay(HIDDEN_GRID, HIDDEN_GRID)
    for do in ("swap", "turn"):
        assert refused(table.match, 0, {"do": do, "slot": slot}) == "draw_first"
