"""The command line: `parlour serve`, `play`, `simulate`, `replay`, `verify`, `games`, `warm`, `bench`."""

import argparse
import json
import os
import secrets
import sys
from pathlib import Path
from random import Random
from typing import Any

from parlour import __version__
from parlour.engine import Game, GameError, Log, LogError, Match, games, load
from parlour.engine.fairness import check
from parlour.engine.words import Json
from parlour.games.cells import MASK
from parlour.say import spoken

FAILED, USAGE = 1, 2  # exit codes beside 0: it went wrong; it was asked wrongly
HIGHEST_PORT = 65_535


class Failure(Exception):
    """What went wrong, in one line for the person at the terminal."""


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 it failed (the reason is on stderr), 2 asked wrongly."""
    arguments = parser().parse_args(argv)
    try:
        return int(arguments.run(arguments) or 0)
    except BrokenPipeError:  # who read it has enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (Failure, GameError, LogError, OSError) as error:
        print(f"parlour {arguments.command}: {_plain(error)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130


def _plain(error: Exception) -> str:
    """What went wrong; of a file its name and the reason, without the system's number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def parser() -> argparse.ArgumentParser:
    """All commands and what they take."""
    top = argparse.ArgumentParser(
        prog="parlour",
        description="Four parlour games with hidden information: a room to play them in, and a library to study them with.",
        epilog="exit codes: 0 done, 1 failed (the reason is on stderr), 2 asked wrongly",
    )
    top.add_argument("--version", action="version", version=f"parlour {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _serve(commands)
    _play(commands)
    _simulate(commands)
    _replay(commands)
    _games(commands)
    _warm(commands)
    _bench(commands)
    return top


def _serve(commands: Any) -> None:
    p = commands.add_parser(
        "serve",
        help="open the room: people play in their browsers",
        description="Serve the room. Friends open the printed address; with --lan phones in the same house scan the code. "
        "Cameras need HTTPS or localhost: give a certificate.",
    )
    p.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s; --lan listens on all)")
    p.add_argument("--port", type=int, default=8000, help="port to listen on; 0 takes a free one (default %(default)s)")
    p.add_argument(
        "--database",
        default=os.environ.get("PARLOUR_DATABASE", "sqlite:///parlour.sqlite"),
        help="SQLAlchemy URL of the store, SQLite or PostgreSQL (default %(default)s, or $PARLOUR_DATABASE)",
    )
    p.add_argument(
        "--lan", action="store_true", help="let the house in: listen on all addresses, print the link and its square code"
    )
    p.add_argument("--tls-cert", type=Path, help="certificate chain (PEM), for https")
    p.add_argument("--tls-key", type=Path, help="its private key (PEM)")
    p.add_argument(
        "--ice",
        action="append",
        default=[],
        metavar="URL[,USER,CREDENTIAL]",
        help="a server that helps cameras find each other across networks, such as stun:stun.example.org or "
        "turn:turn.example.org,user,credential; may be repeated. None is needed within one network",
    )
    p.add_argument(
        "--ice-file",
        type=Path,
        default=os.environ.get("PARLOUR_ICE_FILE"),
        help="such servers as a JSON list of RTCIceServer objects, which keeps credentials out of the list of processes "
        "(default: $PARLOUR_ICE_FILE)",
    )
    p.set_defaults(run=serve)


def _play(commands: Any) -> None:
    p = commands.add_parser("play", help="play in the terminal against bots", description="Play in the terminal against bots.")
    p.add_argument("game", help="which game, as `parlour games` lists them")
    p.add_argument(
        "--players", type=int, help="people at the table, you included (default: the fewest the game takes, at least 3 if it can)"
    )
    p.add_argument("--bot", help="the kind of bot to play against (default: the game's best rule of thumb)")
    _language(p)
    _options(p)
    p.add_argument("--seed", type=int, help="replay the same chance and bots; without it the operating system rolls")
    p.set_defaults(run=play)


def _language(p: argparse.ArgumentParser) -> None:
    p.add_argument("--language", help="en, fr … (default: from $LANG)")


def _options(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as end_score=50; may be repeated (see `parlour games`)",
    )


def _simulate(commands: Any) -> None:
    p = commands.add_parser(
        "simulate",
        help="let bots play many games and count",
        description="Let bots play many games. Seats rotate, so that no bot gains by its place. One seed, one result.",
    )
    p.add_argument("game")
    p.add_argument("--players", type=int, help="players a game (default: the fewest the game takes)")
    p.add_argument("--games", type=int, default=1000, help="how many (default %(default)s)")
    p.add_argument(
        "--bots", default="simple", help="kinds of bots, one a seat or cycled, with commas: simple,random (default %(default)s)"
    )
    p.add_argument("--seed", type=int, default=1, help="default %(default)s")
    _options(p)
    p.add_argument("--json", action="store_true", help="print the result as JSON")
    p.set_defaults(run=simulate)


def _replay(commands: Any) -> None:
    p = commands.add_parser(
        "replay", help="tell a finished match from its log", description="Tell the story of a match from its log."
    )
    p.add_argument("file", type=Path, help="a log, as the room offers it when a match is over")
    _language(p)
    p.set_defaults(run=replay)
    p = commands.add_parser(
        "verify",
        help="check that a log replays to its result",
        description="Replay a log by the installed rules, and draw its chance again where it was sealed (docs/fairness.md). "
        "Exit code 0: every action was legal, every draw is the secret's, and the match came to its end.",
    )
    p.add_argument("file", type=Path)
    p.set_defaults(run=verify)


def _games(commands: Any) -> None:
    p = commands.add_parser(
        "games",
        help="list the games installed, with their options",
        description="List the games installed, ours and strangers', with the numbers of players and the options of each.",
    )
    p.add_argument("--json", action="store_true", help="print the list as JSON")
    p.set_defaults(run=list_games)


def _warm(commands: Any) -> None:
    p = commands.add_parser(
        "warm",
        help="compile the rules now, so that nothing waits later",
        description="Compile the rules of the games into the cache (needs the extra `fast`). Takes 5 to 30 s a game, once.",
    )
    p.add_argument("game", nargs="*", help="which games (default: all)")
    p.set_defaults(run=warm)


def _bench(commands: Any) -> None:
    p = commands.add_parser(
        "bench",
        help="measure the rules: steps per second",
        description="Random play: steps per second of process time, on the plain and (with the extra `fast`) compiled carriers.",
    )
    p.add_argument("game", nargs="*", help="which games (default: all)")
    p.add_argument("--seconds", type=float, default=1.0, help="how long to measure each (default %(default)s)")
    p.add_argument("--json", action="store_true", help="print {game: {plain, compiled}}")
    p.set_defaults(run=bench)


def chosen_options(pairs: list[str]) -> dict[str, Json]:
    """`name=value` pairs as options. A value that reads as JSON is taken so, any other as a word. Raises Failure."""
    out: dict[str, Json] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Failure(f"an option is NAME=VALUE, not {pair!r}")
        try:
            out[name] = json.loads(value)
        except (ValueError, RecursionError):  # besides what is no JSON: numbers too long, lists too deep
            out[name] = value
    return out


def chosen_language(asked: str | None, game: Game) -> str:
    """The language asked for, or that of $LANG. Raises Failure where nothing can be said in the one asked for."""
    if asked is None:
        return os.environ.get("LANG", "en")[:2]
    if asked not in spoken(game):
        raise Failure(f"--language is one of {', '.join(spoken(game))}, not {asked!r}")
    return asked


def serve(arguments: argparse.Namespace) -> None:
    from ssl import SSLError  # noqa: PLC0415 - only this command needs these two

    from parlour.server import Settings, StoreError, run  # noqa: PLC0415

    if (arguments.tls_cert is None) != (arguments.tls_key is None):
        raise Failure("--tls-cert and --tls-key go together")
    if not 0 <= arguments.port <= HIGHEST_PORT:
        raise Failure(f"--port goes from 0 to {HIGHEST_PORT}, not {arguments.port}")
    for path in filter(None, (arguments.tls_cert, arguments.tls_key)):
        path.open("rb").close()  # its error names the file; that of the TLS library does not
    servers = _ice_servers(arguments)
    try:
        run(
            host="0.0.0.0" if arguments.lan else arguments.host,
            port=arguments.port,
            database=arguments.database,
            tls_cert=arguments.tls_cert,
            tls_key=arguments.tls_key,
            lan=arguments.lan,
            settings=Settings(ice=servers),
        )
    except SSLError as error:
        raise Failure(f"no certificate and its key: {arguments.tls_cert}, {arguments.tls_key} ({error})") from None
    except StoreError as error:
        raise Failure(" ".join(str(error).split())) from None


def _ice_servers(arguments: argparse.Namespace) -> tuple[dict[str, Any], ...]:
    from parlour.server import ice  # noqa: PLC0415

    try:
        listed = ice.read_file(Path(arguments.ice_file)) if arguments.ice_file else ()
        return (*listed, *(ice.read(text) for text in arguments.ice))
    except ice.IceError as error:
        raise Failure(str(error)) from None


def play(arguments: argparse.Namespace) -> None:
    from rich.console import Console  # noqa: PLC0415 - the library runs without a terminal

    from parlour.bots import kinds, welcoming  # noqa: PLC0415
    from parlour.terminal import play as table  # noqa: PLC0415

    game = load(arguments.game)
    kind = arguments.bot or kinds(game)[0]
    if kind not in kinds(game):
        raise Failure(f"{game.name} has no bot {kind!r}; it has {', '.join(kinds(game))}")
    low, high = game.seats.start, game.seats.stop - 1
    players = min(max(3, low), high) if arguments.players is None else arguments.players
    rng = Random(secrets.randbits(128) if arguments.seed is None else arguments.seed)
    options = welcoming(game) | chosen_options(arguments.option)
    table(game, players, options, kind, chosen_language(arguments.language, game), rng, Console(), input)


def simulate(arguments: argparse.Namespace) -> None:
    from parlour.bots import welcoming  # noqa: PLC0415
    from parlour.lab.simulate import simulate as run  # noqa: PLC0415

    game = load(arguments.game)
    players = game.seats.start if arguments.players is None else arguments.players
    if arguments.games < 1:
        raise Failure(f"--games must be at least 1, not {arguments.games}")
    if not 0 <= arguments.seed <= MASK:
        raise Failure(f"--seed goes from 0 to {MASK}")
    with _progress("playing", arguments.games) as advance:
        report = run(
            game,
            players=players,
            games=arguments.games,
            bots=arguments.bots.split(","),
            seed=arguments.seed,
            options=welcoming(game) | chosen_options(arguments.option),
            progress=advance,
        )
    print(json.dumps(report.to_json(), indent=2) if arguments.json else report.to_text())


def _progress(what: str, total: int) -> Any:
    from parlour.progress import progress  # noqa: PLC0415

    return progress(what, total)


def _log(path: Path) -> Log:
    try:
        return Log.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise Failure(f"{path}: not a text") from None


def replay(arguments: argparse.Namespace) -> None:
    from parlour.replay import tell  # noqa: PLC0415

    log = _log(arguments.file)
    for line in tell(log, chosen_language(arguments.language, load(log.game))):
        print(line)


def verify(arguments: argparse.Namespace) -> None:
    log = _log(arguments.file)
    match = Match.replay(log)
    if not match.over:
        raise Failure(f"{arguments.file}: every action is legal, but the match is not over")
    result: dict[str, Any] = {"game": match.game.name, "players": match.players, "score": match.score(), "rank": match.rank()}
    if log.draws is not None:
        added = [seat for seat, part in enumerate(log.draws.parts) if part is not None]
        result |= {"seal": log.draws.seal, "draws": len(check(log)), "added": added}
    print(json.dumps(result))


def list_games(arguments: argparse.Namespace) -> None:
    described = [load(name).describe() for name in games()]
    if arguments.json:
        print(json.dumps(described, indent=2))
        return
    for game in described:
        print(f"{game['game']}  version {game['version']}, {game['seats']['low']} to {game['seats']['high']} players")
        for option in game["options"]:
            print(f"    --option {option['name']}=…  {_choices(option)}  (default {json.dumps(option['default'])})")


def _choices(option: dict[str, Json]) -> str:
    if option["kind"] == "number":
        return f"{option['low']} to {option['high']}"
    values = ", ".join(map(str, option["values"]))
    return {"choice": values, "seat": f"{values} or a seat from 0", "flags": f"a JSON list of some of: {values}"}[
        str(option["kind"])
    ]


def warm(arguments: argparse.Namespace) -> None:
    from parlour.engine import compiled  # noqa: PLC0415

    if not compiled.available():
        raise Failure(compiled.MISSING)
    names = arguments.game or games()
    with _progress("compiling", len(names)) as advance:
        for name in names:
            compiled.warm(load(name))
            advance(1)


def bench(arguments: argparse.Namespace) -> None:
    from parlour.lab.bench import bench as run  # noqa: PLC0415

    if not arguments.seconds > 0:
        raise Failure(f"--seconds must be more than 0, not {arguments.seconds}")
    names = arguments.game or games()
    measured = {}
    with _progress("measuring", len(names)) as advance:
        for name in names:
            measured[name] = run(load(name), arguments.seconds)
            advance(1)
    if arguments.json:
        print(json.dumps(measured, indent=2))
        return
    for name, speed in measured.items():
        compiled = f"{speed['compiled']:>12,.0f}" if speed["compiled"] else "           –"
        print(f"{name:<12} plain {speed['plain']:>10,.0f}   compiled {compiled}   steps/s")
