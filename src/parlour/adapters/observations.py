"""What is in an observation, cell by cell: `python -m parlour.adapters.observations docs/learning.md` writes it there.

Everything comes from the declared cells. Importing this imports NumPy.
"""

import sys
from pathlib import Path

from parlour.engine import features
from parlour.engine.contract.game import Game, games, load
from parlour.engine.tensor import Place, count, integers, length, places

MARK = "<!-- the rest is written by python -m parlour.adapters.observations -->"
SHOWN = 9  # names of a cell's values that stand in the table


def _values(place: Place) -> str:
    cell = place.cell
    names = [f"{number} = {name}" for number, name in enumerate(cell.names)]
    if len(names) > SHOWN:
        names = [*names[: SHOWN - 2], "…", names[-1]]
    known = ", ".join(names) if names else f"{max(cell.low, 0) if cell.low >= -1 else cell.low} to {cell.high}"
    return f"−1 = unknown, {known}" if cell.low == -1 else known


def _span(start: int, length: int) -> str:
    return str(start) if length == 1 else f"{start}–{start + length - 1}"


def table(game: Game) -> list[str]:
    """One game's lines of Markdown."""
    lines = [
        f"### {game.name}",
        "",
        f"`cells`: {count(game)} of type {integers(game)}; `tensor`: {length(game)} zeros and ones; {game.actions.size} actions.",
        "",
        "| cell | shape | values | `cells` | `tensor` | a value takes | meaning |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for place in places(game):
        shape = " × ".join(map(str, place.cell.shape)) or "one"
        takes = f"{place.width} {'one-hot' if place.hot else 'binary'}"
        whole = _span(place.start, place.count * place.width)
        first = _span(place.first, place.count)
        lines.append(f"| `{place.name}` | {shape} | {_values(place)} | {first} | {whole} | {takes} | {place.cell.says} |")
    return [*lines, "", *_features(game)]


def _features(game: Game) -> list[str]:
    parts = features.declared(game)
    if not parts:
        return []
    lines = [
        f"`features`: {features.count(game)} numbers.",
        "",
        "| feature | numbers | values | meaning |",
        "| --- | --- | --- | --- |",
    ]
    at = 0
    for one in parts:
        lines.append(f"| `{one.name}` | {_span(at, one.count)} | {one.low} to {one.high} | {one.says} |".replace("| -", "| −"))
        at += one.count
    return [*lines, ""]


def document(text: str) -> str:
    """A document with all that stands below the mark written anew."""
    above, mark, _ = text.partition(MARK)
    if not mark:
        raise ValueError(f"the document has no line {MARK}")
    lines = ["", *(line for name in games() if ours(name) for line in table(load(name)))]
    return above + mark + "\n".join(lines).rstrip() + "\n"


def ours(name: str) -> bool:
    """Whether a game is Parlour's own; a stranger's is not in our documents."""
    return load(name).package.startswith("parlour.games.")


def main() -> None:
    path = Path(sys.argv[1])
    path.write_text(document(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
