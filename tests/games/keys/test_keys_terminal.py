"""KEYS in the terminal."""

from collections.abc import Callable
from typing import Any

from parlour.engine import load
from parlour.games.keys.terminal import table
from parlour.say import game_words

Lay = Callable[..., Any]


def test_the_table_as_text(lay: Lay) -> None:
    """One's own coasters and those face up are named, the others are not."""
    position = lay("RR", "RK", "R", "", owned=[4, 4, 4, 0]).do("C bid 3", "A pass", "B pass", "C flip C", "C flip A")
    text = table(position.match.view(1), ["Ada", "Ben", "Cleo", "Dan"], game_words(load("keys"), "en").text)
    assert text.splitlines() == [
        "Ada: ? [R], In hand: 2, Points: 0, passed",
        "Ben: R K, In hand: R R, Points: 0, passed",
        "Cleo: [R], In hand: 3, Points: 0",
        "Dan: out",
        "R regular, K a KEY, ? face down, [ ] face up",
        "Coasters on the table: 5",
        "Highest bid: 3, Cleo",
        "Still to flip: 1",
    ]
