"""How the game ends, and the score."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.cards import show, shuffle_in
from parlour.games.kings_keys.seats import after
from parlour.games.kings_keys.state import (
    BOX,
    BY_LAUGHTER,
    CARDS,
    DRAWN_GAME,
    FELL,
    GUARDS,
    HOLDER,
    LAST_STANDING,
    NOBODY,
    OVER,
    PILE,
    WAITING,
    WON,
)


def win(s: Any, p: int, ending: int) -> None:
    s.winner = p
    s.ending = ending
    s.phase = OVER
    emit(s, EVERYONE, WON, p, ending)


def draw_game(s: Any, ending: int) -> None:
    s.ending = ending
    s.phase = OVER
    emit(s, EVERYONE, DRAWN_GAME, NOBODY, ending)


def fall(s: Any, v: int, guards_to: int) -> None:
    """A kingdom leaves the game; its hidden cards are shuffled in unseen (KK-Q34). The last one standing has won (KK-Q35)."""
    s.alive[v] = 0
    s.living -= 1
    for card in range(CARDS):
        place = s.at[card]
        if HOLDER[place] == v or place == WAITING + v or (place == GUARDS + v and guards_to == PILE):
            shuffle_in(s, card)
        elif place == GUARDS + v:
            show(s, card, BOX)
    s.guards[v] = s.best[v] = 0
    emit(s, EVERYONE, FELL, v)
    if s.living == 1:
        win(s, after(s, v), LAST_STANDING)


def score(s: Any, seat: int) -> int:
    """1 for whoever won; at the laughter everybody wins, the one who showed it most (KK-Q49)."""
    return int(s.phase == OVER and s.winner == seat) + int(s.ending == BY_LAUGHTER)


def rank(s: Any, seat: int) -> int:
    if s.phase != OVER or s.winner < 0:
        return 0
    return 1 if s.winner == seat else 2
