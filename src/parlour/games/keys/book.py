"""Sharp at KEYS for two: a book that cannot be read, for it is as good as any reply to it allows (bench/keys_book.py makes it).

For every situation at the start of a round, and for all that was placed and bid in it, the book says how likely each act is by
where one's own KEY lies. It is a file of one entry a situation; an entry has for every node six places of the KEY, and for
every place ten weights of two bytes.
"""

import zipfile
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any, Protocol

from parlour.games.keys.state import (
    A_BID,
    A_PASS,
    ALL,
    BID,
    E_BEGAN,
    E_BID,
    E_FLIPPED,
    E_LOST,
    GONE,
    KEY,
    PLACE,
)

BOOK = Path(__file__).with_name("duel.zip")
PLACES = 6  # of a KEY: 0 to 3 in the stack, in the hand, lost
ROW = Struct("<10H")  # the weights of: pass or place, place the KEY, and bids
GONE_FOR_GOOD = 0  # as a proof: all coasters have been seen, the KEY is not among them
KEPT = 64  # situations in memory: a match has some twenty
WON_BY = 2  # points, at the tables that the book is of

Start = tuple[int, int, int, int, int, int]  # who begins and who does not: points, coasters, proofs


class Heard(Protocol):
    """A view with all that its seat has heard."""

    @property
    def game(self) -> Any: ...
    @property
    def state(self) -> Any: ...
    @property
    def seat(self) -> int: ...
    @property
    def events(self) -> Sequence[tuple[int, int, int, int]]: ...


def covers(s: Any) -> bool:
    """Whether the book is of tables like this one."""
    return bool(s.players == 2 and s.to_win == WON_BY and s.own_stack == ALL)


def sharp(view: Heard, legal: Sequence[int], rng: Random) -> int:
    """A draw from the book; by the rule of thumb where it says nothing, as from positions that no match leads to."""
    if len(legal) == 1:
        return legal[0]
    weights = weights_of(view, legal)
    if not any(weights):
        policy = view.game.policy
        return rng.choices(list(legal), policy.weights(view.state, view.seat, policy.Memory(), list(legal)))[0]
    return rng.choices(list(legal), weights)[0]


def weights_of(view: Heard, legal: Sequence[int]) -> list[int]:
    """How likely the book has each legal action; all 0 where it says nothing."""
    s = view.state
    page = page_of(name_of(situation(view)))
    if s.phase not in (PLACE, BID) or page is None:
        return [0] * len(legal)
    node = s.on_table if s.phase == PLACE else 16 + (1 << s.on_table) + bids_made(view)
    row = ROW.unpack_from(page, (node * PLACES + s.key_at[view.seat]) * ROW.size)
    return [row[column(s.phase, action)] for action in legal]


@cache
def _file() -> zipfile.ZipFile:
    return zipfile.ZipFile(BOOK)


@lru_cache(KEPT)
def page_of(name: str) -> bytes | None:
    """The book's entry of a situation; None where it has none."""
    try:
        return _file().read(name)
    except KeyError:
        return None


def name_of(start: Start) -> str:
    return "-".join(map(str, start))


def situation(view: Heard) -> Start:
    s = view.state
    a = s.starter
    proof = proofs(view)
    return (s.points[a], s.points[1 - a], s.owned[a], s.owned[1 - a], proof[a], proof[1 - a])


def proofs(view: Heard) -> list[int]:
    """Of how many coasters each KEY was one when it was last seen; none where it is known to be gone."""
    proof = [view.state.owned[p] for p in (0, 1)]
    open_ended = [True, True]
    for event, seat, _, value in reversed(view.events):
        if event == E_LOST and open_ended[seat]:
            proof[seat] += 1
        elif event == E_FLIPPED and value == KEY:
            open_ended[seat] = False
    return [GONE_FOR_GOOD if view.state.key_known[p] == GONE else proof[p] for p in (0, 1)]


def bids_made(view: Heard) -> int:
    """The bids of this round, as bits."""
    bits = 0
    for event, _, where, _ in reversed(view.events):
        if event == E_BEGAN:
            break
        if event == E_BID:
            bits |= 1 << where
    return bits


def column(phase: int, action: int) -> int:
    """Where a row of the book has an action."""
    if phase == BID:
        return 0 if action == A_PASS else action - A_BID + 1
    return action if action < A_BID else action - A_BID + 2
