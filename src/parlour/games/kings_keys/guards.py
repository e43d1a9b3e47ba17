"""Placing a guard, and buying one back."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.cards import kingdom_of, rank_of, show
from parlour.games.kings_keys.ending import win
from parlour.games.kings_keys.payments import can_pay
from parlour.games.kings_keys.state import BOUGHT_BACK, BY_GUARDS, GUARDS, HAND, MAX_SEATS, PLACED, SHIELD, WAITING
from parlour.games.kings_keys.table import coins_to, end_play


def can_buy_back(s: Any, p: int, shield: int) -> bool:
    """KK-Q50 to Q52: a guard of p's kingdom that stands for somebody else."""
    place = s.at[shield]
    if not s.buy_back or place < GUARDS or place == GUARDS + p or kingdom_of(shield) != s.kingdom[p]:
        return False
    return can_pay(s, p, kingdom_of(shield), rank_of(shield), 0)


def place_guard(s: Any) -> None:
    p = s.actor
    show(s, s.card, GUARDS + p)
    s.guards[p] += rank_of(s.card)
    s.best[p] = max(s.best[p], rank_of(s.card))
    emit(s, EVERYONE, PLACED, p, s.card * 16 + s.guards[p])
    if s.guards[p] >= s.guards_to_win:  # the one win nobody has to claim (KK-Q11)
        win(s, p, BY_GUARDS)
    else:
        end_play(s)


def buy_back(s: Any) -> None:
    v = s.at[s.card] - GUARDS
    show(s, s.card, HAND + s.actor)
    coins_to(s, WAITING + v)
    recount_guards(s, v)
    emit(s, EVERYONE, BOUGHT_BACK, s.actor, s.card * MAX_SEATS + v)
    end_play(s)


def recount_guards(s: Any, v: int) -> None:
    s.guards[v] = s.best[v] = 0
    for shield in range(SHIELD * 16, SHIELD * 16 + 16):
        if s.at[shield] == GUARDS + v:
            s.guards[v] += rank_of(shield)
            s.best[v] = max(s.best[v], rank_of(shield))
