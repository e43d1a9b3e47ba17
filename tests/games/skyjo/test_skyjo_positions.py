"""The worked positions of positions.yaml, played."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from parlour.engine import GameError, Match, load
from parlour.games.cells import CHANCE, ONLOOKER, UNKNOWN
from parlour.games.skyjo.state import DECK, TIE, VALUES

POSITIONS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("positions.yaml").read_text(encoding="utf-8")
)


def cases(section: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in POSITIONS[section]])


@cases("starts")
def test_start(case: dict[str, Any]) -> None:
    """SKY-Q02, SKY-Q03: the highest sum starts round 1."""
    revealed = case["revealed"]
    match = Match.start("skyjo", len(revealed), {"start_tie": case.get("start_tie", "seat")})
    match.play(CHANCE, {"do": "card", "value": 5})
    for slot in (0, 1):
        for seat, cards in enumerate(revealed):
            match.play(seat, {"do": "reveal", "slot": 1 + slot})
            match.play(CHANCE, {"do": "card", "value": cards[slot]})
    assert match.to_act == [case["starter"]]
    assert match.state.starter == case["starter"]
    starts = match.view(0).told_json()[-1]
    assert starts == {"event": "starts", "seat": case["starter"], "points": case["sum"]}


@cases("moves")
def test_move(case: dict[str, Any], lay: Any) -> None:
    rival = [["h", "h", "h"]] * 3 + [[1, 1, "h"]]
    held = {"phase": "holding", "drawn": case["drawn"]} if "drawn" in case else {}
    table = lay(case["grid"], rival, discard=case["discard"], **held)
    table.do(0, *case["move"])
    assert table.columns(0) == case["then"]
    assert table.discard == case["discards"]
    assert table.match.to_act == [1]
    assert [told["points"] for told in table.story("out")] == ([case["out"]] if "out" in case else [])
    assert (table.cells["ender"] == 0) == ("out" in case)


def split(points: int) -> list[list[int | str]]:
    """A grid in which no column is alike, of whose last two cards one is hidden, with these points."""
    for a in range(-2, 13):
        for b in range(-2, 13):
            rest = points - (a + b)
            if a != b and -2 <= rest <= 12:
                return [[a, b, f"h{rest}"], [], [], []]
    raise AssertionError(points)


@cases("counts")
def test_count(case: dict[str, Any], lay: Any) -> None:
    """SKY-Q15: who ends the round and has not the fewest points counts them twice, if they are above 0."""
    raw, ender = case["raw"], case["ender"]
    last = (ender - 1) % len(raw)  # everybody else has had their last turn but this one
    grids = [split(points) for points in raw]
    grids[ender] = [[int(str(card).lstrip("h")) for card in column] for column in grids[ender]]
    top = 0
    table = lay(*grids, discard=[5, top], turn=last, ender=ender, due=1 << last)
    kept = grids[last][0][0]
    table.match.play(last, {"do": "draw"})
    table.match.play(CHANCE, {"do": "card", "value": kept})
    table.do(last, "swap", 1, 1)  # an equal card for an equal one
    assert table.cells["points"][: len(raw)] == raw
    assert table.cells["added"][: len(raw)] == case["added"]
    assert table.cells["totals"][: len(raw)] == case["added"]
    assert [row[0] for row in table.cells["sheet"]][: len(raw)] == case["added"]
    doubled = [told["seat"] for told in table.story("doubled")]
    assert doubled == ([ender] if raw != case["added"] else [])


@cases("ends")
def test_end(case: dict[str, Any], lay: Any) -> None:
    """SKY-Q16, SKY-Q17: the end score counts exactly, the lowest total wins, ties share."""
    totals, players = case["totals"], len(case["totals"])
    low: list[list[int | str]] = [[3, 4, "h-1"], [], [], []]  # 6 points, after 5 of the ender who is not doubled
    grids = [[[1, 0, 4], [], [], []], *[low] * (players - 1)]
    before = [totals[0] - 5] + [total - 6 for total in totals[1:]] + [0] * (8 - players)
    last = players - 1
    options = {"end_score": case.get("end_score", 100)}
    table = lay(*grids, discard=[5, 3], turn=last, ender=0, due=1 << last, totals=before, options=options)
    table.do(last, "take", 1, 1)
    assert table.match.score() == totals
    assert table.match.over == (case["ranks"] is not None)
    assert table.match.rank() == (case["ranks"] or [0] * players)
    assert [told["seat"] for told in table.story("won")] == [seat for seat, rank in enumerate(table.match.rank()) if rank == 1]


FOUND = sorted(Path(__file__).with_name("found").glob("*.json"))


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_a_position_that_cannot_be_is_refused(file: Path) -> None:
    """Each was accepted once: a last lap that nobody could play, a triplet that had stayed, a sheet of other rounds."""
    with pytest.raises(GameError, match="its cells contradict each other"):
        Match.from_position(json.loads(file.read_text(encoding="utf-8")))


def test_cards_hidden_between_rounds_are_refused(lay: Any) -> None:
    table = lay([[1, 2, "h3"], [], [], []], [[4, 5, 6], [], [], []], turn=0, ender=1, due=1, discard=[7])
    table.do(0, "take", 1, 1)
    position = table.match.position()
    assert Match.from_position(position).to_act
    cells = position["cells"]
    card = cells["grid"][0][0]
    cells["grid"][0][0], cells["hidden"][0], cells["unseen"][card + 2] = "hidden", 1, cells["unseen"][card + 2] + 1
    with pytest.raises(GameError):
        Match.from_position(position)


def test_the_positions_found_are_refused_for_what_they_are(lay: Any) -> None:
    """With the one fault mended, they are taken."""
    by_name = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FOUND}
    assert len(by_name) == 7
    for name, cells in (
        ("due_seats_with_a_gap", {"due": 14, "starter": 1, "turns": 48}),
        ("due_seats_one_left_out", {"due": 14, "starter": 1, "turns": 48}),
        ("turns_beyond_cap", {"turns": 3}),
        ("scored_ahead_of_round", {"scored": 0}),
        ("total_beyond_end", {"totals": [0] * 8, "round": 1, "scored": 0}),
    ):
        position = by_name[name]
        position["cells"] |= cells
        assert Match.from_position(position).to_act, name


def miscounted(state: Any, rng: Random) -> Iterator[tuple[str, Any]]:
    """The state with one card somewhere else, which those do not know that count it there."""
    value = rng.choice([value for value in range(len(DECK)) if state.unseen[value]])
    for where in ("recycled", "discard"):
        world = state.clone()
        world.unseen[value] -= 1
        if where == "recycled":
            world.recycled[value] += 1
        else:
            world.discard[world.discards] = value
            world.discards += 1
        yield f"from unseen to {where}", world
    for change in (-1, 1):
        world = state.clone()
        world.pile += change
        yield f"pile {change}", world
    if state.discards > 1:
        top = state.discard[state.discards - 1]
        for where in ("unseen", "recycled"):
            world = state.clone()
            world.discards -= 1
            world.discard[world.discards] = UNKNOWN
            getattr(world, where)[top] += 1
            yield f"from the discards to {where}", world
    for other in [value for value in range(len(DECK)) if state.recycled[value]][:1]:
        world = state.clone()
        world.recycled[other] -= 1
        world.unseen[other] += 1
        yield "from recycled to unseen", world


def lying(state: Any) -> list[int]:
    """How many cards of each value lie somewhere, seen or not."""
    faces = [*state.discard[: state.discards], *(face for row in state.grid for face in row), state.drawn]
    return [state.unseen[value] + state.recycled[value] + faces.count(value) for value in range(len(DECK))]


def test_a_card_that_is_counted_where_it_does_not_lie_is_refused(lay: Any) -> None:
    """Before a reshuffle and after it: six cards are left in the pile, and both draw."""
    game, seen = load("skyjo"), Counter[tuple[str, bool]]()
    for number in range(6):
        rng = Random(number)
        cards = [value for value, count in zip(VALUES, DECK, strict=True) for _ in range(count)]
        rng.shuffle(cards)
        match = lay(*[[["h"] * 3] * 4] * 2, discard=cards[30:]).match
        while match.state.shuffles < 2 and match.state.discards and match.state.ender == UNKNOWN:
            for what, wrong in miscounted(match.state, rng):
                assert not game.sound(wrong), (what, game.read_cells(match.state))
                seen[what, match.state.shuffles > 0] += 1
            for seat in (0, 1, ONLOOKER):
                assert lying(match.view(seat).state) == list(DECK), "a view counts every card, once"
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll(rng.randrange)
            else:
                draws = [action for action in match.legal(seat) if game.actions.read(action)["do"] == "draw"]
                match.play(seat, rng.choice(draws or match.legal(seat)))
    assert len(seen) >= 12
    assert {shuffled for _, shuffled in seen} == {False, True}, "no pile ran out"


def test_chance_says_who_starts_only_where_that_was_agreed_and_all_are_ready() -> None:
    """Of every tie that play at random came to, each condition by itself."""
    found = 0
    for seed in range(60):
        match, rng = Match.start("skyjo", 2, {"start_tie": "random", "opening": 1}), Random(seed)
        while match.state.turn == UNKNOWN and match.state.phase != TIE:
            seat = match.to_act[0]
            match.roll(rng.randrange) if seat == CHANCE else match.play(seat, rng.choice(match.legal(seat)))
        if match.state.phase != TIE:
            continue
        found += 1
        assert match.game.sound(match.state)
        for cell, value in (
            ("due", 1),
            ("start_tie", 0),
            ("start_tie", 2),
            ("round", 2),
            ("ender", 1),
            ("turns", 1),
            ("opening", 2),
        ):
            wrong = match.state.clone()
            assert getattr(wrong, cell) != value
            setattr(wrong, cell, value)
            assert not match.game.sound(wrong), cell
    assert found


def test_nobody_draws_from_an_empty_pile(lay: Any) -> None:
    """One card is left and asked for; where it lies among the discards there is none to ask for."""
    cards = [value for value, count in zip(VALUES, DECK, strict=True) for _ in range(count)]
    table = lay(*[[["h"] * 3] * 4] * 2, discard=cards[25:])
    table.match.play(0, {"do": "draw"})
    state = table.match.state.clone()
    assert (state.pile, state.shuffles, table.cells["phase"]) == (1, 0, "drawing")
    assert table.match.game.sound(state)
    state.pile, state.unseen[0], state.discard[state.discards] = 0, state.unseen[0] - 1, 0
    state.discards += 1
    assert not table.match.game.sound(state)


@pytest.mark.parametrize("column", range(4))
@pytest.mark.parametrize("there", [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)])
def test_a_column_goes_whole_or_not_at_all(lay: Any, column: int, there: tuple[int, ...]) -> None:
    grid = [["h"] * 3 for _ in range(4)]
    grid[column] = ["h" if row in there else "gone" for row in range(3)]
    with pytest.raises(GameError, match="contradict each other"):
        lay(grid, [["h"] * 3] * 4)


def turned(match: Match, rng: Random, steps: int) -> Iterator[Any]:
    """The states of a match in which it is somebody's turn; nobody leaves."""
    for _ in range(steps):
        if match.over:
            return
        seat = match.to_act[0]
        match.roll(rng.randrange) if seat == CHANCE else match.play(seat, rng.choice(match.legal(seat)))
        if match.state.turn != UNKNOWN:
            yield match.state.clone()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_whose_turn_it_is_follows_from_who_began_and_how_many_turns_have_been(players: int) -> None:
    match, looked = Match.start("skyjo", players), 0
    for state in turned(match, Random(players), 400):
        for cell in ("turn", "starter"):
            wrong = state.clone()
            setattr(wrong, cell, (getattr(state, cell) + 1) % players)
            assert not match.game.sound(wrong), cell
        wrong = state.clone()
        wrong.turns += 1
        assert not match.game.sound(wrong)
        wrong.turns += players - 1  # a lap more, in which nobody opened anything
        assert match.game.sound(wrong)
        looked += 1
    assert looked > 50


def test_more_cards_drawn_than_there_were_turns_are_refused() -> None:
    match, drawn = Match.start("skyjo", 3), 0
    for state in turned(match, Random(4), 300):
        if state.turns < 3:
            continue
        wrong = state.clone()
        wrong.turns %= 3  # the same seat's turn, laps ago
        taken = 150 - 3 * 12 - 1 - state.pile - (state.drawn != UNKNOWN and match.game.read_cells(state)["phase"] != "taking")
        most = max(12 - state.hidden[(state.starter + i) % 3] - 2 - (i < wrong.turns) for i in range(3))
        allowed = taken <= wrong.turns and most <= 0
        assert match.game.sound(wrong) == allowed
        drawn += taken > wrong.turns
    assert drawn > 20


@pytest.mark.parametrize(("turns", "possible"), [(0, False), (3, False), (4, False), (5, True), (6, True)])
def test_more_cards_opened_than_somebody_had_turns_are_refused(lay: Any, turns: int, possible: bool) -> None:
    """Five lie open where two do at first: that takes three turns, the first, the third and the fifth of two players."""
    grids = [[1, 2, 3], [4, 5, "h"], *[["h"] * 3] * 2], [[6, 7, "h"], *[["h"] * 3] * 3]
    if possible:
        assert lay(*grids, turns=turns, turn=turns % 2).match.to_act == [turns % 2]
        return
    with pytest.raises(GameError, match=r"contradict each other \(.*turns"):
        lay(*grids, turns=turns, turn=turns % 2)


@pytest.mark.parametrize("seat", [2, 7])
def test_who_does_not_play_has_no_cards_and_has_not_left(lay: Any, seat: int) -> None:
    position = lay(*[[["h"] * 3] * 4] * 2).match.position()
    assert Match.from_position(position).to_act
    for cell, value in (("grid", list(range(1, 13))), ("left", 1)):
        wrong = json.loads(json.dumps(position))
        wrong["cells"][cell][seat] = value
        with pytest.raises(GameError, match="contradict each other"):
            Match.from_position(wrong)
