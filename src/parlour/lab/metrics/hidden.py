"""How much is hidden, and how fast it becomes known: by what `fill` may put where `hide` put unknown."""

from collections import Counter
from math import log2
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.games.cells import UNKNOWN
from parlour.lab.metrics.trace import Trace

GUESSES = 48  # worlds that are guessed for one look
LOOKS = 4  # a game is looked at so often, and at its beginning


def unknown(trace: Trace) -> float | None:
    """The part of the cells of a view that are unknown to who decides, over the game.

    Source: TAG's "hidden information" (the part of the components that a player does not see). 0 with open cards.
    """
    parts = [_part(match, step.seat) for match, step in _looks(trace)]
    return sum(parts) / len(parts) if parts else None


def entropy(trace: Trace) -> dict[str, float]:
    """What a seat does not know, in bits, by how much of the game is over: "0 %", "25 %" … of its decisions.

    The sum over unknown values of the entropy of what `fill` puts there: an upper bound of the entropy of the world, equal to it
    where they are independent. Bias of small samples is corrected as Miller and Madow do (1955). Source: Shannon (1948); TAG
    counts hidden components instead. One die that only another seat saw: log2 6 = 2.58.
    """
    looks = _looks(trace)
    return {f"{100 * i // LOOKS} %": bits(match, step.seat) for i, (match, step) in enumerate(looks)}


def bits(match: Match, seat: int, guesses: int = GUESSES) -> float:
    """What a seat does not know now, in bits; see `entropy`."""
    view, game = match.view(seat), match.game
    hidden = [i for i, value in enumerate(_values(game, view.state)) if value == UNKNOWN]
    rng, found = Random(len(match.log().actions)), [Counter[int]() for _ in hidden]
    for _ in range(guesses if hidden else 0):
        world = view.state.clone()
        game.fill(world, seat, [rng.getrandbits(62)])
        values = _values(game, world)
        for i, count in zip(hidden, found, strict=True):
            count[values[i]] += 1
    return sum(map(_entropy, found))


def _entropy(found: Counter[int]) -> float:
    whole = found.total()
    plain = -sum(count / whole * log2(count / whole) for count in found.values())
    return plain + (len(found) - 1) / (2 * whole) * log2(2.718281828459045)


def _values(game: Game, state: Any) -> list[int]:
    """The values of the cells that can be unknown, one after another."""
    values: list[int] = []
    for name, cell in game.cells.items():
        if cell.low <= UNKNOWN:
            value = getattr(state, name)
            for _ in cell.shape[1:]:
                value = [item for row in value for item in row]
            values += value if cell.shape else (value,)
    return values


def _part(match: Match, seat: int) -> float:
    values = _values(match.game, match.view(seat).state)
    cells = sum(_size(cell.shape) for cell in match.game.cells.values())
    opened = _values(match.game, match.state)  # a value that nobody has is no secret
    return sum(seen == UNKNOWN != true for seen, true in zip(values, opened, strict=True)) / cells


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for side in shape:
        size *= side
    return size


def _looks(trace: Trace) -> list[tuple[Match, Any]]:
    """The match before some decisions, evenly over the game, with the step that follows."""
    last = trace.decisions - 1
    wanted = [round(i * last / LOOKS) for i in range(LOOKS + 1)] if last >= 0 else []
    found, number = [], 0
    for match, step in trace.matches():
        if step.seat < trace.players:
            found += [(match.clone(), step)] * wanted.count(number)
            number += 1
    return found
