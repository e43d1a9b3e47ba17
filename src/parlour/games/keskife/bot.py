"""Bots for the stage: what Gentle forgets of a performance, how Sharp weighs the whole of it, and where bots may sit at all.

`sharp` points by belief: each unit is as likely the monkey as what it showed is likely of a monkey against a player who knows the
action, each by the policy at that moment. As the monkey it does not copy, but plays as somebody does who knows the action that it
thinks is meant. On the other two venues there is nothing that a bot could see. How often the monkey is found is measured by
bench/monkeys.py.
"""

from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Any

from parlour.games.cells import UNKNOWN, Sight, draw, seeded
from parlour.games.keskife import policy
from parlour.games.keskife.fits import FITS
from parlour.games.keskife.seats import first_seat, unit_of
from parlour.games.keskife.state import ACT, ACTION, BEATS, ENTRIES, LINES, MAX_SEATS, MONKEY, MOVES, POINT, Action, Venue

KEPT = 3  # of so many gestures that are no longer the latest Gentle keeps one in mind
SURPRISE = 0.02  # how often anybody does what the policy never does
WELCOMING = {"venue": "stage"}  # what a game against bots is played with where nothing else is said


def seated(options: Any) -> bool:
    """Whether bots may sit at a table with these options."""
    return bool(options.venue == Venue.STAGE)


def forget(s: Any, seat: int) -> None:
    """Gentle keeps in mind, of everybody else's gestures, those of the latest beat and one in KEPT of those before."""
    own = unit_of(s, seat)
    for p in range(s.players):
        if unit_of(s, p) != own:
            for beat in range(s.beat - 1):
                if not remembers(s, own, p, beat):
                    s.gesture[p][beat] = UNKNOWN


def remembers(s: Any, unit: int, other: int, beat: int) -> bool:
    """Whether a unit keeps a gesture of another seat in mind, by chance: the same at every later beat, and for both of a team.

    Not by age: in the first beat no monkey can copy, and whoever always forgot it would find them no better than by chance.
    """
    line = s.colour * ENTRIES + s.tens * LINES + s.ones
    dice = [seeded(line, (unit * MAX_SEATS + other) * BEATS * MOVES + beat * MOVES + int(s.gesture[other][beat]))]
    return draw(dice, KEPT) == 0


def sharp(view: Sight, legal: Sequence[int], rng: Random) -> int:
    """Points at whoever is likeliest the monkey; as the monkey, performs what it believes is meant."""
    s, seat = view.state, view.seat
    knows = s.card[unit_of(s, seat)] == ACTION
    if s.phase == POINT and knows:
        return Action.POINT + first_seat(s, likeliest_monkey(s, seat))
    if s.phase == ACT and not knows:
        return rng.choices(list(legal), mimed(s, seat, legal))[0]
    weights = [0.0] * len(legal)
    policy.lean(s, seat, None, list(legal), len(legal), weights)
    return rng.choices(list(legal), weights)[0]


def mimed(s: Any, seat: int, legal: Sequence[int]) -> list[float]:
    """How likely each gesture is of somebody who knows the action, over what the seat believes of it."""
    beliefs = [0.0] * ENTRIES
    policy.weigh_entries(s, seat, beliefs)
    last = s.gesture[seat][s.beat - 1] if s.beat else UNKNOWN
    weights = []
    for action in legal:
        gesture = action - Action.GESTURE
        likely = sum(
            belief / FITS[s.colour][entry].bit_count()
            for entry, belief in enumerate(beliefs)
            if FITS[s.colour][entry] >> gesture & 1
        )
        weights.append(likely if gesture != last else 0.0)
    return weights if sum(weights) > 0 else [1.0] * len(legal)


def likeliest_monkey(s: Any, seat: int) -> int:
    """The unit for which being the monkey explains best what it showed; the first of equals after one's own."""
    own = unit_of(s, seat)
    others = [unit for unit in range(s.units) if s.dealt >> unit & 1 and unit != own]
    others.sort(key=lambda unit: (unit - own) % s.units)
    return max(others, key=lambda unit: evidence(s, unit))


def evidence(s: Any, unit: int) -> float:
    """The log of how likely a unit's gestures are of the monkey against somebody who knows the action."""
    found = 0.0
    for beat in range(s.beat):
        for seat in range(s.players):
            gesture = s.gesture[seat][beat]
            if unit_of(s, seat) == unit and gesture != UNKNOWN:
                monkey, knower = (chance(s, seat, beat, gesture, card) for card in (MONKEY, ACTION))
                found += log(monkey / knower)
    return found


def chance(s: Any, seat: int, beat: int, gesture: int, card: int) -> float:
    """How likely a seat with this card was to show a gesture in a beat, by what it had seen until then."""
    then = s.clone()
    then.phase, then.beat = ACT, beat
    then.card[unit_of(s, seat)] = card
    weights = [0.0] * MOVES
    policy.lean(then, seat, None, [Action.GESTURE + move for move in range(MOVES)], MOVES, weights)
    return SURPRISE / MOVES + (1 - SURPRISE) * weights[gesture] / sum(weights)


STRONG = (4, 5, 6)  # players: there Sharp is measured to be clearly stronger than Steady (bench/RESULTS.md)
Bot = Callable[[Sight, Sequence[int], Random], int]
BOTS: dict[str, Bot] = {"sharp": sharp}
