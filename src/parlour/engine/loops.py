"""Loops every game gets, written once in the rules' subset: random play, alone, by the million, or from a seat's guesses.

`Plain` binds them to a game on lists, `compiled.Rows` on the rows of a NumPy array; both draw the same and answer the
same. In every loop `a` is an array of states, `out` has room for twice the number of actions, `dice` is the list or
array of one int that `draw` knows. Of the seats asked the lowest acts first, so CLOCK only when nobody else is asked.
"""

import sys
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from parlour.engine import contests, judging, search, tables, unled, worlds
from parlour.engine.game import Game, load
from parlour.engine.given import POLICY, templates
from parlour.games.cells import CHANCE, MASK, draw, lowest, seeded

if TYPE_CHECKING:
    from parlour.engine.given import (
        copy,
        fill,
        first,
        hide,
        idle,
        legal,
        longest,
        may,
        odds,
        play,
        rank,
        score,
        seconds,
        setup,
        sound,
        to_act,
    )


def roll(s: Any, out: Any, dice: Any) -> int:
    """One of CHANCE's outcomes by its odds, each weighed once."""
    k = legal(s, CHANCE, out)
    total = 0
    for i in range(k):
        total += odds(s, out[i])
        out[k + i] = total
    pick = draw(dice, total)
    i = 0
    while out[k + i] <= pick:
        i += 1
    action: int = out[i]
    return action


def evenly(s: Any, out: Any, dice: Any) -> int:
    """`roll` for a game without odds, of the same draw."""
    action: int = out[draw(dice, legal(s, CHANCE, out))]
    return action


def step(s: Any, seat: int, out: Any, dice: Any) -> int:
    """Play a seat's turn at random, and return the action."""
    action: int = roll(s, out, dice) if seat == CHANCE else out[draw(dice, legal(s, seat, out))]
    play(s, seat, action)
    return action


def playout(s: Any, out: Any, dice: Any, cap: int) -> int:
    """Random play to the end, or to `cap` steps; returns how many were played."""
    steps = 0
    bits = to_act(s)
    while bits and steps < cap:
        step(s, first(bits), out, dice)
        steps += 1
        bits = to_act(s)
    return steps


def many(
    a: Any,
    players: int,
    options: Any,
    seed: int,
    start: int,
    games: int,
    out: Any,
    dice: Any,
    lengths: Any,
    scores: Any,
    ranks: Any,
) -> int:
    """Whole random games number start .. start + games - 1 of a seed; returns the steps of all.

    a[1] is an empty state. lengths[g] is the steps of a game, negative where it was abandoned at `longest`;
    scores[g][p] and ranks[g][p] are what the game says of player p at the end.
    """
    total = 0
    for g in range(games):
        copy(a, 0, 1)
        s = a[0]
        dice[0] = seeded(seed, start + g)
        setup(s, players, options)
        steps = playout(s, out, dice, longest(s))
        lengths[g] = -steps if to_act(s) else steps
        for p in range(players):
            scores[g][p] = score(s, p)
            ranks[g][p] = rank(s, p)
        total += steps
    return total


def guesses(a: Any, players: int, seat: int, worlds: int, out: Any, dice: Any, scores: Any, ranks: Any) -> int:
    """Random play to the end from `worlds` guesses of what a seat may see of a[0]; returns the steps of all.

    a[1] is scratch; scores[w][p] and ranks[w][p] as in `many`.
    """
    hide(a[0], seat)
    total = 0
    for w in range(worlds):
        copy(a, 1, 0)
        s = a[1]
        fill(s, seat, dice)
        total += playout(s, out, dice, longest(s))
        for p in range(players):
            scores[w][p] = score(s, p)
            ranks[w][p] = rank(s, p)
    return total


def folded(x: int, value: int) -> int:
    """A running checksum of numbers, the same on both carriers."""
    return ((x ^ value) * 0x5DEECE66D + 11) & MASK


def answers(s: Any, players: int, out: Any, dice: Any) -> int:
    """A checksum of every question the contract can ask of a state, for holding two carriers against each other."""
    asked = to_act(s)
    x = folded(folded(asked, int(sound(s))), longest(s))
    for seat in range(31):
        if asked >> seat & 1:
            k = legal(s, seat, out)
            x = folded(folded(x, k), seconds(s, seat))
            for i in range(k):
                x = folded(x, out[i])
                if seat == CHANCE:
                    x = folded(x, odds(s, out[i]))
            if seat < players:
                x = folded(x, idle(s, seat, dice))
    for p in range(players):
        x = folded(folded(x, score(s, p)), rank(s, p))
        k = may(s, p, out) if asked else 0
        for i in range(k):
            x = folded(x, out[i])
    return x


def trace(
    a: Any, players: int, options: Any, one_in: int, cap: int, out: Any, dice: Any, seats: Any, actions: Any, sums: Any
) -> int:
    """A random game written down step by step; returns its steps.

    a has room for 2 + 3 * cap states; a[1] is empty. After step i, a[2 + 3i] is the state, a[3 + 3i] what a random seat
    may know of it and a[4 + 3i] its guess of the rest; sums[i] are the `answers` before the step.
    """
    copy(a, 0, 1)
    s = a[0]
    setup(s, players, options)
    steps = 0
    bits = to_act(s)
    while bits and steps < cap:
        sums[steps] = answers(s, players, out, dice)
        seat = draw(dice, players)
        k = may(s, seat, out) if draw(dice, one_in) == 0 else 0
        if k:
            actions[steps] = out[draw(dice, k)]
            play(s, seat, actions[steps])
        else:
            seat = first(bits)
            actions[steps] = step(s, seat, out, dice)
        seats[steps] = seat
        bits = to_act(s)
        copy(a, 2 + 3 * steps, 0)
        seen_by = draw(dice, players)
        copy(a, 3 + 3 * steps, 0)
        hide(a[3 + 3 * steps], seen_by)
        copy(a, 4 + 3 * steps, 3 + 3 * steps)
        if bits:
            fill(a[4 + 3 * steps], seen_by, dice)
        steps += 1
    return steps


CONTRACT = (
    *("setup", "to_act", "legal", "may", "odds", "play", "score", "rank", "longest", "sound"),
    *("hide", "fill", "idle", "seconds"),
)
TEMPLATES = templates(globals())
BOUND = {True: "roll", False: "evenly"}  # what is bound as `roll`, by whether the game has odds
ENTRIES = ("many", "guesses", "trace")  # what Python calls on either carrier: whole playouts or more
LED = (tables, contests, worlds, search, judging)  # the loops of a game that has a policy
UNLED = (tables, unled)  # those of one that has none


def _copy(a: Any, to: int, of: int) -> None:
    a[to] = a[of].clone()


def _hashed(raw: Any, at: int, salt: int) -> int:
    return hash((raw[at], salt)) & MASK


class Carrier(Protocol):
    """What the loops run on. `loops` holds ENTRIES, and those of LED or UNLED, by the game's policy (`Plain`: all loops).

    The methods make what the loops work on.
    """

    name: str
    loops: SimpleNamespace

    def states(self, count: int) -> Any:
        """An array of empty states."""

    def options(self, options: Any) -> Any:
        """A game's options as this carrier reads them."""

    def out(self) -> Any:
        """Room for the actions of a step."""

    def numbers(self, count: int) -> Any:
        """An array of ints, all 0."""

    def table(self, rows: int, columns: int) -> Any:
        """An array of arrays of ints, all 0."""

    def memories(self, count: int) -> Any:
        """An array of empty memories of the game's policy."""

    def weights(self) -> Any:
        """Room for a policy's weights of the actions of a step."""

    def floats(self, rows: int, columns: int) -> Any:
        """An array of arrays of floats, all 0."""

    def put(self, array: Any, at: int, value: Any) -> None:
        """Write a state or a memory of the plain carrier into an array; it is copied."""

    def get(self, array: Any, at: int, value: Any) -> None:
        """Write what lies in an array into a state or a memory of the plain carrier."""

    def raw(self, states: Any) -> Any:
        """The same states as `hashed` reads them."""


class Plain:
    """Lists in CPython: always there."""

    name = "plain"

    def __init__(self, game: str | Game) -> None:
        game = self.game = load(game)
        modules = [sys.modules[__name__], *(LED if game.policy is not None else UNLED)]
        scopes = {module: dict(vars(module)) for module in modules}
        bound: dict[str, Any] = {name: getattr(game, name) for name in CONTRACT}
        bound |= {name: getattr(game.policy, name) for name in POLICY if game.policy is not None}
        bound |= {"first": lowest, "copy": _copy, "hashed": _hashed}
        made = {
            name: FunctionType(getattr(module, name).__code__, scopes[module], name)
            for module in modules
            for name in module.TEMPLATES
        }
        made["roll"] = made[BOUND[hasattr(game.rules, "odds")]]
        for scope in scopes.values():
            scope.update(bound | made)
        self.loops = SimpleNamespace(**made)

    def states(self, count: int) -> Any:
        return [self.game.State() for _ in range(count)]

    def options(self, options: Any) -> Any:
        return options

    def out(self) -> Any:
        return [0] * (2 * self.game.actions.size)

    def numbers(self, count: int) -> Any:
        return [0] * count

    def table(self, rows: int, columns: int) -> Any:
        return [[0] * columns for _ in range(rows)]

    def memories(self, count: int) -> Any:
        return [self.game.policy.Memory() for _ in range(count)] if self.game.policy is not None else [None] * count

    def weights(self) -> Any:
        return [0.0] * (2 * self.game.actions.size)

    def floats(self, rows: int, columns: int) -> Any:
        return [[0.0] * columns for _ in range(rows)]

    def put(self, array: Any, at: int, value: Any) -> None:
        array[at] = value.clone()

    def get(self, array: Any, at: int, value: Any) -> None:
        for name in value.__slots__:
            setattr(value, name, getattr(array[at].clone(), name))

    def raw(self, states: Any) -> Any:
        return states
