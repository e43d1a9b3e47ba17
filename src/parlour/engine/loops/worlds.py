"""Loops of belief: worlds that a seat holds possible, carried over every step that it sees.

Written in the rules' subset and bound by the carriers. `a` is an array of states: the seat's view at VIEW, two for
trying at TRIED and SEEN, then the worlds, then as many spare ones; `raw` is the same array as it is compared. memories[i *
players + p] is what seat p remembers in world i, types[i * players + p] how he plays there, and again as many spare ones.
"""

from typing import TYPE_CHECKING, Any

from parlour.engine.loops.contests import FINE, RANDOM, recall
from parlour.engine.loops.given import templates
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, draw

if TYPE_CHECKING:
    from parlour.engine.loops.given import copy, fill, hashed, hide, lean, legal, may, odds, play

VIEW, TRIED, SEEN, WORLDS = 0, 1, 2, 3  # in the array of states
SLIP = 0.05  # how often a player of the rule of thumb does anything else
FREE = 0.001  # the weight of what a player may do without being asked, beside what he is asked for
FICKLE = 50  # once in so many steps of a seat its type is guessed anew


def imagine(a: Any, memories: Any, types: Any, players: int, seat: int, count: int, certain: int, dice: Any) -> int:
    """Begin `count` worlds as guesses of the view; rivals are of the rule of thumb where `certain`, else of any type.

    memories[p] are what the seat takes the players to remember, and every world begins with them.
    """
    for i in range(count):
        guess_anew(a, seat, i, dice)
        for p in range(players):
            copy(memories, i * players + p, p)
            types[i * players + p] = 1 if certain or p == seat else draw(dice, 2)
    return count


def guess_anew(a: Any, seat: int, i: int, dice: Any) -> None:
    copy(a, WORLDS + i, VIEW)
    fill(a[WORLDS + i], seat, dice)


def weigh(s: Any, who: int, memory: Any, kind: int, own: int, out: Any, acts: Any, weights: Any) -> int:
    """What `who` may have done in a world, into `acts`, and how likely each is, into `weights`; `own` >= 0: it was that."""
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


def slip(weights: Any, k: int) -> None:
    total = 0.0
    for j in range(k):
        total += weights[j]
    for j in range(k):
        weights[j] = (1.0 - SLIP) * weights[j] / total + SLIP / k


def try_all(
    a: Any, raw: Any, i: int, spare: int, seat: int, who: int, target: int, k: int, acts: Any, weights: Any, dice: Any
) -> float:
    """How likely the step is in world i that led to what the seat sees; one such step, by its weight, is played on the spare.

    Of chance's outcomes that are told apart by the seat one fits, so most are left after a look.
    """
    total = 0.0
    for j in range(k):
        if weights[j] > 0.0:
            copy(a, TRIED, WORLDS + i)
            play(a[TRIED], who, acts[j])
            copy(a, SEEN, TRIED)
            hide(a[SEEN], seat)
            if hashed(raw, SEEN, 0) == target:
                total += weights[j]
                if draw(dice, FINE) / FINE * total < weights[j]:
                    copy(a, spare, TRIED)
    return total


def total_of(weights: Any, k: int) -> float:
    total = 0.0
    for j in range(k):
        total += weights[j]
    return total


def observe(
    a: Any,
    raw: Any,
    memories: Any,
    types: Any,
    players: int,
    seat: int,
    count: int,
    who: int,
    own: int,
    out: Any,
    acts: Any,
    weights: Any,
    likely: Any,
    dice: Any,
) -> int:
    """Carry `count` worlds over a step of `who` that led to the view at VIEW; `own` >= 0: the seat's own action.

    A world dies in which nothing he may do looks so; the others are drawn anew by how likely he is to do it. Returns how many
    lived; where none did, all are guessed anew.
    """
    target = hashed(raw, VIEW, 0)
    player = who if who < players else 0
    alive = 0
    for i in range(count):
        kind = types[i * players + player]
        k = weigh(a[WORLDS + i], who, memories[i * players + player], kind, own, out, acts, weights)
        whole = total_of(weights, k)
        fits = try_all(a, raw, i, WORLDS + count + i, seat, who, target, k, acts, weights, dice)
        likely[i] = fits / whole if whole > 0.0 else 0.0
        if fits > 0.0:
            alive += 1
    if alive:
        draw_anew(a, memories, types, players, count, likely, dice)
    else:
        for i in range(count):
            guess_anew(a, seat, i, dice)
    for i in range(count):
        recall(a[WORLDS + i], players, memories, i * players)
        if who < players and who != seat and draw(dice, FICKLE) == 0:
            types[i * players + who] = draw(dice, 2)
    return alive


def draw_anew(a: Any, memories: Any, types: Any, players: int, count: int, likely: Any, dice: Any) -> None:
    """As many worlds as before, each taken as often as it is likely: at even steps from one draw."""
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
        copy(a, WORLDS + i, WORLDS + count + j)
        for p in range(players):
            copy(memories, i * players + p, (count + j) * players + p)
            types[i * players + p] = types[(count + j) * players + p]


TEMPLATES = templates(globals())
ENTRIES = ("imagine", "observe")
