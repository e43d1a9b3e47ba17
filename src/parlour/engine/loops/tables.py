"""Games side by side for a learner: a choice at every table, and on to the next one. See `lab.vector`.

Written in the rules' subset, and bound by the same carriers. Of the states a[t] is table t's, a[tables + t] what
the seat that is asked sees of it, a[2 * tables] empty; memories[t * players + seat] are what seats remember, the last is empty.
"""

from typing import TYPE_CHECKING, Any

from parlour.engine.loops.given import templates
from parlour.games.cells import seeded

if TYPE_CHECKING:
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
        to_act,
    )


def onward(
    s: Any, players: int, learners: int, t: int, memories: Any, kind: int, out: Any, weights: Any, dice: Any, left: Any
) -> int:
    """Others play until a learner (seats as bits) is asked; returns its seat, or -1 where the game is over or abandoned."""
    bits = to_act(s)
    while bits and left[t] > 0:
        seat = first(bits)
        if seat < players and learners >> seat & 1:
            return seat
        who = t * players + seat if seat < players else 0
        play(s, seat, move(s, seat, memories[who], kind, out, weights, dice))
        if kind:
            recall(s, players, memories, t * players)
        left[t] -= 1
        bits = to_act(s)
    return -1


def fresh(
    a: Any, t: int, players: int, options: Any, seed: int, learners: Any, turns: int, memories: Any, kind: int, out: Any,
    weights: Any, dice: Any, left: Any, games: Any,
) -> int:  # fmt: skip
    """A new game at table t, the learners `turns` seats further; returns the seat of the learner who is asked.

    A table plays the games t, t + tables, t + 2 * tables … of the seed.
    """
    tables = len(games)
    seat = -1
    while seat < 0:
        copy(a, t, 2 * tables)
        s = a[t]
        dice[0] = seeded(seed, games[t])
        games[t] += tables
        learners[t] = (learners[t] << turns | learners[t] >> players - turns) & (1 << players) - 1
        forget(memories, players, t * players, tables * players)
        setup(s, players, options)
        left[t] = longest(s)
        seat = onward(s, players, learners[t], t, memories, kind, out, weights, dice, left)
    return seat


def shown(a: Any, t: int, tables: int, seat: int, out: Any, choices: Any, counts: Any, masks: Any) -> None:
    """Write down what a seat sees and what it may choose."""
    copy(a, tables + t, t)
    hide(a[tables + t], seat)
    mask = masks[t]
    row = choices[t]
    for i in range(counts[t]):
        mask[row[i]] = 0
    k = legal(a[t], seat, out)
    counts[t] = k
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


def step_all(
    a: Any, players: int, options: Any, seed: int, learners: Any, turns: int, memories: Any, kind: int, out: Any, weights: Any,
    dice: Any, draws: Any, left: Any, games: Any, seats: Any, choices: Any, counts: Any, masks: Any, actions: Any, begins: int,
    reward: int, rewards: Any, done: Any,
) -> None:  # fmt: skip
    """One choice at every table, actions[t] of seats[t], and on to the next one of a learner; finished games begin anew.

    With `begins` there is no choice, but a new game at every table: one loop, for each costs seconds to compile.
    masks[t][action] is 1 where an action is legal; choices[t] are the same as a list of counts[t]. `learners` are seats as
    bits, which move `turns` seats on every game; all others play by `kind` (see `contests`). Where a game has ended done[t] is
    1 (2: abandoned) and rewards[t] are the shares of the win, or with `reward` 1 the scores, with -1 the scores negated; else
    all are 0. `draws` are the generators, `left` the steps until a game is abandoned, `games` the numbers of the next ones.
    """
    tables = len(games)
    for t in range(tables):
        s = a[t]
        dice[0] = draws[t]
        if done[t]:
            done[t] = 0
            for p in range(players):
                rewards[t][p] = 0.0
        seat = -1
        if not begins:
            play(s, seats[t], actions[t])
            if kind:
                recall(s, players, memories, t * players)
            left[t] -= 1
            seat = onward(s, players, learners[t], t, memories, kind, out, weights, dice, left)
            if seat < 0:
                done[t] = paid(s, players, reward, rewards[t])
        if seat < 0:
            seat = fresh(a, t, players, options, seed, learners, turns, memories, kind, out, weights, dice, left, games)
        seats[t] = seat
        draws[t] = dice[0]
        shown(a, t, tables, seat, out, choices, counts, masks)


TEMPLATES = templates(globals())
ENTRIES = ("step_all",)
