"""A game's drawing in words: there is one of every view, in every language, for a player and for an onlooker."""

from collections.abc import Sequence
from random import Random

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.games.cells import ONLOOKER
from parlour.say import game_words, languages
from parlour.testing.reach import hold


def draws_every_view(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """`terminal.table` draws whatever a seat may know; a room shows it where the page has no table for the game."""
    part, drawn = game.part("terminal"), 0
    if part is None:
        return 0
    for match in matches:
        names = [f"name of {seat}" for seat in range(match.players)]
        for seat in (rng.randrange(match.players), ONLOOKER):
            for language in languages(game.folder):
                try:
                    text = part.table(match.view(seat), names, game_words(game, language).text)
                except Exception as error:
                    hold(False, match, f"terminal.table raises {type(error).__name__} ({error}) for seat {seat} in {language}")
                    raise
                hold(isinstance(text, str) and text.strip(), match, f"terminal.table draws nothing for seat {seat}")
                drawn += 1
    return drawn
