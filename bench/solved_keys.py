"""KEYS for two, solved round by round (keys_rounds.py), as an opponent: `solved` is a bot, and so is `replying`, the best reply
to the rule of thumb; `main` solves, says how well, keeps both, and lets them play the rule of thumb, Sharp and each other.
"""

import argparse
import os
import random
import time
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from keys_rounds import (
    ACTORS,
    ACTS,
    BEGINNING,
    GONE_FOR_GOOD,
    NODES,
    PLACES,
    Array,
    Books,
    Start,
    equilibrium,
    exploited,
    place_in,
    starts,
)
from results import RESULTS, stamped, write

from parlour.bots.entrants import Entrant, named
from parlour.engine import Game, View, load
from parlour.engine.carriers.compiled import warm
from parlour.games.cells import UNKNOWN
from parlour.games.keys.book import bids_made, column, name_of, situation
from parlour.games.keys.state import BID, GONE, HAND, HELD, PLACE, UNSURE
from parlour.lab.arena import arena

BOOK = Path(os.environ.get("PARLOUR_SOLVED_KEYS", Path(__file__).with_name("solved_keys.npz")))
REPLY = ("first-", "second-")  # before the names of what is best against the rule of thumb, for who begins and who does not
SEED = 1

# The rule of thumb as a book


def thumb() -> Books:
    """What the policy leans to with nothing remembered. Of a KEY it knows what a situation says of it, no more."""
    game, books = load("keys"), {}
    for start in starts():
        book = books[start] = np.zeros((NODES, PLACES, ACTS))
        for m in range(start[2] + start[3] + 1):
            if (m + 1) // 2 <= start[2] and m // 2 <= start[3]:
                for x in range(PLACES):
                    book[m, x] = leaning(game, start, m, 0, m % 2, x)
                for actor in (0, 1) if m > 1 else ():
                    for bid in range(1, m):
                        rows = np.array([leaning(game, start, m, bid, actor, x) for x in range(PLACES)])
                        for lower in range(1 << (bid - 1)):  # the bids before the highest one
                            node = 16 + (1 << m) + (1 << (bid - 1)) + lower
                            if ACTORS[node] == actor:
                                book[node] = rows
    return books


def leaning(game: Game, start: Start, m: int, bid: int, actor: int, x: int) -> Array:
    """How likely each act is at a node, for an actor whose KEY is in x; nothing where it cannot be there."""
    row, height = np.zeros(ACTS), (m + 1 - actor) // 2
    if game.policy is None or (x < HAND and x >= height) or (x == HAND and start[2 + actor] == height):
        return row
    s = game.State()
    game.setup(s, 2, game.options({}, 2))
    s.round, s.phase, s.actor, s.starter = 1, BID if bid else PLACE, actor, 0
    s.bid, s.bidder, s.on_table = bid, 1 - actor if bid else UNKNOWN, m
    for p in (0, 1):
        s.points[p], s.owned[p], s.height[p] = start[p], start[2 + p], (m + 1 - p) // 2
        proof = start[4 + p]
        s.key_known[p] = GONE if proof == GONE_FOR_GOOD else HELD if proof == s.owned[p] else UNSURE
        s.lost_odds[p], s.kept_odds[p] = (1, 0) if proof == GONE_FOR_GOOD else (proof - s.owned[p], 1)
        s.key_at[p] = x if p == actor else UNKNOWN
    actions = [0] * game.actions.size
    actions = actions[: game.legal(s, actor, actions)]
    for action, weight in zip(actions, game.policy.weights(s, actor, game.policy.Memory(), actions), strict=True):
        row[column(s.phase, action)] = weight
    return row


# As an opponent


@cache
def kept(path: Path) -> dict[str, Array]:
    """The books that `main` has kept. Raises FileNotFoundError."""
    return dict(np.load(path))


def solved(view: View, legal: Sequence[int], rng: random.Random) -> int:
    """A bot for KEYS of two: plays the solution."""
    return by_book(view, legal, rng, "")


def replying(view: View, legal: Sequence[int], rng: random.Random) -> int:
    """A bot for KEYS of two: plays what is best against the rule of thumb."""
    return by_book(view, legal, rng, REPLY[view.seat != view.state.starter])


def by_book(view: View, legal: Sequence[int], rng: random.Random, book: str) -> int:
    """Where it has no choice, or flips, there is nothing to solve."""
    s = view.state
    if s.phase not in (PLACE, BID) or len(legal) == 1:
        return legal[0]
    node = s.on_table if s.phase == PLACE else 16 + (1 << s.on_table) + bids_made(view)
    row = kept(BOOK)[book + name_of(situation(view))][node, s.key_at[view.seat]]
    weights = [float(row[column(s.phase, action)]) for action in legal]
    return rng.choices(legal, weights)[0] if sum(weights) > 0 else rng.choice(list(legal))


def everybody(games: int) -> list[str]:
    """Every two of four bots against each other, so many games each, as lines of a table."""
    players: list[Entrant] = ["simple", "sharp", solved, replying]
    warm("keys")
    result = arena("keys", players=2, bots=players, games=games * 6, seed=SEED)
    rows = []
    for one, other in combinations(map(named, players), 2):
        duel = result.duel(one, other)
        assert duel is not None
        low, high = duel.ahead_interval
        rows.append(f"| {one} | {other} | {duel.games} | {duel.ahead:.1%} ({low:.1%} to {high:.1%}) |")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description="Solve KEYS for two, say how far the solution can be exploited, and keep it.")
    parser.add_argument("--iterations", type=int, default=400, help="of CFR+ for every round (default %(default)s)")
    parser.add_argument("--games", type=int, default=400, help="of every two bots (default %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    equilibrium(1)  # compiles
    begun = time.process_time()
    values, books = equilibrium(arguments.iterations)
    took = time.process_time() - begun
    chance = float(values[0, place_in(*BEGINNING), 0, 0])
    first, second, _ = exploited(books)
    thumb_first, thumb_second, replies = exploited(thumb())
    keep(books, replies, BOOK)
    more, size = (first + second - 1) / 2, f"{len(books)} situations, {arguments.iterations} iterations of CFR+ each"
    lines = [
        "## KEYS for two, solved round by round",
        "",
        f"{stamped('solved_keys')} {size},",
        f"{took:.1f} s of process time. Whoever begins wins {chance:.1%}. A best response, round by round, wins {first:.2%}",
        f"when it begins and {second:.2%} when it does not, {more:.2%} more than the value of the game, because what a round",
        "revealed of a lost KEY is forgotten in the next.",
        "",
        f"The best response to a rule of thumb without memory, round by round, wins {thumb_first:.1%} when it begins and",
        f"{thumb_second:.1%} when it does not, by the same calculation. In an arena (seed {SEED}) `simple` does",
        "remember who laid their KEY, and grows wary; `solved` plays the solution, `replying` that best response.",
        "With 95 % intervals:",
        "",
        "| bot | against | games | share of wins |",
        "| --- | --- | ---: | --- |",
        *everybody(arguments.games),
        "",
    ]
    write("solved_keys", lines, arguments.out)
    print("\n".join(lines))
    return 0


def keep(books: Books, replies: dict[int, Books], path: Path) -> None:
    """Write the solution and the replies to where the bots look for them."""
    named_books = {name_of(start): book for start, book in books.items()}
    named_books |= {REPLY[role] + name_of(start): book for role, of in replies.items() for start, book in of.items()}
    np.savez_compressed(path, **{name: book.astype(np.float32) for name, book in named_books.items()})


if __name__ == "__main__":
    raise SystemExit(main())
