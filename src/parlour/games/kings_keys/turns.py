"""A turn begins and ends."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.cards import ears, put, show, sight
from parlour.games.kings_keys.ending import draw_game
from parlour.games.kings_keys.state import (
    CARDS,
    COIN,
    DELIVERED,
    DREW,
    DUNGEON,
    HAND,
    HOLDER,
    PILE,
    PLAYING,
    ROUND_LIMIT,
    STANDSTILL,
    STARTED,
    TURN,
    VAULT,
    WAITING,
)


def begin_turn(s: Any, p: int) -> None:
    s.actor = p
    s.turn += 1
    s.moved = s.eliminated = s.proposed[p] = 0
    emit(s, EVERYONE, STARTED, p, s.rounds)
    if s.open[HAND + p] or s.open[VAULT + p] or s.open[DUNGEON + p]:
        own_what_lies_open(s, p)
    if s.size[WAITING + p]:
        deliver(s, p)
    s.phase = TURN if s.size[PILE] else PLAYING  # KK-Q05


def own_what_lies_open(s: Any, p: int) -> None:
    """What others left behind is the owner's from the start of their turn (KK-Q06); everybody has seen it there."""
    for card in range(CARDS):
        if s.up[card] and HOLDER[s.at[card]] == p:
            s.up[card] = 0
    s.open[HAND + p] = s.open[VAULT + p] = s.open[DUNGEON + p] = 0


def deliver(s: Any, p: int) -> None:
    for coin in range(COIN * 16, COIN * 16 + 16):
        if s.at[coin] == WAITING + p:
            show(s, coin, VAULT + p)
            emit(s, EVERYONE, DELIVERED, p, coin)


def take_from_pile(s: Any, card: int) -> None:
    put(s, card, HAND + s.actor)
    s.seen[card] = sight(s, s.actor)
    s.moved = 1
    s.phase = PLAYING
    emit(s, ears(s.seen[card]), DREW, s.actor, 0, card)


def end_turn(s: Any) -> None:
    s.quiet = 0 if s.moved else s.quiet + 1
    p = s.actor
    p = (p + 1) % s.players
    s.rounds += int(p == s.first)
    while not s.alive[p]:
        p = (p + 1) % s.players
        s.rounds += int(p == s.first)
    if s.quiet >= s.truce_rounds * s.living:
        draw_game(s, STANDSTILL)
    elif s.rounds >= s.round_limit:
        draw_game(s, ROUND_LIMIT)
    else:
        begin_turn(s, p)
