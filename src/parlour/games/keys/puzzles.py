"""Puzzles of KEYS: which kind of decision one is, what makes two of them alike, and why a choice falls short."""

from collections.abc import Sequence
from typing import Any

from parlour.games.keys.state import A_BID, A_FLIP, A_PASS, BID, FLIP, HAND, LOST, MAX_SEATS

PLAYERS = (3, 4, 5)  # in turn, in the matches that are looked through
EVEN = 50  # of a hundred worlds: what is rarer speaks against a choice
KINDS = ("dare", "raise", "lay", "flip")


def round_of(s: Any) -> int:
    return int(s.round)


def fresh(s: Any) -> bool:
    """Never: which coasters were lost is a secret of the whole match."""
    return False


def position(s: Any, seat: int) -> tuple[Any, ...]:
    """What lies on the table, told from the seat's chair on: it does not matter which chair that is."""
    around = [(seat + i) % s.players for i in range(s.players)]
    told = tuple((s.points[p], s.owned[p], s.height[p], s.flipped[p], s.passed[p], s.key_known[p]) for p in around)
    return told, s.bid, (s.bidder - seat) % s.players if s.bid else -1, s.key_at[seat], s.phase, s.to_win


def kind_of(s: Any, seat: int, best: int, thumb: int) -> str:
    """Of what the decision is, by its best choice and what the rule of thumb plays."""
    if s.phase == FLIP:
        return "flip"
    if s.phase == BID:
        return "raise"
    return "lay" if best < A_BID and thumb < A_BID else "dare"


def why(s: Any, seat: int, worlds: Sequence[Any], action: int, best: int) -> list[dict[str, Any]]:
    """What there is to say of a choice: of the best one what speaks for it, of another what it gives away."""
    said: list[dict[str, Any]] = []
    if A_FLIP <= action < A_FLIP + MAX_SEATS:
        who = action - A_FLIP
        if who != seat:
            said.append({"word": "key_lay", "who": who, "percent": _lies(worlds, who)})
        return said
    trapped = 0 <= s.key_at[seat] < HAND
    if A_BID <= action < A_PASS:
        bid = action - A_BID + 1
        if trapped:
            said.append({"word": "own_key_on_top", "bid": bid})
        elif bid <= s.height[seat]:
            said.append({"word": "own_are_enough", "bid": bid})
        elif (clean := _clean(s, seat, worlds)) >= EVEN or action != best:
            said.append({"word": "needs_others", "n": bid - int(s.height[seat]), "percent": clean})
    elif action == A_PASS:
        if s.key_at[seat] != LOST and trapped:
            said.append({"word": "pass_over_key"})
        elif s.bid >= s.height[seat] and (_clean(s, seat, worlds) < EVEN) == (action == best):
            said.append({"word": "pass_risky" if action == best else "pass_clean", "percent": _clean(s, seat, worlds)})
    else:
        said.append({"word": "lay_key" if action == 1 else "lay_plain"})
    ahead = next((p for p in range(s.players) if p != seat and s.owned[p] and s.points[p] == s.to_win - 1), None)
    if action == best and ahead is not None:
        said.append({"word": "one_short", "who": ahead})
    return said


def _lies(worlds: Sequence[Any], who: int) -> int:
    """In how many of a hundred worlds a stack holds the KEY."""
    return round(100 * sum(0 <= world.key_at[who] < HAND for world in worlds) / len(worlds))


def _clean(s: Any, seat: int, worlds: Sequence[Any]) -> int:
    """In how many of a hundred worlds the safest of the others' stacks holds none."""
    stacks = [p for p in range(s.players) if p != seat and s.height[p] > s.flipped[p]]
    return 100 - min((_lies(worlds, p) for p in stacks), default=100)
