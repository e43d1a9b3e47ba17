"""Invariants of a state."""

from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.keys.bidding import wanted
from parlour.games.keys.seats import from_here, remaining
from parlour.games.keys.state import BID, GONE, HAND, HELD, LOSE, LOST, MAX_SEATS, MOST_TO_WIN, OVER, OWNED, PLACE, RESULT, START


def sound(s: Any) -> bool:
    if not 2 <= s.players <= MAX_SEATS or not all_counts_true(s) or not all_keys_true(s) or not rounds_true(s):
        return False
    if not 1 <= s.to_win <= MOST_TO_WIN or most_points(s) > s.to_win:
        return False
    if s.phase == OVER:
        return 0 <= s.winner < s.players and won_truly(s)
    if s.winner != UNKNOWN or most_points(s) >= s.to_win or remaining(s) < 2:
        return False
    if s.phase == START:
        return s.starter == UNKNOWN and s.actor == UNKNOWN and untouched(s)
    if not 0 <= s.starter < s.players or not 0 <= s.actor < s.players or s.owned[s.actor] == 0:
        return False
    if s.phase == LOSE:
        return cleared(s) and s.failed_on != UNKNOWN
    return laid_in_turn(s) and phase_true(s)


def rounds_true(s: Any) -> bool:
    """Every round but the running one ended in a point or a loss (KEYS-Q28)."""
    if s.phase == START:
        return s.round == 0
    done = s.round - 1
    if s.phase == RESULT and s.failed_on == UNKNOWN:
        done += 1  # its point is on the sheet already
    most = most_challenges(s)
    if s.phase == OVER:
        return s.round > 0 and fewest_challenges(s) <= s.round and done <= most
    return fewest_challenges(s) <= done <= most


def fewest_challenges(s: Any) -> int:
    """How many challenges the points and the missing coasters speak of; those that a leaver took along speak of none."""
    count = 0
    for p in range(s.players):
        count += s.points[p] + (0 if taken_along(s, p) else OWNED - s.owned[p])
    return count


def most_challenges(s: Any) -> int:
    """The same, if whoever took their coasters along had lost them all."""
    count = 0
    for p in range(s.players):
        count += s.points[p] + OWNED - s.owned[p]
    return count


def taken_along(s: Any, p: int) -> bool:
    return s.left[p] and s.owned[p] == 0


def won_truly(s: Any) -> bool:
    """By the last point they need, or as the last one."""
    for p in range(s.players):
        if p != s.winner and s.points[p] == s.to_win:
            return False
    last = remaining(s) == 1 and s.owned[s.winner] > 0 and s.left[s.winner] == 0
    return s.points[s.winner] == s.to_win or last


def all_counts_true(s: Any) -> bool:
    on_table = 0
    for p in range(MAX_SEATS):
        if not s.flipped[p] <= s.height[p] <= s.owned[p] or s.passed[p] > int(s.owned[p] > 0):
            return False
        if p >= s.players and (s.owned[p] or s.left[p] or s.points[p]):
            return False
        on_table += s.height[p]
    return s.on_table == on_table


def all_keys_true(s: Any) -> bool:
    if s.failed_on != UNKNOWN and (s.failed_on >= s.players or s.phase < RESULT):
        return False
    for p in range(MAX_SEATS):
        if not key_true(s, p) or not knowledge_true(s, p):
            return False
    return True


def key_true(s: Any, p: int) -> bool:
    """A KEY lies where there is a coaster, and is face up only where the challenge failed on it."""
    if s.key_at[p] == LOST:
        return s.owned[p] < OWNED
    if s.key_at[p] == HAND:
        return s.height[p] < s.owned[p]
    if s.key_at[p] == UNKNOWN or s.key_at[p] >= s.height[p]:
        return False
    face_down = s.height[p] - s.flipped[p]
    return s.key_at[p] < face_down or (s.key_at[p] == face_down and s.failed_on == p)


def knowledge_true(s: Any, p: int) -> bool:
    if s.key_known[p] == HELD:
        return s.key_at[p] != LOST and s.lost_odds[p] == 0 and s.kept_odds[p] == 1
    if s.key_known[p] == GONE:
        return s.key_at[p] == LOST and s.lost_odds[p] == 1 and s.kept_odds[p] == 0
    if s.lost_odds[p] == 0 or s.kept_odds[p] == 0:
        return False
    return 0 < s.owned[p] < OWNED and s.flipped[p] < s.owned[p] and s.failed_on != p


def most_points(s: Any) -> int:
    most = 0
    for p in range(s.players):
        if s.points[p] > most:
            most = s.points[p]
    return most


def cleared(s: Any) -> bool:
    return s.on_table == 0 and s.bid == 0 and s.to_flip == 0 and s.bidder == UNKNOWN and passes(s) == 0


def untouched(s: Any) -> bool:
    for p in range(s.players):
        if s.owned[p] < OWNED or s.left[p]:
            return False
    return cleared(s) and most_points(s) == 0


def passes(s: Any) -> int:
    count = 0
    for p in range(s.players):
        count += s.passed[p]
    return count


def all_flipped(s: Any) -> int:
    count = 0
    for p in range(s.players):
        count += s.flipped[p]
    return count


def laid_in_turn(s: Any) -> bool:
    """From the starter on, no stack is higher than the one before it, and none lower by two than the first."""
    first = UNKNOWN
    before = OWNED
    for i in range(s.players):
        p = (s.starter + i) % s.players
        if s.owned[p]:
            if first == UNKNOWN:
                first = s.height[p]
            if s.height[p] > before or s.height[p] + 1 < first:
                return False
            before = s.height[p]
    return True


def next_to_place(s: Any) -> int:
    """The first after the starter whose stack is lower than the one before it; the first of all where none is."""
    first = from_here(s, s.starter)
    for i in range(s.players):
        p = (s.starter + i) % s.players
        if s.owned[p] and s.height[p] < s.height[first]:
            return p
    return first


def phase_true(s: Any) -> bool:
    if s.phase == PLACE:
        return passes(s) == 0 and placing_true(s)
    if not 0 <= s.bidder < s.players or s.passed[s.bidder] or s.owned[s.bidder] == 0 or not 1 <= s.bid <= s.on_table:
        return False
    for p in range(s.players):
        if s.owned[p] and s.height[p] == 0:
            return False
    return bidding_true(s) if s.phase == BID else flipping_true(s)


def placing_true(s: Any) -> bool:
    for p in range(s.players):
        if s.left[p] and s.owned[p]:
            return False
    return s.bid == 0 and s.bidder == UNKNOWN and s.to_flip == 0 and all_flipped(s) == 0 and s.actor == next_to_place(s)


def bidding_true(s: Any) -> bool:
    for p in range(s.players):
        if s.left[p] and s.owned[p] and not s.passed[p] and p != s.bidder:
            return False
    return s.actor != s.bidder and not s.passed[s.actor] and s.bid < s.on_table and s.to_flip == 0 and all_flipped(s) == 0


def flipping_true(s: Any) -> bool:
    me = s.bidder
    face_up = all_flipped(s)
    good = face_up - int(s.failed_on != UNKNOWN)
    if s.actor != me or s.to_flip + good != wanted(s) or (s.flipped[me] < s.height[me] and face_up > s.flipped[me]):
        return False
    if s.failed_on != UNKNOWN and (s.flipped[s.failed_on] == 0 or s.key_at[s.failed_on] >= s.height[s.failed_on]):
        return False
    return (s.phase == RESULT) == (s.failed_on != UNKNOWN or s.to_flip == 0)
