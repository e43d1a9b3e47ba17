"""SKYJO by heuristics as public simulators have them, such as the threshold player of github.com/noahbkim/skyjo; written anew.

Each says what an action is worth in points and plays the best, by the dice where several are.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from parlour.engine import View
from parlour.games.cells import UNKNOWN
from parlour.games.skyjo.state import COLUMNS, DO_DRAW, DO_SWAP, DO_TAKE, DO_TURN, GONE, HIDDEN, HOLDING, KINDS, SLOTS, TURN

Bot = Callable[[View, Sequence[int], Random], int]
Worth = Callable[[Any, int, int], float]

OFTEN = 5.07  # points of a hidden card, for whoever does not count
NEVER = -1000.0


def mean(s: Any) -> float:
    """Points of a hidden card, by all cards not seen."""
    cards = sum(s.unseen[kind] for kind in range(KINDS))
    return sum((kind - 2) * s.unseen[kind] for kind in range(KINDS)) / cards if cards else 0.0


def points(face: int, hidden: float) -> float:
    return 0.0 if face == GONE else hidden if face == HIDDEN else face - 2.0


def column(s: Any, p: int, slot: int) -> list[int]:
    """The two other faces of a slot's column."""
    return [s.grid[p][other] for other in range(slot % COLUMNS, SLOTS, COLUMNS) if other != slot]


def saved(s: Any, p: int, card: int, slot: int, hidden: float) -> float:
    """Points that a card in a slot saves: what lay there, and the whole column where it is the third."""
    if s.grid[p][slot] == GONE:
        return NEVER
    gain = points(s.grid[p][slot], hidden)
    if all(face == card for face in column(s, p, slot)):
        return gain + sum(points(face, hidden) for face in column(s, p, slot))
    return gain - points(card, hidden)


def total(s: Any, p: int, hidden: float) -> float:
    return sum(points(s.grid[p][slot], hidden) for slot in range(SLOTS))


def lowest_other(s: Any, me: int, hidden: float) -> float:
    return min(total(s, p, hidden) for p in range(s.players) if p != me and not s.left[p])


def goes_out(s: Any, me: int, slot: int) -> bool:
    return bool(s.hidden[me] == 1 and s.grid[me][slot] == HIDDEN and s.ender == UNKNOWN)


def card_and_slot(s: Any, action: int) -> tuple[int, int] | None:
    """Which card an action lays into which slot; None where it lays none."""
    if DO_TAKE <= action < DO_TAKE + SLOTS:
        return s.discard[s.discards - 1], action - DO_TAKE
    if DO_SWAP <= action < DO_SWAP + SLOTS:
        return s.drawn, action - DO_SWAP
    return None


def drawn_worth(s: Any, me: int, hidden: float) -> float:
    """What a card from the pile is likely to save where it saves most."""
    cards = sum(s.unseen[kind] for kind in range(KINDS))
    if not cards:
        return 0.0
    best = [max(0.0, *(saved(s, me, kind, slot, hidden) for slot in range(SLOTS))) for kind in range(KINDS)]
    return float(sum(s.unseen[kind] * best[kind] for kind in range(KINDS)) / cards)


def playing(name: str, worth: Worth) -> Bot:
    """The bot that plays what is worth most, and anything before and between rounds."""

    def play(view: View, legal: Sequence[int], rng: Random) -> int:
        s = view.state
        if s.phase not in (TURN, HOLDING):
            return legal[rng.randrange(len(legal))]
        found = [worth(s, view.seat, action) for action in legal]
        return rng.choice([action for action, here in zip(legal, found, strict=True) if here == max(found)])

    play.__name__ = name
    return play


def greedy_worth(s: Any, me: int, action: int) -> float:
    """Takes what is no more than four and lower than the highest it shows; counts nothing."""
    laid = card_and_slot(s, action)
    if laid is None:
        return 0.5 if action == DO_DRAW else 0.0
    if action < DO_SWAP and laid[0] - 2 > 4:
        return NEVER
    return saved(s, me, *laid, OFTEN)


def ev_worth(s: Any, me: int, action: int) -> float:
    """What it saves on average, cards counted; to draw is worth what a drawn card is likely to."""
    hidden, laid = mean(s), card_and_slot(s, action)
    if laid is None:
        return drawn_worth(s, me, hidden) if action == DO_DRAW else 0.0
    return saved(s, me, *laid, hidden)


def out_of_place(s: Any, me: int, action: int, margin: float) -> float:
    """What it costs to go out with more than the others are likely to have."""
    hidden, laid = mean(s), card_and_slot(s, action)
    slot = laid[1] if laid is not None else action - DO_TURN
    if not 0 <= slot < SLOTS or not goes_out(s, me, slot):
        return 0.0
    mine = total(s, me, hidden) - (saved(s, me, *laid, hidden) if laid is not None else 0.0)
    return max(mine, 1.0) if mine + margin >= lowest_other(s, me, hidden) else 0.0


def statistician_worth(s: Any, me: int, action: int) -> float:
    """Counts cards, gives a pair what the third card is likely to bring, and goes out when it is likely to be lowest."""
    hidden, laid, more = mean(s), card_and_slot(s, action), 0.0
    cards = sum(s.unseen[kind] for kind in range(KINDS))
    if laid is not None and cards and laid[0] > 2 and column(s, me, laid[1]).count(laid[0]) == 1:
        turns = 1.0 + min(s.hidden[p] for p in range(s.players))
        likely = 1.0 - (1.0 - s.unseen[laid[0]] / cards) ** turns
        more = likely * 2.0 * (laid[0] - 2.0)
    if laid is not None and column(s, me, laid[1]).count(s.grid[me][laid[1]]) == 1 and 2 < s.grid[me][laid[1]] < HIDDEN:
        more -= 0.3 * (s.grid[me][laid[1]] - 2.0)
    return ev_worth(s, me, action) + more - out_of_place(s, me, action, hidden / 2)


def defensive_worth(s: Any, me: int, action: int) -> float:
    """Counts cards, and minds what it leaves to the next player: low cards, and the third of a column."""
    laid, hidden = card_and_slot(s, action), mean(s)
    left = s.grid[me][laid[1]] if laid is not None else s.drawn if s.phase == HOLDING else HIDDEN
    cost, then = 0.0, (me + 1) % s.players
    if left < HIDDEN:
        cost = max(0.0, *(saved(s, then, left, slot, hidden) for slot in range(SLOTS))) / 3.0
    return ev_worth(s, me, action) - cost - out_of_place(s, me, action, 3.0)


def survivor_worth(s: Any, me: int, action: int) -> float:
    """Never the one who pays double: opens its last card only when far ahead, and mends its highest cards meanwhile."""
    laid = card_and_slot(s, action)
    high = points(s.grid[me][laid[1]], mean(s)) / 10.0 if laid is not None else 0.0
    return ev_worth(s, me, action) + high - 5.0 * out_of_place(s, me, action, 8.0)


def hurrying_worth(s: Any, me: int, action: int) -> float:
    """A child's trick: out as soon as can be, every turn a hidden card less."""
    laid = card_and_slot(s, action)
    slot = laid[1] if laid is not None else action - DO_TURN
    opens = 0 <= slot < SLOTS and s.grid[me][slot] == HIDDEN
    return (100.0 if opens else 0.0) + ev_worth(s, me, action)


def columns_worth(s: Any, me: int, action: int) -> float:
    """A child's trick: three alike, whatever they count."""
    laid = card_and_slot(s, action)
    return ev_worth(s, me, action) + (10.0 * column(s, me, laid[1]).count(laid[0]) if laid is not None else 0.0)


def open_only_worth(s: Any, me: int, action: int) -> float:
    """A child's trick: nothing hidden is touched as long as an open card can be mended."""
    laid = card_and_slot(s, action)
    hidden = laid is not None and s.grid[me][laid[1]] == HIDDEN
    return ev_worth(s, me, action) - (4.0 if hidden else 0.0)


statistician = playing("statistician", statistician_worth)
defensive = playing("defensive", defensive_worth)
greedy = playing("greedy", greedy_worth)
greedy_ev = playing("greedy_ev", ev_worth)
survivor = playing("survivor", survivor_worth)
hurrying = playing("hurrying", hurrying_worth)
columns = playing("columns", columns_worth)
open_only = playing("open_only", open_only_worth)
PUBLIC = (statistician, defensive, greedy, greedy_ev, survivor)
CHILDREN = (hurrying, columns, open_only)
