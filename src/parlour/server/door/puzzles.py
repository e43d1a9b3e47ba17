"""The routes of puzzles: a game's list, and one of them."""

from fastapi import FastAPI

from parlour.server.telling.puzzles import listed, shown
from parlour.server.wire.shown import PuzzleListed, PuzzleShown
from parlour.server.wire.values import Word


def add_puzzles(app: FastAPI) -> None:
    @app.get("/api/games/{game}/puzzles")
    def puzzles(game: str) -> list[PuzzleListed]:
        """The puzzles that a game brings along, the easiest first."""
        return listed(game)

    @app.get("/api/games/{game}/puzzles/{puzzle}")
    def puzzle(game: str, puzzle: str, language: Word = "en") -> PuzzleShown:
        """One of them: what its seat knew, its choices, and what came of judging them."""
        return shown(game, puzzle, language)
