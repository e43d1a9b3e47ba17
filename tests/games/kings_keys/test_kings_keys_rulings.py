"""The rulings of docs/rules/kings_keys.md, each test named for its question."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.engine import GameError, Match
from parlour.engine.match import Seating
from parlour.games.cells import CHANCE
from parlour.games.kings_keys.cards import put, show
from parlour.games.kings_keys.state import ALL, BOX, CARD_NAMES, PILE, PROPOSE, REFUSE, Ending

Lay = Callable[..., Any]


def started(players: int = 4, seed: int = 1, **options: Any) -> Match:
    match = Match.start("kings_keys", players, options)
    match.settle(Random(seed).randrange)
    return match


@pytest.mark.parametrize("players", [1, 5])
def test_q01_two_to_four_players(players: int) -> None:
    with pytest.raises(Seating):
        Match.start("kings_keys", players)


@pytest.mark.parametrize(("players", "pile"), [(2, 56), (3, 52), (4, 48)])
def test_q03_deal(players: int, pile: int) -> None:
    assert started(players).state.size[PILE] == pile


def test_q01_neutral_kingdoms(lay: Lay) -> None:
    table = lay({"O hand": "SA1 SC1 FK2 MK1", "M hand": "MC1", "M vault": "SC2"}, seats="OSM")
    assert table.refused("FK2") == "not_in_the_game"
    table.do("SA1 SC1 done hand:M")
    neutral = lay({"O hand": "FA1 FC1 FK1 FK2 FK3 FK4", "M hand": "MC1"}, seats="OSM").do("FA1 FC1 done hand:M").settle()
    assert not any(word.startswith("eliminate") for word in neutral.legal())


def test_q01_kingdoms_chosen_in_seat_order() -> None:
    match = Match.start("kings_keys", 3, {"kingdoms": "chosen"})
    for seat, kingdom in enumerate(("forest", "sun", "ocean")):
        assert match.to_act == [seat]
        match.play(seat, {"do": "crown", "kingdom": kingdom})
    assert match.position()["cells"]["kingdom"] == ["forest", "sun", "ocean", None]
    assert match.to_act == [CHANCE]


def test_q01_kingdoms_dealt() -> None:
    assert Match.start("kings_keys", 4).to_act == [CHANCE]
    assert {tuple(started(4, seed).state.kingdom) for seed in range(20)} > {tuple(started(4, 0).state.kingdom)}


def test_q02_a_random_seat_begins_and_play_is_clockwise(lay: Lay) -> None:
    assert {started(4, seed).state.first for seed in range(30)} == {0, 1, 2, 3}
    table = lay({"O hand": "OC1"}).do("nothing done")
    assert table.turn == "S"


def test_q04_nobody_is_dealt_a_joker() -> None:
    for seed in range(30):
        s = started(4, seed, jokers="on").state
        assert [s.at[joker] for joker in range(64, 68)] == [PILE] * 4


def test_q05_drawing_is_compulsory_and_skipped_with_an_empty_pile(lay: Lay) -> None:
    table = lay({"O hand": "OC1"}, phase="turn")
    assert table.legal() == {"draw"}
    empty = lay({"O hand": "SH1 SC1"}, pile=0, spare="M")
    for card in sorted(empty.cards("pile")):
        put(empty.state, CARD_NAMES.index(card), BOX)
        empty.state.seen[CARD_NAMES.index(card)] = ALL
    empty.do("SH1 SC1 done done")
    assert (empty.turn, empty.phase) == ("S", "turn"), "the payment has refilled the pile"
    empty.draw().do("nothing done")
    assert (empty.turn, empty.phase) == ("M", "playing")


def test_q06_what_is_left_behind_is_the_owners_at_their_turn_and_anybodys_before(lay: Lay) -> None:
    table = lay({"O hand": "OA1", "S hand": "SA2", "F dungeon": "FA1 MH2"}).do("OA1 dungeon:F").luck("FA1").finish()
    table.do("SA2 dungeon:F")
    assert "OA1" in table.legal()
    table.do("OA1").settle()
    assert table.cards("S") >= {"OA1", "MH2"}


def test_q07_vault_and_dungeon_are_in_play(lay: Lay) -> None:
    table = lay({"O dungeon": "SH2", "O vault": "SC2"}).do("SH2 SC2 done")
    assert table.cards("O guards") == {"SH2"}


def test_q08_four_or_fewer_all_go_to_the_hand(lay: Lay) -> None:
    table = lay({"O vault": "SC1", "O dungeon": "OA1"}).do("nothing done")
    assert table.cards("O hand") == {"SC1", "OA1"}


def test_q08_short_hands_are_an_option(lay: Lay) -> None:
    cards = {"O hand": "OC1 OA1 OK1"}
    assert lay(cards).do("nothing").legal() == {"done"}
    table = lay(cards, allow_short_hand="on").do("nothing OC1 done")
    assert [table.cards(f"O {zone}") for zone in ("hand", "vault", "dungeon")] == [{"OC1"}, {"OK1"}, {"OA1"}]
    table = lay(cards, allow_short_hand="on").do("nothing done")
    assert table.cards("O hand") == set()


def test_q10_one_play_a_turn(lay: Lay) -> None:
    table = lay({"O hand": "OH1 OH2"}).do("OH1")
    assert table.refused("OH2") == table.refused("nothing") == "one_play_a_turn"


def test_q11_a_set_may_be_shown_at_any_moment_of_ones_turn(lay: Lay) -> None:
    cards = {"O hand": "OK1 OK2 OK3 OK4 SA1 SC1", "F hand": "FC1 FC2", "S hand": "SC2"}
    for words in ("", "SA1", "SA1 SC1 done", "nothing", "nothing SA1"):
        table = lay(cards).do(words)
        assert "claim:keys" in table.legal()
    assert lay(cards, phase="turn").do("claim:keys").over == ("O", "keys")
    other = lay({**cards, "S hand": "OC1"}, turn="S")
    assert other.legal("O") == set()


def test_q12_the_turn_stops_for_eliminations_after_doing_nothing_too(lay: Lay) -> None:
    table = lay({"O hand": "FK1 FK2 FK3 FK4"}).do("nothing")
    assert table.legal() == {"done", "eliminate:F:keys"}


def test_q14_own_shields_and_soldiers_are_not_paid(lay: Lay) -> None:
    table = lay({"O hand": "OA1 OC1", "F hand": "FC1"}).do("OA1")
    assert table.refused("OC1") == "nothing_to_pay"


def test_q18_guards_are_not_recalled(lay: Lay) -> None:
    assert lay({"O guards": "OH1", "O hand": "OC1"}, buy_back="on").refused("OH1") == "not_yours"


def test_q23_naming_and_blind_picks(lay: Lay) -> None:
    table = lay({"O hand": "OA3", "F dungeon": "FA1 FA2 FA3 SA1 SA2"}, up="SA1 SA2").do("OA3 dungeon:F")
    assert table.legal() == {"done", "SA1", "SA2"}
    table.do("SA2 done")
    assert table.lucky() == {"FA1", "FA2", "FA3"}
    table.luck("FA1 FA3")
    assert table.cards("O") == {"SA2", "FA1", "FA3"}
    assert table.face_up("F dungeon") == {"SA1", "OA3"}


def test_q23_at_least_one_is_taken(lay: Lay) -> None:
    table = lay({"O hand": "OA3", "F dungeon": "SA1"}, up="SA1").do("OA3 dungeon:F")
    assert table.refused("done") == "take_at_least_one"
    assert table.do("SA1").phase == "ending"


def test_q23_face_down_cards_cannot_be_named(lay: Lay) -> None:
    assert lay({"O hand": "OA1", "F dungeon": "SA1 FA1"}, up="SA1").refused("OA1 dungeon:F FA1") == "face_down"


def test_q24_the_axe_used_cannot_be_taken(lay: Lay) -> None:
    table = lay({"O hand": "OA4", "F hand": "FC1"}).do("OA4 hand:F")
    assert table.lucky() == {"FC1"}


@pytest.mark.parametrize(
    ("target", "reason"), [("dungeon:M", "empty_zone"), ("hand:O", "not_yourself"), ("vault:F", "wrong_zone")]
)
def test_q25_q26_targets(lay: Lay, target: str, reason: str) -> None:
    assert lay({"O hand": "OA1 OC1", "F hand": "FC1", "F vault": "FC2"}).refused(f"OA1 {target}") == reason


def test_q26_not_the_fallen(lay: Lay) -> None:
    table = lay({"O hand": "SK1 SK2 SK3 SK4 OA1", "F hand": "FC1"}).do("nothing eliminate:S:keys done").draw()
    table.state.actor, table.state.first = 0, 3
    assert table.refused("OA1 hand:S") == "not_in_the_game"


def test_q29_a_joker_can_be_drawn_from_a_dungeon(lay: Lay) -> None:
    table = lay({"O hand": "OA1", "F dungeon": "JC FA1"}, jokers="on").do("OA1 dungeon:F")
    assert table.lucky() == {"JC", "FA1"}


def test_q30_guards_do_not_protect_the_dungeon(lay: Lay) -> None:
    lay({"O hand": "OA1", "F dungeon": "FA1", "F guards": "FH4"}).do("OA1 dungeon:F")


def test_q34_fallen_guards(lay: Lay) -> None:
    fall = {"O hand": "FK1 FK2 FK3 FK4", "F guards": "SH2", "F hand": "SA1", "F waiting": "SC1", "S guards": "FH3"}
    shuffled = lay(fall).do("nothing eliminate:F:keys")
    assert {"SH2", "SA1", "SC1"} <= shuffled.cards("pile")
    gone = lay(fall, fallen_guards="out_of_play").do("nothing eliminate:F:keys")
    assert "SH2" in gone.cards("box")
    assert {"SA1", "SC1"} <= gone.cards("pile")
    assert shuffled.cards("S guards") == gone.cards("S guards") == {"FH3"}


def test_q36_the_colour_of_the_fallen_lives_on(lay: Lay) -> None:
    cards = {"O hand": "FK1 FK2 FK3 FK4 FA1 FC1", "O vault": "FC2", "S hand": "SC1"}
    table = lay(cards).do("nothing eliminate:F:keys done").draw()
    table.state.actor, table.state.first = 0, 3
    table.do("FA1 FC1 done hand:S")


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("OA1 OA2 OA3 OA4", True),
        ("OA4 SA4 SC4 SA2", False),
        ("OA4 OA2 SA4 SC4", True),
        ("OA4 OA2 SA4 SC1 SC3", True),
        ("OA4 OA2 SA4 MC4", False),
        ("OA4 SA3 SC3 MA3 MC3", True),
        ("SA4 SC4 MA4 MC4 FA2 FC1", False),
    ],
)
def test_q38_army_of_ten(lay: Lay, cards: str, wins: bool) -> None:
    assert ("claim:army" in lay({"O hand": cards}).legal()) == wins


def test_q39_the_banker_in_the_army_until_the_play_is_used(lay: Lay) -> None:
    cards = {"O hand": "OA4 OA2 SA4 MC4 JC"}
    assert "claim:army" in lay(cards, jokers="on").legal()
    assert "claim:army" in lay(cards, jokers="on", phase="turn").legal()
    assert "claim:army" not in lay(cards, jokers="on").do("nothing").legal()


def test_q41_a_truce_by_agreement(lay: Lay) -> None:
    table = still(lay)
    assert {"do": "propose"} in table.match.view(2).to_json()["may"]
    table.do("propose", "M")
    assert table.legal("F") == {"agree", "refuse"}
    for who in "FOS":
        table.do("agree", who)
    assert table.heard("onlooker", "agreed") == [{"seat": seat} for seat in (3, 0, 1)], "each of them is heard"
    assert table.over == ("", "truce")
    assert table.match.rank() == [0, 0, 0, 0]


def still(lay: Lay, **options: Any) -> Any:
    """A table with an empty pile."""
    table = lay({"O hand": "OC1", "S hand": "SC1", "M hand": "MC1", "F hand": "FC1"}, **options)
    for card in sorted(table.cards("pile")):
        show(table.state, CARD_NAMES.index(card), BOX)
    return table


def test_q41_one_no_ends_it_and_it_waits_for_the_proposers_next_turn(lay: Lay) -> None:
    table = still(lay).do("propose", "M").do("refuse", "F")
    assert table.phase == "playing"
    assert table.refused("propose", "M") == "not_asked"
    assert table.match.why(2, PROPOSE) == "already_proposed"
    table.do("nothing done").do("nothing done")
    assert table.turn == "M"
    assert {"do": "propose"} in table.match.view(2).to_json()["may"]


def test_q41_no_truce_while_there_are_cards_to_draw(lay: Lay) -> None:
    table = lay({"O hand": "OC1"})
    assert table.refused("propose") == "pile_not_empty"


def test_q41_silence_is_a_no_after_thirty_seconds(lay: Lay) -> None:
    table = still(lay).do("propose", "M")
    assert table.match.game.seconds(table.state, 3) == 30
    assert table.match.game.idle(table.state, 3, [1]) == REFUSE


def test_q41_standstill_after_so_many_rounds(lay: Lay) -> None:
    table = still(lay, truce_rounds=2)
    for _ in range(8):
        table.do("nothing done")
    assert table.over == ("", "standstill")


def test_q41_round_limit(lay: Lay) -> None:
    table = still(lay, truce_rounds=100, round_limit=3)
    for _ in range(12):
        table.do("nothing done")
    assert table.over == ("", "round_limit")


def test_q43_a_joker_is_no_coin_and_no_guard(lay: Lay) -> None:
    table = lay({"O hand": "JC OH1", "F hand": "FC1"}, jokers="on")
    assert table.refused("JC") == "only_pays"
    assert "JH" not in lay({"O hand": "JH"}, jokers="on").legal()


def test_q44_guards_do_not_stop_the_lock_picker(lay: Lay) -> None:
    table = lay({"O hand": "JK", "F hand": "FC1 FC2", "F guards": "FH4"}, jokers="on").do("JK hand:F").luck("FC2")
    assert table.cards("O") == {"FC2"}
    assert table.face_up("F hand") == {"JK"}


def test_q45_open_and_hidden_axes_are_drawn_alike(lay: Lay) -> None:
    shields = "OH4 SH4 MH4 FH4"
    table = lay({"O hand": "JA", "F hand": f"SA4 MA4 FA3 {shields}"}, up="SA4", jokers="on").do("JA kingdom:F")
    assert table.lucky() == {"SA4", "MA4"}, "and no shield"
    table.luck("SA4")
    assert table.knows("S", "SA4") == "O hand", "everybody saw the open one go"


def test_q46_loyalty_binds_soldiers_behind_the_shield_joker(lay: Lay) -> None:
    table = lay({"O hand": "JH SA1 SC1", "S hand": "FC1", "F hand": "FC2"}, jokers="on")
    assert table.refused("JH SA1 SC1 done hand:S") == "own_soldiers_never_betray"
    assert table.refused("dungeon:F") in ("empty_zone", "wrong_zone")


def test_q47_a_coin_keeps_its_own_colour(lay: Lay) -> None:
    table = lay({"O hand": "SH3 SC1 SC2 JC MC1 MC2"}, jokers="on").do("SH3 JC")
    assert table.legal() == {"MC1", "MC2"}, "the Sun's own coins need no change"


def test_q47_every_coin_offered_leaves_the_rest_payable(lay: Lay) -> None:
    table = lay({"O hand": "SH4 SC1 JC MC2 FC3"}, jokers="on").do("SH4 JC")
    assert table.legal() == {"FC3"}


def test_q48_nothing_to_see(lay: Lay) -> None:
    table = lay({"O hand": "JC", "F vault": "FC1"}, jokers="on").do("spy")
    assert table.heard("O", "spied_nothing") == [{"card": "JC", "seat": 0}]
    assert table.refused("nothing") == "one_play_a_turn"
    assert lay({"O hand": "OC1"}).refused("spy") == "option_off"


def test_q48_in_a_vault_nothing_is_seen(lay: Lay) -> None:
    table = lay({"O hand": "OC1", "F vault": "FC1 JC"}, up="JC", jokers="on").do("spy")
    assert table.knows("O", "FC1") == ""


GUARD = {"S guards": "OH3 SH1", "O hand": "OC1 OC2 SC4", "O vault": "OC4"}


def test_q50_to_q52_buying_back(lay: Lay) -> None:
    table = lay(GUARD, buy_back="on")
    assert table.refused("OH3 SC4") == "coins_of_another_kingdom"
    assert table.refused("OC1 done") == "not_enough_coins"
    table.do("OC2 done")
    assert table.cards("O hand") >= {"OH3"}
    assert (table.state.guards[1], table.state.best[1]) == (1, 1)
    assert table.cards("S waiting") == {"OC1", "OC2"}
    assert table.refused("OH3") == "one_play_a_turn"
    assert lay({**GUARD, "O hand": "OC1 OC2 JC"}, buy_back="on", jokers="on").refused("OH3 JC") == "joker_not_here"
    table.finish()
    assert table.cards("S waiting") == set()
    assert table.cards("S vault") == {"OC1", "OC2"}


def test_q50_off_by_default(lay: Lay) -> None:
    assert lay(GUARD).refused("OH3") == "option_off"


@pytest.mark.parametrize(
    ("places", "card", "on", "off"),
    [
        ({"O guards": "OH1", "O hand": "OC4"}, "OH1", "not_yours", "not_yours"),
        ({"S guards": "OH3", "O hand": "OC2"}, "OH3", "not_enough_coins", "option_off"),
        ({"M guards": "OH3", "O hand": "OC2"}, "OH3", "not_enough_coins", "option_off"),
        ({"F guards": "OH4", "O hand": "OA1"}, "OH4", "not_enough_coins", "option_off"),
        ({"S guards": "SH1", "O hand": "OC4"}, "SH1", "not_yours", "not_yours"),
        ({"M guards": "FH1", "O hand": "FC4"}, "FH1", "not_yours", "not_yours"),
        ({"S dungeon": "OH1", "O hand": "OC4"}, "OH1", "not_yours", "not_yours"),
        ({"S hand": "OH1", "O hand": "OC4"}, "OH1", "not_yours", "not_yours"),
    ],
)
def test_q50_what_cannot_be_bought_back_says_why(lay: Lay, places: dict[str, str], card: str, on: str, off: str) -> None:
    """One's own shield in another's guards, and nothing else, wherever it lies."""
    assert lay(places, buy_back="on").refused(card) == on
    assert lay(places).refused(card) == off


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("SA1 OC1", "coins_of_another_kingdom"),
        ("SA1 SC2", "not_yours"),
        ("SA1 OA1", "one_play_a_turn"),
        ("OA1 OC1", "nothing_to_pay"),
        ("OA1 SA1", "one_play_a_turn"),
        ("OA1 FC1", "not_yours"),
        ("OC1", "only_pays"),
        ("JC", "only_pays"),
        ("FC1", "not_yours"),
        ("SA4", "not_enough_coins"),
        ("nothing OC2", "not_yours"),
    ],
)
def test_a_card_that_is_of_no_use_now_says_why(lay: Lay, moves: str, reason: str) -> None:
    hand = {"O hand": "OA1 SA1 SA4 SC1 OC1 JC", "S hand": "SC2", "F hand": "FC1", "M hand": "MC1 OC2"}
    assert lay(hand, jokers="on", pile=20, spare="M").refused(moves) == reason


def test_q52_waiting_coins_cannot_be_stolen(lay: Lay) -> None:
    table = lay({"O hand": "SK4", "S waiting": "OC1"})
    assert table.refused("SK4") == "empty_zone"


def test_q58_a_key_may_fetch_a_joker_lying_open_in_a_vault(lay: Lay) -> None:
    table = lay({"O hand": "FK1", "F vault": "FC1 JK"}, up="JK", jokers="on").do("FK1 vault:F JK")
    assert table.cards("O") == {"JK"}


def test_q61_coins_of_an_absent_kingdom_pay(lay: Lay) -> None:
    table = lay({"O hand": "FH1 FC1"}, seats="OSM").do("FH1 FC1 done")
    assert table.cards("O guards") == {"FH1"}


def test_q64_time_outs_end_every_turn() -> None:
    """Four absent players: their idle actions alone bring the match to its end."""
    match = started(4, 3)
    rng = Random(3)
    for _ in range(match.game.longest(match.state)):
        match.settle(rng.randrange)
        if match.over:
            break
        match.play(match.to_act[0], match.game.idle(match.state, match.to_act[0], [7]))
    assert Ending(match.state.ending).name == "STANDSTILL"


def test_q64_the_four_newest_are_kept(lay: Lay) -> None:
    table = lay({"O hand": "SC1 SC2", "O vault": "SK1", "O dungeon": "SA1"}, phase="turn")
    table.state.turn, table.state.rounds = 5, 1
    table.do("draw").luck("OH2").do("nothing")
    table.state.since[CARD_NAMES.index("SK1")] = 4
    table.state.since[CARD_NAMES.index("SC2")] = 3
    table.finish()
    assert table.cards("O hand") >= {"OH2", "SK1", "SC2"}
    assert len(table.cards("O hand")) == 4


def test_q64_leaving_shuffles_everything_in_and_the_last_one_wins(lay: Lay) -> None:
    table = lay({"O hand": "OC1", "S hand": "SC1", "S guards": "SH2", "S vault": "SK1", "M hand": "MA1"}, seats="OSM")
    table.do("leave", "S")
    assert {"SC1", "SH2", "SK1"} <= table.cards("pile")
    assert table.turn == "O"
    assert table.do("leave", "O").over == ("M", "last_standing")


@pytest.mark.parametrize("words", ["OA1", "SA1", "SA1 SC1", "OK1 OA1"])
def test_q64_a_play_whose_object_left_is_taken_back(lay: Lay, words: str) -> None:
    table = lay({"O hand": "OA1 SA1 SC1", "F hand": "FC1"})
    if words.startswith("OK1"):
        table = lay({"O hand": "FK1", "F vault": "FC1"})
        words = "FK1"
    before = table.cards("O")
    table.do(words).do("leave", "F")
    assert (table.phase, table.cards("O")) == ("playing", before)


def test_q64_a_raid_ends_when_the_robbed_leaves(lay: Lay) -> None:
    table = lay({"O hand": "OA3", "F dungeon": "SA1 SA2 FA1"}, up="SA1 SA2").do("OA3 dungeon:F SA1").do("leave", "F")
    assert table.phase == "ending"
    assert table.cards("O") == {"SA1"}
    assert "OA3" in table.cards("pile")


@pytest.mark.parametrize(("players", "rounds", "steps"), [(2, 1, 128), (4, 100, 12864)])
def test_the_bound_on_steps(players: int, rounds: int, steps: int) -> None:
    match = Match.start("kings_keys", players, {"round_limit": rounds})
    assert match.game.longest(match.state) == steps


def test_a_truce_has_no_winner(lay: Lay) -> None:
    table = still(lay).do("propose").do("agree", by="S").do("agree", by="M").do("agree", by="F")
    position = table.match.position()
    assert Match.from_position(position).over
    position["cells"]["winner"] = 0
    with pytest.raises(GameError):
        Match.from_position(position)
