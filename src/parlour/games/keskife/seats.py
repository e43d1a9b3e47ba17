"""People and the units that hold a card together: who is here, who points, who may lead.

People are seats; who holds a card together is a unit: one person up to eight people, two neighbours from nine on
(KSK-Q22). Cards, leaders, targets and scores are units'; readiness, gestures and fingers are people's.
"""

from typing import Any

from parlour.games.cells import draw, lowest, ones_in
from parlour.games.keskife.state import ENTRIES, MAX_UNITS


def one_of(bits: int, dice: Any) -> int:
    for _ in range(draw(dice, ones_in(bits))):
        bits &= bits - 1
    return lowest(bits)


def in_teams(s: Any) -> bool:
    return s.players > MAX_UNITS


def unit_of(s: Any, seat: int) -> int:
    return seat // 2 if in_teams(s) else seat


def first_seat(s: Any, unit: int) -> int:
    """The seat a unit is named by in actions and events, present or not."""
    return 2 * unit if in_teams(s) else unit


def here(s: Any, unit: int) -> int:
    """The members who have not left, as bits."""
    members = 3 << 2 * unit if in_teams(s) else 1 << unit
    return s.present & members


def team_size(s: Any, unit: int) -> int:
    return 2 if in_teams(s) and 2 * unit + 1 < s.players else 1


def units_here(s: Any) -> int:
    units = 0
    for u in range(s.units):
        if here(s, u):
            units |= 1 << u
    return units


def pointers(s: Any) -> int:
    """The seats whose fingers count: everybody present, or each unit's first member present (KSK-Q22)."""
    if not s.captains:
        return s.present
    seats = 0
    for u in range(s.units):
        team = here(s, u)
        seats |= team & ~(team - 1)
    return seats


def targets(s: Any, units: int, base: int, out: Any) -> int:
    k = 0
    for u in range(s.units):
        if units >> u & 1:
            out[k] = base + first_seat(s, u)
            k += 1
    return k


def listed(bits: int, base: int, out: Any) -> int:
    k = 0
    for i in range(ENTRIES):
        if bits >> i & 1:
            out[k] = base + i
            k += 1
    return k
