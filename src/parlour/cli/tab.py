"""`parlour tab`: the room as a folder of static files, which is played in the browser that opens it."""

import argparse
from pathlib import Path
from typing import Any

from parlour.cli.asked import Failure
from parlour.extras import need


def add(commands: Any) -> None:
    p = commands.add_parser(
        "tab",
        help="write the room as a folder of static files that needs no server",
        description="Write a folder that any web server serves, under any path: the room in whatever browser opens it. "
        "What it needs of others is fetched once, by npm and pip, and checked against a lock.",
    )
    p.add_argument("--out", type=Path, default=Path("tab"), help="the folder (default: %(default)s)")
    p.set_defaults(run=tab)


def tab(arguments: argparse.Namespace) -> None:
    need("parlour tab", "tab", "pydantic")
    from parlour.tab.fetched import NotFetched  # noqa: PLC0415
    from parlour.tab.folder import NoPage, NotOurs, write  # noqa: PLC0415

    try:
        size = write(arguments.out)
    except (NotFetched, NoPage, NotOurs) as error:
        raise Failure(str(error)) from None
    print(f"{arguments.out}: {size / 1e6:.1f} MB as they are sent; try it: python -m http.server --directory {arguments.out}")
