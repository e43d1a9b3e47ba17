"""Loops of judgement: what actions promise a seat that knows what it knows, and what a step that was taken has changed.

Written in the rules' subset and bound by the carriers. In both, what is held against another thing is played on with
the same dice, so that the difference is known better than either.
"""

from parlour.engine.loops.contests import pick
from parlour.engine.loops.desk import Floats, Scratch, Sums, Tree, Trial, Worlds
from parlour.engine.loops.given import copy, lean, legal, play, templates
from parlour.engine.loops.search import descend, finish, learn, share_out
from parlour.engine.loops.worlds import TRIED, VIEW, WORLDS
from parlour.games.cells import draw


def compare(held: Worlds, tree: Tree, rounds: int, deep: int, cap: int, explore: float, scratch: Scratch, trial: Trial) -> int:
    """In each round one world is drawn, and each of the k actions in `trial.tried` is tried in it once.

    sums[j] adds what came of action j, products[j][i] what came of it times what came of action i: means, and the doubt of
    their differences. Where `deep`, the seat goes on by the tree of `search`, which grows; else by its policy. What is tried is
    played to the end of the match if `trial.whole`.
    """
    a, k, found, dice = held.a, trial.k, trial.found, scratch.dice
    for _ in range(rounds):
        base = draw(dice, held.number)
        thrown = dice[0]
        for j in range(k):
            dice[0] = thrown
            copy(a, TRIED, WORLDS + base)
            play(a[TRIED], held.seat, trial.tried[j])
            depth = 0
            if deep:
                depth = descend(held, base * held.players, tree, cap, explore, scratch)
            finish(held, base * held.players, trial.whole, cap, scratch)
            share_out(a[TRIED], held.players, trial.shares)
            learn(tree, depth, trial.shares[held.seat])
            found[j] = trial.shares[held.seat]
        for j in range(k):
            trial.sums[j] += found[j]
            for i in range(k):
                trial.products[j][i] += found[j] * found[i]
    return rounds


def changes(held: Worlds, action: int, pairs: int, whole: int, cap: int, scratch: Scratch, before: Floats, sums: Sums) -> int:
    """Play on from the true state at VIEW in pairs: after what `held.seat` did there, and after anything else by its policy.
    To the end if `whole`, as in `search.chances`. `before` is scratch.

    Adds everybody's difference in the part of the win, and its square. What was done unasked is held against not doing it.
    """
    a, seat, after = held.a, held.seat, sums.shares
    for _ in range(pairs):
        copy(a, TRIED, VIEW)
        k = legal(a[TRIED], seat, scratch.out)
        if k:
            lean(a[TRIED], seat, held.memories[seat], scratch.out, k, scratch.weights)
            for i in range(k):
                if scratch.out[i] == action:
                    scratch.weights[i] = 0.0
            play(a[TRIED], seat, scratch.out[pick(scratch.weights, k, scratch.dice)])
        thrown = scratch.dice[0]
        finish(held, 0, whole, cap, scratch)
        share_out(a[TRIED], held.players, before)
        copy(a, TRIED, VIEW)
        play(a[TRIED], seat, action)
        scratch.dice[0] = thrown
        finish(held, 0, whole, cap, scratch)
        share_out(a[TRIED], held.players, after)
        for p in range(held.players):
            sums.sums[p] += after[p] - before[p]
            sums.squares[p] += (after[p] - before[p]) * (after[p] - before[p])
    return pairs


TEMPLATES = templates(globals())
ENTRIES = ("compare", "changes")
