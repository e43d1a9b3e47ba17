"""The routes of puzzles: a game's list, one of them, and what people took at it."""

from collections.abc import Callable

from fastapi import FastAPI, Request

from parlour.server.door.entrance import address_of
from parlour.server.door.limiter import Limiter
from parlour.server.hall.hub import Hub
from parlour.server.telling.puzzles import listed, shown
from parlour.server.wire.bodies import TryPuzzle
from parlour.server.wire.shown.puzzles import PuzzleListed, PuzzleShown, TriesShown
from parlour.server.wire.values import Word


def add_puzzles(app: FastAPI, limiter: Limiter, now: Callable[[], float]) -> None:
    @app.get("/api/games/{game}/puzzles")
    def puzzles(game: str) -> list[PuzzleListed]:
        """The puzzles that a game brings along, the easiest first."""
        return listed(game)

    @app.get("/api/games/{game}/puzzles/{puzzle}")
    def puzzle(game: str, puzzle: str, language: Word = "en") -> PuzzleShown:
        """One of them: what its seat knew, its choices, and what came of judging them."""
        return shown(game, puzzle, language)

    @app.get("/api/games/{game}/puzzles/{puzzle}/tries")
    async def tries(request: Request, game: str, puzzle: str) -> TriesShown:
        """What people of this house took at it."""
        hub: Hub = request.app.state.hub
        return await hub.tries.told(game, puzzle)

    @app.post("/api/games/{game}/puzzles/{puzzle}/tries", status_code=201)
    async def try_it(request: Request, game: str, puzzle: str, asked: TryPuzzle) -> TriesShown:
        """Count what somebody took, and be told what others did."""
        hub: Hub = request.app.state.hub
        await limiter.try_puzzle(address_of(request), now())
        return await hub.tries.count(game, puzzle, asked.choice)
