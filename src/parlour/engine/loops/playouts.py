"""Loops every game gets, written once in the rules' subset: random play, alone, by the million, or from a seat's guesses.

In every loop `a` is an array of states; `loops.desk` says what else lies before it. Of the seats asked the lowest acts first,
so CLOCK only when nobody else is asked.
"""

from typing import Any

from parlour.engine.loops.desk import Ends, Games, Ints, Scratch, States, Written
from parlour.engine.loops.given import (
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
    templates,
    to_act,
)
from parlour.games.cells import CHANCE, MASK, draw, seeded


def roll(s: Any, out: Ints, dice: Ints) -> int:
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
    return out[i]


def evenly(s: Any, out: Ints, dice: Ints) -> int:
    """`roll` for a game without odds, of the same draw."""
    return out[draw(dice, legal(s, CHANCE, out))]


def step(s: Any, seat: int, out: Ints, dice: Ints) -> int:
    """Play a seat's turn at random, and return the action."""
    action = roll(s, out, dice) if seat == CHANCE else out[draw(dice, legal(s, seat, out))]
    play(s, seat, action)
    return action


def playout(s: Any, out: Ints, dice: Ints, cap: int) -> int:
    """Random play to the end, or to `cap` steps; returns how many were played."""
    steps = 0
    bits = to_act(s)
    while bits and steps < cap:
        step(s, first(bits), out, dice)
        steps += 1
        bits = to_act(s)
    return steps


def many(a: States, games: Games, scratch: Scratch, ends: Ends) -> int:
    """Whole random games; returns the steps of all. a[1] is an empty state."""
    total = 0
    for g in range(games.number):
        copy(a, 0, 1)
        s = a[0]
        scratch.dice[0] = seeded(games.seed, games.start + g)
        setup(s, games.players, games.options)
        steps = playout(s, scratch.out, scratch.dice, longest(s))
        settled(s, games.players, g, steps, ends)
        total += steps
    return total


def settled(s: Any, players: int, g: int, steps: int, ends: Ends) -> None:
    """Write down how game g ended after so many steps."""
    ends.lengths[g] = -steps if to_act(s) else steps
    for p in range(players):
        ends.scores[g][p] = score(s, p)
        ends.ranks[g][p] = rank(s, p)


def guesses(a: States, players: int, seat: int, count: int, scratch: Scratch, ends: Ends) -> int:
    """Random play to the end from `count` guesses of what a seat may see of a[0]; returns the steps of all. a[1] is scratch."""
    hide(a[0], seat)
    total = 0
    for w in range(count):
        copy(a, 1, 0)
        s = a[1]
        fill(s, seat, scratch.dice)
        steps = playout(s, scratch.out, scratch.dice, longest(s))
        settled(s, players, w, steps, ends)
        total += steps
    return total


def folded(x: int, value: int) -> int:
    """A running checksum of numbers, the same on both carriers."""
    return ((x ^ value) * 0x5DEECE66D + 11) & MASK


def answers(s: Any, players: int, out: Ints, dice: Ints) -> int:
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


def trace(a: States, players: int, options: Any, one_in: int, cap: int, scratch: Scratch, written: Written) -> int:
    """A random game written down step by step; returns its steps.

    a has room for 2 + 3 * cap states; a[1] is empty. After step i, a[2 + 3i] is the state, a[3 + 3i] what a random seat
    may know of it and a[4 + 3i] its guess of the rest.
    """
    out, dice = scratch.out, scratch.dice
    copy(a, 0, 1)
    s = a[0]
    setup(s, players, options)
    steps = 0
    bits = to_act(s)
    while bits and steps < cap:
        written.sums[steps] = answers(s, players, out, dice)
        seat = draw(dice, players)
        k = may(s, seat, out) if draw(dice, one_in) == 0 else 0
        if k:
            written.actions[steps] = out[draw(dice, k)]
            play(s, seat, written.actions[steps])
        else:
            seat = first(bits)
            written.actions[steps] = step(s, seat, out, dice)
        written.seats[steps] = seat
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


TEMPLATES = templates(globals())
BOUND = {True: "roll", False: "evenly"}  # what is bound as `roll`, by whether the game has odds
ENTRIES = ("many", "guesses", "trace")  # what Python calls on either carrier: whole playouts or more
