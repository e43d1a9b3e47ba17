"""Generators of reachable states: set-ups over all player counts and options, random play, and matches stopped on the way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from parlour.engine.contract.game import Game
from parlour.engine.contract.words import Json, read_option
from parlour.engine.match import IllegalAction, Match
from parlour.games.cells import CHANCE, CLOCK, Cell
from parlour.testing.reading import deed, deeds, raised, way, who

MOST = 240  # matches looked at by default: a kit of seconds, not minutes
RESTLESS = 40  # once in so many steps somebody does what they may do without being asked


class Broken(AssertionError):
    """A game that breaks a law; the message says which way, and how to get there.

    `match` is where the law broke, and `check` breaks it again there, or in a match like it: what a smaller
    counterexample is looked for with.
    """

    def __init__(self, what: str, match: Match | None = None, check: Callable[[Match], object] | None = None) -> None:
        self.what, self.check = what, check
        self.match = None if match is None else match.clone()
        super().__init__(what if match is None else f"{match.game.name}: {what}\n{way(match)}")


def hold(holds: object, match: Match, what: str, check: Callable[[Match], object] | None = None) -> None:
    """Raise Broken unless it holds."""
    if not holds:
        raise Broken(what, match, check)


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
            step(match, seat, action)
            return seat, action
    seat = rng.choice(match.to_act)
    return seat, play_random(match, seat, rng)


def step(match: Match, seat: int, action: int) -> None:
    """Play what is legal. Raises Broken where the rules crash on it."""
    before = match.clone()
    try:
        match.play(seat, action)
    except IllegalAction:
        raise
    except Exception as error:
        what = f"the rules crash when {who(seat)} plays {deed(match.game, action)}: {raised(error)}"
        raise Broken(what, before, lambda at: step(at, seat, action)) from error


def play_random(match: Match, seat: int, rng: Random) -> int:
    """Play a random action, or CHANCE's by its odds, of a seat that is asked; returns the action."""
    actions = match.legal(seat)
    hold(actions, match, f"{who(seat)} is asked and has nothing to play")
    action = _rolled(match, actions, rng) if seat == CHANCE else rng.choice(actions)
    step(match, seat, action)
    return action


def _rolled(match: Match, outcomes: list[int], rng: Random) -> int:
    weights = [match.game.odds(match.state, outcome) for outcome in outcomes]
    idle = [outcome for outcome, weight in zip(outcomes, weights, strict=True) if weight <= 0]
    hold(not idle, match, f"outcomes of chance without weight: {deeds(match.game, idle)}")
    pick = rng.randrange(sum(weights))
    ends = accumulate(weights)
    return next(outcome for outcome, end in zip(outcomes, ends, strict=True) if pick < end)


def walk(match: Match, rng: Random, restless: int = RESTLESS) -> Iterator[tuple[int, int]]:
    """Random play to the end, or to the game's bound on steps, one step a turn of the loop."""
    for _ in range(match.game.longest(match.state)):
        if match.over:
            return
        yield random_step(match, rng, restless)


def _moment(match: Match) -> tuple[int, ...]:
    """What kind of moment this is: its phase, where the game has a cell of that name, and who is asked."""
    asked = match.to_act
    players = sum(seat < match.players for seat in asked)
    return (int(getattr(match.state, "phase", 0)), min(players, 2), CHANCE in asked, CLOCK in asked)


def reached(game: Game, seed: int = 0, most: int = MOST, games: int = 1) -> list[Match]:
    """Up to `most` matches stopped at random moments, the rare kinds of moment among them; `games` played a set-up."""
    rng = Random(f"{game.name}/reached/{seed}")
    by_moment: dict[tuple[int, ...], list[Match]] = {}
    room = most // 3  # for one kind of moment; a game with fewer than three is looked at less often
    met: dict[tuple[int, ...], int] = {}
    for setup in setups(game, seed) * games:
        match = setup.start(game)
        for _ in walk(match, rng):
            moment = _moment(match)
            kept = by_moment.setdefault(moment, [])
            met[moment] = met.get(moment, 0) + 1
            if len(kept) < room:
                kept.append(match.clone())
            elif rng.randrange(met[moment]) < room:
                kept[rng.randrange(room)] = match.clone()
    for kept in by_moment.values():
        rng.shuffle(kept)
    each = max(1, most // len(by_moment)) if by_moment else 0
    return [match for kept in by_moment.values() for match in kept[:each]]
