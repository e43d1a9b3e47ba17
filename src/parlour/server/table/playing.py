"""Requests of those who play in a match."""

from parlour.server.table.outcome import Turn
from parlour.server.table.parts import Parts
from parlour.server.table.rows import AtSeat
from parlour.server.wire.of_match import (
    Advise,
    Agree,
    Cover,
    Hurry,
    Nudge,
    Pause,
    Plan,
    Play,
    Resume,
    TakeBack,
    Uncover,
    Why,
)
from parlour.server.wire.told import Because, Planned


def play(table: Parts, at: AtSeat, asked: Play, turn: Turn) -> None:
    table.course.pausing.goes_on()
    at.running.answer(at.seat, asked.question, asked.actions)
    turn.stepped = True
    if at.person.covered:  # whoever plays is back
        table.chairs.returned(at.person, turn)


def plan(table: Parts, at: AtSeat, asked: Plan, turn: Turn) -> Planned:
    legal, chance = at.running.plan(at.seat, asked.question, asked.actions)
    return {"type": "planned", "id": asked.id, "legal": legal, "chance": chance}


def why(table: Parts, at: AtSeat, asked: Why, turn: Turn) -> Because:
    reason, values = at.running.why(at.seat, asked.action)
    return {"type": "because", "id": asked.id, "reason": reason, "values": values}


def advise(table: Parts, at: AtSeat, asked: Advise, turn: Turn) -> None:
    table.course.counsels.ask(at.running, at.seat, asked.question, turn)


def hurry(table: Parts, at: AtSeat, asked: Hurry, turn: Turn) -> None:
    table.timers.hurry()


def cover(table: Parts, at: AtSeat, asked: Cover, turn: Turn) -> None:
    table.chairs.hand_over(at.person, asked, turn)


def uncover(table: Parts, at: AtSeat, asked: Uncover, turn: Turn) -> None:
    table.chairs.give_back(at.person, asked.person, turn)


def nudge(table: Parts, at: AtSeat, asked: Nudge, turn: Turn) -> None:
    table.chairs.nudge(at.person, asked.person, turn)


def pause(table: Parts, at: AtSeat, asked: Pause, turn: Turn) -> None:
    table.standstill.pause(at.person, table.seats, turn)


def resume(table: Parts, at: AtSeat, asked: Resume, turn: Turn) -> None:
    table.standstill.resume(at.person, table.seats, turn)


def take_back(table: Parts, at: AtSeat, asked: TakeBack, turn: Turn) -> None:
    table.standstill.take_back(at.person, at.running, at.seat, turn)


def agree(table: Parts, at: AtSeat, asked: Agree, turn: Turn) -> None:
    table.standstill.answer(at.person, asked.yes, turn)
