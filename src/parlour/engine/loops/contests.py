"""Loops in which a game's policy plays: a move, a playout, whole games by the million.

Written in the rules' subset, and bound by the same carriers. `kinds[seat]` says who plays a seat: RANDOM,
SENSIBLE, a draw from the policy's `lean`, or SOFT, a draw from softer weights, and now and then from all that is legal.
`memories` are what seats remember, `memories[base + seat]` a seat's.
"""

from math import sqrt
from typing import Any

from parlour.engine.loops.desk import Ends, Floats, Games, Ints, Memories, Scratch, States
from parlour.engine.loops.given import copy, first, lean, legal, longest, play, remember, roll, setup, templates, to_act
from parlour.engine.loops.playouts import settled
from parlour.games.cells import CHANCE, ONLOOKER, draw, seeded

RANDOM, SENSIBLE, SOFT = 0, 1, 2
FINE = 1 << 30  # how finely a weight is drawn
NEAR = 0.02  # of the largest weight: what the rule of thumb would hardly ever do, the soft do by accident only
CARELESS = 0.1  # how often those do anything


def pick(weights: Floats, k: int, dice: Ints) -> int:
    """An index below k by its weight; any of them where none has weight."""
    total = 0.0
    for i in range(k):
        total += weights[i]
    if total <= 0.0:
        return draw(dice, k)
    left = draw(dice, FINE) / FINE * total
    for i in range(k):
        left -= weights[i]
        if left < 0.0:
            return i
    last = k - 1
    while weights[last] <= 0.0:
        last -= 1
    return last


def move(s: Any, seat: int, memory: Any, kind: int, scratch: Scratch) -> int:
    """What a player, CHANCE or CLOCK plays who is asked; nothing is drawn where there is no choice."""
    out = scratch.out
    if seat == CHANCE:
        return roll(s, out, scratch.dice)
    k = legal(s, seat, out)
    i = 0
    if k > 1:
        if kind == RANDOM or seat >= ONLOOKER:
            i = draw(scratch.dice, k)
        else:
            lean(s, seat, memory, out, k, scratch.weights)
            if kind == SOFT:
                soften(scratch.weights, k)
            i = pick(scratch.weights, k, scratch.dice)
    return out[i]


def soften(weights: Floats, k: int) -> None:
    """The weights of somebody who does not weigh so finely, as parts of 1: their fourth roots, and a little for everything."""
    most = 0.0
    for i in range(k):
        most = max(most, weights[i])
    total = 0.0
    for i in range(k):
        weights[i] = sqrt(sqrt(weights[i])) if weights[i] > NEAR * most else 0.0
        total += weights[i]
    for i in range(k):
        likely = weights[i] / total if total > 0.0 else 1.0 / k
        weights[i] = (1.0 - CARELESS) * likely + CARELESS / k


def recall(s: Any, players: int, memories: Memories, base: int) -> None:
    """Everybody sees the state that a step led to."""
    for p in range(players):
        remember(s, p, memories[base + p])


def forget(memories: Memories, players: int, base: int, empty: int) -> None:
    """Everybody begins with an empty memory, as memories[empty] is."""
    for p in range(players):
        copy(memories, base + p, empty)


def contest(s: Any, players: int, memories: Memories, kinds: Ints, scratch: Scratch, cap: int) -> int:
    """A game played to its end, or to `cap` steps; returns how many were played."""
    steps = 0
    bits = to_act(s)
    while bits and steps < cap:
        seat = first(bits)
        who = seat if seat < players else 0
        play(s, seat, move(s, seat, memories[who], kinds[who], scratch))
        recall(s, players, memories, 0)
        steps += 1
        bits = to_act(s)
    return steps


def contests(a: States, memories: Memories, games: Games, seated: Ints, kinds: Ints, scratch: Scratch, ends: Ends) -> int:
    """Whole games between policies; returns the steps of all.

    a[1] is an empty state, memories[players] an empty memory. In game g seat p is played by seated[(p + g) % players], so
    that whoever plays sits one seat further every game; kinds is scratch.
    """
    players, total = games.players, 0
    for g in range(games.number):
        copy(a, 0, 1)
        s = a[0]
        forget(memories, players, 0, players)
        for p in range(players):
            kinds[p] = seated[(p + games.start + g) % players]
        scratch.dice[0] = seeded(games.seed, games.start + g)
        setup(s, players, games.options)
        steps = contest(s, players, memories, kinds, scratch, longest(s))
        settled(s, players, g, steps, ends)
        total += steps
    return total


TEMPLATES = templates(globals())
ENTRIES = ("contests",)
