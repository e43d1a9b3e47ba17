"""`parlour tables`: list, close and erase tables."""

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from parlour.cli.asked import Failure
from parlour.cli.serve import database, room

if TYPE_CHECKING:
    from parlour.server.store.ledger import Ledger

DAY, HOUR, MINUTE = 86_400, 3600, 60


def add(commands: Any) -> None:
    p = commands.add_parser(
        "tables",
        help="list the room's tables, close or erase one",
        description="The tables of a room, whether or not it is running. A running room closes a table within seconds, one that "
        "is not when it next starts.",
    )
    deeds = p.add_subparsers(dest="deed", required=True, metavar="DEED")
    shown = deeds.add_parser("list", help="the tables that are not closed, those touched last first")
    shown.add_argument("--all", action="store_true", help="closed ones as well")
    shown.add_argument("--json", action="store_true", help="print the list as JSON")
    shown.set_defaults(run=list_tables)
    closed = deeds.add_parser("close", help="close a table for good; the log of its last match is kept")
    closed.add_argument("word", help="the table word, such as maple-otter-7k3q-9mxt")
    closed.set_defaults(run=close_table)
    erased = deeds.add_parser("erase", help="erase a table with its matches, for good")
    erased.add_argument("word", help="the table word")
    erased.set_defaults(run=erase_table)
    forgotten = deeds.add_parser("forget", help="erase a person's name and face, and keep the matches")
    forgotten.add_argument("name", help="the name, exactly as it stood at the table")
    forgotten.add_argument("--table", help="the word of a single table (default: all tables with this name)")
    forgotten.add_argument("--yes", action="store_true", help="do it; without it the tables are only listed")
    forgotten.set_defaults(run=forget)
    for one in (shown, closed, erased, forgotten):
        database(one)


def list_tables(arguments: argparse.Namespace) -> None:
    with _ledger(arguments) as ledger:
        entries = ledger.entries(closed=arguments.all)
    if arguments.json:
        print(json.dumps([entry.to_json() for entry in entries], indent=2))
        return
    for entry in entries:
        status = "closing" if entry.closing else entry.status
        print(
            f"{entry.word:<30} {entry.game:<12} {status:<8} {entry.people:>2} people {entry.matches:>3} matches  "
            f"touched {_ago(time.time() - entry.touched)} ago"
        )


def close_table(arguments: argparse.Namespace) -> None:
    with _ledger(arguments) as ledger:
        if not ledger.close(arguments.word):
            raise Failure(f"no table of the word {arguments.word!r} is open")


def erase_table(arguments: argparse.Namespace) -> None:
    with _ledger(arguments) as ledger:
        if not ledger.erase(arguments.word):
            raise Failure(f"there is no table of the word {arguments.word!r}")
        _say(ledger)


def forget(arguments: argparse.Namespace) -> None:
    with _ledger(arguments) as ledger:
        words = [word for word in ledger.sat(arguments.name) if arguments.table in (None, word)]
        if not words:
            raise Failure(f"nobody called {arguments.name!r} sits or sat there")
        for word in words:
            print(word)
        if not arguments.yes:
            print("nothing is erased yet: say --yes")
            return
        ledger.forget(arguments.name, words)
        _say(ledger)


def _say(ledger: "Ledger") -> None:
    print("erased" if ledger.settle() else "the room erases it within seconds")


@contextmanager
def _ledger(arguments: argparse.Namespace) -> "Iterator[Ledger]":
    room("the room's database")
    from parlour.server.store.error import StoreError  # noqa: PLC0415 - only these commands need the database
    from parlour.server.store.ledger import Ledger  # noqa: PLC0415

    try:
        ledger = Ledger(arguments.database)
    except StoreError as error:
        raise Failure(" ".join(str(error).split())) from None
    try:
        yield ledger
    finally:
        ledger.leave()


def _ago(seconds: float) -> str:
    """A time as the greatest whole unit."""
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= unit:
            return f"{int(seconds // unit)} {name}"
    return f"{max(0, int(seconds))} s"
