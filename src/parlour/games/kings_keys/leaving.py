"""Leaving for good (KK-Q64)."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.dealing import next_crown
from parlour.games.kings_keys.ending import fall
from parlour.games.kings_keys.raids import has_target
from parlour.games.kings_keys.state import (
    CROWNING,
    DEPARTED,
    GUARDS,
    HAND,
    HOLDER,
    JH,
    NAMING,
    OVER,
    PILE,
    PLAYING,
    SHIELD,
    TABLE,
    VOTING,
)
from parlour.games.kings_keys.table import clear_play, clear_table, end_play
from parlour.games.kings_keys.truce import end_vote
from parlour.games.kings_keys.turns import end_turn


def leave(s: Any, p: int) -> None:
    """Leaving for good: the kingdom falls, its guards with it (KK-Q64)."""
    if s.phase == VOTING:
        end_vote(s)
    emit(s, EVERYONE, DEPARTED, p)
    if p == s.actor and s.phase != CROWNING:
        clear_table(s, PILE)
    s.moved = 1
    fall(s, p, PILE)
    if s.phase == OVER:
        return
    if s.phase == CROWNING:
        if p == s.actor:
            next_crown(s)
    elif p == s.actor:
        clear_play(s)
        end_turn(s)
    elif s.card >= 0:
        mend_play(s)


def mend_play(s: Any) -> None:
    """Somebody left in the middle of another's play: a raid on them ends, a play without an object is taken back."""
    if s.phase == NAMING:
        if not s.alive[HOLDER[s.target]]:
            clear_table(s, PILE)
            end_play(s)
    elif s.at[s.card] == TABLE and (s.card >> 4 == SHIELD or has_target(s, s.actor, s.card, int(s.at[JH] == TABLE))):
        return
    elif s.at[s.card] < GUARDS:
        clear_table(s, HAND + s.actor)
        clear_play(s)
        s.phase = PLAYING
