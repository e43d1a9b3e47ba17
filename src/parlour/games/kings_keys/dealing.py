"""Kingdoms, who begins, and the deal."""

from typing import Any

from parlour.games.cells import EVERYONE, emit
from parlour.games.kings_keys.cards import ears, put, shuffle_in, sight
from parlour.games.kings_keys.seats import after
from parlour.games.kings_keys.state import (
    ALL,
    BOX,
    CARDS,
    CROWN,
    CROWNED,
    CROWNING,
    DEALING,
    DEALT,
    HAND,
    JOKERS_IN,
    MAX_SEATS,
    NOBODY,
    OPENED,
    OPENING,
    PILE,
    PLACES,
    SUITED,
)
from parlour.games.kings_keys.table import clear_play
from parlour.games.kings_keys.turns import begin_turn


def setup(s: Any, players: int, options: Any) -> None:
    s.players = s.living = players
    for seat in range(MAX_SEATS):
        s.alive[seat] = int(seat < players)
        s.kingdom[seat] = NOBODY
        s.ruler[seat] = NOBODY
        s.proposed[seat] = s.guards[seat] = s.best[seat] = 0
        for suit in range(5):
            s.held[seat][suit] = 0
    for place in range(PLACES):
        s.size[place] = s.open[place] = 0
    for card in range(CARDS):  # the Jokers come in after the deal, if at all (KK-Q04)
        s.at[card] = PILE if card < SUITED else BOX
        s.seen[card] = 0 if card < SUITED else ALL
        s.up[card] = s.since[card] = 0
    s.size[PILE] = SUITED
    s.size[BOX] = CARDS - SUITED
    clear_turns(s)
    s.phase = CROWNING


def clear_turns(s: Any) -> None:
    """Nobody has had a turn yet."""
    s.resume = s.actor = s.first = s.rounds = s.turn = s.quiet = s.moved = s.eliminated = s.ending = 0
    s.proposer = s.voter = s.winner = NOBODY
    clear_play(s)


def list_kingdoms(s: Any, out: Any) -> int:
    k = 0
    for kingdom in range(4):
        if s.ruler[kingdom] < 0:
            out[k] = CROWN + kingdom
            k += 1
    return k


def crown(s: Any, kingdom: int) -> None:
    s.kingdom[s.actor] = kingdom
    s.ruler[kingdom] = s.actor
    emit(s, EVERYONE, CROWNED, s.actor, kingdom)
    next_crown(s)


def next_crown(s: Any) -> None:
    seat = s.actor + 1
    while seat < s.players and not s.alive[seat]:
        seat += 1
    if seat < s.players:
        s.actor = seat
    else:
        s.phase = OPENING


def begin(s: Any, seat: int) -> None:
    s.first = s.actor = seat
    s.phase = DEALING
    emit(s, EVERYONE, OPENED, seat)


def deal(s: Any, card: int) -> None:
    put(s, card, HAND + s.actor)
    s.seen[card] = sight(s, s.actor)
    emit(s, ears(s.seen[card]), DEALT, s.actor, 0, card)
    s.actor = after(s, s.actor)
    if s.size[HAND + s.actor] == s.hand_limit:
        if s.jokers:
            for joker in range(SUITED, CARDS):
                shuffle_in(s, joker)
            emit(s, EVERYONE, JOKERS_IN, NOBODY)
        begin_turn(s, s.first)
