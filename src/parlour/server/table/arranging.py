"""Requests that arrange a table: between its matches, and by its host at any time."""

from parlour.engine import GameError, load
from parlour.server.table.outcome import Turn
from parlour.server.table.parts import Parts
from parlour.server.table.seats import Person, proper_avatar
from parlour.server.wire.of_people import HandOn, Hush, Ready, Rename, Stand, Vouch
from parlour.server.wire.of_table import (
    Afresh,
    ChangeBot,
    ChangeGame,
    ChooseOptions,
    ChoosePace,
    Clock,
    Close,
    Host,
    Late,
    Move,
    Practice,
    Rematch,
    Remove,
    SeatBot,
    Shake,
    Start,
)
from parlour.server.wire.refused import Refused
from parlour.server.wire.told import Handed

# --- what is played, and how


def options(table: Parts, by: Person, asked: ChooseOptions, turn: Turn) -> None:
    table.lobby.as_agreed()
    table.lobby.choose_options(asked.options)


def clock(table: Parts, by: Person, asked: Clock, turn: Turn) -> None:
    table.lobby.choose_clock(asked.seconds, asked.per)


def pace(table: Parts, by: Person, asked: ChoosePace, turn: Turn) -> None:
    table.lobby.pace = asked.pace


def late(table: Parts, by: Person, asked: Late, turn: Turn) -> None:
    table.lobby.late = asked.allowed


def practice(table: Parts, by: Person, asked: Practice, turn: Turn) -> None:
    table.lobby.practice = asked.allowed


def afresh(table: Parts, by: Person, asked: Afresh, turn: Turn) -> None:
    table.lobby.deal = None


def change_game(table: Parts, by: Person, asked: ChangeGame, turn: Turn) -> None:
    """The people go on to another game, under the same word. Raises Refused (unknown_game, no_bots_here)."""
    try:
        game = load(asked.game)
    except GameError as error:
        raise Refused("unknown_game", str(error), field="game") from None
    table.change_game(game)
    table.course.to_lobby()


# --- from match to match


def shake(table: Parts, by: Person, asked: Shake, turn: Turn) -> None:
    """Add to the secret of the next match what this person's page drew."""
    table.course.sealing.shake(by.number, asked.seal, asked.part)


def start(table: Parts, by: Person, asked: Start, turn: Turn) -> None:
    table.course.begin(turn)


def rematch(table: Parts, by: Person, asked: Rematch, turn: Turn) -> None:
    newest = load(table.game.name)
    if newest is not table.game:  # rules of before end with their match
        table.change_game(newest)
    table.course.to_lobby()


def close(table: Parts, by: Person, asked: Close, turn: Turn) -> None:
    table.course.close("cleared")


# --- who sits here


def seat_bot(table: Parts, by: Person, asked: SeatBot, turn: Turn) -> None:
    table.lobby.seat_bot(asked.bot)


def change_bot(table: Parts, by: Person, asked: ChangeBot, turn: Turn) -> None:
    table.lobby.change_bot(table.seats.person(asked.person), asked.bot)


def remove(table: Parts, by: Person, asked: Remove, turn: Turn) -> None:
    table.chairs.dismiss(table.seats.person(asked.person), asked.stay_out, turn)


def host(table: Parts, by: Person, asked: Host, turn: Turn) -> None:
    table.lobby.hand_over(table.seats.person(asked.person))


def move(table: Parts, by: Person, asked: Move, turn: Turn) -> None:
    table.lobby.move(table.seats.person(asked.person), asked.to)


def rename(table: Parts, by: Person, asked: Rename, turn: Turn) -> None:
    by.name, by.avatar = table.seats.free_name(asked.name, by), proper_avatar(asked.avatar)


def ready(table: Parts, by: Person, asked: Ready, turn: Turn) -> None:
    by.ready = asked.ready


def stand(table: Parts, by: Person, asked: Stand, turn: Turn) -> None:
    table.chairs.stand(by, turn)


def hand_on(table: Parts, by: Person, asked: HandOn, turn: Turn) -> Handed:
    code = f"{table.roll(1 << 128):032x}"
    until = table.chairs.hand_on(by, code, turn)
    return {"type": "handed", "id": asked.id, "code": code, "until": until}


def vouch(table: Parts, by: Person, asked: Vouch, turn: Turn) -> None:
    table.chairs.vouch(asked.person, asked.yes, f"{table.roll(1 << 192):048x}", turn)


def hush(table: Parts, by: Person, asked: Hush, turn: Turn) -> None:
    table.talk.hush(asked, table.seats)
