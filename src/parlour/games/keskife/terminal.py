"""The table as text, for the terminal."""

from collections.abc import Callable, Sequence

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.keskife.seats import first_seat, here, unit_of
from parlour.games.keskife.state import BEATS, COLOURS, GESTURES, MONKEY, Venue
from parlour.games.keskife.texts import texts

Say = Callable[..., str]


def table(view: Sight, names: Sequence[str], say: Say) -> str:
    """The round, this seat's own line, and a row for each person: what they showed, whom they pointed at, their cards."""
    return "\n".join([*heading(view, names, say), *(row(view, seat, names, say) for seat in range(view.state.players))])


def heading(view: Sight, names: Sequence[str], say: Say) -> list[str]:
    s = view.state
    lines = [say("round", round=s.round, all=s.rounds)]
    if s.leader != UNKNOWN:
        lines.append(say("leader", name=names[first_seat(s, s.leader)]))
    if s.colour != UNKNOWN:
        lines.append(say("colour", colour=COLOURS[s.colour]))
    card = texts(view, say("language")).get("card")
    if card:
        lines += [say("numbers", tens=card["tens"], ones=card["ones"]), say("line", line=card["line"])]
    if s.venue == Venue.STAGE and s.beat:
        lines.append(say("beat", beat=s.beat, all=BEATS))
    return lines


def row(view: Sight, seat: int, names: Sequence[str], say: Say) -> str:
    s = view.state
    unit = unit_of(s, seat)
    marks = [say("shown", gesture=GESTURES[gesture]) for gesture in s.gesture[seat][: s.beat] if gesture != UNKNOWN]
    if s.vote[seat] != UNKNOWN:
        marks.append(f"→ {names[first_seat(s, s.vote[seat])]}")
    if s.card[unit] == MONKEY:
        marks.append(say("monkey"))
    if not here(s, unit) >> seat & 1:
        marks.append(say("left"))
    return f"{names[seat]:<8} {say('points', cards=s.won[unit]):<12} {' · '.join(marks) or say('nothing')}"
