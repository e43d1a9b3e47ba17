"""How a sensible player of KESKIFÈ? plays on the stage: how they perform, copy and point.

They know which gestures fit which action from the pack, as people do from sense. Nobody sees all: eyes rest on about half of the
puppets. Which half follows from what was played and from the unit, so that members of a team agree.
"""

from math import exp, log, sqrt
from typing import Any

from parlour.games.cells import MASK, UNKNOWN, draw, ones_in, seeded
from parlour.games.keskife.fits import FITS
from parlour.games.keskife.lines import open_entries
from parlour.games.keskife.seats import first_seat, team_size, unit_of
from parlour.games.keskife.state import ACT, ACTION, ENTRIES, MAX_SEATS, MOVES, OVER, POINT, Action

SLIP = 0.1  # how often, to a monkey's mind, a gesture does not fit the action
ATTENTION = 0.5  # how likely somebody at the table takes in one gesture of one puppet in one beat
GRAIN = 1 << 20  # how finely chance is drawn for eyes
HARDLY = 1e-9
LEAD = 1.1  # cards that make a win e times likelier, times the root of the rounds left (90 games of 4 to 7, by likelihood)
A_GESTURE, A_POINT = int(Action.GESTURE), int(Action.POINT)


def lean(s: Any, seat: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    for i in range(k):
        weights[i] = 1.0
    if s.phase == ACT and knows_action(s, seat):
        lean_mime(s, seat, out, k, weights)
    elif s.phase == ACT:
        lean_ape(s, seat, out, k, weights)
    elif s.phase == POINT:
        suspect = most_doubted(s, seat)
        for i in range(k):
            weights[i] = 1.0 if out[i] == A_POINT + first_seat(s, suspect) else 0.0


def knows_action(s: Any, seat: int) -> bool:
    return s.card[unit_of(s, seat)] == ACTION


def lean_mime(s: Any, seat: int, out: Any, k: int, weights: Any) -> None:
    """A fitting gesture, not the same twice in a row: one alone would tell the monkey as much as it tells the others."""
    last = int(s.gesture[seat][s.beat - 1]) if s.beat else UNKNOWN
    fits = FITS[s.colour][s.entry]
    for i in range(k):
        gesture = out[i] - A_GESTURE
        weights[i] = 1.0 if fits >> gesture & 1 and gesture != last else 0.0


def lean_ape(s: Any, seat: int, out: Any, k: int, weights: Any) -> None:
    """Copy, a beat late, a gesture that goes with what has been played so far; in the first beat, guess what fits much."""
    right = [0.0] * MOVES
    times = [0] * MOVES
    fill_right(s, seat, right)
    shown = 0
    if s.beat:
        shown = count_shown(s, seat, s.beat - 1, times)
    for i in range(k):
        gesture = out[i] - A_GESTURE
        often = times[gesture] if shown else 1
        weights[i] = often * (right[gesture] * right[gesture] + HARDLY)


# What may be right


def count_shown(s: Any, seat: int, beat: int, times: Any) -> int:
    """Adds the gestures everybody but this seat's unit showed in a beat that is over; how many they are."""
    own = unit_of(s, seat)
    shown = 0
    for p in range(s.players):
        if s.gesture[p][beat] != UNKNOWN and not (s.present >> p & 1 and unit_of(s, p) == own):
            times[s.gesture[p][beat]] += 1
            shown += 1
    return shown


def fill_right(s: Any, seat: int, right: Any) -> None:
    """How likely each gesture fits the action, for a seat that knows it or has to infer it."""
    if knows_action(s, seat):
        add_fitting(FITS[s.colour][s.entry], 1.0, right)
        return
    beliefs = [0.0] * ENTRIES
    weigh_entries(s, seat, beliefs)
    for entry in range(ENTRIES):
        add_fitting(FITS[s.colour][entry], beliefs[entry], right)


def add_fitting(fits: int, belief: float, right: Any) -> None:
    for gesture in range(MOVES):
        if fits >> gesture & 1:
            right[gesture] += belief


def weigh_entries(s: Any, seat: int, beliefs: Any) -> None:
    """How likely each action of the colour is, from the gestures of the others in the beats that are over; sums to 1."""
    times = [0] * MOVES
    for beat in range(s.beat):
        count_shown(s, seat, beat, times)
    open_now = open_entries(s)
    most = -1e18
    for entry in range(ENTRIES):
        if open_now >> entry & 1:
            beliefs[entry] = likelihood(FITS[s.colour][entry], times)
            most = max(most, beliefs[entry])
    whole = 0.0
    for entry in range(ENTRIES):
        beliefs[entry] = exp(beliefs[entry] - most) if open_now >> entry & 1 else 0.0
        whole += beliefs[entry]
    for entry in range(ENTRIES):
        beliefs[entry] /= whole


def likelihood(fits: int, times: Any) -> float:
    """The log of how likely gestures are, shown so many times each, of people who mean an action that these ones fit."""
    hits = 0
    shown = 0
    for gesture in range(MOVES):
        shown += times[gesture]
        if fits >> gesture & 1:
            hits += times[gesture]
    n = ones_in(fits)
    return hits * log((1.0 - SLIP) / n) + (shown - hits) * log(SLIP / (MOVES - n))


# Whom to point at


def most_doubted(s: Any, seat: int) -> int:
    """The unit whose gestures fitted worst."""
    right = [0.0] * MOVES
    eyes = [0] * 1
    fill_right(s, seat, right)
    own = unit_of(s, seat)
    eyes[0] = seeded(played(s), own)
    best = UNKNOWN
    most = -1.0
    for unit in range(s.units):
        if s.dealt >> unit & 1:
            here = doubt(s, unit, right, eyes) + draw(eyes, GRAIN) / GRAIN / 100.0
            if unit != own and here > most:
                best = unit
                most = here
    return best


def played(s: Any) -> int:
    """A number for all that was played in this round."""
    x = s.round * 64 + s.tens * 8 + s.ones
    for p in range(MAX_SEATS):
        for beat in range(s.beat):
            x = (x ^ (s.gesture[p][beat] + 2)) * 31 & (MASK >> 8)
    return x


def doubt(s: Any, unit: int, right: Any, eyes: Any) -> float:
    """How much of what was noticed of a unit's puppets did not fit, by the mean; the first beats weigh most."""
    missed = 0.0
    noticed = 0.0
    for beat in range(s.beat):
        for p in range(s.players):
            if unit_of(s, p) == unit and s.gesture[p][beat] != UNKNOWN and draw(eyes, GRAIN) < ATTENTION * GRAIN:
                weight = 1.0 / (1.0 + beat)
                noticed += weight
                missed += weight * (1.0 - right[s.gesture[p][beat]])
    return missed / noticed if noticed > 0.0 else 0.0


# How far a playout goes


def until(s: Any, root: Any) -> bool:
    """To the end of the round that is played at the root."""
    return s.scored != root.scored and s.phase != OVER


def worth(s: Any, seat: int) -> float:
    """A person's part of the win by the cards of all units: a lead is worth more the nearer the end is."""
    most = 0.0
    for p in range(s.players):
        most = max(most, s.won[unit_of(s, p)] + 0.0)
    scale = LEAD * sqrt(max(1, s.rounds - s.scored) + 0.0)
    whole = 0.0
    for p in range(s.players):
        whole += standing(s, p, most, scale)
    return standing(s, seat, most, scale) / whole


def standing(s: Any, seat: int, most: float, scale: float) -> float:
    unit = unit_of(s, seat)
    return exp((s.won[unit] - most) / scale) / team_size(s, unit)
