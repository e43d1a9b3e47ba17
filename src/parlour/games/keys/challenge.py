"""The challenger flips, succeeds, or meets a KEY and loses a coaster."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.keys.knowledge import doubt, know
from parlour.games.keys.rounds import clear_table, next_round, take_out, win
from parlour.games.keys.state import (
    A_FLIP,
    A_LOSE,
    E_FAILED,
    E_FLIPPED,
    E_LOST,
    E_OUT,
    E_RETURNED,
    E_SUCCEEDED,
    GONE,
    HELD,
    KEY,
    KEY_OWNER,
    LOSE,
    LOST,
    REGULAR,
    RESULT,
)


def flips(s: Any, out: Any) -> int:
    """The challenger's own stack first, then any other, always from the top (KEYS-Q11 to Q14)."""
    me = s.actor
    if s.flipped[me] < s.height[me]:
        out[0] = A_FLIP + me
        return 1
    k = 0
    for p in range(s.players):
        if s.flipped[p] < s.height[p]:
            out[k] = A_FLIP + p
            k += 1
    return k


def flip(s: Any, p: int) -> None:
    """The KEY is looked for first, then the count (KEYS-Q15)."""
    s.flipped[p] += 1
    if s.height[p] - s.flipped[p] == s.key_at[p]:
        emit(s, EVERYONE, E_FLIPPED, p, 0, KEY)
        know(s, p, HELD)
        fail(s, p)
    else:
        emit(s, EVERYONE, E_FLIPPED, p, 0, REGULAR)
        if s.flipped[p] == s.owned[p]:
            know(s, p, GONE)
        s.to_flip -= 1
        if s.to_flip == 0:
            succeed(s)


def succeed(s: Any) -> None:
    me = s.actor
    s.points[me] += 1
    s.phase = RESULT
    emit(s, EVERYONE, E_SUCCEEDED, me, s.points[me] - 1)
    if s.points[me] == s.to_win:
        win(s, me)


def fail(s: Any, key_owner: int) -> None:
    s.failed_on = key_owner
    s.phase = RESULT
    emit(s, EVERYONE, E_FAILED, s.actor)


def after_result(s: Any) -> None:
    clear_table(s)
    emit(s, EVERYONE, E_RETURNED, UNKNOWN)
    if s.failed_on == UNKNOWN:
        next_round(s, s.actor)
    else:
        s.phase = LOSE


def losses(s: Any, out: Any) -> int:
    k = 0
    if regulars(s, s.actor):
        out[k] = A_LOSE + REGULAR
        k += 1
    if s.key_at[s.actor] != LOST:
        out[k] = A_LOSE + KEY
        k += 1
    return k


def regulars(s: Any, p: int) -> int:
    """Regular coasters a player owns."""
    return s.owned[p] - int(s.key_at[p] != LOST)


def lose(s: Any, coaster: int) -> None:
    """Only its owner sees which one went (KEYS-Q18), and one who has left, and is out now, sees nothing more."""
    me = s.actor
    doubt(s, me)
    s.owned[me] -= 1
    if coaster == KEY:
        s.key_at[me] = LOST
    emit(s, 0 if s.left[me] else 1 << me, E_LOST, me, s.owned[me], coaster)
    if s.owned[me]:
        next_round(s, me)
    else:
        knock_out(s, me)
        next_round(s, s.failed_on if s.after_knockout == KEY_OWNER else me)


def knock_out(s: Any, seat: int) -> None:
    take_out(s, seat)
    emit(s, EVERYONE, E_OUT, seat)
