"""The reveal, the score and the end."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit, ones_in
from parlour.games.keskife.cards import forget_choice, monkeys_among
from parlour.games.keskife.seats import first_seat, here, pointers, unit_of, units_here
from parlour.games.keskife.state import ACTION, FEWEST_UNITS, MONKEY, OVER, SHOW, Event, Pot


def reveal(s: Any) -> None:
    for p in range(s.players):
        if s.voted >> p & 1:
            emit(s, EVERYONE, Event.FINGER, p, first_seat(s, s.vote[p]))
    for u in range(s.units):
        if s.card[u] == MONKEY:
            s.held[u] += 1
            emit(s, EVERYONE, Event.MONKEY, first_seat(s, u))
    score_round(s)
    s.scored += 1
    if s.scored == s.rounds or ones_in(units_here(s)) < FEWEST_UNITS:
        finish(s)
    else:
        s.phase = SHOW


def finger(s: Any, unit: int) -> int:
    """The unit this one points at; UNKNOWN where it has no valid vote (KSK-Q13, Q22, Q24)."""
    found = UNKNOWN
    team = pointers(s) & here(s, unit)
    for p in range(s.players):
        if team >> p & 1:
            at = s.vote[p]
            if at == UNKNOWN or (found != UNKNOWN and found != at):
                return UNKNOWN
            found = at
    return found


def score_round(s: Any) -> None:
    units = ones_in(s.dealt)
    for u in range(s.units):
        s.gained[u] = 0
    count_fingers(s)
    if monkeys_among(units) == 1:
        score_one(s, units)
    else:
        score_two(s)
    s.handed += units
    for u in range(s.units):
        s.won[u] += s.gained[u]
        if s.card[u] == MONKEY:
            emit(s, EVERYONE, Event.WON, first_seat(s, u), s.gained[u])


def count_fingers(s: Any) -> None:
    """KSK-Q13 to Q16: a right guess keeps its card, any other puts it into the pot."""
    for u in range(s.units):
        at = finger(s, u)
        right = at != UNKNOWN and s.card[at] == MONKEY
        if s.card[u] == ACTION and right:
            s.gained[u] = 1
            s.recognised[at] += 1
            emit(s, EVERYONE, Event.KEPT, first_seat(s, u))
        elif s.card[u] == ACTION:
            s.pot += 1
            emit(s, EVERYONE, Event.LOST, first_seat(s, u))
        elif s.card[u] == MONKEY and right and s.count_monkey_votes:
            s.recognised[at] += 1


def score_one(s: Any, units: int) -> None:
    """KSK-Q17, Q18."""
    monkey = a_monkey(s, 0)
    share = s.pot
    if s.pot_rule == Pot.HALF:
        share = share // 2
    elif s.pot_rule == Pot.ALL_OR_NOTHING and s.recognised[monkey]:
        share = 0
    own = 0 if s.recognised[monkey] == units - 1 else 1
    s.gained[monkey] = own + share
    s.won_monkeys[monkey] += own
    s.out += s.pot - share + 1 - own


def score_two(s: Any) -> None:
    """KSK-Q19: the more recognised monkey gives their card to the other; they halve the pot."""
    a = a_monkey(s, 0)
    b = a_monkey(s, a + 1)
    own = 1
    if s.recognised[a] > s.recognised[b]:
        own = 0
    elif s.recognised[a] < s.recognised[b]:
        own = 2
    share = s.pot // 2
    s.gained[a] = own + share
    s.gained[b] = 2 - own + share
    s.won_monkeys[a] += own
    s.won_monkeys[b] += 2 - own
    s.out += s.pot - 2 * share


def a_monkey(s: Any, first: int) -> int:
    u = first
    while s.card[u] != MONKEY:
        u += 1
    return u


def finish(s: Any) -> None:
    forget_choice(s)
    s.phase = OVER
    emit(s, EVERYONE, Event.ENDED, UNKNOWN)


def score(s: Any, seat: int) -> int:
    return s.won[unit_of(s, seat)]


def rank(s: Any, seat: int) -> int:
    """A unit's place among all units, those that left included (KSK-Q21, Q24)."""
    if not s.scored:
        return 0
    place = 1
    for u in range(s.units):
        if worth(s, u) > worth(s, unit_of(s, seat)):
            place += 1
    return place


def worth(s: Any, unit: int) -> int:
    monkeys = s.held[unit] if s.by_held else s.won_monkeys[unit]
    return s.won[unit] * 16 + monkeys
