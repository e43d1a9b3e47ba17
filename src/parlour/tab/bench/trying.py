"""A game under the laws and through a hundred games, as the bench shows them: beside the table, in a worker of its own."""

from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from parlour.bots import kinds, welcoming
from parlour.drafts import Files
from parlour.engine import load
from parlour.lab.simulate import wilson
from parlour.lab.watched import Deal, watch
from parlour.tab.bench.desk import Desk, Fault
from parlour.testing import playthroughs, refusals
from parlour.testing.sheet import SHEET, kept
from parlour.testing.trial import Trial

MATCHES = 24  # looked at by every law, a tenth of what the kit looks at
GAMES = 100
PART = 5  # games between two signs of life


class Trying:
    """A game under the laws, one after another: the page asks for the next, and may lay other files in between."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self._desk = desk
        self._trial = Trial(desk.name, seed, 1, Path("/nowhere"), MATCHES)
        self._rows = [row for row in SHEET if row.applies(self._trial.game)]

    def __len__(self) -> int:
        return len(self._rows)

    def law(self, number: int) -> dict[str, Any]:
        """Hold the game to a law, from 0: what it says, and what is wrong. `last`: no later one can be tried."""
        row = self._rows[number]
        said = kept(row, self._trial)
        parts = said.splitlines() if row.lists else [said] if said else []
        faults: list[Fault] = [self._desk.place(part.removeprefix(f"{self._desk.name}: "), row.of) for part in parts]
        last = number + 1 == len(self) or bool(self._trial.__dict__.get("fault"))  # what cannot be played is one fault
        return {"says": row.says, "faults": faults, "last": last}


def figures(desk: Desk, players: int, options: dict[str, Any], seed: int, told: Callable[[Any], None]) -> dict[str, Any]:
    """A hundred games between bots of the first kind: choices made in a game, and what part the first seat wins."""
    game = load(desk.name)
    kind = kinds(game)[0]
    rules = game.read_options(game.options(options or welcoming(game), players))
    seen = []
    for number in range(GAMES):
        seen.append(watch(Deal(game.name, (kind,) * players, rules, seed, number)))
        if not (number + 1) % PART:
            told({"played": number + 1, "of": GAMES})
    moves = [one.moves for one in seen]
    twentieths = quantiles(moves, n=20)
    share = sum(one.wins[0] for one in seen) / GAMES
    low, high = wilson(share, GAMES)
    return {
        "games": GAMES,
        "bot": kind,
        "players": players,
        "plays": median(moves),
        "low": twentieths[0],
        "high": twentieths[-1],
        "unfinished": sum(not one.finished for one in seen),
        "share": share,
        "from": low,
        "to": high,
    }


def told_beside(desk: Desk) -> Files:
    """What `parlour new-game` lays beside the package: the annotated playthrough, and the positions that are taken."""
    game = load(desk.name)
    return {
        f"playthroughs/{playthroughs.path(game, Path()).name}": playthroughs.playthrough(game),
        f"playthroughs/{refusals.path(game, Path()).name}": refusals.taken(game),
    }
