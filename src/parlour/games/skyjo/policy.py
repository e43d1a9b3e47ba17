"""How a sensible player of SKYJO plays: swap where it saves most, mind the columns, do not go out with more points than others.

It reads what its seat sees, nothing else. A hidden card counts as the mean of the cards nobody has seen.
"""

from math import exp, sqrt
from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.skyjo.state import (
    COLUMNS,
    DO_DRAW,
    DO_SWAP,
    DO_TAKE,
    DO_TURN,
    GONE,
    HIDDEN,
    HOLDING,
    KINDS,
    SLOTS,
    TURN,
)

PAIR = 0.3  # the share of a column that two alike are worth: about how often the third comes along
GOOD = 3.0  # the saving for which it takes an open card rather than draw
LAST = 1.5  # what a rival is likely to save in their last turn
PATIENCE = 20  # turns a player spends putting off going out, before it goes out all the same
HOPE = 0.1  # what it is worth to turn a card where a column may become alike
NEVER = -1e9
LEAD, LEAD_FAR = 8.0, 1.0  # points that make a win e times likelier: near the end, and by the root of what is left (1,936 rounds)


def lean(s: Any, seat: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    for i in range(k):
        weights[i] = 0.0
    if s.phase == TURN:
        chosen = first_choice(s, seat, out)
    elif s.phase == HOLDING:
        chosen = second_choice(s, seat)
    else:
        chosen = UNKNOWN
    for i in range(k):
        if chosen == UNKNOWN or out[i] == chosen:
            weights[i] = 1.0


# What a grid is likely to count


def mean_hidden(s: Any) -> float:
    """Points of a hidden card."""
    cards = 0
    points = 0
    for value in range(KINDS):
        cards += s.unseen[value]
        points += (value - 2) * s.unseen[value]
    return points / cards if cards else 0.0


def alike(a: int, b: int, c: int) -> bool:
    """Whether exactly two open cards of a column that is whole are the same."""
    if a == GONE or b == GONE or c == GONE:
        return False
    if a == b:
        return a < HIDDEN and c != a
    if a == c:
        return a < HIDDEN
    return b == c and b < HIDDEN


def face_points(face: int, mean: float) -> float:
    if face == GONE:
        return 0.0
    return mean if face == HIDDEN else face - 2.0


def column_points(s: Any, a: int, b: int, c: int, mean: float) -> float:
    """What a column is likely to count in the end; less where two are alike, as long as there is time for the third."""
    if a == b and b == c and a < HIDDEN:
        return 0.0
    points = face_points(a, mean) + face_points(b, mean) + face_points(c, mean)
    if points > 0.0 and s.ender == UNKNOWN and alike(a, b, c):
        return points * (1.0 - PAIR)
    return points


def likely(s: Any, seat: int, mean: float) -> float:
    """The points a grid is likely to count."""
    points = 0.0
    grid = s.grid[seat]
    for c in range(COLUMNS):
        points += column_points(s, grid[c], grid[c + COLUMNS], grid[c + 2 * COLUMNS], mean)
    return points


def saving(s: Any, me: int, card: int, slot: int, mean: float) -> float:
    """How many points a card in a slot is likely to save."""
    grid = s.grid[me]
    c = slot % COLUMNS
    row = slot // COLUMNS
    a = int(grid[c])
    b = int(grid[c + COLUMNS])
    d = int(grid[c + 2 * COLUMNS])
    before = column_points(s, a, b, d, mean)
    if row == 0:
        a = card
    elif row == 1:
        b = card
    else:
        d = card
    return before - column_points(s, a, b, d, mean)


def fear(s: Any, me: int, slot: int, saved: float, mean: float) -> float:
    """What opening a slot may cost: as the last one, its own points again where a rival has as few (SKY-Q15)."""
    if s.hidden[me] > 1 or s.grid[me][slot] != HIDDEN or s.ender != UNKNOWN or s.turns > PATIENCE * s.players:
        return 0.0
    mine = likely(s, me, mean) - saved
    lowest = 1e9
    for p in range(s.players):
        if p != me and not s.left[p]:
            lowest = min(lowest, likely(s, p, mean))
    return mine if mine > 0.0 and lowest - LAST <= mine else 0.0


# What is played


def swap_worth(s: Any, me: int, card: int, slot: int, mean: float) -> float:
    if s.grid[me][slot] == GONE:
        return NEVER
    saved = saving(s, me, card, slot, mean)
    return saved - fear(s, me, slot, saved, mean)


def turn_worth(s: Any, me: int, slot: int, mean: float) -> float:
    """Turning a hidden card saves nothing, and is best where a column may become alike."""
    if s.grid[me][slot] != HIDDEN:
        return NEVER
    c = slot % COLUMNS
    grid = s.grid[me]
    hope = HOPE if alike(grid[c], grid[c + COLUMNS], grid[c + 2 * COLUMNS]) else 0.0
    return hope - fear(s, me, slot, 0.0, mean)


def best_swap(s: Any, me: int, card: int, mean: float) -> int:
    """The slot in which a card saves most, the last of equals."""
    best = 0
    most = NEVER
    for slot in range(SLOTS):
        here = swap_worth(s, me, card, slot, mean)
        if here >= most:
            best = slot
            most = here
    return best


def best_turn(s: Any, me: int, mean: float) -> int:
    best = 0
    most = NEVER
    for slot in range(SLOTS):
        here = turn_worth(s, me, slot, mean)
        if here >= most:
            best = slot
            most = here
    return best


def first_choice(s: Any, me: int, out: Any) -> int:
    """Take the top discard where that saves enough, draw otherwise."""
    mean = mean_hidden(s)
    top = int(s.discard[s.discards - 1])
    slot = best_swap(s, me, top, mean)
    if out[0] != DO_DRAW or swap_worth(s, me, top, slot, mean) >= GOOD:
        return DO_TAKE + slot
    return DO_DRAW


def second_choice(s: Any, me: int) -> int:
    """Swap where that saves points, otherwise refuse the card and turn a hidden one."""
    mean = mean_hidden(s)
    drawn = int(s.drawn)
    swap = best_swap(s, me, drawn, mean)
    turn = best_turn(s, me, mean)
    if turn_worth(s, me, turn, mean) >= swap_worth(s, me, drawn, swap, mean) and s.hidden[me]:
        return DO_TURN + turn
    return DO_SWAP + swap


# How far a playout goes


THOUGHT = 1000  # iterations with which a search beats the rule of thumb
CAPABLE = True  # no rival is taken to play at random: whoever plays otherwise than by the rule of thumb may well play better


def until(s: Any, root: Any) -> bool:
    """To the end of the round that is played at the root."""
    return s.scored != root.scored


def worth(s: Any, seat: int) -> float:
    """A player's part of the win by the points of all: few are worth more the nearer the end is."""
    low = s.end_score + 0.0
    high = 0.0
    for p in range(s.players):
        if not s.left[p]:
            low = min(low, s.totals[p] + 0.0)
        high = max(high, s.totals[p] + 0.0)
    scale = LEAD + LEAD_FAR * sqrt(max(0.0, s.end_score - high))
    whole = 0.0
    for p in range(s.players):
        whole += standing(s, p, low, scale)
    return standing(s, seat, low, scale) / whole


def standing(s: Any, p: int, low: float, scale: float) -> float:
    return 0.0 if s.left[p] else exp((low - s.totals[p]) / scale)
