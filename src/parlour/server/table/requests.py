"""The table of requests: one row a type. What a page or a program may ask of a table is here, and nowhere else.

`docs/protocol.md` is written from it (who, when); the room looks a row up, checks what it says, and has it done.
"""

from typing import get_args

from parlour.server.table import arranging, keepers, meeting, playing
from parlour.server.table.rows import ANY, BETWEEN, LOBBY, OVER, Row, host, line, person, seat
from parlour.server.wire import of_keeping, of_match, of_people, of_table
from parlour.server.wire.asking import Request, Time
from parlour.server.wire.refused import Refused
from parlour.server.wire.requests import AnyRequest

ROWS = (
    # the match
    seat(of_match.Play, playing.play, stores="own"),
    seat(of_match.Plan, playing.plan, remembered=False),
    seat(of_match.Why, playing.why, remembered=False),
    seat(of_match.Hurry, playing.hurry),
    seat(of_match.Advise, playing.advise),
    seat(of_match.Cover, playing.cover, stores="table"),
    seat(of_match.Uncover, playing.uncover, stores="table"),
    seat(of_match.Nudge, playing.nudge),
    seat(of_match.Pause, playing.pause, stores="table"),
    seat(of_match.Resume, playing.resume, stores="table"),
    seat(of_match.TakeBack, playing.take_back, stores="table"),
    seat(of_match.Agree, playing.agree, stores="table"),
    # what is played, and how
    host(of_table.ChooseOptions, LOBBY, arranging.options),
    host(of_table.Clock, LOBBY, arranging.clock),
    host(of_table.ChoosePace, ANY, arranging.pace),
    host(of_table.Late, ANY, arranging.late),
    host(of_table.Practice, LOBBY, arranging.practice),
    host(of_table.ChangeGame, BETWEEN, arranging.change_game),
    host(of_table.Afresh, LOBBY, arranging.afresh),
    # from match to match
    person(of_table.Shake, BETWEEN, arranging.shake),
    host(of_table.Start, LOBBY, arranging.start),
    host(of_table.Rematch, OVER, arranging.rematch),
    host(of_table.Close, ANY, arranging.close),
    # from evening to evening
    host(of_keeping.Keep, ANY, keepers.keep),
    host(of_keeping.LetGo, ANY, keepers.let_go),
    person(of_keeping.Reopen, ANY, keepers.reopen),
    host(of_keeping.NextDate, ANY, keepers.next_date),
    person(of_keeping.Coming, ANY, keepers.coming),
    host(of_keeping.Seasons, ANY, keepers.seasons),
    person(of_keeping.Succeed, ANY, keepers.succeed, stores="own"),
    # who sits here
    host(of_table.SeatBot, LOBBY, arranging.seat_bot),
    host(of_table.ChangeBot, LOBBY, arranging.change_bot),
    host(of_table.Remove, LOBBY, arranging.remove),
    host(of_table.Host, ANY, arranging.host),
    host(of_table.Move, LOBBY, arranging.move),
    person(of_people.Rename, LOBBY, arranging.rename),
    person(of_people.Ready, LOBBY, arranging.ready),
    person(of_people.Stand, ANY, arranging.stand),
    person(of_people.HandOn, ANY, arranging.hand_on, remembered=False, stores="own"),  # asked again it gives another code
    line(of_people.Claim, "onlooker", meeting.claim),
    host(of_people.Vouch, ANY, arranging.vouch),
    # what people say and show to each other
    person(of_people.Say, ANY, meeting.talk, stores="own"),
    person(of_people.SayPhrase, ANY, meeting.talk, stores="own"),
    person(of_people.React, ANY, meeting.talk, remembered=False, stores=None),
    line(of_people.Applaud, "onlooker", meeting.applaud),
    host(of_people.Hush, ANY, arranging.hush),
    line(of_people.Signal, "camera", meeting.signal),
    line(of_people.Tune, "onlooker", meeting.tune),
    person(of_people.Show, ANY, meeting.show, remembered=False, stores=None),
    # what a page says of itself
    line(of_people.Present, "person", meeting.present),
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
