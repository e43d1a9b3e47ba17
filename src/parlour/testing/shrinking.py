"""The smallest counterexample: of a match that breaks a law, what can be left out with the law still broken."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.match import IllegalAction, Match
from parlour.engine.record.log import Log
from parlour.games.cells import CHANCE, CLOCK
from parlour.testing.reach import Broken, Setup, fits
from parlour.testing.reading import raised

TRIES = 400  # smaller matches tried: some seconds at most
SEEDS = 3  # a law looks at a few things by chance; it is asked so often

Check = Callable[[Match], object]


def again(law: Callable[[Game, list[Match], Random], object], game: Game) -> Check:
    """A law over matches as a check of one match."""

    def check(match: Match) -> None:
        for seed in range(SEEDS):
            law(game, [match], Random(seed))

    return check


def shrunk(broken: Broken, check: Check) -> Broken:
    """The same mistake after fewer steps, with fewer players and fewer options, as far as some hundred tries go."""
    if broken.match is None:
        return broken
    best, left = broken, [TRIES]
    match = broken.match
    while left[0] > 0:
        smaller = next((found for log in _smaller(match) if (found := _tried(match.game, log, check, left))), None)
        if smaller is None or smaller.match is None:
            break
        best, match = smaller, smaller.match
    return best


def _smaller(match: Match) -> Iterator[Log]:
    """Logs that leave something out: half of the steps, a quarter …, an option, a player."""
    log = match.log()
    steps = len(log.actions)
    size = steps
    while size:
        for start in range(steps - size, -1, -size):  # the later ones first: they stand on the earlier ones
            yield replace(log, actions=log.actions[:start] + log.actions[start + size :])
        size //= 2
    if log.position is None:
        printed = Match.start(match.game, log.players).log().options
        for name, value in log.options.items():
            if value != printed[name]:
                yield replace(log, options={**log.options, name: printed[name]})
        if log.players - 1 in match.game.seats:
            yield replace(log, players=log.players - 1)


def _tried(game: Game, log: Log, check: Check, left: list[int]) -> Broken | None:
    """How the law breaks after a log, of which what is not legal is left out; None where it does not, or nothing is smaller."""
    if left[0] <= 0:
        return None
    left[0] -= 1
    try:
        match = _replayed(game, log)
        check(match)
    except Broken as broken:
        return broken if broken.match is not None and _size(broken.match.log()) <= _size(log) else None
    except Exception:  # another mistake than the one that is looked for
        return None
    return None


def _size(log: Log) -> tuple[int, int]:
    return len(log.actions), log.players


def _replayed(game: Game, log: Log) -> Match:
    if log.position is not None:
        match = Match.from_position(log.position)
    else:
        if not fits(game, Setup(log.players, _named(game, log))):
            raise ValueError("options that do not fit")
        match = Match.start(game, log.players, _named(game, log))
    for seat, action in log.actions:
        if seat < log.players or seat in (CHANCE, CLOCK):
            try:
                match.play(seat, action)
            except IllegalAction:
                continue
    return match


def _named(game: Game, log: Log) -> dict[str, Any]:
    """The options without those that name a seat nobody has."""
    gone = {name for name, form in log.options.items() if game.option_cells[name].seats and form in range(log.players, 28)}
    return {name: form for name, form in log.options.items() if name not in gone}


def tried(law: Callable[[Game, Sequence[Any], Random], int], game: Game, over: Sequence[Any], rng: Random) -> int:
    """How often a law looked, over matches or set-ups. Raises Broken with the smallest counterexample found."""
    alone = isinstance(over[0], Match) if over else False
    try:
        return law(game, over, rng)
    except Broken as broken:
        check = broken.check or (again(law, game) if alone else None)
        raise shrunk(broken, check) if check else broken from None
    except Exception as error:
        crash = _crashing(again(law, game))
        for match in over if alone else ():
            try:
                crash(match)
            except Broken as broken:
                raise shrunk(broken, crash) from error
        raise Broken(f"{game.name}: the rules crash: {raised(error)}") from error


def _crashing(check: Check) -> Check:
    """A check that breaks where another one crashes, and only there."""

    def crash(match: Match) -> None:
        try:
            check(match)
        except Broken:
            return
        except Exception as error:
            raise Broken(f"the rules crash: {raised(error)}", match) from error

    return crash
