"""Who knows what, in words: `knows` is where a seat sees a card, "" where it does not know."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.engine import Match
from parlour.engine.view import look
from parlour.games.cells import ONLOOKER
from parlour.games.kings_keys import knowledge
from parlour.games.kings_keys.cards import four, rank_of, show
from parlour.games.kings_keys.soundness import sound
from parlour.games.kings_keys.state import (
    AXE,
    CARD_NAMES,
    CARDS,
    COIN,
    DUNGEON,
    ENDING,
    HAND,
    HOLDER,
    KEEPING,
    KEPT,
    PIPS,
    PLAYING,
    VAULT,
)

Lay = Callable[..., Any]
OTHERS = ("S", "M", "onlooker")
RAID = {"O hand": "OA2", "F dungeon": "FA1 MH2 SA3", "M hand": "MC1"}


def test_only_its_owner_knows_a_hand(lay: Lay) -> None:
    table = lay({"O hand": "OC1", "O vault": "OK1", "O dungeon": "OH1"})
    for card, where in (("OC1", "O hand"), ("OK1", "O vault"), ("OH1", "O dungeon")):
        assert table.knows("O", card) == where
        assert {table.knows(who, card) for who in ("S", "M", "F", "onlooker")} == {""}


def test_thief_and_victim_know_what_was_taken_and_nobody_else(lay: Lay) -> None:
    table = lay(RAID).do("OA2 dungeon:F").luck("FA1 MH2")
    for card in ("FA1", "MH2"):
        assert table.knows("O", card) == table.knows("F", card) == "O hand"
        assert [table.knows(who, card) for who in OTHERS] == ["", "", ""]
    assert table.knows("O", "SA3") == "", "the thief does not learn what they left"


def test_the_story_names_the_loot_to_thief_and_victim_alone(lay: Lay) -> None:
    table = lay(RAID).do("OA2 dungeon:F").luck("FA1 MH2")
    told = {"card": "OA2", "zone": "dungeon", "victim": 3, "count": 2, "seat": 0}
    for who in ("O", "S", "M", "F", "onlooker"):
        assert table.heard(who, "robbed") == [told], "everybody hears of the raid"
        loot = [event["card"] for event in table.heard(who, "took")]
        assert loot == (["FA1", "MH2"] if who in "OF" else [None, None])


def test_the_axe_left_behind_is_known_to_all_also_when_it_lies_open_no_more(lay: Lay) -> None:
    table = lay({**RAID, "F hand": "FC1"}).do("OA2 dungeon:F").settle().finish()
    assert {table.knows(who, "OA2") for who in ("O", "S", "M", "F", "onlooker")} == {"F dungeon"}
    table.do("nothing").finish().do("nothing").finish()
    assert table.turn == "F"
    assert table.face_up("F dungeon") == set()
    assert table.knows("S", "OA2") == "F dungeon"


def test_an_outsider_forgets_a_zone_that_was_robbed_blind(lay: Lay) -> None:
    table = lay({"O hand": "OA1", "F dungeon": "JC MA1 FH2", "M hand": "MA2"}, jokers="on").do("spy done").draw()
    table.do("nothing").finish()
    assert (table.turn, table.knows("O", "MA1")) == ("M", "F dungeon"), "the spy remembers"
    table.do("MA2 dungeon:F").luck("JC FH2")
    assert table.knows("O", "MA1") == "", "it may be the one that was taken"
    assert table.knows("F", "MA1") == "F dungeon"


def test_an_outsider_forgets_hands_that_are_laid_out_anew(lay: Lay) -> None:
    table = lay({**RAID, "O vault": "OK1 OK2 OK3"}).do("OA2 dungeon:F").luck("FA1 MH2")
    assert table.knows("F", "FA1") == "O hand"
    table.do("OK1 OK2 OK3 MH2")
    assert table.cards("O dungeon") == {"FA1"}
    assert table.knows("F", "FA1") == table.knows("F", "MH2") == ""
    assert table.knows("O", "FA1") == "O dungeon", "the owner knows what they stored"


def test_who_knew_a_card_still_does_when_four_or_fewer_stay_together(lay: Lay) -> None:
    table = lay(RAID).do("OA2 dungeon:F").luck("FA1 MH2").do("done")
    assert table.knows("F", "FA1") == "O hand"


def test_nobody_knows_a_card_that_went_back_into_the_pile(lay: Lay) -> None:
    table = lay({"O hand": "SH1 SC2"}).do("SH1 SC2 done")
    assert table.cards("pile") >= {"SC2"}
    assert {table.knows(who, "SC2") for who in ("O", "S", "M", "F", "onlooker")} == {""}


def test_everybody_sees_a_named_card_go(lay: Lay) -> None:
    table = lay({"O hand": "OA2", "F dungeon": "SA3 FA1 FH1"}, up="SA3").do("OA2 dungeon:F SA3")
    assert {table.knows(who, "SA3") for who in ("O", "S", "M", "F", "onlooker")} == {"O hand"}


def test_the_victim_of_the_axe_joker_and_the_thief_know_the_axe(lay: Lay) -> None:
    table = lay({"O hand": "JA", "F hand": "MA4 FC1"}, jokers="on").do("JA kingdom:F").luck("MA4")
    assert table.knows("O", "MA4") == table.knows("F", "MA4") == "O hand"
    assert [table.knows(who, "MA4") for who in OTHERS] == ["", "", ""]


def test_calling_a_joker_of_ones_own_looks_like_calling_one_in_the_pile(lay: Lay) -> None:
    own = lay({"O hand": "JC OC1"}, jokers="on").do("spy")
    pile = lay({"O hand": "OC2 OC1"}, jokers="on").do("spy")
    for who in ("S", "onlooker"):
        assert own.heard(who, "spied", "spied_nothing", "saw") == pile.heard(who, "spied", "spied_nothing", "saw")
        assert own.knows(who, "JC") == pile.knows(who, "JC") == ""


def test_storing_does_not_tell_kinds_by_its_order(lay: Lay) -> None:
    """A Joker has the highest number; told by number it would come after the coins and give itself away."""
    table = lay({"O hand": "OC1 OC2 OC3 SK1", "O dungeon": "JK FH2", "O vault": "SC4"}, jokers="on").do("nothing OC1 OC2 OC3 SK1")
    assert [event["zone"] for event in table.heard("S", "stored")] == ["vault", "dungeon", "dungeon"]
    assert [event["card"] for event in table.heard("S", "stored")] == [None, None, None]


def test_a_claim_nobody_can_make_is_asked_for_as_long() -> None:
    """The turn stops after the play, with a set to show and without, and a view names the same seat."""
    rng = Random(5)
    match = Match.start("kings_keys", 4)
    stops = 0
    while not match.over and stops < 20:
        match.settle(rng.randrange)
        seat = match.to_act[0]
        before = match.state.phase
        match.play(seat, rng.choice(match.legal(seat)))
        match.settle(rng.randrange)
        if before == PLAYING and match.state.phase == ENDING:
            stops += 1
    assert stops == 20


def test_a_guess_gives_what_has_been_promised(lay: Lay) -> None:
    """O lays three hired soldiers down: in every world the others imagine O can pay them."""
    table = lay({"O hand": "SA3 SC3 OK1", "F dungeon": "FA1"}).do("SA3")
    game, s = table.match.game, table.state
    paid: Counter[bool] = Counter()
    for i in range(200):
        world = look(game, 1, 4, s, ()).state
        game.fill(world, 1, [i])
        assert game.sound(world)
        pips = sum(rank_of(c) for c in range(32, 36) if HOLDER[world.at[c]] == 0)
        assert pips >= 3
        paid[world.at[CARD_NAMES.index("SC3")] == HAND] += 1
    assert paid[True]
    assert paid[False], "they might have the four as well"


def test_the_last_coin_that_can_pay_is_given() -> None:
    """Both hidden cards must be coins of one kingdom: luck will hardly have it, so the guess gives them."""
    match = Match.start("kings_keys", 2)
    s = match.state
    s.kingdom, s.ruler = [3, 0, -1, -1], [1, -1, -1, 0]
    s.phase, s.actor, s.turn = PLAYING, 0, 1
    for card, place in (("MA4", HAND), ("MC1", VAULT), ("MC3", HAND), ("SA1", DUNGEON + 1)):
        show(s, CARD_NAMES.index(card), place)
        s.seen[CARD_NAMES.index(card)] = 1 << HOLDER[place]
    show(s, CARD_NAMES.index("MC4"), VAULT + 1)
    match.play(0, {"do": "card", "card": "MA4"})
    for seat in (1, ONLOOKER):
        world = look(match.game, seat, 2, s, ()).state
        match.game.fill(world, seat, [7])
        assert sound(world)
        assert PIPS[four(world, 0, COIN, 1)] >= 4


@pytest.mark.parametrize("who", ["S", "onlooker"])
def test_guesses_are_uniform(lay: Lay, who: str) -> None:
    """Every unknown card is as likely as any other of its kind to lie in a vault."""
    table = lay({"O hand": "OC1", "O vault": "SC1 SK2"})
    seat = ONLOOKER if who == "onlooker" else 1
    found: Counter[int] = Counter()
    for i in range(3000):
        world = look(table.match.game, seat, 4, table.state, ()).state
        table.match.game.fill(world, seat, [i * 7919])
        found.update(card for card in range(CARDS) if world.at[card] == VAULT)
    assert set(found) == set(range(32, 64)), "coins and keys only"
    mean = 6000 / 32
    assert sum((n - mean) ** 2 / mean for n in found.values()) < 62, "chi-square, 31 degrees of freedom, 0.1 %"


def test_a_card_lying_open_can_be_planned_for(lay: Lay) -> None:
    """What is planned is played on the view: the victim's open card must be among what the view has them hold."""
    table = lay({"O hand": "OA2", "F dungeon": "FA1 MH2 SA3", "F hand": "FH1"}, up="SA3").do("OA2")
    view = table.match.view(0)
    for word in ("dungeon:F", "SA3"):
        number = table.match.number(table.form(word))
        assert number in view.legal
        table.match.game.play(view.state, 0, number)
    table.do("dungeon:F SA3")
    table.match.game.hide(view.state, 0)
    assert view.state == look(table.match.game, 0, 4, table.state, ()).state
    assert CARD_NAMES[next(c for c in range(16) if view.state.held[0][AXE] >> c & 1)] == "SA3"


FOUND = Path(__file__).with_name("found")


def found(name: str) -> tuple[Match, dict[str, Any]]:
    case: dict[str, Any] = json.loads((FOUND / f"{name}.json").read_text(encoding="utf-8"))
    return Match.from_position(case["position"]), case


def sees(match: Match, seat: int, card: str) -> str | None:
    place: str | None = match.view(seat).to_json()["cells"]["at"][CARD_NAMES.index(card)]
    return place


@pytest.mark.parametrize("name", ["short_hand_on", "short_hand_off"])
def test_q65_who_stores_nothing_keeps_what_was_known_in_their_hand(name: str) -> None:
    match, case = found(name)
    assert sees(match, 1, "SA1") == "hand0"
    for action in case["actions"]:
        match.play(case["seat"], action)
        if match.state.phase == KEEPING:
            assert sees(match, 1, "SA1") is None, "it may be kept already, or not yet"
            assert match.view(1).state.seen[CARD_NAMES.index("SA1")], "but it is one of the three"
    assert match.state.phase != KEEPING
    assert sees(match, 1, "SA1") == "hand0"
    assert sees(match, ONLOOKER, "SA1") is None


def test_q65_a_hand_robbed_whole_is_forgotten_by_nobody() -> None:
    match, case = found("whole_hand_robbed")
    match.play(case["seat"], {"do": "card", "card": "MA2"})
    match.play(case["seat"], {"do": "target", "zone": "hand", "seat": 0})
    match.settle(Random(1).randrange)
    for seat in (0, 1, 2, ONLOOKER):
        assert sees(match, seat, "OA1") == "hand2"
        took = [form for form in match.view(seat).told_json() if form["event"] == "took"]
        assert [form["card"] for form in took] == ["OA1"], "who knew it, knows which it was"


def test_q65_of_a_hand_robbed_whole_what_was_not_known_stays_so(lay: Lay) -> None:
    table = lay({"O hand": "OA2", "F hand": "FC1 FH2", "S hand": "SC1"})
    table.state.seen[CARD_NAMES.index("FC1")] |= 1 << 1
    table.do("OA2 hand:F").luck("FH2")
    assert [event["card"] for event in table.heard("S", "took")] == [None]
    assert table.knows("S", "FC1") == "F hand"
    table.luck("FC1")
    assert [event["card"] for event in table.heard("S", "took")] == [None, "FC1"]
    assert [event["card"] for event in table.heard("M", "took")] == [None, None]
    assert table.knows("S", "FC1") == "O hand"
    assert table.knows("S", "FH2") == table.knows("M", "FC1") == table.knows("onlooker", "FC1") == ""


def test_q65_what_the_axe_joker_cannot_have_taken_is_remembered(lay: Lay) -> None:
    """S knows an axe of one, the axe of four, a coin and a shield of F's hand; the Axe Joker finds the highest axe."""
    table = lay({"O hand": "JA", "F hand": "MA4 SA1 FC1 FH2"}, jokers="on")
    for card in ("MA4", "SA1", "FC1", "FH2"):
        table.state.seen[CARD_NAMES.index(card)] |= 1 << 1
    table.state.seen[CARD_NAMES.index("SA1")] |= 1 << 2
    table.state.seen[CARD_NAMES.index("FC1")] |= 16
    table.do("JA kingdom:F").luck("MA4")
    assert [table.knows("S", card) for card in ("SA1", "FC1", "FH2", "MA4")] == ["F hand", "F hand", "F hand", ""]
    assert table.knows("M", "SA1") == "", "for all M knows, it may be the highest"
    assert table.knows("onlooker", "FC1") == "F hand"
    assert table.knows("F", "MA4") == table.knows("O", "MA4") == "O hand"


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_q65_nothing_but_the_highest_axe_one_knew_is_forgotten(lay: Lay, rank: int) -> None:
    """M and the onlooker know F's whole hand, a card of every suit and kingdom of this rank among it."""
    cards = [f"{kingdom}{suit}{rank}" for kingdom in "SM" for suit in "AHCK"] + ["JK"]
    table = lay({"O hand": "JA", "F hand": " ".join(cards)}, jokers="on")
    for card in cards:
        table.state.seen[CARD_NAMES.index(card)] |= 1 << 2 | 1 << 4
    table.do("JA kingdom:F").luck(f"SA{rank}")
    for who in ("M", "onlooker"):
        assert {card for card in cards if not table.knows(who, card)} == {f"SA{rank}", f"MA{rank}"}


def test_q65_of_holdings_laid_out_anew_the_known_are_guessed_among_them(lay: Lay) -> None:
    """S knows OC1; O lays five cards out anew and has kept one: in one guess of five it is that one."""
    table = lay({"O hand": "OC1 OC2 OC3 OK1 SH1"}).do("nothing")
    table.state.seen[CARD_NAMES.index("OC1")] |= 1 << 1
    table.do("OC2")
    assert table.phase == "keeping"
    kept = 0
    for i in range(600):
        world = look(table.match.game, 1, 4, table.state, ()).state
        table.match.game.fill(world, 1, [i * 7919])
        assert HOLDER[world.at[CARD_NAMES.index("OC1")]] == 0
        kept += world.at[CARD_NAMES.index("OC1")] == KEPT
    assert kept / 600 == pytest.approx(1 / 5, abs=0.07)
    table.do("OC1 OC3 OK1")
    assert table.cards("O dungeon") == {"SH1"}
    assert table.knows("S", "OC1") == "", "something was stored: it may be this one"


ARMS = "FC3 FC4 OA1 OA2 OA3 OA4 SA1 SA2 SA3 FA1 FA2 FA3 OH1 OH2 OH3 OH4 SH1 SH2 SH4 FH1 FH2 FH4 MH1 MH2 MH3 MH4"


class Counted(list[int]):
    """Dice that count how often they are thrown."""

    thrown = 0

    def __setitem__(self, at: Any, value: Any) -> None:
        self.thrown += 1
        super().__setitem__(at, value)


@pytest.mark.parametrize(
    ("hand", "moves", "jokers"),
    [
        ("SA4 SC4", "SA4", "off"),
        ("SH3 SC1 SC2", "SH3", "off"),
        ("SA4 SC1 SC3", "SA4", "off"),
        ("SA4 SC2 SC3", "SA4 SC2", "off"),
        ("SA4 MC4 JC", "SA4", "on"),
        ("SA4 MC3 JC SC1", "SA4 JC", "on"),
        ("FA4 JC OC4", "FA4 JC", "on"),
        ("FH3 FC1 FC2", "FH3", "off"),
    ],
)
@pytest.mark.parametrize(
    "known", ["OC1", "OA1 OA2 OA3 OA4 SA1 SA2 SA3 FA1 FA2 FA3 OH1 OH2 OH3 OH4 SH1 SH2 SH4 FH1 FH2 FH4 MH1 MH2 MH3 MH4"]
)
def test_who_has_begun_to_pay_can_in_every_guess(
    lay: Lay, monkeypatch: pytest.MonkeyPatch, known: str, hand: str, moves: str, jokers: str
) -> None:
    """Though of so many unknown cards luck would seldom deal them just the coins that do it: it has so many tries, not more."""
    monkeypatch.setattr(knowledge, "TRIES", 3)
    table = lay({"O hand": hand, "S hand": known, "M hand": "MA1 MA2"}, jokers=jokers).do(moves)
    assert table.phase in ("paying", "changing")
    for seat in (1, 2, ONLOOKER):
        seen = table.match.view(seat).state
        for seed in range(20):
            world, dice = seen.clone(), Counted([seed])
            table.match.game.fill(world, seat, dice)
            assert sound(world), (seat, seed)
            assert dice.thrown <= (3 + 1) * CARDS
