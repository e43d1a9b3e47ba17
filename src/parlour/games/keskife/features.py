"""KESKIFÈ? as a learner sees it: by unit, one's own first, the others in the order of play."""

from typing import Any

from parlour.games.cells import UNKNOWN, feature
from parlour.games.keskife.state import (
    ACTION,
    BEATS,
    COLOURS,
    ENTRIES,
    MAX_SEATS,
    MAX_UNITS,
    MONKEY,
    MOVES,
    ROUNDS,
    TAGS,
    Phase,
    Pot,
)

PHASES, HUES, RULINGS, KINDS = len(Phase), len(COLOURS), len(Pot), len(TAGS)
FEATURES = (
    feature("phase", PHASES, says="what is going on, one-hot"),
    feature("players", 1, 0, MAX_SEATS, says="how many play"),
    feature("units", 1, 0, MAX_UNITS, says="how many units play: people, or teams of two"),
    feature("seat", MAX_SEATS, says="one's own seat, one-hot: actions name seats by their number"),
    feature("present", says="1 while oneself has not left"),
    feature("rounds", 1, 0, ROUNDS, says="rounds that a game has"),
    feature("scored", 1, 0, ROUNDS, says="rounds scored so far"),
    feature("pot_rule", RULINGS, says="the house rule for the pot, one-hot: all, half, all or nothing"),
    feature("count_monkey_votes", says="1: monkeys' votes count"),
    feature("by_held", says="1: ties go to whoever was monkey more often"),
    feature("captains", says="1: one member points for the team"),
    feature("blocked", KINDS, says="by tag (mime, sound, stand): 1 where it is left out"),
    feature("colour", HUES, says="the colour of this round, one-hot; none before it is chosen"),
    feature("used", HUES, says="by colour: 1 where it has been used"),
    feature("beat", 1, 0, BEATS, says="beats over in this round"),
    feature("pot", 1, 0, MAX_UNITS, says="cards in the pot"),
    feature("card", 2, says="whether one's own unit is known to oneself to hold an action, and a monkey"),
    feature("entry", ENTRIES, says="the entry of the pack to act, one-hot; none to a monkey"),
    feature("voted", says="1: oneself has pointed"),
    feature("leads", MAX_UNITS, says="by unit: 1 for the one that leads this round"),
    feature("led", MAX_UNITS, says="by unit: 1 for those that have led"),
    feature("here", MAX_UNITS, 0, 2, says="by unit: members who have not left"),
    feature("dealt", MAX_UNITS, says="by unit: 1 for those in this round"),
    feature("won", MAX_UNITS, 0, ROUNDS * MAX_UNITS, says="by unit: cards won"),
    feature("held", MAX_UNITS, 0, ROUNDS, says="by unit: how often it was monkey"),
    feature("fingers", MAX_UNITS, 0, MAX_SEATS, says="by unit: fingers seen to point at it"),
    feature("shown", MAX_UNITS * MOVES, 0, 2 * BEATS, says="by unit and gesture: how often it was shown in this round"),
    feature("late", MAX_UNITS, 0, 2 * BEATS, says="by unit: gestures that another unit had shown a beat before"),
)


def features(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of a hidden state as numbers."""
    size = 2 if s.players > MAX_UNITS else 1  # of a unit
    own = seat // size
    for i in range(PHASES):
        out[i] = int(s.phase == i)
    at = PHASES
    out[at] = s.players
    out[at + 1] = s.units
    at += 2
    for p in range(MAX_SEATS):
        out[at + p] = int(p == seat)
    at += MAX_SEATS
    out[at] = s.present >> seat & 1
    out[at + 1] = s.rounds
    out[at + 2] = s.scored
    at += 3
    for i in range(RULINGS):
        out[at + i] = int(s.pot_rule == i)
    at += RULINGS
    out[at] = s.count_monkey_votes
    out[at + 1] = s.by_held
    out[at + 2] = s.captains
    at += 3
    for i in range(KINDS):
        out[at + i] = s.blocked >> i & 1
    at += KINDS
    for i in range(HUES):
        out[at + i] = int(s.colour == i)
        out[at + HUES + i] = s.colours >> i & 1
    at += 2 * HUES
    out[at] = s.beat
    out[at + 1] = s.pot
    out[at + 2] = int(s.card[own] == ACTION)
    out[at + 3] = int(s.card[own] == MONKEY)
    at += 4
    for i in range(ENTRIES):
        out[at + i] = int(s.entry == i)
    at += ENTRIES
    out[at] = s.voted >> seat & 1
    at += 1
    shown = at + 7 * MAX_UNITS
    late = shown + MAX_UNITS * MOVES
    for i in range(MAX_UNITS * (7 + MOVES + 1)):
        out[at + i] = 0
    for turn in range(s.units):
        u = (own + turn) % s.units
        out[at + turn] = int(s.leader == u)
        out[at + MAX_UNITS + turn] = s.led >> u & 1
        out[at + 3 * MAX_UNITS + turn] = s.dealt >> u & 1
        out[at + 4 * MAX_UNITS + turn] = s.won[u]
        out[at + 5 * MAX_UNITS + turn] = s.held[u]
    for p in range(s.players):
        turn = (p // size - own) % s.units
        out[at + 2 * MAX_UNITS + turn] += s.present >> p & 1
        if s.vote[p] != UNKNOWN:
            out[at + 6 * MAX_UNITS + (s.vote[p] - own) % s.units] += 1
    units_of = [0] * MOVES  # by gesture: the units that showed it in the beat before, as bits
    for beat in range(BEATS):
        now = [0] * MOVES
        for p in range(s.players):
            gesture = s.gesture[p][beat]
            if gesture != UNKNOWN:
                turn = (p // size - own) % s.units
                out[shown + turn * MOVES + gesture] += 1
                now[gesture] |= 1 << turn
                out[late + turn] += int(units_of[gesture] & ~(1 << turn) != 0)
        units_of = now
