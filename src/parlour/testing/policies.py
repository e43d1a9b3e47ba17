"""The laws of a policy: it plays what is legal, knows what its seat may know, and plays the same on both carriers."""

from collections.abc import Iterator, Sequence
from math import isclose, isfinite
from random import Random
from typing import Any

from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import load
from parlour.engine.carriers.plain import Plain
from parlour.engine.contract.game import Game
from parlour.engine.contract.policy import Policy
from parlour.engine.loops.contests import SENSIBLE
from parlour.engine.loops.desk import Ends, Games, Scratch
from parlour.engine.match import Match
from parlour.testing.laws import guess, hidden, within
from parlour.testing.reach import Broken, Setup, hold, play_random, walk

GAMES = 3  # a set-up, on both carriers
AHEAD = 400  # steps from a root within which a playout is looked for that is cut
ENOUGH = 40  # of those that are


def _policy(game: Game) -> Policy:
    if game.policy is None:
        raise ValueError(f"{game.name} has no policy")
    return game.policy


def _worlds(match: Match, seat: int, rng: Random) -> Iterator[tuple[str, Any]]:
    """Worlds that look to a seat as the truth does: its view, the truth, and a guess."""
    seen = hidden(match, seat)
    yield "its view", seen
    yield "the truth", match.state.clone()
    if not match.over:
        yield "a guess", guess(match.game, seen, seat, rng)


def leans_on_its_view(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Some legal action has weight, none less than none, and the weights are those of the view whatever is hidden."""
    policy, looked = _policy(game), 0
    for match in matches:
        for seat in (seat for seat in match.to_act if seat < match.players):
            legal = match.legal(seat)
            memory = match.view(seat).memory or policy.Memory()
            found = {}
            for what, world in _worlds(match, seat, rng):
                before, kept, actions = world.clone(), memory.clone(), legal[:]
                weights = found[what] = policy.weights(world, seat, memory, actions)
                hold(world == before and memory == kept and actions == legal, match, f"weighing on {what} changes something")
                good = all(isfinite(weight) and weight >= 0 for weight in weights) and sum(weights) > 0
                hold(good, match, f"seat {seat}: {legal} weigh {weights} on {what}")
                hold(weights == found["its view"], match, f"seat {seat}: on {what} {legal} weigh {weights}, not {found}")
            looked += 1
    return looked


def remembers_what_it_sees(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """What a seat remembers of a state is the same from its view, the truth and a guess, and nothing else changes."""
    policy, looked = _policy(game), 0
    for match in matches:
        for seat in range(match.players):
            for begun in (policy.Memory(), match.view(seat).memory or policy.Memory()):
                found = {}
                for what, world in _worlds(match, seat, rng):
                    before, found[what] = world.clone(), begun.clone()
                    policy.remember(world, seat, found[what])
                    hold(world == before, match, f"remembering {what} changes it")
                    hold(found[what] == found["its view"], match, f"seat {seat} remembers {found}")
                looked += 1
    return looked


def shares_out_the_win(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Where a playout may be cut the players' parts of the win are parts of one."""
    policy, looked = _policy(game), 0
    for match in rng.sample(matches, len(matches)):
        for seat in match.to_act[:1] if looked < ENOUGH else ():
            root, ahead = hidden(match, min(seat, match.players - 1)), match.clone()
            hold(not policy.until(root, root), match, "a playout is cut where it begins")
            for _ in range(AHEAD):
                if ahead.over or policy.until(ahead.state, root):
                    break
                play_random(ahead, rng.choice(ahead.to_act), rng)
            if not ahead.over and policy.until(ahead.state, root):
                parts = [policy.worth(ahead.state, p) for p in range(match.players)]
                good = all(0 <= part <= 1 for part in parts) and isclose(sum(parts), 1, rel_tol=1e-9)
                hold(good, ahead, f"the players' parts of the win are {parts}")
                looked += 1
    return looked


def memories_are_kept(game: Game, setups: Sequence[Setup], rng: Random) -> int:
    """What seats remember stays within its cells, and a log replays to the same memories."""
    policy, kept = _policy(game), 0
    for setup in setups:
        match = setup.start(game)
        for _ in walk(match, rng):
            for seat in range(match.players):
                memory = match.view(seat).memory
                odd = within(policy.memory_cells, memory) if memory is not None else ""
                hold(not odd, match, f"what seat {seat} remembers is outside the declared range: {odd}")
                kept += memory is not None and memory != policy.Memory()
        again = Match.replay(match.log())
        for seat in range(match.players):
            hold(
                again.view(seat).memory == match.view(seat).memory, match, f"seat {seat} remembers something else after a replay"
            )
    return kept


def _played(carrier: Carrier, game: Game, setup: Setup, seed: int) -> tuple[Any, ...]:
    players = setup.players
    who, scratch = carrier.numbers(players), Scratch(carrier.out(), carrier.weights(), carrier.numbers(1))
    who[:] = [SENSIBLE] * (players - 1) + [0]
    games = Games(players, carrier.options(game.options(setup.options, players)), seed, 0, GAMES)
    ends = Ends(carrier.numbers(GAMES), carrier.table(GAMES, players), carrier.table(GAMES, players))
    memories, kinds = carrier.memories(players + 1), carrier.numbers(players)
    steps = carrier.loops.contests(carrier.states(2), memories, games, who, kinds, scratch, ends)
    tables = [[[int(x) for x in row] for row in table] for table in (ends.scores, ends.ranks)]
    return int(steps), [int(x) for x in ends.lengths], *tables, int(scratch.dice[0])


def plays_the_same_compiled(game: Game, setups: Sequence[Setup], seed: int = 1) -> int:
    """Games between policies on both carriers: the same steps, draws and results. Returns the steps played on each."""
    plain, compiled, compared = Plain(game), load(game), 0
    for number, setup in enumerate(setups):
        one, other = (_played(carrier, game, setup, seed + number) for carrier in (plain, compiled))
        if one != other:
            raise Broken(f"{game.name}, {setup}: policies come to {one} plain, {other} compiled")
        compared += one[0]
    return compared
