"""The loop of thought: a search over what a seat may know, from worlds that it holds possible.

Written in the rules' subset and bound by the carriers. A node is an information set of the thinker: it is found by
the hash of the state as the thinker may see it, so that chance which he sees splits nodes by itself, and what he does not see
shares one. Equal views have equal legal actions. Only the thinker's choices are nodes; others play their type (see `worlds`),
playouts play the policy to where it says a playout may be cut. CLOCK and what is forced have no node.

nodes[i] is a slot of an open hash table, edges of a node lie side by side: taken[e] are action and visits, gains[e] what came of
them. tree[NODES] and tree[EDGES] count what is there, the others bound it.
"""

from math import sqrt
from typing import TYPE_CHECKING, Any

from parlour.engine.loops.contests import move, pick
from parlour.engine.loops.given import templates
from parlour.engine.loops.worlds import SEEN, TRIED, VIEW, WORLDS
from parlour.games.cells import draw

if TYPE_CHECKING:
    from parlour.engine.loops.given import copy, first, hashed, hide, lean, legal, play, rank, to_act, until, worth

KEY, FIRST, CHOICES, VISITS = 0, 1, 2, 3  # of a node
ACTION, TRIES = 0, 1  # of an edge, in ints
GAIN, SQUARES, PRIOR = 0, 1, 2  # of an edge, in floats
EVEN = 0.1  # the part of a prior that is spread evenly
NODES, EDGES, WRAP, MOST_NODES, MOST_EDGES = 0, 1, 2, 3, 4  # of the tree
DEEPEST = 500  # of the thinker's choices in one iteration


def find(nodes: Any, key: int, mask: int) -> int:
    """The slot of a node, or the free one where it belongs."""
    at = key & mask
    while nodes[at][KEY] != 0 and nodes[at][KEY] != key:
        at = (at + 1) & mask
    return at


def grow(nodes: Any, at: int, key: int, taken: Any, gains: Any, tree: Any, out: Any, k: int, weights: Any) -> None:
    """A new node, its prior by the weights of its actions."""
    edge = tree[EDGES]
    nodes[at][KEY] = key
    nodes[at][FIRST] = edge
    nodes[at][CHOICES] = k
    nodes[at][VISITS] = 0
    total = 0.0
    for i in range(k):
        total += weights[i]
    for i in range(k):
        taken[edge + i][ACTION] = out[i]
        taken[edge + i][TRIES] = 0
        gains[edge + i][GAIN] = 0.0
        gains[edge + i][SQUARES] = 0.0
        gains[edge + i][PRIOR] = EVEN / k + (1.0 - EVEN) * weights[i] / total
    tree[NODES] += 1
    tree[EDGES] += k


def best_edge(nodes: Any, at: int, taken: Any, gains: Any, explore: float) -> int:
    """The edge that promises most: its mean, and what its prior says is still to be found; untried ones as good as the node."""
    edge: int = nodes[at][FIRST]
    k = nodes[at][CHOICES]
    whole = 0.0
    tries = 0
    for e in range(edge, edge + k):
        whole += gains[e][GAIN]
        tries += taken[e][TRIES]
    mean = whole / tries if tries else 0.5
    reach = explore * sqrt(nodes[at][VISITS] + 1.0)
    best = edge
    most = -1.0
    for e in range(edge, edge + k):
        n = taken[e][TRIES]
        promise = (gains[e][GAIN] / n if n else mean) + reach * gains[e][PRIOR] / (1.0 + n)
        if promise > most:
            best = e
            most = promise
    return best


def descend(
    a: Any,
    raw: Any,
    memories: Any,
    types: Any,
    base: int,
    players: int,
    seat: int,
    cap: int,
    explore: float,
    nodes: Any,
    taken: Any,
    gains: Any,
    tree: Any,
    path: Any,
    out: Any,
    weights: Any,
    dice: Any,
) -> int:
    """From the root to the end of the tree, and one node further; returns how many edges of the thinker's are in `path`."""
    s = a[TRIED]
    depth = 0
    for _ in range(cap):
        bits = to_act(s)
        if bits == 0 or depth == DEEPEST or until(s, a[VIEW]):
            return depth
        if not bits >> seat & 1:
            who = first(bits)
            p = who if who < players else 0
            play(s, who, move(s, who, memories[base + p], types[base + p], out, weights, dice))
            continue
        k = legal(s, seat, out)
        if k == 1:
            play(s, seat, out[0])
            continue
        copy(a, SEEN, TRIED)
        hide(a[SEEN], seat)
        key = hashed(raw, SEEN, 1) + 1
        at = find(nodes, key, tree[WRAP])
        new = nodes[at][KEY] == 0
        if new:
            if tree[NODES] >= tree[MOST_NODES] or tree[EDGES] + k > tree[MOST_EDGES]:
                return depth
            lean(s, seat, memories[base + seat], out, k, weights)
            grow(nodes, at, key, taken, gains, tree, out, k, weights)
        edge = nodes[at][FIRST] + pick(weights, k, dice) if new and depth else best_edge(nodes, at, taken, gains, explore)
        path[depth][0] = at
        path[depth][1] = edge
        depth += 1
        play(s, seat, taken[edge][ACTION])
        if new and depth > 1:
            return depth
    return depth


def finish(
    s: Any, root: Any, whole: int, memories: Any, types: Any, base: int, players: int, cap: int, out: Any, weights: Any, dice: Any
) -> int:
    """Everybody plays as his type does to the end, or, if not `whole`, to where the policy says that a playout may be cut.

    What is remembered stays as it is: nobody learns from what is only thought.
    """
    steps = 0
    bits = to_act(s)
    while bits and steps < cap and (whole or not until(s, root)):
        who = first(bits)
        p = who if who < players else 0
        play(s, who, move(s, who, memories[base + p], types[base + p], out, weights, dice))
        steps += 1
        bits = to_act(s)
    return steps


def share_out(s: Any, players: int, shares: Any) -> None:
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


def learn(nodes: Any, taken: Any, gains: Any, path: Any, depth: int, share: float) -> None:
    for d in range(depth):
        edge = path[d][1]
        nodes[path[d][0]][VISITS] += 1
        taken[edge][TRIES] += 1
        gains[edge][GAIN] += share
        gains[edge][SQUARES] += share * share


def search(
    a: Any,
    raw: Any,
    memories: Any,
    types: Any,
    players: int,
    seat: int,
    worlds: int,
    iterations: int,
    cap: int,
    explore: float,
    nodes: Any,
    taken: Any,
    gains: Any,
    tree: Any,
    path: Any,
    out: Any,
    weights: Any,
    dice: Any,
    shares: Any,
) -> int:
    """Go on thinking for so many iterations, each in one of the worlds; a[VIEW] is the seat's view. Returns the nodes."""
    for _ in range(iterations):
        base = draw(dice, worlds)
        copy(a, TRIED, WORLDS + base)
        base *= players
        depth = descend(
            a, raw, memories, types, base, players, seat, cap, explore, nodes, taken, gains, tree, path, out, weights, dice
        )
        finish(a[TRIED], a[VIEW], 0, memories, types, base, players, cap, out, weights, dice)
        share_out(a[TRIED], players, shares)
        learn(nodes, taken, gains, path, depth, shares[seat])
    made: int = tree[NODES]
    return made


def chances(
    a: Any,
    memories: Any,
    types: Any,
    players: int,
    playouts: int,
    whole: int,
    cap: int,
    out: Any,
    weights: Any,
    dice: Any,
    shares: Any,
    sums: Any,
    squares: Any,
) -> int:
    """Play on from the state a[VIEW] so many times, to the end if `whole`; returns the steps.

    Adds everybody's part of the win, and its square.
    """
    steps = 0
    for _ in range(playouts):
        copy(a, TRIED, VIEW)
        steps += finish(a[TRIED], a[VIEW], whole, memories, types, 0, players, cap, out, weights, dice)
        share_out(a[TRIED], players, shares)
        for p in range(players):
            sums[p] += shares[p]
            squares[p] += shares[p] * shares[p]
    return steps


TEMPLATES = templates(globals())
ENTRIES = ("search", "chances")
