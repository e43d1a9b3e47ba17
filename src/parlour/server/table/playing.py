"""Requests of those who play in a match."""

from parlour.server.table.outcome import Turn
from parlour.server.table.parts import Parts
from parlour.server.table.rows import AtSeat
from parlour.server.wire import of_match
from parlour.server.wire.told import Because, Planned


def play(table: Parts, at: AtSeat, asked: of_match.Play, turn: Turn) -> None:
    table.course.pausing.goes_on()
    at.running.answer(at.seat, asked.question, asked.actions)
    turn.stepped = True
    if at.person.covered:  # whoever plays is back
        table.chairs.returned(at.person, turn)


def plan(table: Parts, at: AtSeat, asked: of_match.Plan, turn: Turn) -> Planned:
    legal, chance = at.running.plan(at.seat, asked.question, asked.actions)
    return {"type": "planned", "id": asked.id, "legal": legal, "chance": chance}


def why(table: Parts, at: AtSeat, asked: of_match.Why, turn: Turn) -> Because:
    reason, values = at.running.why(at.seat, asked.action)
    return {"type": "because", "id": asked.id, "reason": reason, "values": values}


def advise(table: Parts, at: AtSeat, asked: of_match.Advise, turn: Turn) -> None:
    table.course.counsels.ask(at.running, at.seat, asked.question, turn)


def hurry(table: Parts, at: AtSeat, asked: of_match.Hurry, turn: Turn) -> None:
    table.timers.hurry()


def cover(table: Parts, at: AtSeat, asked: of_match.Cover, turn: Turn) -> None:
    table.chairs.hand_over(at.person, asked, turn)


def uncover(table: Parts, at: AtSeat, asked: of_match.Uncover, turn: Turn) -> None:
    table.chairs.give_back(at.person, asked.person, turn)


def nudge(table: Parts, at: AtSeat, asked: of_match.Nudge, turn: Turn) -> None:
    table.chairs.nudge(at.person, asked.person, turn)


def pause(table: Parts, at: AtSeat, asked: of_match.Pause, turn: Turn) -> None:
    table.standstill.pause(at.person, table.seats, turn)


def resume(table: Parts, at: AtSeat, asked: of_match.Resume, turn: Turn) -> None:
    table.standstill.resume(at.person, table.seats, turn)


def take_back(table: Parts, at: AtSeat, asked: of_match.TakeBack, turn: Turn) -> None:
    table.standstill.take_back(at.person, at.running, at.seat, turn)


def agree(table: Parts, at: AtSeat, asked: of_match.Agree, turn: Turn) -> None:
    table.standstill.answer(at.person, asked.yes, turn)
