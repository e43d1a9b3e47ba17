"""What people say and show to each other at a table, and what their pages say of themselves."""

from parlour.server.table.outcome import Turn
from parlour.server.table.parts import Parts
from parlour.server.table.seats import Person
from parlour.server.table.talk import Silence
from parlour.server.wire import of_people
from parlour.server.wire.asking import Time
from parlour.server.wire.told import TimeAnswer, Tuned


def time(table: Parts, connection: int, asked: Time, turn: Turn) -> TimeAnswer:
    return {"type": "time", "sent": asked.sent, "now": turn.now}


def present(table: Parts, connection: int, asked: of_people.Present, turn: Turn) -> None:
    known = table.audience.connections[connection]
    known.looking, known.ready = asked.looking, asked.ready
    turn.table = True


def talk(table: Parts, by: Person, asked: of_people.Say | of_people.SayPhrase | of_people.React, turn: Turn) -> None:
    turn.said.append(table.talk.take(by, asked, Silence.of(table.course.played), turn))


def applaud(table: Parts, connection: int, asked: of_people.Applaud, turn: Turn) -> None:
    turn.said.append(table.talk.applause(Silence.of(table.course.played), turn))


def claim(table: Parts, connection: int, asked: of_people.Claim, turn: Turn) -> None:
    table.chairs.claim(connection, asked.person, turn)


def tune(table: Parts, connection: int, asked: of_people.Tune, turn: Turn) -> Tuned:
    """An onlooker's page is a television from now on."""
    device = table.audience.connections[connection].device
    number = table.televisions.ask(connection, device, table.number, turn.now)
    turn.table = True
    return {"type": "tuned", "id": asked.id, "television": number}


def show(table: Parts, by: Person, asked: of_people.Show, turn: Turn) -> None:
    playing = table.number if table.status == "playing" else None
    table.televisions.show(by, asked.television, asked.yes, playing)
    turn.table = True


def signal(table: Parts, connection: int, asked: of_people.Signal, turn: Turn) -> None:
    """What a camera says, or a television: passed on unread."""
    signals, screens = table.signals, table.televisions
    if screens.at(connection) is not None:
        turn.replies.extend(signals.answered(connection, asked, screens, table.number, turn.now))
    else:
        by = table.audience.person(connection)
        turn.replies.extend(signals.passed(by, asked, table.seats, screens, table.number, turn.now))
