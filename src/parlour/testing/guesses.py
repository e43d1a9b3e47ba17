"""Whether `fill` is uniform over the worlds a seat holds possible, every physical piece counted as distinct.

Where there are few such worlds they are counted: every history that looks and sounds to a seat as the true one did, by
the odds of chance and, for a secret choice, by the pieces it could be of (`pieces` of the rules). Where there are many, a
guess must be right as often as two guesses are alike.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import log, sqrt
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.engine.view import listed
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, UNKNOWN
from parlour.testing.laws import flat, guess, hidden, lookers
from parlour.testing.reach import Broken, Setup, step
from parlour.testing.reading import difference, form, who
from parlour.testing.twins import heard, looks

WORLDS = 48  # more than so many worlds are not counted
STEPS = 250  # of a match that is counted along
APART = 60  # steps between positions in which guesses are counted, at most
GUESSES = (400, 60)  # guesses made: so many, and so many more for every world
FALSE_ALARM = 1e-9  # at most so likely, for a fair `fill` and one position: Chernoff's bound over all its worlds
DEVIATIONS = 6  # standard deviations of the mean: for a fair `fill` about two in 1e9, for one cell
FAR = 0.05  # and at least so far, for players at random do not hide things evenly
DRAWS = 3  # guesses compared with each other and with the truth


@dataclass
class Belief:
    """What a seat that has watched a match from its beginning holds possible: worlds and their weights, which sum to 1."""

    match: Match
    seat: int
    worlds: dict[Any, float]

    def follow(self, asked: int, action: int) -> bool:
        """Play a step, and keep the worlds in which it looks and sounds the same. False where they can be followed no more."""
        game, truth = self.match.game, self.match.state
        after, told = heard(game, truth, asked, action, self.seat)
        sees = looks(game, after, self.seat)
        if asked != self.seat and not told and sees == looks(game, truth, self.seat):
            return False  # a step they do not notice: they cannot know how many there were
        kept: dict[Any, float] = defaultdict(float)
        for world, weight in self.worlds.items():
            for other, share in _plays(game, world, asked, action if asked == self.seat else None):
                then, tells = heard(game, world, asked, other, self.seat)
                if tells == told and looks(game, then, self.seat) == sees:
                    then.events = None
                    kept[then] += weight * share
            if len(kept) > WORLDS:
                return False
        whole = sum(kept.values())
        self.worlds = {world: weight / whole for world, weight in kept.items()}
        step(self.match, asked, action)
        return True


def _plays(game: Game, world: Any, asked: int, own: int | None) -> Iterator[tuple[int, float]]:
    """What may be played in a world, each with its weight; only `own` where that is given."""
    room = [0] * game.actions.size
    actions = listed(game.legal, world, asked, room)
    if asked == CHANCE:
        weights = [game.odds(world, action) for action in actions]
        yield from ((action, weight / sum(weights)) for action, weight in zip(actions, weights, strict=True))
    elif own is not None:
        yield own, 1.0
    elif asked == CLOCK:
        yield from ((action, 1.0) for action in actions)
    else:
        actions += listed(game.may, world, asked, room)
        yield from ((action, game.pieces(world, asked, action)) for action in actions)


def guesses_are_fair(game: Game, setups: Sequence[Setup], rng: Random) -> int:
    """Guesses are spread over the worlds a seat holds possible as counting says. Returns the positions counted."""
    looked = 0
    for setup in setups:
        match = setup.start(game)
        belief = Belief(match, rng.choice([*range(match.players), ONLOOKER]), {match.state.clone(): 1.0})
        rest = rng.randrange(4)  # early, while there are few worlds in any game
        for _ in range(STEPS):
            if match.over or not belief.follow(*_step(match, rng)):
                break
            rest -= 1
            if rest < 0 and len(belief.worlds) > 1 and not match.over:
                _fair(belief, rng)
                rest = rng.randrange(APART)
                looked += 1
    return looked


def _step(match: Match, rng: Random) -> tuple[int, int]:
    asked = rng.choice(match.to_act)
    actions = match.legal(asked)
    weights = [match.game.odds(match.state, action) for action in actions] if asked == CHANCE else None
    return asked, rng.choices(actions, weights)[0]


def _fair(belief: Belief, rng: Random) -> None:
    match, seat, worlds = belief.match, belief.seat, belief.worlds
    game, seen = match.game, hidden(match, seat)
    count = GUESSES[0] + GUESSES[1] * len(worlds)
    found = Counter(guess(game, seen, seat, rng) for _ in range(count))
    for world in found:
        if world not in worlds:
            what = f"a guess of {who(seat)} cannot be, after all that it has seen; in the guess and in truth"
            raise Broken(f"{what}: {difference(game, world, match.state)}", match, partial(_recount, seat))
    for world, share in worlds.items():
        if count * _divergence(found[world] / count, share) > log(2 * len(worlds) / FALSE_ALARM):
            cells = difference(game, world, seen)
            what = f"of {count} guesses of {who(seat)} {found[world]} are one world that should be {share * count:.0f}"
            raise Broken(f"{what}; in it and on the view: {cells}", match, partial(_recount, seat))


def _recount(seat: int, match: Match) -> None:
    """Follow a match from its beginning, and count the guesses at its end."""
    log = match.log()
    again = Match.start(match.game, log.players, log.options)
    belief = Belief(again, seat if seat < log.players else ONLOOKER, {again.state.clone(): 1.0})
    if all(belief.follow(asked, action) for asked, action in log.actions) and len(belief.worlds) > 1 and not again.over:
        _fair(belief, Random(len(log.actions)))


def _divergence(found: float, share: float) -> float:
    """Kullback and Leibler's, of one coin from another; without bound where the impossible was found."""
    if not 0 < share < 1:
        return 0.0 if found == share else float("inf")
    parts = ((found, share), (1 - found, 1 - share))
    return sum(a * log(a / b) for a, b in parts if a)


def guesses_are_right_as_often_as_alike(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Were a `fill` uniform, truth and guess would be as alike as two guesses: for every cell with something hidden."""
    alike: dict[str, list[float]] = defaultdict(list)
    for match in matches:
        for seat in lookers(match, rng) if not match.over else ():
            seen = hidden(match, seat)
            guesses = [guess(game, seen, seat, rng) for _ in range(DRAWS)]
            for name, cell in game.cells.items():
                depth = len(cell.shape)
                unknown = [i for i, value in enumerate(flat(getattr(seen, name), depth)) if value == UNKNOWN]
                true, *others = (flat(getattr(state, name), depth) for state in (match.state, *guesses))
                unknown = [i for i in unknown if true[i] != UNKNOWN]
                if unknown:
                    pairs = zip(others, others[1:] + others[:1], strict=True)
                    gains = [float(a[i] == true[i]) - (a[i] == b[i]) for a, b in pairs for i in unknown]
                    alike[name].append(sum(gains) / len(gains))
    for name, gains in alike.items():
        mean = sum(gains) / len(gains)
        spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / len(gains) ** 2)
        if abs(mean) > max(FAR, DEVIATIONS * spread) and len(gains) > 30:
            often = "less" if mean < 0 else "more"
            what = f"{form(name)} is guessed right {abs(mean):.0%} {often} often than two guesses of it are alike"
            raise Broken(f"{game.name}: {what} ({len(gains)} views looked at): the guesses are not uniform")
    return sum(map(len, alike.values()))
