"""What lies before a loop: the arrays and numbers that it works on, in named tuples that both carriers take.

On the plain carrier an array is a list, on the compiled one an array of NumPy; Numba compiles a loop for the classes below, so
the generated file imports these and nothing else of Parlour, and their fields are part of its digest.
"""

from typing import Any, NamedTuple

States = list[Any]  # of a game's cells, which the rules know by name
Memories = list[Any]
Ints = list[int]
Floats = list[float]
Table = list[list[int]]
Grid = list[list[float]]


class Scratch(NamedTuple):
    """Room to work in, and the dice."""

    out: Ints  # the actions of a step: twice the number of the game's actions
    weights: Floats  # a policy's weights of them: as many
    dice: Ints  # the one int of the generator that `draw` knows


class Games(NamedTuple):
    """Whole games, number `start` to `start` + `number` - 1 of a seed."""

    players: int
    options: Any  # as the carrier reads them
    seed: int
    start: int
    number: int


class Ends(NamedTuple):
    """How games ended: a row a game."""

    lengths: Ints  # its steps, negative where it was abandoned at `longest`
    scores: Table  # by player, what the game says at the end
    ranks: Table


class Written(NamedTuple):
    """A game as it is written down, an entry a step."""

    seats: Ints
    actions: Ints
    sums: Ints  # the `answers` before the step


class Worlds(NamedTuple):
    """Worlds that a seat holds possible, and what is remembered and how is played in them.

    `a` holds the seat's view at VIEW, two states for trying at TRIED and SEEN, from WORLDS on `number` worlds and as many spare
    ones; `raw` is the same array as it is compared. memories[i * players + p] is what seat p remembers in world i, types[i *
    players + p] how they play there, and again as many spare ones.
    """

    a: States
    raw: Any
    memories: Memories
    types: Ints
    players: int
    seat: int
    number: int
    kinds: int  # the types that rivals may be of, as bits


class Tree(NamedTuple):
    """What a search has grown.

    nodes[i] is a slot of an open hash table, the edges of a node lie side by side: taken[e] are action and visits, gains[e]
    what came of them. counts[NODES] and counts[EDGES] say how many there are, its others bound them. `path` is scratch.
    """

    nodes: Table
    taken: Table
    gains: Grid
    counts: Ints
    path: Table


class Trial(NamedTuple):
    """Actions tried in the same worlds: their number, how far they are played, what they are, and what came of them."""

    k: int
    whole: int
    tried: Ints
    shares: Floats  # scratch, by player
    found: Floats  # scratch, by action
    sums: Floats
    products: Grid


class Sums(NamedTuple):
    """What many playouts give every player: sums and sums of squares."""

    shares: Floats  # scratch
    sums: Floats
    squares: Floats


class Series(NamedTuple):
    """What is played at every table: games of a seed, the learners `turns` seats further in each."""

    players: int
    options: Any  # as the carrier reads them
    seed: int
    turns: int
    kind: int  # by which all play who do not learn: see `contests`
    reward: int  # 0: shares of the win, 1: scores, -1: scores negated


class Tables(NamedTuple):
    """Tables side by side: an entry or a row a table."""

    draws: Ints  # the generators
    left: Ints  # steps until the game is abandoned
    games: Ints  # the number of the next game
    learners: Ints  # seats as bits
    seats: Ints  # who is asked
    choices: Table  # what may be chosen, as a list of so many:
    counts: Ints
    masks: Any  # the same: 1 where an action is legal
    rewards: Any  # by player
    done: Any  # 1 where a game has ended, 2 where it was abandoned


DESK = (Scratch, Games, Ends, Written, Worlds, Tree, Trial, Sums, Series, Tables)
