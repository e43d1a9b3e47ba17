"""Loops every game gets, written once in the rules' subset: random play, alone, by the million, or from a seat's guesses.

In every loop `a` is an array of states, `out` has room for twice the number of actions, `dice` is the list or array of one
int that `draw` knows. Of the seats asked the lowest acts first, so CLOCK only when nobody else is asked.
"""

from typing import TYPE_CHECKING, Any

from parlour.engine.loops.given import templates
from parlour.games.cells import CHANCE, MASK, draw, seeded

if TYPE_CHECKING:
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


TEMPLATES = templates(globals())
BOUND = {True: "roll", False: "evenly"}  # what is bound as `roll`, by whether the game has odds
ENTRIES = ("many", "guesses", "trace")  # what Python calls on either carrier: whole playouts or more
