"""What several commands are asked for in the same words: a game, players, options, bots, a language."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping

from parlour.bots import UnknownBot, welcoming
from parlour.bots.entrants import found
from parlour.engine import BrokenGame, Game, GameError, Match, UnknownGame, games, load
from parlour.engine.contract.words import Json
from parlour.say import spoken


class Failure(Exception):
    """What went wrong, in one line for the person at the terminal."""


class Wrong(Failure):
    """What was asked cannot be done, however often it is tried: the person must ask otherwise."""


def takes_options(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as end_score=50; may be repeated (see `parlour games`)",
    )


def takes_language(p: argparse.ArgumentParser) -> None:
    p.add_argument("--language", help="en, fr … (default: from $LANG)")


def takes_games(p: argparse.ArgumentParser) -> None:
    p.add_argument("game", nargs="*", help="which games (default: all)")


def takes_workers(p: argparse.ArgumentParser) -> None:
    p.add_argument("--workers", type=int, default=cores(), metavar="N", help="worker processes (default: all cores, %(default)s)")
    p.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the Dask cluster whose scheduler listens there, such as tcp://host:8786 (needs the extra `distributed`)",
    )


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(arguments: argparse.Namespace) -> int:
    """How many processes play. Raises Wrong."""
    if arguments.workers < 1:
        raise Wrong(f"--workers must be at least 1, not {arguments.workers}")
    return int(arguments.workers)


def game(name: str) -> Game:
    """The game of this name. Raises Wrong where none is called so, GameError where it is broken."""
    try:
        return load(name)
    except UnknownGame as error:
        raise Wrong(str(error)) from None


def loadable(names: list[str]) -> Iterator[Game]:
    """The games of these names, or all that are installed: of those one that is broken is complained of and left out."""
    if names:
        yield from map(game, names)
        return
    for name in games():
        try:
            yield load(name)
        except BrokenGame as error:
            print(f"parlour: left out: {error}", file=sys.stderr)


def options(pairs: list[str], chosen: Game, players: int) -> dict[str, Json]:
    """The options under which bots sit, changed by `name=value` pairs: values that read as JSON are taken so, others as words.

    Raises Wrong, also where so many players do not play the game so.
    """
    asked = welcoming(chosen) | dict(map(_pair, pairs))
    _fit(chosen, players, asked)
    return asked


def _pair(text: str) -> tuple[str, Json]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Wrong(f"an option is NAME=VALUE, not {text!r}")
    return name, value_of(value)


def value_of(text: str) -> Json:
    """What reads as JSON as that, all else as a word."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # besides what is no JSON: numbers too long, lists too deep
        return text


def _fit(chosen: Game, players: int, asked: Mapping[str, Json]) -> None:
    try:
        Match.start(chosen, players, asked)
    except GameError as error:
        raise Wrong(str(error)) from None


def bots(chosen: Game, names: list[str]) -> list[str]:
    """Kinds of bot and import paths, of what is installed or lies here. Raises Wrong where there is no such bot."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        for name in names:
            found(chosen, name)
    except UnknownBot as error:
        raise Wrong(str(error)) from None
    return names


def language(asked: str | None, chosen: Game) -> str:
    """The language asked for, or that of $LANG. Raises Wrong where nothing can be said in the one asked for."""
    if asked is None:
        return os.environ.get("LANG", "en")[:2]
    if asked not in spoken(chosen):
        raise Wrong(f"--language is one of {', '.join(spoken(chosen))}, not {asked!r}")
    return asked
