"""Loops of belief: worlds that a seat holds possible, carried over every step that it sees.

Written in the rules' subset and bound by the carriers; `loops.desk` says how worlds are held.
"""

from typing import Any

from parlour.engine.loops.contests import FINE, RANDOM, SENSIBLE, SOFT, recall, soften
from parlour.engine.loops.desk import Floats, Ints, Scratch, States, Worlds
from parlour.engine.loops.given import copy, fill, hashed, hide, lean, legal, may, odds, play, templates
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, draw

VIEW, TRIED, SEEN, WORLDS = 0, 1, 2, 3  # in the array of states
SLIP = 0.05  # how often a player of the rule of thumb does anything else
FREE = 0.001  # the weight of what a player may do without being asked, beside what he is asked for
FICKLE = 50  # once in so many steps of a seat its type is guessed anew


def a_kind(kinds: int, dice: Ints) -> int:
    """One of the types whose bits are set."""
    kind = draw(dice, SOFT + 1)
    while not kinds >> kind & 1:
        kind = (kind + 1) % (SOFT + 1)
    return kind


def imagine(held: Worlds, dice: Ints) -> int:
    """Begin the worlds as guesses of the view; rivals are of any of the types.

    memories[p] are what the seat takes the players to remember, and every world begins with them.
    """
    players = held.players
    for i in range(held.number):
        guess_anew(held.a, held.seat, i, dice)
        for p in range(players):
            copy(held.memories, i * players + p, p)
            held.types[i * players + p] = SENSIBLE if p == held.seat else a_kind(held.kinds, dice)
    return held.number


def guess_anew(a: States, seat: int, i: int, dice: Ints) -> None:
    copy(a, WORLDS + i, VIEW)
    fill(a[WORLDS + i], seat, dice)


def weigh(s: Any, who: int, memory: Any, kind: int, own: int, acts: Ints, scratch: Scratch) -> int:
    """What `who` may have done in a world, into `acts`; how likely each is, into `scratch.weights`; `own` >= 0: it was that."""
    out, weights = scratch.out, scratch.weights
    k = legal(s, who, acts)
    if who == CHANCE:
        for j in range(k):
            weights[j] = 1.0 * odds(s, acts[j])
        return k
    if kind == RANDOM or who == CLOCK or k == 1:
        for j in range(k):
            weights[j] = 1.0 / k
    elif k:
        for j in range(k):
            out[j] = acts[j]
        lean(s, who, memory, out, k, weights)
        if kind == SOFT:
            soften(weights, k)
        slip(weights, k)
    if who < ONLOOKER:
        more = may(s, who, out)
        for j in range(more):
            acts[k + j] = out[j]
            weights[k + j] = FREE
        k += more
    if own >= 0:
        for j in range(k):
            weights[j] = 1.0 if acts[j] == own else 0.0
    return k


def slip(weights: Floats, k: int) -> None:
    total = 0.0
    for j in range(k):
        total += weights[j]
    for j in range(k):
        weights[j] = (1.0 - SLIP) * weights[j] / total + SLIP / k


def try_all(held: Worlds, i: int, who: int, target: int, k: int, acts: Ints, scratch: Scratch) -> float:
    """How likely the step is in world i that led to what the seat sees; one such step, by its weight, is played on its spare.

    Of chance's outcomes that are told apart by the seat one fits, so most are left after a look.
    """
    a = held.a
    total = 0.0
    for j in range(k):
        if scratch.weights[j] > 0.0:
            copy(a, TRIED, WORLDS + i)
            play(a[TRIED], who, acts[j])
            copy(a, SEEN, TRIED)
            hide(a[SEEN], held.seat)
            if hashed(held.raw, SEEN, 0) == target:
                total += scratch.weights[j]
                if draw(scratch.dice, FINE) / FINE * total < scratch.weights[j]:
                    copy(a, WORLDS + held.number + i, TRIED)
    return total


def total_of(weights: Floats, k: int) -> float:
    total = 0.0
    for j in range(k):
        total += weights[j]
    return total


def observe(held: Worlds, who: int, own: int, acts: Ints, likely: Floats, scratch: Scratch) -> int:
    """Carry the worlds over a step of `who` that led to the view at VIEW; `own` >= 0: the seat's own action.

    A world dies in which nothing they may do looks so; the others are drawn anew by how likely they are to do it. Returns how
    many lived; where none did, all are guessed anew.
    """
    a, players = held.a, held.players
    target = hashed(held.raw, VIEW, 0)
    player = who if who < players else 0
    alive = 0
    for i in range(held.number):
        kind = held.types[i * players + player]
        k = weigh(a[WORLDS + i], who, held.memories[i * players + player], kind, own, acts, scratch)
        whole = total_of(scratch.weights, k)
        fits = try_all(held, i, who, target, k, acts, scratch)
        likely[i] = fits / whole if whole > 0.0 else 0.0
        if fits > 0.0:
            alive += 1
    if alive:
        draw_anew(held, likely, scratch.dice)
    else:
        for i in range(held.number):
            guess_anew(a, held.seat, i, scratch.dice)
    for i in range(held.number):
        recall(a[WORLDS + i], players, held.memories, i * players)
        if who < players and who != held.seat and draw(scratch.dice, FICKLE) == 0:
            held.types[i * players + who] = a_kind(held.kinds, scratch.dice)
    return alive


def draw_anew(held: Worlds, likely: Floats, dice: Ints) -> None:
    """As many worlds as before, each taken as often as it is likely: at even steps from one draw."""
    count, players, memories, types = held.number, held.players, held.memories, held.types
    total = total_of(likely, count)
    for i in range(count):
        for p in range(players):
            copy(memories, (count + i) * players + p, i * players + p)
            types[(count + i) * players + p] = types[i * players + p]
    start = draw(dice, FINE) / FINE
    passed = 0.0
    j = 0
    for i in range(count):
        goal = (i + start) * total / count
        while j < count - 1 and passed + likely[j] <= goal:
            passed += likely[j]
            j += 1
        while likely[j] <= 0.0:
            j -= 1
        copy(held.a, WORLDS + i, WORLDS + count + j)
        for p in range(players):
            copy(memories, i * players + p, (count + j) * players + p)
            types[i * players + p] = types[(count + j) * players + p]


TEMPLATES = templates(globals())
ENTRIES = ("imagine", "observe")
