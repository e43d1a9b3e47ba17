"""Puzzles as a page is told of them: a list by name, and each with its table, its choices and what came of judging them."""

from functools import cache
from typing import Any, cast

from parlour.engine import GameError, LogError, load
from parlour.puzzles import NoPuzzles, Puzzle, shipped
from parlour.server.table.seats import STEADY_FACES, STEADY_NAMES
from parlour.server.table.texts import texts_of
from parlour.server.table.views import languages
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.match import ViewShown
from parlour.server.wire.shown.people import Guest
from parlour.server.wire.shown.puzzles import PuzzleChoice, PuzzleListed, PuzzleShown

HEARD = 60  # of the last events of the match, at most: enough for a round of bids, and for what happened last


def listed(game: str) -> list[PuzzleListed]:
    """The puzzles of a game, the easiest first. Raises Refused (unknown_game, no_puzzles)."""
    return [{"puzzle": one.name, "kind": one.kind, "grade": one.grade} for one in _of(game).values()]


def shown(game: str, name: str, language: str) -> PuzzleShown:
    """One of them. Raises Refused (unknown_game, no_puzzles, unknown_puzzle)."""
    return puzzle_shown(found(game, name), language)


def found(game: str, name: str) -> Puzzle:
    """The puzzle of this name. Raises Refused (unknown_game, no_puzzles, unknown_puzzle)."""
    puzzles = _of(game)
    if name not in puzzles:
        raise Refused("unknown_puzzle", f"{game} has no puzzle {name!r}", field="puzzle")
    return puzzles[name]


def puzzle_shown(puzzle: Puzzle, language: str) -> PuzzleShown:
    """What its seat knew, and the choices in the order of the game's actions, whichever is the best."""
    view, game = puzzle.view(), load(puzzle.game)
    order = sorted(puzzle.options, key=lambda option: option.action)
    people: list[Guest] = [
        {"name": name, "avatar": face, "bot": "simple"}
        for _, name, face in zip(range(puzzle.players), STEADY_NAMES, STEADY_FACES * puzzle.players, strict=False)
    ]
    worded = texts_of(game)
    spoken = language if language in languages(game.folder) else "en"
    names = [guest["name"] for guest in people]
    texts: dict[str, Any] = worded(view, spoken, names) if worded is not None else {}
    choices: list[PuzzleChoice] = [
        {
            "action": game.actions.read(option.action),
            "share": option.share,
            "error": option.error,
            "gap": option.gap,
            "doubt": option.doubt,
            "because": list(option.because),
        }
        for option in order
    ]
    likeliest = max(order, key=lambda option: option.leaning)
    return {
        "puzzle": puzzle.name,
        "game": puzzle.game,
        "version": puzzle.version,
        "kind": puzzle.kind,
        "grade": puzzle.grade,
        "options": puzzle.options_of,
        "people": people,
        "view": cast(ViewShown, view.to_json()),
        "events": view.told_json(max(0, len(view.events) - HEARD)),
        "texts": texts,
        "choices": choices,
        "best": order.index(puzzle.options[0]),
        "thumb": order.index(likeliest),
        "misses": puzzle.misses,
    }


@cache
def _of(game: str) -> dict[str, Puzzle]:
    try:
        return {puzzle.name: puzzle for puzzle in shipped(game)}
    except NoPuzzles as error:
        raise Refused("no_puzzles", str(error)) from None
    except (GameError, LogError) as error:
        raise Refused("unknown_game", str(error)) from None
