"""The house rules KK-Q66 to Q70, and that what was before them is read as printed."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.bots import sensible
from parlour.engine import Match
from parlour.games.cells import ONLOOKER
from parlour.games.kings_keys.knowledge import laid_out_by
from parlour.games.kings_keys.state import ALL, CARD_NAMES, CARDS, DUNGEON, HAND, HOLDER, VAULT

Lay = Callable[..., Any]


@pytest.mark.parametrize(("guards", "standing"), [(8, "SH4 FH3"), (10, "SH4 FH3 MH2"), (12, "SH4 FH4 MH3")])
def test_q66_so_many_guards_win(lay: Lay, guards: int, standing: str) -> None:
    table = lay({"O guards": standing, "O hand": "OH1 OA1"}, guards_to_win=guards)
    assert table.state.guards[table.state.actor] == guards - 1
    assert table.do("OH1").over == ("O", "guards")
    if guards < 12:
        assert not lay({"O guards": standing, "O hand": "OH1 OA1"}, guards_to_win=12).do("OH1").match.over


@pytest.mark.parametrize(("army", "axes", "wins"), [(8, "OA4 OA3", False), (8, "OA4 OA3 OA1", True), (10, "OA4 OA3 OA1", False),
                                                    (10, "OA4 OA3 OA2 OA1", True), (12, "OA4 OA3 OA2 OA1", False)])  # fmt: skip
def test_q67_so_large_an_army_wins(lay: Lay, army: int, axes: str, wins: bool) -> None:
    table = lay({"O hand": axes}, army_to_win=army)
    assert ("claim:army" in table.legal()) == wins


@pytest.mark.parametrize("limit", [3, 4, 5])
def test_q68_so_many_cards_are_dealt_and_stay(lay: Lay, limit: int) -> None:
    match = Match.start("kings_keys", 4, {"hand_limit": limit})
    match.settle(Random(1).randrange)
    assert sorted(match.state.size[HAND : HAND + 4]) == [limit] * 4
    cards = ["OC1", "OC2", "OA1", "OA2", "OK1", "OK2"]
    table = lay({"O hand": " ".join(cards)}, hand_limit=limit).do("nothing")
    assert "done" not in table.legal()
    table.do(" ".join(cards[:limit]))
    assert table.cards("O hand") == set(cards[:limit])
    few = lay({"O hand": " ".join(cards[:limit])}, hand_limit=limit).do("nothing")
    assert few.legal() == {"done"}


@pytest.mark.parametrize("payments", ["on", "off"])
def test_q69_where_nothing_is_paid_others_serve_for_nothing(lay: Lay, payments: str) -> None:
    table = lay({"O hand": "SH4 MA3 OC1", "M hand": "SC1 FC1", "F hand": "FA1"}, payments=payments)
    free = payments == "off"
    assert ({"SH4", "MA3"} <= table.legal()) == free
    if free:
        table.do("SH4")
        assert table.cards("O guards") == {"SH4"}
        assert table.cards("O hand") | table.cards("O vault") >= {"OC1"}, "nothing was paid"


@pytest.mark.parametrize("hands", ["closed", "open"])
def test_q70_through_the_first_round_everybody_sees_what_anybody_holds(hands: str) -> None:
    """Played by the rule of thumb: an onlooker knows all that lies still and hears what is drawn; from round 2 on no more."""
    match, rng = Match.start("kings_keys", 4, {"hands": hands}), Random(3)
    match.settle(rng.randrange)
    stored = False
    while match.state.rounds == 0 and not match.over:
        unknown = [card for card in range(CARDS) if HOLDER[match.state.at[card]] >= 0 and match.view(ONLOOKER).state.at[card] < 0]
        if laid_out_by(match.state) < 0:
            assert (unknown == []) == (hands == "open")
        stored = stored or any(match.state.size[place + seat] for place in (VAULT, DUNGEON) for seat in range(4))
        seat = match.to_act[0]
        match.play(seat, sensible(match.view(seat), match.legal(seat), rng))
        match.settle(rng.randrange)
    assert stored
    heard = [told for told in match.view(ONLOOKER).told_json(0) if told["event"] in ("dealt", "drew", "stored")]
    assert all((told.get("card") is not None) == (hands == "open") for told in heard)
    match.play(match.state.actor, {"do": "draw"})
    match.settle(rng.randrange)
    assert match.view(ONLOOKER).told_json(0)[-1] == {"event": "drew", "seat": match.state.actor, "card": None}


def test_q70_what_the_axe_joker_finds_is_seen_by_everybody(lay: Lay) -> None:
    table = lay({"O hand": "JA", "F hand": "MA4 SA4 FC1"}, jokers="on", hands="open")
    for card in ("MA4", "SA4", "FC1"):
        table.state.seen[CARD_NAMES.index(card)] = ALL
    table.do("JA kingdom:F").luck("MA4")
    assert [table.knows("onlooker", card) for card in ("MA4", "SA4", "FC1")] == ["O hand", "F hand", "F hand"]
    assert table.heard("onlooker", "took")[0]["card"] == "MA4"


def test_what_was_before_is_read_as_printed() -> None:
    match = Match.start("kings_keys", 3)
    old = match.position()
    for name in ("guards_to_win", "army_to_win", "hand_limit", "unpaid", "shown"):
        del old["cells"][name]
    assert Match.from_position(old).state == match.state
    assert (match.state.guards_to_win, match.state.army_to_win, match.state.hand_limit) == (10, 10, 4)
    assert (match.state.unpaid, match.state.shown) == (0, 0)
