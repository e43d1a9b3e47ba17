"""Annotated playthroughs: one random match a game, told step by step, reviewed as a diff when the rules change.

Beside each lies which changed positions the game takes (`refusals`).

`python -m parlour.testing.playthroughs [--folder FOLDER] [GAME …]` writes them anew.
"""

import argparse
import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from parlour.engine.contract.game import Game, games, load
from parlour.engine.match import Match
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.testing import refusals
from parlour.testing.reach import random_step

FOLDER = Path("tests/playthroughs")
SEEDS = range(1, 21)
SHORTEST = 40  # steps: where a match ended sooner, say because somebody left at once, the next seed may tell more
TOLD = 120  # steps told in full; the rest of a long match is only its last few
LAST = 10
LOOKED_AT = 20  # every so many steps, what a seat and the onlooker see
NAMES = {CHANCE: "chance", CLOCK: "clock", ONLOOKER: "onlooker"}


def _json(form: Any) -> str:
    return json.dumps(form, ensure_ascii=False)


def _name(seat: int) -> str:
    return NAMES.get(seat, f"seat {seat}")


def _cells(match: Match) -> dict[str, Any]:
    return match.game.read_cells(match.state)


def _views(match: Match) -> Iterator[str]:
    for seat in (0, ONLOOKER):
        view = match.view(seat).to_json()
        yield f"  {_name(seat)} sees {_json(view['cells'])}"
        yield f"    legal {_json(view['legal'])}, may {_json(view['may'])}, scores {_json(view['scores'])}"


def _step(match: Match, number: int, rng: Random) -> list[str]:
    game, read = match.game, match.game.actions.read
    asked = {_name(seat): [read(action) for action in match.legal(seat)] for seat in match.to_act}
    before, told = _cells(match), len(match.state.events)
    seat, action = random_step(match, rng)
    lines = ["", f"{number}. {_name(seat)}: {_json(read(action))}"]
    lines += [f"  asked: {who}: {_json(forms)}" for who, forms in asked.items()]
    for audience, event, who, where, value in match.state.events[told:]:
        hearers = [_name(p) for p in (*range(match.players), ONLOOKER) if audience >> p & 1]
        to = "everyone" if len(hearers) > match.players else ", ".join(hearers) or "nobody"
        lines.append(f"  told to {to}: {_json(game.events.read((event, who, where, value)))}")
    lines += [
        f"  {name}: {_json(before[name])} -> {_json(after)}" for name, after in _cells(match).items() if after != before[name]
    ]
    return lines


def playthrough(game: Game) -> str:
    """A random match with the usual number of players and the printed rules, as text; the same every time."""
    told = (_told(game, seed) for seed in SEEDS)
    return next((text for text, steps in told if steps >= SHORTEST), "") or _told(game, SEEDS[0])[0]


def _told(game: Game, seed: int) -> tuple[str, int]:
    """The match of a seed as text, and how many steps it has."""
    rng = Random(f"{game.name}/playthrough/{seed}")
    players = min(max(3, game.seats.start), game.seats.stop - 1)
    match = Match.start(game, players)
    lines = [f"{game.name} version {game.version}, {players} players, printed rules", "", f"set-up: {_json(_cells(match))}"]
    rest: list[list[str]] = []
    bound = game.longest(match.state)
    number = 0
    while not match.over and number < bound:
        number += 1
        step = _step(match, number, rng)
        if number % LOOKED_AT == 0 and not match.over:
            step += list(_views(match))
        if number <= TOLD:
            lines += step
        else:
            rest.append(step)
    if len(rest) > LAST:
        lines += ["", f"… {len(rest) - LAST} steps more …"]
    for step in rest[-LAST:]:
        lines += step
    lines += ["", f"over after {number} steps: scores {match.score()}, ranks {match.rank()}", *_views(match), ""]
    return "\n".join(lines), number


def path(game: Game, folder: Path) -> Path:
    return folder / f"{game.name}.txt"


def command(game: Game, folder: Path) -> str:
    """What writes a game's files in this folder, typed from where one stands."""
    at = Path(os.path.relpath(folder))
    return shlex.join(["python", "-m", "parlour.testing.playthroughs", game.name, "--folder", str(at)])


def write(game: Game, folder: Path) -> bool:
    """Write a game's playthrough, and which changed positions it takes; says whether that changed a file."""
    wrote = _write(path(game, folder), playthrough(game))
    return _write(refusals.path(game, folder), refusals.taken(game)) or wrote


def _write(file: Path, text: str) -> bool:
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return True


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m parlour.testing.playthroughs", description="Write playthroughs anew.")
    parser.add_argument("game", nargs="*", help="which games (default: all)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="default: %(default)s")
    arguments = parser.parse_args()
    for name in arguments.game or games():
        changed = write(load(name), arguments.folder)
        print(f"{path(load(name), arguments.folder)}: {'written' if changed else 'unchanged'}")


if __name__ == "__main__":
    main()
