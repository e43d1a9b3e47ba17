"""How far everybody is on each way to win, as one seat may know it."""

from random import Random
from typing import Any

import pytest

from parlour.engine import Match, load
from parlour.games.cells import ONLOOKER, Sight, Way
from parlour.say import game_words
from parlour.testing import guides
from parlour.testing.reach import Broken, reached
from tests.games.kings_keys.conftest import SEATS, Lay

PLACES = {
    "O hand": "OC1 OC2 OC4 SA3 SC2",
    "O guards": "OH4 MH2",
    "S hand": "SC1 SC4",
    "S vault": "SK3",
    "M hand": "JC SA4 SC3 MC1",
}


def seen(match: Match, who: str, whose: str) -> dict[str, tuple[int, list[int] | None]]:
    view = match.view(ONLOOKER if who == "onlooker" else SEATS.index(who))
    return {way["way"]: (way["have"], way.get("parts")) for way in view.to_json()["progress"][SEATS.index(whose)]}


def test_ones_own_is_counted_from_all_one_holds(lay: Lay) -> None:
    own = seen(lay(PLACES, jokers="on").match, "O", "O")
    assert own["guards"] == (6, None)
    assert own["army"] == (0, None), "three soldiers of the Sun, and coins for two"
    assert own["coins"] == (3, [1, 2, 4])
    assert own["keys"] == (0, [])


def test_of_the_others_only_what_is_sure(lay: Lay) -> None:
    match = lay(PLACES, jokers="on", up="SK3").match
    for who in ("O", "onlooker"):
        assert seen(match, who, "S") == {"guards": (0, None), "army": (0, None), "coins": (0, []), "keys": (1, [3])}
        assert seen(match, who, "M")["army"] == (0, None)
    assert seen(match, "onlooker", "O")["coins"] == (0, []), "guards alone are seen by everybody"
    assert seen(match, "S", "S")["coins"] == (2, [1, 4])


def test_an_army_that_the_coin_joker_completes_is_complete(lay: Lay) -> None:
    places = {"O hand": "OA1 OA2 OA3 SA4 JC MC4", "S hand": "SC1"}
    assert seen(lay(places, jokers="on").match, "O", "O")["army"] == (10, None)
    assert seen(lay({**places, "O hand": "OA1 OA2 OA3 SA4 MC4"}, jokers="on").match, "O", "O")["army"] == (6, None)


@pytest.mark.parametrize(
    ("played", "refused", "english", "french"),
    [
        ("", "MH3", "Mountain coins worth 2 more are needed", "Il manque encore 2 en pièces de la Montagne"),
        ("", "SH2", "Sun coins worth 1 more are needed", "Il manque encore 1 en pièces du Soleil"),
        ("OA2", "hand:S", "Their highest guard is a 4: only a higher axe gets past it", None),
        ("FK1", "vault:S", None, "Cette clé n’ouvre que le coffre de la Forêt"),
        ("FH1", "MC1", "Only Forest coins pay here", "Seules les pièces de la Forêt paient ici"),
    ],
)
def test_a_refusal_names_what_is_missing(lay: Lay, played: str, refused: str, english: str | None, french: str | None) -> None:
    places = {
        "O hand": "MH3 SH2 SC1 OA2 FK1 FH1 FC2",
        "O vault": "MC1",
        "S hand": "SC4",
        "S guards": "SH4",
        "F vault": "FK4 FC4",
        "M hand": "MA1",
    }
    table = lay(places).do(played)
    number = table.match.number(table.form(refused))
    reason, values = table.match.why(0, number), table.match.lacking(0, number)
    for language, said in (("en", english), ("fr", french)):
        if said is not None:
            assert game_words(table.match.game, language).reason(reason, values) == said


def test_a_guide_that_tells_what_is_hidden_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("kings_keys")
    matches = reached(game, seed=2, most=40)
    assert guides.progress_is_sure(game, matches, Random(1))

    def told(view: Sight) -> list[list[Way]]:
        s: Any = view.state
        return [[{"way": "cards", "have": 9 if s.seen[0] else 10, "need": 10}] for _ in range(s.players)]

    monkeypatch.setitem(game.__dict__, "progress", told)
    with pytest.raises(Broken, match="is told of seat"):
        guides.progress_is_sure(game, matches, Random(1))
    assert {"en: cards", "fr: cards"} <= set(guides.unsaid_ways(game))
