"""What people read: the table in the terminal and the pictures of the rulebook."""

import re
from typing import Any

import pytest

from parlour.engine import load
from parlour.games.skyjo.state import VALUES
from parlour.games.skyjo.terminal import table
from parlour.say import game_words, rulebook

GAME = load("skyjo")
FENCE = re.compile(r"```cards\n(.*?)```", re.DOTALL)


def test_terminal_table(lay: Any) -> None:
    laid = lay(
        [[7, -1, "h"], [], ["h", "h", 12], ["h", "h", "h"]], [["h", "h", "h"]] * 3 + [[1, 1, "h"]], discard=[3, -2], pile=[9]
    )
    laid.do(0, "draw")
    say = game_words(GAME, "en").text
    mine = table(laid.match.view(0), ["Ada", "Noor"], say).splitlines()
    assert mine[0] == f"Round 1. In the draw pile: {laid.cells['pile']}. On the discard pile: −2"
    assert mine[2:6] == ["Ada, 0 points", "   7   ·   ?   ?", "  −1   ·   ?   ?", "   ?   ·  12   ?"]
    assert mine[-1] == "The card drawn: 9"
    assert "drawn" not in table(laid.match.view(1), ["Ada", "Noor"], say)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rulebook_pictures(language: str) -> None:
    """Every picture is rows of cards and one caption; both languages show the same cards."""
    pictures = FENCE.findall(rulebook(GAME, language))
    faces = {*map(str, VALUES), "?", ".", "|", ">"}
    assert len(pictures) >= 5
    for picture in pictures:
        *rows, caption = picture.strip().splitlines()
        assert caption[0].isalpha()
        assert all(set(row.split()) <= faces for row in rows)
    english = [picture.strip().splitlines()[:-1] for picture in FENCE.findall(rulebook(GAME, "en"))]
    assert [picture.strip().splitlines()[:-1] for picture in pictures] == english
