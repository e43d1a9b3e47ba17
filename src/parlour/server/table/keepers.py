"""Requests of a table that is kept, and of who hosts it."""

from parlour.engine import load
from parlour.server.table.outcome import Turn
from parlour.server.table.parts import Parts
from parlour.server.table.seats import Person
from parlour.server.wire.of_keeping import Coming, Keep, LetGo, NextDate, Reopen, Seasons, Succeed
from parlour.server.wire.refused import Refused


def keep(table: Parts, by: Person, asked: Keep, turn: Turn) -> None:
    table.keeping.keep(asked.name, asked.zone, turn.now)


def let_go(table: Parts, by: Person, asked: LetGo, turn: Turn) -> None:
    table.keeping.let_go()


def reopen(table: Parts, by: Person, asked: Reopen, turn: Turn) -> None:
    """Back to the lobby with everybody's chair. Raises Refused (not_kept, playing)."""
    table.keeping.required()
    if table.status == "playing" and turn.now < table.course.begun + table.lobby.settings.evening:
        raise Refused("playing", "a match is being played here")
    newest = load(table.game.name)
    if newest is not table.game:
        table.change_game(newest)
    table.course.to_lobby()
    if not any(person.number == table.seats.host and person.connections for person in table.seats):
        table.seats.host = by.number


def next_date(table: Parts, by: Person, asked: NextDate, turn: Turn) -> None:
    table.keeping.meet(asked.at)


def coming(table: Parts, by: Person, asked: Coming, turn: Turn) -> None:
    table.keeping.say(by.number, asked.yes)


def seasons(table: Parts, by: Person, asked: Seasons, turn: Turn) -> None:
    table.keeping.span(asked.seasons)


def succeed(table: Parts, by: Person, asked: Succeed, turn: Turn) -> None:
    if table.succession.ask(by, table.seats, turn.now):
        table.lobby.hand_over(table.seats.person(table.succession.take()))
        turn.kept = True
    turn.table = True
