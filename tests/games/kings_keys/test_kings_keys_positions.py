"""Worked positions, computed by hand from the rulebook; KK-E and B numbers as in docs/rules/kings_keys.md."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.engine import Match
from parlour.games.kings_keys.cards import show
from parlour.games.kings_keys.soundness import sound
from parlour.games.kings_keys.state import BOX, CARD_NAMES, HAND, PILE, TABLE

Lay = Callable[..., Any]


@pytest.mark.parametrize(("jokers", "pile", "total"), [("off", 48, 64), ("on", 52, 68)])
def test_e01_set_up_counts(jokers: str, pile: int, total: int) -> None:
    match = Match.start("kings_keys", 4, {"jokers": jokers})
    match.settle(Random(1).randrange)
    size = match.state.size
    assert [size[HAND + p] for p in range(4)] == [4, 4, 4, 4]
    assert size[PILE] == pile
    assert sum(size) - size[BOX] == total


def test_e02_ten_guards_are_ten_pips(lay: Lay) -> None:
    table = lay({"O guards": "OH4 SH2", "O hand": "OH3 OH1", "S hand": "SA1"})
    table.do("OH3")
    assert table.state.guards[0] == 9
    table.finish()
    for _ in range(3):
        table.do("nothing").finish()
    table.do("OH1")
    assert table.state.guards[0] == 10
    assert table.over == ("O", "guards")


PURSE = {"O hand": "SH3 SC1 SC2 SC4", "O vault": "OC4"}


@pytest.mark.parametrize("coins", ["SC1 SC2", "SC4", "SC1 SC4", "SC2 SC4", "SC1 SC2 SC4"])
def test_e03_paying_a_guard(lay: Lay, coins: str) -> None:
    table = lay(PURSE, pile=30)
    table.do(f"SH3 {coins} done")
    assert table.cards("O guards") == {"SH3"}
    assert table.pile == 30 + len(coins.split())
    assert table.cards("O") == {"SC1", "SC2", "SC4", "OC4"} - set(coins.split())


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("SH3 done", "not_enough_coins"),
        ("SH3 SC2 done", "not_enough_coins"),
        ("SH3 OC4", "coins_of_another_kingdom"),
        ("SH3 SC2 OC4", "coins_of_another_kingdom"),
    ],
)
def test_e03_refused_payments(lay: Lay, moves: str, reason: str) -> None:
    assert lay(PURSE).refused(moves) == reason


@pytest.mark.parametrize(
    ("guards", "axe", "takes"),
    [("", "OA1", 1), ("FH2 SH3", "OA3", 0), ("FH2 SH3", "OA4", 3), ("FH1 MH4", "OA4", 0), ("FH3 MH3 SH3", "OA4", 3)],
)
def test_e04_axes_against_forests_hand(lay: Lay, guards: str, axe: str, takes: int) -> None:
    table = lay({"O hand": axe, "F hand": "FC1 FK1 SK2", "F guards": guards, "M dungeon": "MA1"})
    if not takes:
        assert table.refused(f"{axe} hand:F") == "guards_too_strong"
        return
    table.do(f"{axe} hand:F").settle()
    assert len(table.cards("O hand")) == takes
    assert axe in table.face_up("F hand")
    assert len(table.cards("F hand")) == 3 - takes + 1


HIRE = {"O hand": "SA3 SC3 MC4", "S hand": "OA1", "S dungeon": "OH1", "M dungeon": "MA1 MH2", "F hand": "FC1", "F dungeon": "FA1"}


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("SA3 SC3 done hand:S", "own_soldiers_never_betray"),
        ("SA3 SC3 done dungeon:S", "own_soldiers_never_betray"),
        ("SA3 MC4", "coins_of_another_kingdom"),
        ("SA3 dungeon:F", "not_now"),
    ],
)
def test_e05_loyalty_and_hire_refused(lay: Lay, moves: str, reason: str) -> None:
    assert lay(HIRE).refused(moves) == reason


@pytest.mark.parametrize(
    ("forest", "reason"),
    [
        ({"F dungeon": "FA1 FA2"}, "own_soldiers_never_betray"),
        ({"F hand": "FA1", "F guards": "FH4"}, "own_soldiers_never_betray"),
        ({}, "no_target"),
    ],
)
def test_e05_an_axe_with_nobody_to_rob_says_what_stops_it(lay: Lay, forest: dict[str, str], reason: str) -> None:
    """Where cards lie, that there was nothing to use it on would be untrue."""
    assert lay({"O hand": "FA3 FC3 OC1", "S vault": "SK1", **forest}, spare="O").refused("FA3") == reason
    guarded = lay({"O hand": "FA3 FC3 OC1", "S vault": "SK1", "S hand": "SC1", "S guards": "SH4"}, spare="O")
    assert guarded.refused("FA3") == "guards_too_strong"


def test_e05_hired_against_a_third(lay: Lay) -> None:
    table = lay(HIRE).do("SA3 SC3 done dungeon:M").settle()
    assert table.cards("O") == {"MA1", "MH2", "MC4"}
    assert "SC3" in table.cards("pile")


def test_e05_betrayal_punished(lay: Lay) -> None:
    table = lay(HIRE, betrayal="penalty")
    before = table.pile
    table.do("SA3 SC3 done dungeon:S")
    assert table.cards("S dungeon") == {"OH1", "SA3"}
    assert table.cards("S vault") == {"SC3"}
    assert table.face_up("S dungeon") == {"SA3"}
    assert table.face_up("S vault") == {"SC3"}
    assert table.cards("O") == {"MC4"}
    assert (table.pile, table.phase) == (before, "ending")


ROBBERY = {"O hand": "FK3 MK3 OK2", "F vault": "FC1 OC2", "S vault": "SC1", "M hand": "MC1"}


def test_e07_a_key_takes_all_it_can(lay: Lay) -> None:
    table = lay(ROBBERY).do("FK3 vault:F").settle()
    assert table.cards("O") == {"MK3", "OK2", "FC1", "OC2"}
    assert table.cards("F vault") == table.face_up("F vault") == {"FK3"}


@pytest.mark.parametrize(
    ("places", "moves", "reason"),
    [
        (ROBBERY, "FK3 vault:S", "wrong_key"),
        (ROBBERY, "MK3", "empty_zone"),
        (ROBBERY, "OK2", "own_key"),
        ({"O hand": "FK3"}, "FK3", "empty_zone"),
        ({"O hand": "FK1 FK2", "F vault": "FC1"}, "FK1 FK2", "one_play_a_turn"),
    ],
)
def test_e07_refused_keys(lay: Lay, places: dict[str, str], moves: str, reason: str) -> None:
    assert lay(places).refused(moves) == reason


SIX = {"O hand": "OA1 OA2 OC3 SK1", "O dungeon": "FH2 JK"}


@pytest.mark.parametrize(
    ("kept", "dungeon", "vault"),
    [("OA2 OC3 SK1 JK", {"OA1", "FH2"}, set()), ("OA1 OA2 FH2 JK", set(), {"OC3", "SK1"})],
)
def test_e08_end_of_turn_with_six_cards(lay: Lay, kept: str, dungeon: set[str], vault: set[str]) -> None:
    table = lay(SIX, jokers="on").do("nothing").do(kept)
    assert table.cards("O hand") == set(kept.split())
    assert table.cards("O dungeon") == dungeon
    assert table.cards("O vault") == vault
    assert table.turn == "S"


def test_e08_neither_three_nor_five(lay: Lay) -> None:
    table = lay(SIX, jokers="on").do("nothing")
    assert table.refused("done") == "keep_four"
    assert table.refused("OA1 OA2 OC3 done") == "keep_four"
    table.do("SK1")
    assert table.turn == "S", "a fourth card ends the turn: a fifth cannot be kept"


FALL = {"O hand": "FK1 FK2 FK3 FK4", "F hand": "SA1 SA2 SC1 SC2", "F vault": "MC1 MK1", "F dungeon": "MA1", "F guards": "FH2"}


def test_e09_elimination(lay: Lay) -> None:
    table = lay(FALL, pile=20).do("nothing eliminate:F:keys")
    assert table.pile == 32
    assert table.state.alive == [1, 1, 1, 0]
    assert table.cards("F") == table.cards("F guards") == set()


@pytest.mark.parametrize("suit", ["axes", "shields", "coins", "keys"])
@pytest.mark.parametrize(("actor", "victim"), [("S", "O"), ("O", "S"), ("F", "M"), ("O", "F")])
def test_e09_whoever_shows_a_whole_set_eliminates(lay: Lay, suit: str, actor: str, victim: str) -> None:
    letter = {"axes": "A", "shields": "H", "coins": "C", "keys": "K"}[suit]
    shown = [f"{victim}{letter}{rank}" for rank in (1, 2, 3, 4)]
    table = lay({f"{actor} hand": " ".join(shown)}, turn=actor, spare=victim)
    table.do(f"nothing eliminate:{victim}:{suit}")
    assert not table.match.over
    assert table.state.alive == [int(seat != victim) for seat in "OSMF"]
    assert [form["card"] for form in table.heard("onlooker", "showed")] == shown


def test_e09_not_before_the_play(lay: Lay) -> None:
    assert lay(FALL).refused("eliminate:F:keys") == "after_your_play"


def test_e09_one_a_turn(lay: Lay) -> None:
    table = lay({**FALL, "O vault": "MK1 MK2 MK3 MK4", "F vault": "MC1"}).do("nothing eliminate:F:keys")
    assert table.refused("eliminate:M:keys") == "one_elimination_a_turn"


def test_e09_a_guard_in_place_is_not_held(lay: Lay) -> None:
    table = lay({"O hand": "FH1 FH2 FH3", "O guards": "FH4"}).do("nothing")
    assert table.refused("eliminate:F:shields") == "set_not_complete"


@pytest.mark.parametrize(("cards", "show"), [("OC1 OC2 OC3 OC4", "coins"), ("OK1 OK2 OK3 OK4", "keys")])
def test_e11_other_sets(lay: Lay, cards: str, show: str) -> None:
    assert lay({"O hand": cards}).do(f"claim:{show}").over == ("O", show)


@pytest.mark.parametrize("cards", ["OH1 OH2 OH3 OH4", "OC1 OC2 OC3 SC4 JC"])
def test_e11_no_win(lay: Lay, cards: str) -> None:
    table = lay({"O hand": cards}, jokers="on")
    assert not any(word.startswith("claim") for word in table.legal())
    assert table.refused("claim:coins") == "set_not_complete"


def test_e12_steal_and_win_in_the_same_turn(lay: Lay) -> None:
    table = lay({"O hand": "OC1 OC2 OC4 FK1", "F vault": "OC3"})
    assert table.do("FK1 vault:F").settle().do("claim:coins").over == ("O", "coins")


def test_e13_last_kingdom_standing(lay: Lay) -> None:
    table = lay({"O hand": "SK1 SK2 SK3 SK4", "S hand": "MA1"}, seats="OS")
    assert table.do("nothing eliminate:S:keys").over == ("O", "last_standing")


class TestE16:
    """Jokers."""

    @pytest.mark.parametrize("axe", ["MA4", "SA4"])
    def test_the_highest_axe_of_a_hand(self, lay: Lay, axe: str) -> None:
        table = lay({"O hand": "JA", "F hand": "MA4 SA4 FC1", "F dungeon": "OA4"}, jokers="on").do("JA kingdom:F")
        assert table.lucky() == {"MA4", "SA4"}
        table.luck(axe)
        assert table.cards("O") == {axe}
        assert table.face_up("F hand") == {"JA"}

    def test_else_of_the_dungeon(self, lay: Lay) -> None:
        table = lay({"O hand": "JA", "F hand": "FC1", "F dungeon": "SA1 MH2"}, jokers="on").do("JA kingdom:F")
        assert table.lucky() == {"SA1"}
        table.luck("SA1")
        assert table.face_up("F dungeon") == {"JA"}

    def test_else_nothing(self, lay: Lay) -> None:
        table = lay({"O hand": "JA", "F hand": "FC1"}, jokers="on").do("JA kingdom:F")
        assert table.lucky() == {"no_axe"}
        table.luck("no_axe")
        assert table.cards("O") == set()
        assert table.face_up("F dungeon") == {"JA"}

    def test_soldiers_sneak_past_guards(self, lay: Lay) -> None:
        table = lay({"O hand": "JH OA2", "F hand": "FC1 FC2 FC3", "F guards": "FH4"}, jokers="on")
        table.do("JH OA2 hand:F").settle()
        assert len(table.cards("O hand")) == 2
        assert table.face_up("F hand") == {"JH", "OA2"}

    def test_the_banker_pays_soldiers(self, lay: Lay) -> None:
        table = lay({"O hand": "JC SA3 SC1 MC2", "F dungeon": "FA1 FA2 FH1 FH2"}, jokers="on")
        table.do("SA3 SC1 JC MC2 done dungeon:F").settle()
        assert {"SC1", "MC2"} <= table.cards("pile")
        assert table.face_up("F dungeon") == {"SA3", "JC"}
        assert len(table.cards("O hand")) == 3

    def test_the_banker_pays_a_guard(self, lay: Lay) -> None:
        table = lay({"O hand": "JC SH2 MC2"}, jokers="on").do("SH2 JC MC2 done")
        assert table.cards("O guards") == {"SH2"}
        assert {"MC2", "JC"} <= table.cards("pile")

    def test_the_spy_alone_sees_what_lies_beside(self, lay: Lay) -> None:
        table = lay({"O hand": "OA1", "S dungeon": "JC MA1 FH2"}, jokers="on").do("spy")
        assert {table.knows(who, "JC") for who in ("O", "S", "M", "F", "onlooker")} == {"S dungeon"}
        for card in ("MA1", "FH2"):
            assert table.knows("O", card) == "S dungeon"
            assert [table.knows(who, card) for who in ("M", "F", "onlooker")] == ["", "", ""]

    def test_laughter(self, lay: Lay) -> None:
        table = lay({"O hand": "JK JA", "O dungeon": "JH JC"}, jokers="on").do("claim:laughter")
        assert table.match.rank() == [1, 2, 2, 2]
        assert table.over == ("O", "laughter")


def test_b43_what_is_shuffled_back_is_nowhere_else(lay: Lay) -> None:
    table = lay({"O hand": "SH3 SC1 SC2"}).do("SH3 SC1 SC2 done")
    assert {"SC1", "SC2"} <= table.cards("pile")
    assert table.cards("table") == set()
    assert sum(table.state.size) - table.state.size[BOX] == 64


def test_b45_the_turn_skips_the_fallen(lay: Lay) -> None:
    table = lay({"O hand": "SK1 SK2 SK3 SK4", "S hand": "SA1", "M hand": "MA1 MA2", "M vault": "MC1", "M dungeon": "MH1"})
    table.do("nothing eliminate:S:keys done")
    assert table.turn == "M"
    assert table.cards("M") == {"MA1", "MA2", "MC1", "MH1"}


@pytest.mark.parametrize("kingdom", range(4))
def test_nobody_is_crowned_before_their_turn(kingdom: int) -> None:
    """Who is still to choose, the one who is asked included, has no kingdom, whichever it is."""
    match = Match.start("kings_keys", 4, {"kingdoms": "chosen"})
    for actor in range(4):
        for seat in range(actor, 4):
            early = match.state.clone()
            early.kingdom[seat], early.ruler[kingdom] = kingdom, seat
            assert not sound(early), (actor, seat)
        match.play(actor, {"do": "crown", "kingdom": ["sun", "mountain", "forest", "ocean"][(actor + kingdom) % 4]})
        assert sound(match.state)


@pytest.mark.parametrize("pile", [0, 5])
def test_whoever_is_not_asked_may_leave_and_speak_of_a_truce_only_once_the_pile_is_empty(lay: Lay, pile: int) -> None:
    table = lay({"O hand": "OC1", "M hand": "MC1", "F hand": "FC1"}, pile=pile)
    for card in () if pile else table.cards("pile"):
        show(table.state, CARD_NAMES.index(card), BOX)
    words = [{"do": "leave"}] if pile else [{"do": "leave"}, {"do": "propose"}]
    for seat in range(4):
        assert table.match.view(seat).to_json()["may"] == words


@pytest.mark.parametrize(("moves", "phase"), [("OA1", "targeting"), ("OA1 hand:F", "picking")])
def test_only_what_can_have_a_target_is_aimed_or_raids(lay: Lay, moves: str, phase: str) -> None:
    """Another soldier could; never a shield or a coin, one's own or hired, of whatever strength."""
    hand = {"O hand": "OA1 OA2 OH1 OC1 OK1 SH1 SC1", "F hand": "FC1 MA1", "S hand": "SC2"}
    table = lay(hand, pile=20, spare="S").do(moves)
    assert table.phase == phase
    for card in ("OA2", "OH1", "OC1", "SH1", "SC1"):
        other = table.state.clone()
        show(other, other.card, HAND)
        other.card = CARD_NAMES.index(card)
        show(other, other.card, TABLE)
        assert sound(other) == (card == "OA2"), card
