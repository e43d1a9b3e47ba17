"""What everybody knows of a KEY, what a seat may know, and what it may guess of the rest (KEYS-Q26)."""

from typing import Any

from parlour.games.cells import UNKNOWN, draw
from parlour.games.keys.state import GONE, HAND, HELD, LOST, MAX_SEATS, ODDS, OWNED, UNSURE


def know(s: Any, p: int, known: int) -> None:
    """The KEY lies open, or everything its owner has been seen to have is regular."""
    s.key_known[p] = known
    s.lost_odds[p] = int(known == GONE)
    s.kept_odds[p] = int(known == HELD)


def doubt(s: Any, p: int) -> None:
    """One of all the coasters a player has goes unseen, each as likely as the others."""
    if s.key_known[p] == HELD:
        s.key_known[p] = UNSURE
    s.lost_odds[p] += s.kept_odds[p]


def remember_flips(s: Any, p: int) -> None:
    """Coasters that lay open go back among the others: the more regular ones were shown, the likelier the KEY is lost."""
    if s.key_known[p] == UNSURE:
        s.lost_odds[p] *= s.owned[p]
        s.kept_odds[p] *= s.owned[p] - s.flipped[p]
        reduce_odds(s, p)


def reduce_odds(s: Any, p: int) -> None:
    """In lowest terms, and where those are too large nearly so."""
    a = s.lost_odds[p]
    b = s.kept_odds[p]
    while b:
        rest = a % b
        a = b
        b = rest
    s.lost_odds[p] //= a
    s.kept_odds[p] //= a
    while s.lost_odds[p] > ODDS:
        s.lost_odds[p] //= 2
        s.kept_odds[p] = max(1, s.kept_odds[p] // 2)


def complete(s: Any) -> None:
    """The odds of a position that was written before they were kept: every coaster alike, the lost ones too."""
    for p in range(MAX_SEATS):
        know(s, p, s.key_known[p])
        if s.key_known[p] == UNSURE:
            s.lost_odds[p] = OWNED - s.owned[p]
            s.kept_odds[p] = 1


def hide(s: Any, seat: int) -> None:
    """Of another player's KEY: nothing, unless it lies face up or everybody knows it is gone."""
    for p in range(s.players):
        if p != seat and s.key_known[p] != GONE and s.failed_on != p:
            s.key_at[p] = UNKNOWN


def fill(s: Any, seat: int, dice: Any) -> None:
    """A KEY is equally likely to be any of its owner's coasters that do not lie open, and lost as everybody's odds say."""
    for p in range(s.players):
        if s.key_at[p] == UNKNOWN:
            face_down = s.height[p] - s.flipped[p]
            kept = (s.owned[p] - s.flipped[p]) * s.kept_odds[p]
            pick = draw(dice, kept + s.lost_odds[p])
            if pick >= kept:
                s.key_at[p] = LOST
            else:
                s.key_at[p] = min(pick // s.kept_odds[p], face_down)
                if s.key_at[p] == face_down:
                    s.key_at[p] = HAND
