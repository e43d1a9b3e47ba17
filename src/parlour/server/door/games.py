"""The routes of games: what this room offers, its words, rulebooks, schemas and pages, and what house rules come to."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse
from starlette.exceptions import HTTPException

from parlour.engine.view.inventory import view_schema
from parlour.server.hall.hub import Hub
from parlour.server.telling.catalogue import GameDescription, GameHeld, held, offered
from parlour.server.telling.games import known, page_file, rulebook_file, words_file
from parlour.server.wire.bodies import StudyRules
from parlour.server.wire.shown.studies import StudyShown

FRESH = {"Cache-Control": "no-cache"}


def add_games(app: FastAPI) -> None:
    """The routes of what does not hang on any table."""

    @app.get("/api/games")
    def list_games(request: Request) -> list[GameDescription]:
        """The games this room offers."""
        hub: Hub = request.app.state.hub
        return offered(hub.thinkers)

    @app.get("/api/games/{game}")
    def one_game(request: Request, game: str) -> GameHeld:
        """A game, with every cell, action and event of its views."""
        hub: Hub = request.app.state.hub
        return held(known(game), hub.thinkers)

    @app.get("/api/games/{game}/schema.json")
    def view(game: str) -> dict[str, Any]:
        """JSON Schema of a view of a game; `$defs` has that of an action and of an event."""
        return view_schema(known(game))

    @app.get("/api/games/{game}/words/{language}", response_class=FileResponse)
    def words(game: str, language: str) -> FileResponse:
        """A game's catalogue of words in a language."""
        return FileResponse(words_file(game, language), media_type="application/json", headers=FRESH)

    @app.get("/api/games/{game}/rulebook/{language}", response_class=FileResponse)
    def rulebook(game: str, language: str) -> FileResponse:
        """A game's rulebook in a language, in Markdown."""
        return FileResponse(rulebook_file(game, language), media_type="text/markdown; charset=utf-8", headers=FRESH)

    @app.get("/api/games/{game}/page/{file:path}", response_class=FileResponse)
    def page(game: str, file: str) -> FileResponse:
        """A file of the table that a game's package brings for the page."""
        path = page_file(game, file)
        if path is None:
            raise HTTPException(404)
        script = path.suffix in (".js", ".mjs")
        return FileResponse(path, media_type="text/javascript" if script else None, headers=FRESH)

    @app.post("/api/games/{game}/study")
    async def study(request: Request, game: str, asked: StudyRules) -> StudyShown:
        """What house rules come to beside the printed ones: how far it is; begun where that is asked for."""
        hub: Hub = request.app.state.hub
        if asked.begin:
            hub.spare()
        return await hub.study(game, asked.players, asked.options, begin=asked.begin)
