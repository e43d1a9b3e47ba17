"""The cards in play, and the end of a play."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit
from parlour.games.kings_keys.cards import show, shuffle_in
from parlour.games.kings_keys.state import CARDS, COIN, ENDING, JC, PILE, SHIELD, SHUFFLED, TABLE


def clear_play(s: Any) -> None:
    s.card = s.target = UNKNOWN
    s.due = s.paid = s.takes = s.named = 0


def end_play(s: Any) -> None:
    clear_play(s)
    s.phase = ENDING


def clear_table(s: Any, place: int) -> None:
    """The cards in play go back: into the pile, or face up into a hand."""
    for card in range(CARDS):
        if s.at[card] == TABLE:
            if place == PILE:
                shuffle_in(s, card)
            else:
                show(s, card, place)


def coins_to(s: Any, place: int) -> int:
    """The coins on the table go face up to a place; how many they were."""
    count = 0
    for coin in range(16):
        if s.paid >> coin & 1:
            show(s, COIN * 16 + coin, place)
            count += 1
    s.paid = 0
    return count


def coins_to_pile(s: Any) -> None:
    """KK-Q14, KK-Q47: the coins are shuffled in, and with a guard the Coin Joker too."""
    count = 0
    for coin in range(16):
        if s.paid >> coin & 1:
            shuffle_in(s, COIN * 16 + coin)
            count += 1
    s.paid = 0
    if s.at[JC] == TABLE and s.card >> 4 == SHIELD:
        shuffle_in(s, JC)
        count += 1
    if count:
        emit(s, EVERYONE, SHUFFLED, s.actor, count)
