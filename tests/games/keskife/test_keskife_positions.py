"""The worked rounds of positions.yaml, played."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from parlour.engine import GameError, Match, Seating
from parlour.games.cells import CHANCE
from tests.games.keskife.conftest import Parties

POSITIONS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("positions.yaml").read_text(encoding="utf-8")
)


def cases(section: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in POSITIONS[section]])


@cases("rounds")
def test_round(case: dict[str, Any], party: Parties) -> None:
    for variant in ({"option": {}}, *case.get("with", [])):
        wanted = {**case, **variant}
        played = party(len(case["points"]), **variant["option"])
        played.round(case["monkeys"], case["points"])
        assert played.phase == "show"
        assert played.s.pot == wanted["pot"]
        assert played.units(played.s.gained) == wanted["score"]
        assert played.match.score() == wanted["score"]
        assert played.s.out == wanted["out"]
        for cell in ("recognised", "won_monkeys"):
            if cell in wanted:
                assert getattr(played.s, cell) == wanted[cell]


@cases("decks")
def test_deck(case: dict[str, Any], party: Parties) -> None:
    """KSK-Q02, KSK-Q22: as many Monkey cards as the number of units says."""
    played = party(case["people"])
    played.wait("ready")
    assert played.s.units == case["units"]
    assert played.units(played.cell("card")).count("monkey") == case["monkeys"]
    assert played.units(played.cell("card")).count("action") == case["units"] - case["monkeys"]


@pytest.mark.parametrize("people", [3, 17])
def test_too_few_and_too_many(people: int) -> None:
    """KSK-E10, KSK-E14."""
    with pytest.raises(Seating, match="4 to 16 players"):
        Match.start("keskife", people)


def test_the_box() -> None:
    """KSK-E10: six colours, of each as many cards as eight units need."""
    match = Match.start("keskife", 8, {"first_leader": 0})
    assert len(match.legal(0)) == 6


def test_number_cards(party: Parties) -> None:
    """KSK-E11: two a round, not put back; all six are shuffled before round 4; no doubles."""
    played = party(4)
    for number, (tens, ones) in enumerate([(3, 5), (1, 6), (2, 4)], 1):
        played.wait("turn")
        offered = {(form["tens"], form["ones"]) for form in played.offered(CHANCE)}
        assert len(offered) == {1: 30, 2: 12, 3: 2}[number]
        assert all(tens != ones for tens, ones in offered)
        played.chance("numbers", tens=tens, ones=ones)
        assert 10 * played.s.tens + played.s.ones == {1: 35, 2: 16, 3: 24}[number]
        played.wait("show")
    told = len(played.told())
    played.wait("turn")
    assert {"event": "shuffled"} in played.told(since=told)
    assert len(played.match.legal(CHANCE)) == 30


def test_dice(party: Parties) -> None:
    """KSK-Q08: two dice may show the same, and are never used up."""
    played = party(4, numbers="dice")
    for _ in range(3):
        played.wait("turn")
        assert len(played.match.legal(CHANCE)) == 36
        played.chance("numbers", tens=2, ones=2)
        played.wait("show")


def test_a_filter_that_leaves_nothing() -> None:
    """KSK-Q26."""
    with pytest.raises(GameError, match="no_action_left"):
        Match.start("keskife", 5, {"blocked": ["sound", "mime", "stand"]})


@pytest.mark.parametrize(("blocked", "left"), [([], 36), (["sound"], 30), (["mime"], 12), (["mime", "stand"], 6)])
def test_filtered_entries_are_not_drawn(blocked: list[str], left: int, party: Parties) -> None:
    """KSK-Q26: whatever the numbers, only entries that are not filtered out."""
    played = party(5, blocked=blocked)
    played.wait("line")
    assert len(played.match.legal(CHANCE)) == left
