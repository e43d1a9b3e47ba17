"""The rules of KEYS. Questions the rulebook leaves open are settled by id (KEYS-Q11) in docs/rules/keys.md.

Everybody owns at most one KEY, so a player's coasters are two counts and the place of that KEY: a regular coaster has no
identity, and nothing can tie one that was flipped to one in a hand (KEYS-Q26).
"""

from typing import Any

from parlour.games.cells import CHANCE, CLOCK, UNKNOWN, draw
from parlour.games.keys.bidding import ask_next, pass_bid, place, raise_bid, turns
from parlour.games.keys.challenge import after_result, flip, flips, lose, losses, regulars
from parlour.games.keys.knowledge import complete, fill, hide, know
from parlour.games.keys.leaving import leave
from parlour.games.keys.reasons import why
from parlour.games.keys.rounds import begin_round, clear_table
from parlour.games.keys.soundness import sound
from parlour.games.keys.state import (
    A_BEGIN,
    A_BID,
    A_FLIP,
    A_LEAVE,
    A_LOSE,
    A_NEXT,
    A_PASS,
    A_PLACE,
    ACTIONS,
    BID,
    EVENTS,
    FLIP,
    GONE,
    HAND,
    HELD,
    KEY,
    LATER,
    LOSE,
    LOST,
    MAX_SEATS,
    MOMENTS,
    OVER,
    OWNED,
    PLACE,
    REGULAR,
    RESULT,
    START,
    Action,
    Event,
    Options,
    Reason,
    State,
)

__all__ = [
    "ACTIONS",
    "EVENTS",
    "LATER",
    "MOMENTS",
    "NAME",
    "SEATS",
    "VERSION",
    "Action",
    "Event",
    "Options",
    "Reason",
    "State",
    "complete",
    "fill",
    "hide",
    "idle",
    "legal",
    "longest",
    "may",
    "odds",
    "pieces",
    "play",
    "rank",
    "score",
    "seconds",
    "setup",
    "sound",
    "to_act",
    "why",
]


NAME = "keys"
VERSION = 1
SEATS = range(2, 6)  # KEYS-Q01
PAUSE_SECONDS = 5  # for the table to take in how a challenge ended


def setup(s: Any, players: int, options: Any) -> None:
    s.players = players
    s.round = 0
    s.failed_on = UNKNOWN
    s.winner = UNKNOWN
    for p in range(MAX_SEATS):
        s.owned[p] = OWNED if p < players else 0
        s.points[p] = 0
        s.left[p] = 0
        know(s, p, HELD if p < players else GONE)
        s.key_at[p] = HAND if p < players else LOST
    clear_table(s)
    if options.starter:
        begin_round(s, options.starter - 1)
    else:
        s.phase = START
        s.actor = UNKNOWN
        s.starter = UNKNOWN


# Who acts


def to_act(s: Any) -> int:
    phase = s.phase
    if phase == PLACE or phase == BID:
        return 1 << s.actor
    if phase == FLIP:
        return 1 << CHANCE if s.left[s.actor] else 1 << s.actor  # random flips for one who has left (KEYS-Q29)
    if phase == RESULT:
        return 1 << CLOCK
    if phase == OVER:
        return 0
    return 1 << CHANCE


# What may be done


def legal(s: Any, seat: int, out: Any) -> int:
    phase = s.phase
    if phase == PLACE or phase == BID:
        return turns(s, out) if seat == s.actor else 0
    if not to_act(s) >> seat & 1:
        return 0
    if phase == FLIP:
        return flips(s, out)
    if phase == LOSE:
        return losses(s, out)
    if phase == START:
        return beginnings(s, out)
    out[0] = A_NEXT
    return 1


def beginnings(s: Any, out: Any) -> int:
    for p in range(s.players):
        out[p] = A_BEGIN + p
    return s.players


def odds(s: Any, outcome: int) -> int:
    """Each coaster they still own is equally likely to go (KEYS-Q17, Q19)."""
    return regulars(s, s.actor) if outcome == A_LOSE + REGULAR else 1


def pieces(s: Any, seat: int, action: int) -> int:
    """How many coasters of a hand a secret choice could be: what a guess goes by that holds each to be as likely."""
    return s.owned[seat] - s.height[seat] - int(s.key_at[seat] == HAND) if action == A_PLACE + REGULAR else 1


def may(s: Any, seat: int, out: Any) -> int:
    """Leaving for good; not while chance decides, which takes no time (KEYS-Q29)."""
    if s.phase == START or s.phase == LOSE or s.phase == OVER or s.owned[seat] == 0 or s.left[seat]:
        return 0
    out[0] = A_LEAVE
    return 1


# Playing


def play(s: Any, seat: int, action: int) -> None:
    if action < A_BID:
        place(s, action - A_PLACE)
    elif action < A_PASS:
        raise_bid(s, action - A_BID + 1)
    elif action == A_PASS:
        pass_bid(s, s.actor)
        ask_next(s)
    elif action < A_LEAVE:
        flip(s, action - A_FLIP)
    elif action == A_LEAVE:
        leave(s, seat)
    elif action < A_LOSE:
        begin_round(s, action - A_BEGIN)
    elif action < A_NEXT:
        lose(s, action - A_LOSE)
    else:
        after_result(s)


# Time and results


def seconds(s: Any, seat: int) -> int:
    return PAUSE_SECONDS if seat == CLOCK and s.phase == RESULT else 0


def idle(s: Any, seat: int, dice: Any) -> int:
    """A random coaster of the hand, a bid of 1 with an empty hand, a pass, or a random flip (KEYS-Q29)."""
    if s.phase == BID:
        return A_PASS
    if s.phase == FLIP:
        out = [0] * MAX_SEATS
        return out[draw(dice, flips(s, out))]
    in_hand = s.owned[seat] - s.height[seat]
    if in_hand == 0:
        return A_BID
    if s.key_at[seat] == HAND and draw(dice, in_hand) == 0:
        return A_PLACE + KEY
    return A_PLACE + REGULAR


def score(s: Any, seat: int) -> int:
    return s.points[seat]


def rank(s: Any, seat: int) -> int:
    """The rulebook knows a winner and nobody else, so all others share the second rank."""
    if s.winner == UNKNOWN:
        return 0
    return 1 if s.winner == seat else 2


def longest(s: Any) -> int:
    """At most (to_win + 3)n - 1 challenges (KEYS-Q28), each of 4n placings, bids and flips, n - 1 passes, pause and loss."""
    n = s.players
    return ((s.to_win + 3) * n - 1) * (13 * n + 1) + n + 1
