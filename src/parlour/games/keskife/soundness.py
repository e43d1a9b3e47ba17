"""Invariants of a state."""

from typing import Any

from parlour.games.cells import UNKNOWN, ones_in
from parlour.games.keskife.acting import asked_seats
from parlour.games.keskife.cards import choice_fits, in_play, monkey_is_here, monkeys_among
from parlour.games.keskife.lines import has_line, open_entries, unblocked
from parlour.games.keskife.seats import here, pointers, team_size, unit_of, units_here
from parlour.games.keskife.state import (
    ACT,
    APPOINT,
    BEATS,
    COUNT_IN,
    COUNT_OUT,
    DEAL,
    FEWEST_UNITS,
    LINE,
    MAX_SEATS,
    MAX_UNITS,
    MONKEY,
    NAMING,
    NONE,
    OVER,
    PACK,
    POINT,
    READY,
    ROUNDS,
    START,
    TAKE,
    TURN,
    Venue,
)


def sound(s: Any) -> bool:
    return (
        sound_seats(s)
        and sound_round(s)
        and sound_leader(s)
        and sound_colours(s)
        and sound_cards(s)
        and sound_steps(s)
        and sound_table(s)
        and sound_score(s)
    )


def sound_seats(s: Any) -> bool:
    if not 1 <= s.rounds <= ROUNDS or s.scored > s.rounds:
        return False
    everybody = (1 << s.players) - 1
    units = s.players if s.players <= MAX_UNITS else (s.players + 1) // 2
    if s.units != units or s.present & ~everybody or s.led >> units:
        return False
    if (s.ready | s.chosen) & ~s.present or s.voted & ~everybody:
        return False
    if s.phase == POINT and s.voted & ~pointers(s):
        return False
    return in_play(s) or (s.phase == OVER) == (s.scored == s.rounds or ones_in(units_here(s)) < FEWEST_UNITS)


def sound_round(s: Any) -> bool:
    """A round is scored at its reveal; its cards lie there until the next one begins. A unit at least left in each replay."""
    if s.scored != s.round - int(in_play(s) or not s.dealt):
        return False
    if s.dealt and (s.phase == PACK or s.phase == TAKE or s.phase == DEAL):
        return False
    if unblocked(s.blocked) == 0 or s.burnt & ~unblocked(s.blocked) or ones_in(s.burnt) != s.replays:
        return False
    return s.replays <= s.units - ones_in(units_here(s)) and s.replays <= MAX_UNITS - FEWEST_UNITS + 1


def sound_leader(s: Any) -> bool:
    if s.leader == UNKNOWN:
        return s.phase == APPOINT and s.round == 1 and s.led == 0 and s.colour == UNKNOWN
    if s.leader >= s.units or not s.led >> s.leader & 1:
        return False
    if s.phase == NAMING and units_here(s) & ~s.led == 0:
        return False
    asked = s.phase == PACK or s.phase == TAKE or s.phase == DEAL or s.phase == START or s.phase == NAMING
    return not asked or here(s, s.leader) != 0


def sound_colours(s: Any) -> bool:
    """Each round so far has used a colour, the running one from the moment its leader chose (KSK-Q04)."""
    if s.fixed and s.colours & s.colours + 1:
        return False
    if s.colour == UNKNOWN:
        if ones_in(s.colours) != s.round - 1 or s.dealt or s.replays:
            return False
        return s.phase == APPOINT or s.phase == OVER or (s.phase == PACK and not s.fixed and s.round < ROUNDS)
    if s.phase == PACK or ones_in(s.colours) != s.round or not s.colours >> s.colour & 1:
        return False
    return not s.fixed or s.colour == s.round - 1


def sound_cards(s: Any) -> bool:
    monkeys = 0
    for u in range(MAX_UNITS):
        if s.card[u] == UNKNOWN or (s.card[u] == NONE) != (not s.dealt >> u & 1):
            return False
        if s.card[u] == MONKEY:
            monkeys += 1
    if s.dealt >> s.units or not sound_choice(s):
        return False
    if not s.dealt:
        return not in_play(s) and s.entry == UNKNOWN and s.tens == UNKNOWN and s.ones == UNKNOWN and sound_turned(s)
    if units_here(s) & ~s.dealt or ones_in(s.dealt) < FEWEST_UNITS or monkeys != monkeys_among(ones_in(s.dealt)):
        return False
    if in_play(s) and not monkey_is_here(s):
        return False
    return sound_line(s) and sound_turned(s)


def sound_choice(s: Any) -> bool:
    if s.choice == UNKNOWN or s.wish[0] == UNKNOWN or s.wish[1] == UNKNOWN or not choice_fits(s):
        return False
    if s.choice == NONE:
        return True
    return (s.phase == TAKE or s.phase == DEAL) and (s.wish[1] == NONE or team_size(s, s.leader) == 2)


def sound_line(s: Any) -> bool:
    if (s.tens == UNKNOWN) != (s.phase == TURN) or (s.ones == UNKNOWN) != (s.phase == TURN) or s.tens == 0 or s.ones == 0:
        return False
    if has_line(s) != (s.entry != UNKNOWN):
        return False
    return not has_line(s) or open_entries(s) >> s.entry & 1 != 0


def sound_turned(s: Any) -> bool:
    """Number cards come up in twos, and are shuffled before they run out (KSK-Q08); dice leave none behind."""
    if s.dice:
        return s.turned == 0
    if ones_in(s.turned) % 2 or (s.phase == TURN and s.turned == 63):
        return False
    if s.tens == UNKNOWN:
        return True
    return s.tens != s.ones and s.turned >> s.tens - 1 & 1 != 0 and s.turned >> s.ones - 1 & 1 != 0


def sound_steps(s: Any) -> bool:
    """What a step of the round leaves behind is there from that step on, and no step is left waiting for nobody."""
    if (s.count != 0) != (s.phase == COUNT_IN or s.phase == COUNT_OUT):
        return False
    if s.ready and (not s.dealt or s.phase == TURN or s.phase == LINE):
        return False
    if (s.phase == READY or s.phase == POINT) and not asked_seats(s):
        return False
    if s.voted and in_play(s) and s.phase != POINT:
        return False
    if s.venue != Venue.STAGE or not s.dealt or (in_play(s) and s.phase < ACT):
        return s.beat == 0 and s.chosen == 0
    return s.beat < BEATS if s.phase == ACT else s.beat > 0


def sound_table(s: Any) -> bool:
    """Gestures lie in beats that were, and fingers point at other units of the round."""
    for p in range(MAX_SEATS):
        for b in range(BEATS):
            shown = b < s.beat or (b == s.beat and s.chosen >> p & 1)
            if s.gesture[p][b] != UNKNOWN and (p >= s.players or not shown):
                return False
        if s.chosen >> p & 1 and (s.phase != ACT or s.gesture[p][s.beat] == UNKNOWN):
            return False
        if (s.vote[p] != UNKNOWN) != (s.voted >> p & 1 != 0):
            return False
        if s.vote[p] != UNKNOWN and (s.vote[p] == unit_of(s, p) or not s.dealt >> s.vote[p] & 1):
            return False
    return True


def sound_score(s: Any) -> bool:
    """KSK-Q25: cards scored and cards out of play are all the cards that were dealt."""
    total = s.out
    monkeys = 0
    for u in range(MAX_UNITS):
        total += s.won[u]
        monkeys += s.won_monkeys[u]
        if s.won_monkeys[u] > s.won[u] or s.gained[u] > s.won[u] or s.held[u] > s.scored:
            return False
        if u >= s.units and (s.won[u] or s.held[u]):
            return False
        if s.recognised[u] and (in_play(s) or not s.dealt):
            return False
    if s.pot and (in_play(s) or not s.dealt):
        return False
    return total == s.handed and FEWEST_UNITS * s.scored <= s.handed <= s.units * s.scored and monkeys <= 2 * s.scored
