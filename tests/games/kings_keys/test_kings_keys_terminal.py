"""King's Keys in the terminal."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.engine import load
from parlour.games.kings_keys.terminal import table
from parlour.say import game_words

Lay = Callable[..., Any]
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
PLACES = {
    "O hand": "SA3 SC1 SC2",
    "O vault": "MK4",
    "O guards": "OH3 OH1",
    "S hand": "SA1 FA4",
    "S vault": "SK2 SK3",
    "M dungeon": "OA1",
    "F waiting": "FC2",
}


def shown(position: Any, seat: int, language: str = "en") -> list[str]:
    return table(position.match.view(seat), NAMES, game_words(load("kings_keys"), language).text).splitlines()


def test_the_table_as_text(lay: Lay) -> None:
    """One's own cards and those lying open are named, the others are not."""
    assert shown(lay(PLACES, pile=50, up="SK2").do("SA3 SC1"), 0) == [
        "Round 1. In the draw pile: 50",
        "Ada, Ocean. Guards: 4 of 10",
        "  In place: OH1 OH3",
        "  Hand: SC2",
        "  Vault: MK4",
        "  Dungeon: none",
        "Ben, Sun. Guards: 0 of 10",
        "  In place: none",
        "  Hand: ? ? ? ?",
        "  Vault: [SK2] ?",
        "  Dungeon: none",
        "Cleo, Mountain. Guards: 0 of 10",
        "  In place: none",
        "  Hand: none",
        "  Vault: none",
        "  Dungeon: ?",
        "Dan, Forest. Guards: 0 of 10",
        "  In place: none",
        "  Hand: none",
        "  Vault: none",
        "  Dungeon: none",
        "  Coins waiting: FC2",
        "In play: SA3 SC1. Still to pay: 2",
        "S Sun, M Mountain, F Forest, O Ocean; A axe, H shield, C coin, K key, J Joker; ? face down, [ ] open since a raid",
    ]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "In play: SA3 SC1. Still to pay: 2"),
        ("fr", "En jeu\N{NARROW NO-BREAK SPACE}: SA3 SC1. Reste à payer\N{NARROW NO-BREAK SPACE}: 2"),
    ],
)
def test_what_is_in_play(lay: Lay, language: str, line: str) -> None:
    assert line in [said.replace("\N{NO-BREAK SPACE}", " ") for said in shown(lay(PLACES, pile=50).do("SA3 SC1"), 2, language)]


def test_a_kingdom_that_has_fallen(lay: Lay) -> None:
    position = lay(PLACES, pile=50).do("leave", by="S")
    assert "Ben, Sun: has fallen" in shown(position, 0)
