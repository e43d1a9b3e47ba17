"""The loop of thought: a search over what a seat may know, from worlds that it holds possible.

Written in the rules' subset and bound by the carriers. A node is an information set of the thinker: it is found by
the hash of the state as the thinker may see it, so that chance which they see splits nodes by itself, and what they do not see
shares one. Equal views have equal legal actions. Only the thinker's choices are nodes; others play their type (see `worlds`),
playouts play the policy to where it says a playout may be cut. CLOCK and what is forced have no node.
"""

from math import sqrt
from typing import Any

from parlour.engine.loops.contests import move, pick
from parlour.engine.loops.desk import Floats, Scratch, Sums, Table, Tree, Worlds
from parlour.engine.loops.given import copy, first, hashed, hide, lean, legal, play, rank, templates, to_act, until, worth
from parlour.engine.loops.worlds import SEEN, TRIED, VIEW, WORLDS
from parlour.games.cells import draw

KEY, FIRST, CHOICES, VISITS = 0, 1, 2, 3  # of a node
ACTION, TRIES = 0, 1  # of an edge, in ints
GAIN, SQUARES, PRIOR = 0, 1, 2  # of an edge, in floats
EVEN = 0.1  # the part of a prior that is spread evenly
NODES, EDGES, WRAP, MOST_NODES, MOST_EDGES = 0, 1, 2, 3, 4  # of a tree's counts
DEEPEST = 500  # of the thinker's choices in one iteration


def find(nodes: Table, key: int, mask: int) -> int:
    """The slot of a node, or the free one where it belongs."""
    at = key & mask
    while nodes[at][KEY] != 0 and nodes[at][KEY] != key:
        at = (at + 1) & mask
    return at


def grow(tree: Tree, at: int, key: int, k: int, scratch: Scratch) -> None:
    """A new node, its prior by the weights of its actions."""
    node, edge = tree.nodes[at], tree.counts[EDGES]
    node[KEY] = key
    node[FIRST] = edge
    node[CHOICES] = k
    node[VISITS] = 0
    total = 0.0
    for i in range(k):
        total += scratch.weights[i]
    for i in range(k):
        tree.taken[edge + i][ACTION] = scratch.out[i]
        tree.taken[edge + i][TRIES] = 0
        tree.gains[edge + i][GAIN] = 0.0
        tree.gains[edge + i][SQUARES] = 0.0
        tree.gains[edge + i][PRIOR] = EVEN / k + (1.0 - EVEN) * scratch.weights[i] / total
    tree.counts[NODES] += 1
    tree.counts[EDGES] += k


def best_edge(tree: Tree, at: int, explore: float) -> int:
    """The edge that promises most: its mean, and what its prior says is still to be found; untried ones as good as the node."""
    taken, gains = tree.taken, tree.gains
    edge = tree.nodes[at][FIRST]
    k = tree.nodes[at][CHOICES]
    whole = 0.0
    tries = 0
    for e in range(edge, edge + k):
        whole += gains[e][GAIN]
        tries += taken[e][TRIES]
    mean = whole / tries if tries else 0.5
    reach = explore * sqrt(tree.nodes[at][VISITS] + 1.0)
    best = edge
    most = -1.0
    for e in range(edge, edge + k):
        n = taken[e][TRIES]
        promise = (gains[e][GAIN] / n if n else mean) + reach * gains[e][PRIOR] / (1.0 + n)
        if promise > most:
            best = e
            most = promise
    return best


def descend(held: Worlds, base: int, tree: Tree, cap: int, explore: float, scratch: Scratch) -> int:
    """From the root to the end of the tree, and one node further; returns how many edges of the thinker's are in `path`.

    memories[base] and types[base] are seat 0's in the world that is played.
    """
    a, seat, counts = held.a, held.seat, tree.counts
    s = a[TRIED]
    depth = 0
    for _ in range(cap):
        bits = to_act(s)
        if bits == 0 or depth == DEEPEST or until(s, a[VIEW]):
            return depth
        if not bits >> seat & 1:
            who = first(bits)
            p = who if who < held.players else 0
            play(s, who, move(s, who, held.memories[base + p], held.types[base + p], scratch))
            continue
        k = legal(s, seat, scratch.out)
        if k == 1:
            play(s, seat, scratch.out[0])
            continue
        copy(a, SEEN, TRIED)
        hide(a[SEEN], seat)
        key = hashed(held.raw, SEEN, 1) + 1
        at = find(tree.nodes, key, counts[WRAP])
        new = tree.nodes[at][KEY] == 0
        if new:
            if counts[NODES] >= counts[MOST_NODES] or counts[EDGES] + k > counts[MOST_EDGES]:
                return depth
            lean(s, seat, held.memories[base + seat], scratch.out, k, scratch.weights)
            grow(tree, at, key, k, scratch)
        edge = tree.nodes[at][FIRST] + pick(scratch.weights, k, scratch.dice) if new and depth else best_edge(tree, at, explore)
        tree.path[depth][0] = at
        tree.path[depth][1] = edge
        depth += 1
        play(s, seat, tree.taken[edge][ACTION])
        if new and depth > 1:
            return depth
    return depth


def finish(held: Worlds, base: int, whole: int, cap: int, scratch: Scratch) -> int:
    """Everybody plays as their type does to the end, or, if not `whole`, to where the policy says a playout may be cut.

    What is remembered stays as it is: nobody learns from what is only thought.
    """
    s, root, players = held.a[TRIED], held.a[VIEW], held.players
    memories, types = held.memories, held.types
    steps = 0
    bits = to_act(s)
    while bits and steps < cap and (whole or not until(s, root)):
        who = first(bits)
        p = who if who < players else 0
        play(s, who, move(s, who, memories[base + p], types[base + p], scratch))
        steps += 1
        bits = to_act(s)
    return steps


def share_out(s: Any, players: int, shares: Floats) -> None:
    """Everybody's part of the win: that of the winners in the end, what the policy says where the playout was cut."""
    winners = 0
    over = to_act(s) == 0
    for p in range(players):
        if over and rank(s, p) == 1:
            winners += 1
    for p in range(players):
        if not over:
            shares[p] = worth(s, p)
        else:
            shares[p] = 1.0 / winners if winners and rank(s, p) == 1 else 0.0


def learn(tree: Tree, depth: int, share: float) -> None:
    for d in range(depth):
        edge = tree.path[d][1]
        tree.nodes[tree.path[d][0]][VISITS] += 1
        tree.taken[edge][TRIES] += 1
        tree.gains[edge][GAIN] += share
        tree.gains[edge][SQUARES] += share * share


def search(held: Worlds, tree: Tree, iterations: int, cap: int, explore: float, scratch: Scratch, shares: Floats) -> int:
    """Go on thinking for so many iterations, each in one of the worlds; `shares` is scratch. Returns the nodes."""
    for _ in range(iterations):
        base = draw(scratch.dice, held.number)
        copy(held.a, TRIED, WORLDS + base)
        base *= held.players
        depth = descend(held, base, tree, cap, explore, scratch)
        finish(held, base, 0, cap, scratch)
        share_out(held.a[TRIED], held.players, shares)
        learn(tree, depth, shares[held.seat])
    return tree.counts[NODES]


def chances(held: Worlds, playouts: int, whole: int, cap: int, scratch: Scratch, sums: Sums) -> int:
    """Play on from the state at VIEW so many times, to the end if `whole`; returns the steps.

    Adds everybody's part of the win, and its square.
    """
    a, shares = held.a, sums.shares
    steps = 0
    for _ in range(playouts):
        copy(a, TRIED, VIEW)
        steps += finish(held, 0, whole, cap, scratch)
        share_out(a[TRIED], held.players, shares)
        for p in range(held.players):
            sums.sums[p] += shares[p]
            sums.squares[p] += shares[p] * shares[p]
    return steps


TEMPLATES = templates(globals())
ENTRIES = ("search", "chances")
