"""The figures of a study as a table, a row a figure: CSV, or Parquet with the extra `tables`."""

import csv
import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from parlour.engine.contract.game import Game
from parlour.extras import need
from parlour.lab.figure import Figure
from parlour.lab.study import Finding

COLUMNS = ("game", "version", "players", "rules", "printed", "bot", "games", "of", "figure", "name", "value", "low", "high")


def rows(game: Game, found: Sequence[Finding]) -> Iterator[tuple[Any, ...]]:
    """By COLUMNS. `name` is empty but for figures of which there is one a seat, an action or a time."""
    for one in found:
        rules = ", ".join(f"{option}={value}" for option, value in one.variant.changed)
        about = (game.name, game.version, one.variant.players, rules, one.variant.printed, one.bot, one.games, one.of)
        named: dict[tuple[str, str], Figure] = {(key, ""): figure for key, figure in one.figures.items()}
        named |= {("wins", f"seat {seat + 1}"): figure for seat, figure in enumerate(one.seats)}
        named |= {(key, row): figure for key, table in one.tables.items() for row, figure in table.items()}
        for (key, row), figure in named.items():
            yield (*about, key, row, figure.value, figure.low, figure.high)


def writable(path: Path) -> None:
    """Raises ValueError for another ending than .csv and .parquet, MissingExtra."""
    if path.suffix not in (".csv", ".parquet"):
        raise ValueError(f"figures are written to a .csv or a .parquet file, not {path.name!r}")
    if path.suffix == ".parquet":
        need("a Parquet file", "tables", "pyarrow")


def write(path: Path, game: Game, found: Sequence[Finding]) -> None:
    """Write them, as the path's ending says. Raises ValueError and MissingExtra as `writable` does."""
    writable(path)
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(rows(game, found))
    else:
        arrow: Any = importlib.import_module("pyarrow")  # only here, for it brings much
        parquet: Any = importlib.import_module("pyarrow.parquet")
        columns = zip(*rows(game, found), strict=True)
        parquet.write_table(arrow.table(dict(zip(COLUMNS, map(list, columns), strict=True))), path)
