"""What the Axe Joker finds, and what a Joker's spy sees."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.cards import all_open, rank_of, show
from parlour.games.kings_keys.raids import leave_behind, take_unseen
from parlour.games.kings_keys.state import (
    ALL,
    CARD,
    CARDS,
    DUNGEON,
    FOUND_NONE,
    HAND,
    HOLDER,
    JA,
    MAX_SEATS,
    NAMED,
    NO_AXE,
    ROBBED,
    SAW,
    SPIED,
    SPIED_NOTHING,
    SUITED,
    VAULT,
)
from parlour.games.kings_keys.table import end_play


def list_axes(s: Any, out: Any) -> int:
    """What the Axe Joker may find: the highest axes of the hand, else of the dungeon, else nothing (KK-Q45)."""
    v = HOLDER[s.target]
    k = highest_in(s, HAND + v, out)
    if k == 0:
        k = highest_in(s, DUNGEON + v, out)
    if k == 0:
        out[0] = NO_AXE
        k = 1
    return k


def highest_in(s: Any, place: int, out: Any) -> int:
    for rank in range(4, 0, -1):
        k = 0
        for kingdom in range(4):
            axe = kingdom * 4 + rank - 1
            if s.at[axe] == place:
                out[k] = CARD + axe
                k += 1
        if k:
            return k
    return 0


def find_axe(s: Any, axe: int) -> None:
    place = s.at[axe]
    emit(s, EVERYONE, ROBBED, s.actor, (JA * 12 + place - HAND) * 5 + 1)
    if s.up[axe]:
        emit(s, EVERYONE, NAMED, s.actor, axe * 12 + place - HAND)
        show(s, axe, HAND + s.actor)
    else:
        forget_axes(s, place)
        take_unseen(s, axe, place)
    leave_behind(s, place)


def forget_axes(s: Any, place: int) -> None:
    """The highest axe goes: an outsider can still place all but the highest ones that they know of (KK-Q65)."""
    if all_open(s):
        return
    for viewer in range(MAX_SEATS + 1):
        if viewer != s.actor and viewer != HOLDER[place]:
            best = 0
            for axe in range(16):
                if s.at[axe] == place and s.seen[axe] >> viewer & 1:
                    best = max(best, rank_of(axe))
            for axe in range(16):
                if s.at[axe] == place and not s.up[axe] and rank_of(axe) == best:
                    s.seen[axe] &= ALL - (1 << viewer)


def find_no_axe(s: Any) -> None:
    v = HOLDER[s.target]
    emit(s, EVERYONE, FOUND_NONE, s.actor, v)
    leave_behind(s, DUNGEON + v)


def spy(s: Any) -> None:
    """KK-Q48: everybody learns where another player holds the caller's Joker; the caller alone sees what lies beside it."""
    joker = SUITED + s.kingdom[s.actor]
    place = s.at[joker]
    v = HOLDER[place]
    if v < 0 or v == s.actor:
        emit(s, EVERYONE, SPIED_NOTHING, s.actor, joker)
    else:
        s.seen[joker] = ALL
        emit(s, EVERYONE, SPIED, s.actor, joker * 12 + place - HAND)
        if place < VAULT or place >= DUNGEON:
            look_beside(s, joker, place)
    end_play(s)


def look_beside(s: Any, joker: int, place: int) -> None:
    for card in range(CARDS):
        if s.at[card] == place and card != joker:
            s.seen[card] |= 1 << s.actor
            emit(s, 1 << s.actor, SAW, s.actor, place - HAND, card)
