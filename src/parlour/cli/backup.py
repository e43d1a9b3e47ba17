"""`parlour backup` and `parlour restore`: a copy of the room's database."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.cli.asked import Failure, Wrong
from parlour.cli.serve import database, room


def add(commands: Any) -> None:
    p = commands.add_parser(
        "backup",
        help="copy the room's database to a file",
        description="Copy a room's SQLite database to a file while the room runs. The file is there when it is whole.",
    )
    p.add_argument("file", type=Path, help="the copy; an existing file is replaced")
    database(p)
    p.set_defaults(run=backup)
    p = commands.add_parser(
        "restore",
        help="replace the room's database with a copy",
        description="Put a copy in the place of a room's SQLite database, on which no server runs. What was there is gone.",
    )
    p.add_argument("file", type=Path, help="the copy, as `parlour backup` made it")
    database(p)
    p.set_defaults(run=restore)


def backup(arguments: argparse.Namespace) -> None:
    with _said():
        from parlour.server.store.copies import backup as copy  # noqa: PLC0415 - only these commands need the database

        copy(arguments.database, arguments.file)


def restore(arguments: argparse.Namespace) -> None:
    with _said():
        from parlour.server.store.copies import restore as put_back  # noqa: PLC0415

        put_back(arguments.database, arguments.file)


@contextmanager
def _said() -> Iterator[None]:
    room("the room's database")
    from parlour.server.store.copies import NoFile  # noqa: PLC0415
    from parlour.server.store.error import StoreError  # noqa: PLC0415

    try:
        yield
    except NoFile as error:
        raise Wrong(str(error)) from None
    except StoreError as error:
        raise Failure(" ".join(str(error).split())) from None
