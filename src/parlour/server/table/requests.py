"""The table of requests: one row a type. What a page or a program may ask of a table is here, and nowhere else.

`docs/protocol.md` is written from it (who, when); the room looks a row up, checks what it says, and has it done.
"""

from typing import get_args

from parlour.server.table import arranging, keepers, meeting, playing
from parlour.server.table.rows import ANY, BETWEEN, LOBBY, OVER, Row, host, line, person, seat
from parlour.server.wire.asking import Request, Time
from parlour.server.wire.of_keeping import Coming, Keep, LetGo, NextDate, Reopen, Seasons, Succeed
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
from parlour.server.wire.of_people import (
    Claim,
    HandOn,
    Hush,
    Present,
    React,
    Ready,
    Rename,
    Say,
    SayPhrase,
    Show,
    Signal,
    Stand,
    Tune,
    Vouch,
)
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
from parlour.server.wire.requests import AnyRequest

ROWS = (
    # the match
    seat(Play, playing.play, stores="own"),
    seat(Plan, playing.plan, remembered=False),
    seat(Why, playing.why, remembered=False),
    seat(Hurry, playing.hurry),
    seat(Advise, playing.advise),
    seat(Cover, playing.cover, stores="table"),
    seat(Uncover, playing.uncover, stores="table"),
    seat(Nudge, playing.nudge),
    seat(Pause, playing.pause, stores="table"),
    seat(Resume, playing.resume, stores="table"),
    seat(TakeBack, playing.take_back, stores="table"),
    seat(Agree, playing.agree, stores="table"),
    # what is played, and how
    host(ChooseOptions, LOBBY, arranging.options),
    host(Clock, LOBBY, arranging.clock),
    host(ChoosePace, ANY, arranging.pace),
    host(Late, ANY, arranging.late),
    host(Practice, LOBBY, arranging.practice),
    host(ChangeGame, BETWEEN, arranging.change_game),
    host(Afresh, LOBBY, arranging.afresh),
    # from match to match
    person(Shake, BETWEEN, arranging.shake),
    host(Start, LOBBY, arranging.start),
    host(Rematch, OVER, arranging.rematch),
    host(Close, ANY, arranging.close),
    # from evening to evening
    host(Keep, ANY, keepers.keep),
    host(LetGo, ANY, keepers.let_go),
    person(Reopen, ANY, keepers.reopen),
    host(NextDate, ANY, keepers.next_date),
    person(Coming, ANY, keepers.coming),
    host(Seasons, ANY, keepers.seasons),
    person(Succeed, ANY, keepers.succeed, stores="own"),
    # who sits here
    host(SeatBot, LOBBY, arranging.seat_bot),
    host(ChangeBot, LOBBY, arranging.change_bot),
    host(Remove, LOBBY, arranging.remove),
    host(Host, ANY, arranging.host),
    host(Move, LOBBY, arranging.move),
    person(Rename, LOBBY, arranging.rename),
    person(Ready, LOBBY, arranging.ready),
    person(Stand, ANY, arranging.stand),
    person(HandOn, ANY, arranging.hand_on, remembered=False, stores="own"),  # asked again it gives another code
    line(Claim, "onlooker", meeting.claim),
    host(Vouch, ANY, arranging.vouch),
    # what people say and show to each other
    person(Say, ANY, meeting.talk, stores="own"),
    person(SayPhrase, ANY, meeting.talk, stores="own"),
    person(React, ANY, meeting.talk, remembered=False, stores=None),
    host(Hush, ANY, arranging.hush),
    line(Signal, "camera", meeting.signal),
    line(Tune, "onlooker", meeting.tune),
    person(Show, ANY, meeting.show, remembered=False, stores=None),
    # what a page says of itself
    line(Present, "person", meeting.present),
    line(Time, "anyone", meeting.time),
)


def by_kind(rows: tuple[Row, ...], kinds: set[type]) -> dict[type, Row]:
    """The rows by the type of their request. Raises TypeError where a type has not exactly one."""
    found: dict[type, Row] = {row.kind: row for row in rows}
    if len(found) != len(rows):
        raise TypeError("a type of request has two rows")
    if odd := found.keys() ^ kinds:
        raise TypeError(f"not both a type of request and its row: {sorted(kind.__name__ for kind in odd)}")
    return found


_BY_KIND = by_kind(ROWS, {*get_args(AnyRequest), Time})


def row_of(message: Request | Time) -> Row:
    """How a request is treated. Raises Refused (bad_message) where nobody does such a thing."""
    row = _BY_KIND.get(type(message))
    if row is None:
        raise Refused("bad_message", "type: there is no request of this type")
    return row
