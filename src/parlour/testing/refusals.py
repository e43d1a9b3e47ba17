"""Which changed positions of a game are taken, as text: reviewed as a diff when its `sound` changes.

Of some moments of random games, one number after another is changed, and cells are exchanged with other moments. What is
refused is only counted; what is taken is listed, for it is what somebody should look at.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.contract.words import cell_value
from parlour.engine.match import Match
from parlour.testing.positions import changed
from parlour.testing.reach import reached
from parlour.testing.reading import form

MOMENTS = 14  # of different kinds, as far as there are so many
NUMBERS = 120  # numbers of a position that are changed; of a larger one, so many drawn at random
MIXED = 60  # changes of several cells


def path(game: Game, folder: Path) -> Path:
    return folder / f"{game.name}.positions.txt"


def taken(game: Game) -> str:
    """The text; the same every time."""
    rng = Random(f"{game.name}/refusals")
    matches = reached(game, most=MOMENTS * 3)
    matches = rng.sample(matches, min(MOMENTS, len(matches)))
    lines = [f"{game.name} version {game.version}: changed positions that are taken"]
    for match in matches:
        lines += ["", f"{match.players} players, phase {_phase(match)}, after {len(match.log().actions)} steps"]
        refused = 0
        for what, state in (*_single(match, rng), *_mixed(match, matches, rng)):
            if _stands(game, match, state):
                lines.append(f"  {what}")
            else:
                refused += 1
        lines.append(f"  {refused} others are refused")
    return "\n".join([*lines, ""])


def _phase(match: Match) -> str:
    return form(match.game.read_cells(match.state).get("phase"))


def _stands(game: Game, match: Match, state: Any) -> bool:
    try:
        return getattr(state, "players", match.players) == match.players and bool(game.sound(state))
    except IndexError:
        return False


def _single(match: Match, rng: Random) -> Iterator[tuple[str, Any]]:
    """One number changed: by one either way, and to the ends of its range."""
    places = [(name, at) for name, cell in match.game.cells.items() for at in _places(cell.shape)]
    for name, at in sorted(rng.sample(places, min(NUMBERS, len(places)))):
        cell = match.game.cells[name]
        value = _get(match.state, name, at)
        for other in sorted({value - 1, value + 1, cell.low, cell.high} - {value}):
            if cell.low <= other <= cell.high:
                state = match.state.clone()
                _set(state, name, at, other)
                yield f"{name}{''.join(f'[{i}]' for i in at)}: {value} -> {other}", state


def _mixed(match: Match, matches: list[Match], rng: Random) -> Iterator[tuple[str, Any]]:
    for _ in range(MIXED):
        cells = match.game.cells
        before = match.state
        state = match.state.clone()
        for name, value in changed(match, rng.choice(matches), rng)["cells"].items():
            setattr(state, name, _numbers(cells[name], value))
        names = [name for name in cells if getattr(state, name) != getattr(before, name)]
        if names:
            yield f"changed together: {', '.join(f'{name} {form(getattr(state, name))}' for name in names)}", state


def _numbers(cell: Any, value: Any) -> Any:
    return cell_value(cell, value, "")


def _places(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not shape:
        yield ()
    elif len(shape) == 1:
        yield from ((i,) for i in range(shape[0]))
    else:
        yield from ((i, *rest) for i in range(shape[0]) for rest in _places(shape[1:]))


def _get(state: Any, name: str, at: tuple[int, ...]) -> int:
    value = getattr(state, name)
    for i in at:
        value = value[i]
    return int(value)


def _set(state: Any, name: str, at: tuple[int, ...], value: int) -> None:
    if not at:
        setattr(state, name, value)
        return
    row = getattr(state, name)
    for i in at[:-1]:
        row = row[i]
    row[at[-1]] = value
