"""What a good host answers at this table: how far everybody is on each way to win, as far as the one who looks may know."""

from typing import Any

from parlour.games.cells import UNKNOWN, Sight, Way
from parlour.games.kings_keys.cards import four, kingdom_of, rank_of
from parlour.games.kings_keys.payments import colour_due
from parlour.games.kings_keys.reasons import why
from parlour.games.kings_keys.sets import army_change, covered
from parlour.games.kings_keys.state import (
    AXE,
    CARD,
    COIN,
    CROWN,
    DONE,
    HOLDER,
    KEY,
    PIPS,
    PLAYING,
    TARGET,
    Kingdom,
    Reason,
)


def progress(view: Sight) -> list[list[Way]]:
    """By seat, the four ways that can be measured; the ranks of a set that are there stand in `parts`.

    Of the others it is what the one who looks knows for sure, so at least that. Nobody can measure who stands last, or laughs.
    """
    s, me = view.state, view.seat
    return [ways(s, p, p == me) for p in range(s.players)]


def ways(s: Any, p: int, own: bool) -> list[Way]:
    change = army_change(s, p) if own else -1
    army = s.army_to_win if change >= 0 else sum(led(s, p, kingdom) for kingdom in range(4))
    return [
        {"way": "guards", "have": s.guards[p], "need": s.guards_to_win},
        {"way": "army", "have": army, "need": s.army_to_win},
        collected("coins", known(s, p, COIN, s.kingdom[p])),
        collected("keys", known(s, p, KEY, s.kingdom[p])),
    ]


def collected(way: str, bits: int) -> Way:
    ranks = [rank for rank in range(1, 5) if bits >> rank - 1 & 1]
    return {"way": way, "have": len(ranks), "need": 4, "parts": ranks}


def led(s: Any, p: int, kingdom: int) -> int:
    """The pips of the soldiers of a kingdom that p is known to lead: their own, or as many as they can be known to pay."""
    axes = known(s, p, AXE, kingdom)
    return PIPS[axes if kingdom == s.kingdom[p] else covered(axes, PIPS[known(s, p, COIN, kingdom)])]


def known(s: Any, p: int, suit: int, kingdom: int) -> int:
    """The cards of a suit and kingdom that are known to be p's, as four bits; none before kingdoms are given out.

    While holdings are laid out anew it is known of some cards that they are among them, and not where (see `hide`).
    """
    bits = 0
    first = suit * 16 + kingdom * 4
    for card in range(first, first + 4) if kingdom >= 0 else ():
        at = s.at[card]
        if (p == s.actor and s.seen[card] > 0) if at == UNKNOWN else HOLDER[at] == p:
            bits |= 1 << card - first
    return bits


def lacking(view: Sight, action: int) -> dict[str, str | int]:
    """How many coins of which colour are missing, which colour pays or opens, and how high the guard is that stops an axe."""
    s, p = view.state, view.seat
    reason = why(s, p, action)
    if reason == Reason.NOT_ENOUGH_COINS and s.phase == PLAYING and CARD <= action < CROWN:
        card = action - CARD
        return {"n": rank_of(card) - PIPS[four(s, p, COIN, kingdom_of(card))], "colour": colour(kingdom_of(card))}
    if reason == Reason.NOT_ENOUGH_COINS and action == DONE:
        return {"n": s.due, "colour": colour(colour_due(s))}
    if reason == Reason.COINS_OF_ANOTHER_KINGDOM:
        return {"colour": colour(colour_due(s))}
    if reason == Reason.WRONG_KEY:
        return {"colour": colour(kingdom_of(s.card))}
    if reason == Reason.GUARDS_TOO_STRONG and action >= TARGET:
        return {"best": s.best[(action - TARGET) % 4]}
    return {}


def colour(kingdom: int) -> str:
    return Kingdom(kingdom).name.lower()
