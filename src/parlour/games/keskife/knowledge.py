"""What a seat may know, and what it may guess of the rest."""

from typing import Any

from parlour.games.cells import UNKNOWN, draw, ones_in
from parlour.games.keskife.cards import choice_fits, in_play, monkeys_among
from parlour.games.keskife.lines import has_line, open_entries
from parlour.games.keskife.seats import first_seat, here, one_of, team_size, unit_of
from parlour.games.keskife.state import ACTION, DEAL, MONKEY, MOVES, POINT, TAKE


def hide(s: Any, seat: int) -> None:
    """Who has left sees what an onlooker sees."""
    mine = seat < s.players and s.present >> seat & 1 != 0
    if s.phase == TAKE or s.phase == DEAL:
        hide_choice(s, seat if mine else UNKNOWN)
    if not mine or s.card[unit_of(s, seat)] != ACTION:
        s.entry = UNKNOWN
    if not mine:
        s.burnt = 0
    if in_play(s):
        hide_cards(s, unit_of(s, seat) if mine else UNKNOWN)
    for p in range(s.players):
        if p != seat:
            if s.phase == POINT:
                s.vote[p] = UNKNOWN
            if s.chosen >> p & 1:
                s.gesture[p][s.beat] = UNKNOWN


def hide_choice(s: Any, own: int) -> None:
    s.choice = UNKNOWN
    for m in range(team_size(s, s.leader)):
        if first_seat(s, s.leader) + m != own:
            s.wish[m] = UNKNOWN


def hide_cards(s: Any, own: int) -> None:
    for u in range(s.units):
        if u != own and s.dealt >> u & 1:
            s.card[u] = UNKNOWN


def fill(s: Any, seat: int, dice: Any) -> None:
    if s.choice == UNKNOWN:
        fill_choice(s, dice)
    if in_play(s):
        fill_cards(s, dice)
    while ones_in(s.burnt) < s.replays:
        s.burnt |= 1 << one_of(open_entries(s), dice)
    if has_line(s) and s.entry == UNKNOWN:
        s.entry = one_of(open_entries(s), dice)
    for p in range(s.players):
        if s.voted >> p & 1 and s.vote[p] == UNKNOWN:
            s.vote[p] = one_of(s.dealt & ~(1 << unit_of(s, p)), dice)
        if s.chosen >> p & 1 and s.gesture[p][s.beat] == UNKNOWN:
            s.gesture[p][s.beat] = draw(dice, MOVES)


def fill_choice(s: Any, dice: Any) -> None:
    a = s.wish[0]
    b = s.wish[1]
    while s.choice == UNKNOWN or not choice_fits(s):
        s.wish[0] = draw(dice, 3) if a == UNKNOWN else a
        s.wish[1] = draw(dice, 3) if b == UNKNOWN else b
        s.choice = draw(dice, 3)


def fill_cards(s: Any, dice: Any) -> None:
    """Every set of monkeys equally likely that fits the own card and has a monkey present: else the round would be replayed."""
    k = draw(dice, monkey_sets(s, UNKNOWN))
    monkey_sets(s, k)


def monkey_sets(s: Any, pick: int) -> int:
    """How many sets of monkeys there are; deals the one numbered `pick`."""
    one = monkeys_among(ones_in(s.dealt)) == 1
    k = 0
    for a in range(s.units):
        for b in range(a, s.units):
            if (a == b) == one and could_be_monkeys(s, a, b):
                if k == pick:
                    deal_guess(s, a, b)
                    return k
                k += 1
    return k


def could_be_monkeys(s: Any, a: int, b: int) -> bool:
    if not here(s, a) and not here(s, b):
        return False
    for u in range(s.units):
        chosen = u == a or u == b
        if chosen and (not s.dealt >> u & 1 or s.card[u] == ACTION):
            return False
        if not chosen and s.card[u] == MONKEY:
            return False
    return True


def deal_guess(s: Any, a: int, b: int) -> None:
    for u in range(s.units):
        if s.dealt >> u & 1:
            s.card[u] = MONKEY if u == a or u == b else ACTION
