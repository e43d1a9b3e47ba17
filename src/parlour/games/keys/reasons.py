"""Why an action is not legal."""

from typing import Any

from parlour.games.keys.bidding import first_lap
from parlour.games.keys.state import A_BID, A_FLIP, A_LEAVE, A_PASS, BID, FLIP, PLACE, Reason


def why(s: Any, seat: int, action: int) -> int:
    if s.phase == FLIP:
        return why_no_flip(s, action)
    if action < A_BID:
        return why_no_placing(s)
    if action < A_PASS:
        return why_no_bid(s, action - A_BID + 1)
    if action == A_PASS:
        return Reason.NO_BID_YET
    return Reason.NOT_NOW


def why_no_placing(s: Any) -> int:
    if s.phase == BID:
        return Reason.BIDDING
    return Reason.NO_SUCH_COASTER if s.owned[s.actor] > s.height[s.actor] else Reason.NONE_IN_HAND


def why_no_bid(s: Any, bid: int) -> int:
    if s.phase == PLACE and first_lap(s):
        return Reason.FIRST_LAP
    return Reason.BID_TOO_LOW if bid <= s.bid else Reason.BID_TOO_HIGH


def why_no_flip(s: Any, action: int) -> int:
    if action < A_FLIP or action >= A_LEAVE:
        return Reason.FLIPPING
    return Reason.OWN_FIRST if s.flipped[s.actor] < s.height[s.actor] else Reason.NOTHING_TO_FLIP
