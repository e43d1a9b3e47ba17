"""What may be asked for in the lobby: options, bots, order, hosting, and the start."""

import json
from typing import TYPE_CHECKING, Any

from parlour.bots import UnknownBot, bot
from parlour.engine import GameError
from parlour.server.table.outcome import Turn
from parlour.server.table.seats import Person, proper_avatar
from parlour.server.wire.refused import Refused
from parlour.server.wire.requests import (
    AnyRequest,
    ChangeBot,
    ChooseOptions,
    Clock,
    Host,
    Move,
    Ready,
    Rematch,
    Remove,
    Rename,
    SeatBot,
    Start,
)

if TYPE_CHECKING:
    from parlour.server.table.room import Room

OF_THE_HOST = (ChooseOptions, Clock, SeatBot, ChangeBot, Remove, Host, Move, Start, Rematch)
WHENEVER = (Host,)


def answer(room: "Room", person: Person, message: AnyRequest, turn: Turn) -> None:  # noqa: PLR0912 -- a table of requests
    """Do what is asked, or raise Refused and change nothing."""
    if isinstance(message, OF_THE_HOST) and room.seats.host != person.number:
        raise Refused("not_host", "only the host may do this")
    wanted = "over" if isinstance(message, Rematch) else "lobby"
    if room.status != wanted and not isinstance(message, WHENEVER):
        raise Refused("wrong_status", f"this can be done at a table that is {wanted!r}; this one is {room.status!r}")
    match message:
        case ChooseOptions():
            choose_options(room, message.options)
        case Clock():
            choose_clock(room, message.seconds)
        case SeatBot():
            _seat_bot(room, message.bot)
        case ChangeBot():
            _change_bot(room, room.seats.person(message.person), message.bot)
        case Remove():
            room.dismiss(room.seats.person(message.person), turn)
        case Host():
            _hand_over(room, room.seats.person(message.person))
        case Move():
            _move(room, room.seats.person(message.person), message.to)
        case Rename():
            name, avatar = room.seats.free_name(message.name, person), proper_avatar(message.avatar)
            person.name, person.avatar = name, avatar
        case Ready():
            person.ready = message.ready
        case Start():
            _start(room, turn)
        case Rematch():
            _rematch(room)
    turn.table = turn.kept = True


def choose_options(room: "Room", chosen: dict[str, Any]) -> None:
    """Change some options; seats they name may still be empty. Raises Refused (bad_options, no_bots_here)."""
    wanted = {**room.options, **chosen}
    try:
        options = room.game.options(wanted, room.game.seats.stop - 1)
    except GameError as error:
        raise Refused("bad_options", str(error), field="options") from None
    if any(person.bot is not None for person in room.seats) and not room.would_seat_bots(options):
        raise Refused("no_bots_here", "bots cannot sit at a table with these options; remove them first")
    room.use_options(options)


def choose_clock(room: "Room", seconds: int) -> None:
    """Set the turn clock. Raises Refused (bad_options)."""
    if seconds not in room.settings.clocks:
        choices = ", ".join(map(str, room.settings.clocks))
        raise Refused("bad_options", f"the turn clock is one of {choices} seconds", field="clock")
    room.clock = seconds


def _known_bot(room: "Room", kind: str) -> str:
    try:
        bot(room.game, kind)
    except UnknownBot as error:
        raise Refused("unknown_bot", str(error), field="bot") from None
    if not room.bots_allowed:
        raise Refused("no_bots_here", "bots cannot sit at a table with these options")
    return kind


def _seat_bot(room: "Room", kind: str) -> None:
    _known_bot(room, kind)
    if room.free <= 0:
        raise Refused("too_many_people", "all places at this table are taken")
    room.seats.add_bot(kind)


def _change_bot(room: "Room", person: Person, kind: str) -> None:
    if person.bot is None:
        raise Refused("no_such_person", "this is a person, not a bot", field="person")
    person.bot = _known_bot(room, kind)


def _hand_over(room: "Room", person: Person) -> None:
    if not person.chair:
        raise Refused("no_such_person", "only a person who sits here can be the host", field="person")
    room.seats.host = person.number


def _move(room: "Room", person: Person, to: int) -> None:
    if to >= len(room.seats):
        raise Refused("bad_message", f"places go from 0 to {len(room.seats) - 1}", field="to")
    room.seats.move(person, to)


def _start(room: "Room", turn: Turn) -> None:
    low, high = room.game.seats.start, room.game.seats.stop - 1
    if len(room.seats) < low:
        raise Refused("not_enough_people", f"{room.game.name} needs at least {low} players")
    if len(room.seats) > high:
        raise Refused("too_many_people", f"{room.game.name} takes at most {high} players")
    room.begin(turn)


def _rematch(room: "Room") -> None:
    room.seats.clear_seats()
    room.status = "lobby"
    room.running = None
    room.timers.forget()


def bounded(data: Any, most: int) -> None:
    """Raises Refused where data is not JSON or is longer than `most` bytes of UTF-8."""
    try:
        size = len(json.dumps(data, allow_nan=False, ensure_ascii=False).encode())
    except (ValueError, RecursionError):
        raise Refused("bad_message", "data must be JSON", field="data") from None
    if size > most:
        raise Refused("too_large", f"data may have at most {most} bytes", field="data")
