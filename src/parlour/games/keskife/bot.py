"""A rule of thumb for the stage: it performs, copies and points from its view alone.

It knows which gestures fit which action from the pack, as people do from sense; on the other two venues there is nothing
a bot could see, so bots sit on the stage only.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, log
from random import Random
from typing import Any

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.keskife.lines import open_entries
from parlour.games.keskife.pack import pack
from parlour.games.keskife.seats import first_seat, here, unit_of
from parlour.games.keskife.state import ACT, ENTRIES, MONKEY, MOVES, POINT, Action, Venue

SLIP = 0.1  # how often, to a monkey's mind, a gesture does not fit the action
ATTENTION = 0.5  # how likely somebody at the table takes in one gesture of one puppet in one beat


WELCOMING = {"venue": "stage"}  # what a game against bots is played with where nothing else is said


def seated(options: Any) -> bool:
    """Whether bots may sit at a table with these options."""
    return bool(options.venue == Venue.STAGE)


def simple(view: Sight, legal: Sequence[int], rng: Random) -> int:
    """Performs what fits, copies what it saw where it does not know, points at whoever fitted worst."""
    s, seat = view.state, view.seat
    if s.phase == ACT:
        known = s.card[unit_of(s, seat)] != MONKEY
        return Action.GESTURE + (perform(s, seat, rng) if known else ape(s, seat, rng))
    if s.phase == POINT:
        return Action.POINT + first_seat(s, suspect(s, seat))
    return rng.choice(legal)


def perform(s: Any, seat: int, rng: Random) -> int:
    """A fitting gesture, not the same twice in a row: one alone would tell the monkey as much as it tells the others."""
    last = s.gesture[seat][s.beat - 1] if s.beat else UNKNOWN
    return rng.choice([gesture for gesture in fitting(s.colour, s.entry) if gesture != last])


def ape(s: Any, seat: int, rng: Random) -> int:
    """Copy, a beat late, a gesture that goes with what has been played so far; in the first beat, guess what fits much."""
    hopes = rightness(s, seat)
    shown = shown_in(s, s.beat - 1, seat) if s.beat else []
    choice = shown or list(range(MOVES))
    return rng.choices(choice, [hopes[gesture] ** 2 + 1e-9 for gesture in choice])[0]


def suspect(s: Any, seat: int) -> int:
    """The unit whose gestures fitted worst. Nobody sees all of it: eyes rest on about half of the puppets.

    Which half follows from what was played and from the unit, not from the bot's dice: members of a team have to agree.
    """
    own = unit_of(s, seat)
    eyes = Random(f"{own} {s.round} {s.tens} {s.ones} {s.gesture}")
    right = rightness(s, seat)
    doubts = {unit: doubt(s, unit, right, eyes) + eyes.random() / 100 for unit in range(s.units) if s.dealt >> unit & 1}
    doubts.pop(own)
    return max(doubts, key=lambda unit: doubts[unit])


def doubt(s: Any, unit: int, right: Sequence[float], eyes: Random) -> float:
    """How much of what was noticed of a unit's puppets did not fit, by the mean; the first beats weigh most."""
    missed = noticed = 0.0
    for beat in range(s.beat):
        for seat in range(s.players):
            gesture = s.gesture[seat][beat]
            if unit_of(s, seat) == unit and gesture != UNKNOWN and eyes.random() < ATTENTION:
                weight = 1 / (1 + beat)
                noticed += weight
                missed += weight * (1 - right[gesture])
    return missed / noticed if noticed else 0.0


def rightness(s: Any, seat: int) -> list[float]:
    """How likely each gesture fits the action, for a seat that knows it or has to infer it."""
    right = [0.0] * MOVES
    beliefs = {s.entry: 1.0} if s.entry != UNKNOWN else weigh_entries(s, seat)
    for entry, belief in beliefs.items():
        for gesture in fitting(s.colour, entry):
            right[gesture] += belief
    return right


def weigh_entries(s: Any, seat: int) -> dict[int, float]:
    """How likely each action of the colour is, from the gestures of the others in the beats that are over; sums to 1."""
    shown = [gesture for beat in range(s.beat) for gesture in shown_in(s, beat, seat)]
    times = [shown.count(gesture) for gesture in range(MOVES)]
    logs = {entry: likelihood(fitting(s.colour, entry), times) for entry in range(ENTRIES) if open_entries(s) >> entry & 1}
    best = max(logs.values())
    weights = {entry: exp(value - best) for entry, value in logs.items()}
    total = sum(weights.values())
    return {entry: weight / total for entry, weight in weights.items()}


def likelihood(fits: Sequence[int], times: Sequence[int]) -> float:
    """The log of how likely gestures are, shown so many times each, of people who mean an action that these ones fit."""
    hits = sum(times[gesture] for gesture in fits)
    return hits * log((1 - SLIP) / len(fits)) + (sum(times) - hits) * log(SLIP / (MOVES - len(fits)))


def shown_in(s: Any, beat: int, seat: int) -> list[int]:
    """The gestures everybody but this seat's unit showed in a beat that is over."""
    own = here(s, unit_of(s, seat))
    return [row[beat] for p, row in enumerate(s.gesture) if row[beat] != UNKNOWN and not own >> p & 1]


@cache
def fitting(colour: int, entry: int) -> tuple[int, ...]:
    """The gestures that fit an entry."""
    mask = pack().entries[colour][entry].fits
    return tuple(gesture for gesture in range(MOVES) if mask >> gesture & 1)


BOTS = {"simple": simple}
