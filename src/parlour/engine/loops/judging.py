"""Loops of judgement: what actions promise a seat that knows what it knows, and what a step that was taken has changed.

Written in the rules' subset and bound by the carriers. In both, what is held against another thing is played on with
the same dice, so that the difference is known better than either.
"""

from typing import TYPE_CHECKING, Any

from parlour.engine.loops.contests import pick
from parlour.engine.loops.given import templates
from parlour.engine.loops.search import descend, finish, learn, share_out
from parlour.engine.loops.worlds import TRIED, VIEW, WORLDS
from parlour.games.cells import draw

if TYPE_CHECKING:
    from parlour.engine.loops.given import copy, lean, legal, play


def compare(
    a: Any,
    raw: Any,
    memories: Any,
    types: Any,
    players: int,
    seat: int,
    worlds: int,
    rounds: int,
    cap: int,
    explore: float,
    deep: int,
    nodes: Any,
    taken: Any,
    gains: Any,
    tree: Any,
    path: Any,
    out: Any,
    weights: Any,
    dice: Any,
    shares: Any,
    tried: Any,
    k: int,
    found: Any,
    sums: Any,
    products: Any,
) -> int:
    """In each round one world is drawn, and each of the k actions in `tried` is tried in it once.

    sums[j] adds what came of action j, products[j][i] what came of it times what came of action i: means, and the doubt of
    their differences. Where `deep`, the seat goes on by the tree of `search`, which grows; else by its policy.
    """
    for _ in range(rounds):
        base = draw(dice, worlds)
        thrown = dice[0]
        for j in range(k):
            dice[0] = thrown
            copy(a, TRIED, WORLDS + base)
            play(a[TRIED], seat, tried[j])
            depth = 0
            if deep:
                depth = descend(
                    a,
                    raw,
                    memories,
                    types,
                    base * players,
                    players,
                    seat,
                    cap,
                    explore,
                    nodes,
                    taken,
                    gains,
                    tree,
                    path,
                    out,
                    weights,
                    dice,
                )
            finish(a[TRIED], a[VIEW], 0, memories, types, base * players, players, cap, out, weights, dice)
            share_out(a[TRIED], players, shares)
            learn(nodes, taken, gains, path, depth, shares[seat])
            found[j] = shares[seat]
        for j in range(k):
            sums[j] += found[j]
            for i in range(k):
                products[j][i] += found[j] * found[i]
    return rounds


def changes(
    a: Any,
    memories: Any,
    types: Any,
    players: int,
    seat: int,
    action: int,
    pairs: int,
    whole: int,
    cap: int,
    out: Any,
    weights: Any,
    dice: Any,
    before: Any,
    after: Any,
    sums: Any,
    squares: Any,
) -> int:
    """Play on from the true state a[VIEW] in pairs: after what a player did there, and after anything else by his policy.
    To the end if `whole`, as in `search.chances`.

    Adds everybody's difference in the part of the win, and its square. What he did unasked is held against not doing it.
    """
    for _ in range(pairs):
        copy(a, TRIED, VIEW)
        k = legal(a[TRIED], seat, out)
        if k:
            lean(a[TRIED], seat, memories[seat], out, k, weights)
            for i in range(k):
                if out[i] == action:
                    weights[i] = 0.0
            play(a[TRIED], seat, out[pick(weights, k, dice)])
        thrown = dice[0]
        finish(a[TRIED], a[VIEW], whole, memories, types, 0, players, cap, out, weights, dice)
        share_out(a[TRIED], players, before)
        copy(a, TRIED, VIEW)
        play(a[TRIED], seat, action)
        dice[0] = thrown
        finish(a[TRIED], a[VIEW], whole, memories, types, 0, players, cap, out, weights, dice)
        share_out(a[TRIED], players, after)
        for p in range(players):
            sums[p] += after[p] - before[p]
            squares[p] += (after[p] - before[p]) * (after[p] - before[p])
    return pairs


TEMPLATES = templates(globals())
ENTRIES = ("compare", "changes")
