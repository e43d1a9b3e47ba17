"""The rules of King's Keys. Questions the rulebook leaves open are settled by id (KK-Q23) in docs/rules/kings_keys.md."""

from typing import Any

from parlour.games.cells import CHANCE, EVERYONE, emit
from parlour.games.kings_keys.dealing import begin, crown, deal, list_kingdoms, setup
from parlour.games.kings_keys.ending import rank, score
from parlour.games.kings_keys.jokers import find_axe, find_no_axe, list_axes, spy
from parlour.games.kings_keys.keeping import gather, hold_all, keep, list_ending, list_kept, store_rest
from parlour.games.kings_keys.knowledge import fill, hide
from parlour.games.kings_keys.leaving import leave
from parlour.games.kings_keys.payments import change, list_changes, list_payments, pay
from parlour.games.kings_keys.plays import list_plays, settle, start_play
from parlour.games.kings_keys.raids import aim, list_face_down, list_open, list_targets, name, pick, take_blind
from parlour.games.kings_keys.reasons import why
from parlour.games.kings_keys.sets import claim, eliminate, list_claims
from parlour.games.kings_keys.soundness import sound
from parlour.games.kings_keys.state import (
    ACTIONS,
    AGREE,
    CARD,
    CARDS,
    CHANGING,
    CLAIM,
    CROWN,
    CROWNING,
    DEALING,
    DONE,
    DRAW,
    DRAWING,
    ELIMINATE,
    ENDING,
    EVENTS,
    FIRST,
    HUNTING,
    KEEPING,
    LEAVE,
    NAMING,
    NOTHING,
    OPENING,
    OVER,
    PASSED,
    PASSING,
    PAYING,
    PICKING,
    PILE,
    PLANS,
    PLAYING,
    PROPOSE,
    REFUSE,
    REFUSED,
    SPY,
    TARGET,
    TARGETING,
    TURN,
    VOTING,
    WHO,
    Action,
    Event,
    Options,
    Reason,
    State,
)
from parlour.games.kings_keys.table import end_play
from parlour.games.kings_keys.truce import agree, end_vote, propose
from parlour.games.kings_keys.turns import end_turn, take_from_pile

__all__ = [
    "ACTIONS",
    "EVENTS",
    "NAME",
    "PASSING",
    "PLANS",
    "SEATS",
    "VERSION",
    "Action",
    "Event",
    "Options",
    "Reason",
    "State",
    "fill",
    "hide",
    "idle",
    "legal",
    "longest",
    "may",
    "play",
    "rank",
    "score",
    "seconds",
    "setup",
    "sound",
    "to_act",
    "why",
]


NAME = "kings_keys"
VERSION = 1
SEATS = range(2, 5)  # KK-Q01: four is the game, two and three a variant with neutral kingdoms


# Who may do what


def to_act(s: Any) -> int:
    who = WHO[s.phase]
    if who == 1:
        return 1 << s.actor
    if who == 2:
        return 1 << CHANCE
    if who == 3:
        return 1 << s.voter
    if s.phase == OVER:
        return 0
    return 1 << s.actor if s.chosen else 1 << CHANCE


def legal(s: Any, seat: int, out: Any) -> int:
    if not to_act(s) >> seat & 1:
        return 0
    if s.phase == CROWNING:
        return list_kingdoms(s, out)
    if seat == CHANCE:
        return list_chance(s, out)
    if s.phase == VOTING:
        out[0] = AGREE
        out[1] = REFUSE
        return 2
    if s.phase == TURN:
        out[0] = DRAW
        k = 1
    elif s.phase == PLAYING:
        k = list_plays(s, seat, out)
    elif s.phase == PAYING:
        k = list_payments(s, seat, out)
    elif s.phase == CHANGING:
        k = list_changes(s, seat, out)
    elif s.phase == TARGETING:
        k = list_targets(s, seat, out)
    elif s.phase == NAMING:
        k = list_open(s, out)
    elif s.phase == ENDING:
        k = list_ending(s, seat, out)
    else:
        k = list_kept(s, seat, out)
    return list_claims(s, seat, out, k)


def list_chance(s: Any, out: Any) -> int:
    k = 0
    if s.phase == OPENING:
        for seat in range(s.players):
            if s.alive[seat]:
                out[k] = FIRST + seat
                k += 1
        return k
    if s.phase == PICKING:
        return list_face_down(s, out)
    if s.phase == HUNTING:
        return list_axes(s, out)
    for card in range(CARDS):
        if s.at[card] == PILE:
            out[k] = CARD + card
            k += 1
    return k


def may(s: Any, seat: int, out: Any) -> int:
    """Leave for good; propose a truce while the pile is empty, once until one's next turn (KK-Q41, KK-Q64)."""
    if s.phase == OVER or to_act(s) >> CHANCE & 1 or seat >= s.players or not s.alive[seat]:
        return 0
    out[0] = LEAVE
    if s.phase == CROWNING or s.phase == VOTING or s.size[PILE] or s.proposed[seat]:
        return 1
    out[1] = PROPOSE
    return 2


# Playing


def play(s: Any, seat: int, action: int) -> None:
    if action >= PROPOSE:
        speak(s, seat, action)
    elif action < CROWN:
        point(s, action - CARD)
    elif action == DONE:
        done(s)
    elif action == NOTHING:
        emit(s, EVERYONE, PASSED, seat)
        end_play(s)
    elif action == DRAW:
        s.phase = DRAWING
    elif action < FIRST:
        crown(s, action - CROWN)
    elif action < TARGET:
        begin(s, action - FIRST)
    elif action < CLAIM:
        aim(s, action - TARGET)
    elif action < ELIMINATE:
        claim(s, action - CLAIM)
    elif action < DRAW:
        eliminate(s, (action - ELIMINATE) // 4, (action - ELIMINATE) % 4)
    elif action == SPY:
        spy(s)
    else:
        find_no_axe(s)


def speak(s: Any, seat: int, action: int) -> None:
    if action == LEAVE:
        leave(s, seat)
    elif action == PROPOSE:
        propose(s, seat)
    elif action == AGREE:
        agree(s)
    else:
        emit(s, EVERYONE, REFUSED, seat)
        end_vote(s)


def point(s: Any, card: int) -> None:
    if s.phase == DRAWING:
        take_from_pile(s, card)
    elif s.phase == DEALING:
        deal(s, card)
    elif s.phase == PLAYING:
        start_play(s, card)
    elif s.phase == PAYING:
        pay(s, card)
    elif s.phase == CHANGING:
        change(s, card)
    elif s.phase == TARGETING:
        start_play(s, card)  # soldiers follow the Shield Joker, who stays on the table (KK-Q46)
    elif s.phase == NAMING:
        name(s, card)
    elif s.phase == PICKING:
        pick(s, card)
    elif s.phase == HUNTING:
        find_axe(s, card)
    else:
        keep(s, card)


def done(s: Any) -> None:
    if s.phase == PAYING:
        settle(s)
    elif s.phase == NAMING:
        take_blind(s)
    elif s.phase == KEEPING:
        store_rest(s)
    elif s.short_hand:
        gather(s)
        store_rest(s)
    else:
        hold_all(s)
        end_turn(s)


# Time and bounds


def seconds(s: Any, seat: int) -> int:
    return 30 if s.phase == VOTING else 0  # KK-Q41


def idle(s: Any, seat: int, dice: Any) -> int:
    """KK-Q64: do nothing, finish what is begun, keep the newest, refuse a truce."""
    if s.phase == VOTING:
        return REFUSE
    if s.phase == PLAYING:
        return NOTHING
    out = [0] * (CARDS + 32)
    k = legal(s, seat, out)
    if s.phase != ENDING and s.phase != KEEPING:
        return out[0]
    newest = DONE
    for i in range(k):
        if out[i] < CROWN and (newest == DONE or s.since[out[i]] > s.since[newest]):
            newest = out[i]
    return newest


def longest(s: Any) -> int:
    """Set-up, then at most 32 steps a turn: 27 of the turn itself and a truce proposed and voted on."""
    steps: int = 64 + 32 * s.players * s.round_limit
    return steps
