"""Requests that arrange a table: between its matches, and by its host at any time."""

from parlour.engine import GameError, load
from parlour.server.table.outcome import Turn
from parlour.server.table.parts import Parts
from parlour.server.table.seats import Person, proper_avatar
from parlour.server.wire import of_people, of_table
from parlour.server.wire.refused import Refused
from parlour.server.wire.told import Handed

# --- what is played, and how


def options(table: Parts, by: Person, asked: of_table.ChooseOptions, turn: Turn) -> None:
    table.lobby.as_agreed()
    table.lobby.choose_options(asked.options)


def clock(table: Parts, by: Person, asked: of_table.Clock, turn: Turn) -> None:
    table.lobby.choose_clock(asked.seconds, asked.per)


def pace(table: Parts, by: Person, asked: of_table.ChoosePace, turn: Turn) -> None:
    table.lobby.pace = asked.pace


def late(table: Parts, by: Person, asked: of_table.Late, turn: Turn) -> None:
    table.lobby.late = asked.allowed


def practice(table: Parts, by: Person, asked: of_table.Practice, turn: Turn) -> None:
    table.lobby.practice = asked.allowed


def afresh(table: Parts, by: Person, asked: of_table.Afresh, turn: Turn) -> None:
    table.lobby.deal = None


def change_game(table: Parts, by: Person, asked: of_table.ChangeGame, turn: Turn) -> None:
    """The people go on to another game, under the same word. Raises Refused (unknown_game, no_bots_here)."""
    try:
        game = load(asked.game)
    except GameError as error:
        raise Refused("unknown_game", str(error), field="game") from None
    table.change_game(game)
    table.course.to_lobby()


# --- from match to match


def shake(table: Parts, by: Person, asked: of_table.Shake, turn: Turn) -> None:
    """Add to the secret of the next match what this person's page drew."""
    table.course.sealing.shake(by.number, asked.seal, asked.part)


def start(table: Parts, by: Person, asked: of_table.Start, turn: Turn) -> None:
    table.course.begin(turn)


def rematch(table: Parts, by: Person, asked: of_table.Rematch, turn: Turn) -> None:
    newest = load(table.game.name)
    if newest is not table.game:  # rules of before end with their match
        table.change_game(newest)
    table.course.to_lobby()


def close(table: Parts, by: Person, asked: of_table.Close, turn: Turn) -> None:
    table.course.close("cleared")


# --- who sits here


def seat_bot(table: Parts, by: Person, asked: of_table.SeatBot, turn: Turn) -> None:
    table.lobby.seat_bot(asked.bot)


def change_bot(table: Parts, by: Person, asked: of_table.ChangeBot, turn: Turn) -> None:
    table.lobby.change_bot(table.seats.person(asked.person), asked.bot)


def remove(table: Parts, by: Person, asked: of_table.Remove, turn: Turn) -> None:
    table.chairs.dismiss(table.seats.person(asked.person), asked.stay_out, turn)


def host(table: Parts, by: Person, asked: of_table.Host, turn: Turn) -> None:
    table.lobby.hand_over(table.seats.person(asked.person))


def move(table: Parts, by: Person, asked: of_table.Move, turn: Turn) -> None:
    table.lobby.move(table.seats.person(asked.person), asked.to)


def rename(table: Parts, by: Person, asked: of_people.Rename, turn: Turn) -> None:
    by.name, by.avatar = table.seats.free_name(asked.name, by), proper_avatar(asked.avatar)


def ready(table: Parts, by: Person, asked: of_people.Ready, turn: Turn) -> None:
    by.ready = asked.ready


def stand(table: Parts, by: Person, asked: of_people.Stand, turn: Turn) -> None:
    table.chairs.stand(by, turn)


def hand_on(table: Parts, by: Person, asked: of_people.HandOn, turn: Turn) -> Handed:
    code = f"{table.roll(1 << 128):032x}"
    until = table.chairs.hand_on(by, code, turn)
    return {"type": "handed", "id": asked.id, "code": code, "until": until}


def vouch(table: Parts, by: Person, asked: of_people.Vouch, turn: Turn) -> None:
    table.chairs.vouch(asked.person, asked.yes, f"{table.roll(1 << 192):048x}", turn)


def hush(table: Parts, by: Person, asked: of_people.Hush, turn: Turn) -> None:
    table.talk.hush(asked, table.seats)
