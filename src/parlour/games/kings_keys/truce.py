"""Proposing a truce, and voting on it (KK-Q41)."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.ending import draw_game
from parlour.games.kings_keys.seats import after
from parlour.games.kings_keys.state import AGREED, NOBODY, TRUCE, TRUCE_PROPOSED, VOTING


def propose(s: Any, p: int) -> None:
    """Play waits while the others are asked, one after the other (KK-Q41)."""
    s.proposed[p] = 1
    s.proposer = p
    s.voter = after(s, p)
    s.resume = s.phase
    s.phase = VOTING
    emit(s, EVERYONE, TRUCE_PROPOSED, p)


def agree(s: Any) -> None:
    emit(s, EVERYONE, AGREED, s.voter)
    s.voter = after(s, s.voter)
    if s.voter == s.proposer:
        draw_game(s, TRUCE)


def end_vote(s: Any) -> None:
    s.phase = s.resume
    s.resume = 0
    s.proposer = s.voter = NOBODY
