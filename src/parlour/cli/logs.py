"""`parlour replay` and `parlour verify`: what a log tells, and whether it holds."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from parlour.cli import asked
from parlour.engine import GameError, Log, LogError, Match, installed, load
from parlour.engine.chance.dealer import deal_of
from parlour.engine.chance.fairness import check
from parlour.engine.record.draws import sealed

PIPED = "-"


def add(commands: Any) -> None:
    p = commands.add_parser(
        "replay", help="retell a finished match from its log", description="Tell the story of a match from its log."
    )
    p.add_argument("file", help="a log, as the room offers it when a match is over; - reads it from standard input")
    asked.takes_language(p)
    p.set_defaults(run=replay)
    p = commands.add_parser(
        "verify",
        help="check that a log replays to its result",
        description="Replay a log by the installed rules, and draw its chance again where it was sealed (docs/fairness.md). "
        "Exit code 0: every action was legal, every draw is the secret's, and the match came to its end.",
    )
    p.add_argument("file", help="a log; - reads it from standard input")
    p.add_argument("--deal", metavar="FILE", help="the log of the match whose deal this one repeats: its cards must be the same")
    p.add_argument(
        "--day",
        metavar="FILE",
        help="what the house told of that day when it was over (/api/days/DATE): the cards must be those of its secret",
    )
    p.set_defaults(run=verify)


def replay(arguments: argparse.Namespace) -> None:
    from parlour.replay import tell  # noqa: PLC0415

    with named(arguments.file):
        log = read(arguments.file)
        told = list(tell(log, _spoken(arguments.language, log)))
    for line in told:
        print(line)


def _spoken(wanted: str | None, log: Log) -> str:
    """The language of the story; what a log brings of rules that are not here is told in those it brings. Raises Wrong."""
    if wanted in log.story and not installed(log.game, log.version):
        return str(wanted)
    return asked.language(wanted, load(log.game))


def verify(arguments: argparse.Namespace) -> None:
    with named(arguments.file):
        log = read(arguments.file)
        match = Match.replay(log)
        if not match.over:
            raise LogError("every action is legal, but the match is not over")
        result: dict[str, Any] = {"game": log.game, "players": match.players, "score": match.score(), "rank": match.rank()}
        if log.draws is not None:
            added = [seat for seat, part in enumerate(log.draws.parts) if part is not None]
            drawn = check(log)
            result |= {"seal": log.draws.seal, "draws": len(drawn), "added": added}
            if log.draws.deal is not None:
                result |= {"deal": log.draws.deal.match, "known": sum(one.drawn is None for one in drawn)}
    if arguments.deal is not None:
        deal = log.draws.deal if log.draws is not None else None
        with named(arguments.deal):
            if deal is None or deal_of(read(arguments.deal), deal.match) != deal:
                raise LogError("what this match dealt is not what was dealt again in the other")
    if arguments.day is not None:
        with named(arguments.day):
            result |= {"day": _of_day(log, arguments.day)}
    print(json.dumps(result))


def _of_day(log: Log, file: str) -> str:
    """The date whose deal a match was dealt, made again from the day's secret. Raises LogError, NoDay, OSError."""
    from parlour.bots.day import day_deal  # noqa: PLC0415

    with open(file, encoding="utf-8-sig") as opened:
        try:
            told = json.load(opened)
            date, seal, secret = (str(told[name]) for name in ("date", "seal", "secret"))
        except (ValueError, KeyError, TypeError):
            raise LogError("not what a house tells of a day: it has a date, a seal and a secret") from None
    if told["secret"] is None:
        raise LogError(f"the secret of {date} is still sealed")
    if sealed(secret) != seal:
        raise LogError(f"the secret of {date} is not the one that was sealed")
    deal = log.draws.deal if log.draws is not None else None
    if deal is None or deal != day_deal(log.game, date, secret):
        raise LogError(f"what this match dealt is not the deal of {date}")
    return date


@contextmanager
def named(file: str) -> Iterator[None]:
    """Says which file it is that does not hold. Raises Failure."""
    try:
        yield
    except (LogError, GameError) as error:
        raise asked.Failure(f"{'standard input' if file == PIPED else file}: {error}") from None


def read(file: str) -> Log:
    """Raises LogError, OSError."""
    try:
        if file == PIPED:
            return Log.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
        with open(file, encoding="utf-8-sig") as opened:
            return Log.loads(opened.read())
    except UnicodeDecodeError:
        raise LogError("not a text") from None
