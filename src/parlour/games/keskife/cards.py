"""The cards of a round: the leader's secret choice and the deal."""

from typing import Any

from parlour.games.cells import EVERYONE, UNKNOWN, emit, ones_in
from parlour.games.keskife.seats import first_seat, here, units_here
from parlour.games.keskife.state import ACTION, MAX_UNITS, MONKEY, NONE, POINT, TURN, Action, Event


def monkeys_among(units: int) -> int:
    return 1 if units <= 6 else 2  # KSK-Q02


def in_play(s: Any) -> bool:
    """From the deal to the reveal: cards are secret, and who leaves leaves their card behind."""
    return s.phase >= TURN and s.phase <= POINT


def monkey_is_here(s: Any) -> bool:
    for u in range(s.units):
        if s.card[u] == MONKEY and here(s, u):
            return True
    return False


def choice_fits(s: Any) -> bool:
    """What counts is one of the wishes, and nothing only where there is none."""
    if s.choice == NONE:
        return s.wish[0] == NONE and s.wish[1] == NONE
    return s.choice == s.wish[0] or s.choice == s.wish[1]


def fits_choice(s: Any, a: int, b: int) -> bool:
    leads = a == s.leader or b == s.leader
    return s.choice == NONE or leads == (s.choice == MONKEY)


def forget_choice(s: Any) -> None:
    s.choice = NONE
    s.wish[0] = NONE
    s.wish[1] = NONE


def take(s: Any, seat: int, card: int) -> None:
    """In a team the first wish counts (KSK-Q22). Nobody is told of it, for that would tell that there was one (KSK-Q05)."""
    s.wish[seat - first_seat(s, s.leader)] = card
    if s.choice == NONE:
        s.choice = card


def deals(s: Any, out: Any) -> int:
    """Every set of monkeys that fits what the leader took, each equally likely (KSK-Q05, Q06)."""
    units = units_here(s)
    one = monkeys_among(ones_in(units)) == 1
    k = 0
    for a in range(s.units):
        for b in range(a, s.units):
            if (a == b) == one and units >> a & 1 and units >> b & 1 and fits_choice(s, a, b):
                out[k] = Action.DEAL + MAX_UNITS * a + b
                k += 1
    return k


def deal(s: Any, a: int, b: int) -> None:
    forget_choice(s)
    s.dealt = units_here(s)
    for u in range(s.units):
        if s.dealt >> u & 1:
            s.card[u] = MONKEY if u == a or u == b else ACTION
            emit(s, here(s, u), Event.DEALT, first_seat(s, u), 0, s.card[u])
    if not s.dice and ones_in(s.turned) > 4:  # KSK-Q08
        s.turned = 0
        emit(s, EVERYONE, Event.SHUFFLED, UNKNOWN)
    s.phase = TURN
