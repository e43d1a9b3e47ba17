"""Generators of reachable states: set-ups over all player counts and options, random play, and matches stopped on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.words import Json, read_option
from parlour.games.cells import CHANCE, CLOCK, Cell

MOST = 240  # matches looked at by default: a kit of seconds, not minutes
RESTLESS = 40  # once in so many steps somebody does what he may without being asked


class Broken(AssertionError):
    """A game that breaks a law; the message says which way, and how to get there."""


def hold(holds: object, match: Match, what: str) -> None:
    """Raise Broken unless it holds."""
    if not holds:
        raise Broken(f"{match.game.name}: {what}\nafter {match.log().dumps()}")


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
    return seat, play_random(match, seat, rng)


def play_random(match: Match, seat: int, rng: Random) -> int:
    """Play a random action, or CHANCE's by its odds, of a seat that is asked; returns the action."""
    actions = match.legal(seat)
    hold(actions, match, f"seat {seat} is asked and has nothing to play")
    if seat == CHANCE:
        hold(all(match.game.odds(match.state, action) > 0 for action in actions), match, "an outcome of chance has no weight")
        return match.roll(rng.randrange)
    action = rng.choice(actions)
    match.play(seat, action)
    return action


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
