"""Games side by side for a learner: a choice at every table, and on to the next one. See `lab.vector`.

Written in the rules' subset, and bound by the same carriers. Of n tables' states a[t] is table t's, a[n + t] what
the seat that is asked sees of it, a[2 * n] empty; memories[t * players + seat] are what seats remember, the last is empty.
"""

from typing import Any

from parlour.engine.loops.desk import Ints, Memories, Scratch, Series, States, Tables
from parlour.engine.loops.given import (
    copy,
    first,
    forget,
    hide,
    legal,
    longest,
    move,
    play,
    rank,
    recall,
    score,
    setup,
    templates,
    to_act,
)
from parlour.games.cells import seeded

BEGIN, STAY = -1, -2  # in an action's stead


def onward(s: Any, t: int, memories: Memories, series: Series, tables: Tables, scratch: Scratch) -> int:
    """Others play until a learner (seats as bits) is asked; returns its seat, or -1 where the game is over or abandoned."""
    players, left = series.players, tables.left
    bits = to_act(s)
    while bits and left[t] > 0:
        seat = first(bits)
        if seat < players and tables.learners[t] >> seat & 1:
            return seat
        who = t * players + seat if seat < players else 0
        play(s, seat, move(s, seat, memories[who], series.kind, scratch))
        if series.kind:
            recall(s, players, memories, t * players)
        left[t] -= 1
        bits = to_act(s)
    return -1


def fresh(a: States, t: int, memories: Memories, series: Series, tables: Tables, scratch: Scratch) -> int:
    """A new game at table t, the learners `turns` seats further; returns the seat of the learner who is asked.

    A table plays the games t, t + the number of tables, t + twice that … of the seed.
    """
    count, players, turns = len(tables.games), series.players, series.turns
    learners = tables.learners
    seat = -1
    while seat < 0:
        copy(a, t, 2 * count)
        s = a[t]
        scratch.dice[0] = seeded(series.seed, tables.games[t])
        tables.games[t] += count
        learners[t] = (learners[t] << turns | learners[t] >> players - turns) & (1 << players) - 1
        forget(memories, players, t * players, count * players)
        setup(s, players, series.options)
        tables.left[t] = longest(s)
        seat = onward(s, t, memories, series, tables, scratch)
    return seat


def shown(a: States, t: int, seat: int, out: Ints, tables: Tables) -> None:
    """Write down what a seat sees and what it may choose."""
    seen = len(tables.games) + t
    copy(a, seen, t)
    hide(a[seen], seat)
    mask = tables.masks[t]
    row = tables.choices[t]
    for i in range(tables.counts[t]):
        mask[row[i]] = 0
    k = legal(a[t], seat, out)
    tables.counts[t] = k
    for i in range(k):
        row[i] = out[i]
        mask[out[i]] = 1


def paid(s: Any, players: int, reward: int, rewards: Any) -> int:
    """The rewards of a game that has ended; returns 1, or 2 for one that was abandoned and rewards nobody."""
    if to_act(s):
        return 2
    winners = 0
    for p in range(players):
        winners += int(rank(s, p) == 1)
    for p in range(players):
        if reward:
            rewards[p] = reward * score(s, p)
        elif rank(s, p) == 1:
            rewards[p] = 1.0 / winners
    return 1


def step_all(a: States, memories: Memories, series: Series, scratch: Scratch, tables: Tables, actions: Ints, holds: int) -> None:
    """One choice at every table, actions[t] of the seat asked, and on to the next one of a learner.

    BEGIN in its stead is a new game, and with STAY nothing happens at that table: one loop, for each costs seconds to compile.
    Finished games begin anew; with `holds` they stay as they are, seen by the seat that chose last. Where a game has ended
    `tables.done` and `tables.rewards` say how; else both are 0.
    """
    players = series.players
    for t in range(len(tables.games)):
        if actions[t] == STAY:
            continue
        s = a[t]
        scratch.dice[0] = tables.draws[t]
        if tables.done[t]:
            tables.done[t] = 0
            for p in range(players):
                tables.rewards[t][p] = 0.0
        seat = -1
        if actions[t] >= 0:
            play(s, tables.seats[t], actions[t])
            if series.kind:
                recall(s, players, memories, t * players)
            tables.left[t] -= 1
            seat = onward(s, t, memories, series, tables, scratch)
            if seat < 0:
                tables.done[t] = paid(s, players, series.reward, tables.rewards[t])
                if holds:
                    seat = tables.seats[t]
        if seat < 0:
            seat = fresh(a, t, memories, series, tables, scratch)
        tables.seats[t] = seat
        tables.draws[t] = scratch.dice[0]
        shown(a, t, seat, scratch.out, tables)


TEMPLATES = templates(globals())
ENTRIES = ("step_all",)
