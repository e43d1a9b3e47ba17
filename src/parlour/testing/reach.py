"""Generators of reachable states: set-ups over all player counts and options, random play, and matches stopped on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.words import Json, read_option
from parlour.games.cells import CHANCE, Cell

RESTLESS = 40  # once in so many steps somebody does what he may without being asked


@dataclass(frozen=True, slots=True)
class Setup:
    """A way to begin a match."""

    players: int
    options: dict[str, Json]

    def start(self, game: Game) -> Match:
        return Match.start(game, self.players, self.options)


def values(cell: Cell, players: int) -> list[int]:
    """The values of an option worth trying: all of a choice, each flag and all of them, the ends of a range."""
    if cell.flags:
        return [*(1 << i for i in range(len(cell.names))), (1 << len(cell.names)) - 1]
    if cell.seats:
        return list(range(players + 1))
    if cell.names:
        return list(range(len(cell.names)))
    return sorted({cell.low, cell.default, cell.high})


def fits(game: Game, setup: Setup) -> bool:
    """Whether the game takes these options with so many players."""
    return not game.unfit(setup.players, game.options(setup.options, setup.players))


def setups(game: Game, seed: int = 0, mixed: int = 4) -> list[Setup]:
    """Every number of players, every value of every option, and some options mixed at random; those that fit."""
    rng = Random(f"{game.name}/setups/{seed}")
    found = [Setup(players, {}) for players in game.seats]
    for name, cell in game.option_cells.items():
        for value in values(cell, game.seats.stop - 1):
            # A seat that is named must be there; an option may fit some numbers of players only.
            for players in rng.sample(list(game.seats), len(game.seats)):
                setup = Setup(players, {name: read_option(cell, value)})
                if (not cell.seats or value <= players) and fits(game, setup):
                    found.append(setup)
                    break
    for _ in range(mixed):
        players = rng.choice(list(game.seats))
        options = {name: read_option(cell, rng.choice(values(cell, players))) for name, cell in game.option_cells.items()}
        found.append(Setup(players, options))
    return [setup for setup in found if fits(game, setup)]


def random_step(match: Match, rng: Random, restless: int = RESTLESS) -> tuple[int, int]:
    """Play one random step of any seat asked, or once in `restless` (0: never) of one who may; returns (seat, action)."""
    if restless and rng.randrange(restless) == 0:
        seat = rng.randrange(match.players)
        free = match.may(seat)
        if free:
            action = rng.choice(free)
            match.play(seat, action)
            return seat, action
    seat = rng.choice(match.to_act)
    if seat == CHANCE:
        return seat, match.roll(rng.randrange)
    action = rng.choice(match.legal(seat))
    match.play(seat, action)
    return seat, action


def walk(match: Match, rng: Random, restless: int = RESTLESS) -> Iterator[tuple[int, int]]:
    """Random play to the end, or to the game's bound on steps, one step a turn of the loop."""
    for _ in range(match.game.longest(match.state)):
        if match.over:
            return
        yield random_step(match, rng, restless)


def _moment(match: Match) -> tuple[object, ...]:
    """What kind of moment this is: its named cells, such as the phase, and how many are asked."""
    named = (getattr(match.state, name) for name, cell in match.game.cells.items() if cell.names and not cell.shape)
    return (*map(int, named), len(match.to_act))


def reached(game: Game, seed: int = 0, each: int = 3, games: int = 1) -> list[Match]:
    """Matches stopped at random moments: `each` a game, `games` a set-up, and at least one of each kind of moment met."""
    rng = Random(f"{game.name}/reached/{seed}")
    found: list[Match] = []
    met: set[tuple[object, ...]] = set()
    for setup in setups(game, seed) * games:
        match = setup.start(game)
        kept = [match.clone()]
        seen = 1
        for _ in walk(match, rng):
            seen += 1
            moment = _moment(match)
            if moment not in met:
                met.add(moment)
                found.append(match.clone())
            elif len(kept) < each:
                kept.append(match.clone())
            elif rng.randrange(seen) < each:
                kept[rng.randrange(each)] = match.clone()
        found.extend(kept)
    return found
