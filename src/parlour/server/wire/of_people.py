"""Requests by which people and pages come and go, speak to each other, and are seen."""

from typing import Any, ClassVar, Literal

from parlour.server.wire.asking import Request
from parlour.server.wire.told import Handed, Tuned
from parlour.server.wire.values import (
    Avatar,
    Line,
    Name,
    Phrase,
    Reaction,
    Whole,
)


class Say(Request):
    """A line of 1 to 200 code points, kept with the table; what is not drawn (control, direction, fillers) is left out. It is
    text: markup means nothing.
    """

    type: Literal["say"]
    text: Line


class SayPhrase(Request):
    """A quick phrase (`hm`, `nice`, `sure`, `well_played`, `thanks`, `sorry`, `moment`, `luck`, `again`), which everybody
    reads in their own language; kept as a line.
    """

    type: Literal["phrase"]
    phrase: Phrase


class React(Request):
    """A sign (`clap`, `laugh`, `gasp`, `sigh`, `heart`, `hourglass`) that flies from the seat, and is not kept."""

    type: Literal["react"]
    reaction: Reaction


class Applaud(Request):
    """Applause of those who look on, which everybody is told of; not while the game bids people be quiet (`quiet`). All onlookers
    of a table together have the bounds of one person's talk.
    """

    type: Literal["applaud"]


class Hush(Request):
    """Takes the word from a person who sits here, or gives it back. Whoever stands up and sits down again on the same device, or
    under the same name, has not got it back.
    """

    type: Literal["hush"]
    person: Whole
    hushed: bool


class Signal(Request):
    """Camera set-up, passed on unread to the connections of a person who sits here, or to a television to which this person
    shows themselves (`no_such_television`, `not_shown`): one of the two is named. At most 16 kB of JSON in UTF-8. Sent again,
    it is passed on again, whatever its `id` was used for.
    """

    type: Literal["signal"]
    person: Whole | None = None
    television: Whole | None = None
    data: Any


class Tune(Request):
    """This page is a big screen that asks for people's pictures: it is answered the number that is drawn for it, which the
    same `device` has again when it comes back. Two at a table; one whose line is down gives way to another, or else one that
    nobody shows themselves to, or else `table_full`. From then on it may signal to those who show themselves there
    (`not_shown`, `not_here`), with the bounds that a person has. Not remembered by a server that comes back.
    """

    answer: ClassVar[type[Any]] = Tuned

    type: Literal["television"]


class Show(Request):
    """Whether one shows oneself to a television; yes only while a match is played. It holds for this match and for the device
    that has the chair now. Not remembered by a server that comes back.
    """

    type: Literal["show"]
    television: Whole
    yes: bool


class Present(Request):
    """Whether this page is in sight; a person is `asleep` while none of theirs is. `ready`: false where it still waits for
    something to play with, such as a camera. The first clock of a match waits until everybody's page is in sight and ready, for
    thirty seconds at most.
    """

    type: Literal["present"]
    looking: bool
    ready: bool = True


class Claim(Request):
    """Asks to be let back to the chair of somebody who is gone; it lasts as long as the connection. `here_already`, `claimed`
    (by another), `declined` (by the host, as far as the device is known); eight at once, then one in 15 s.
    """

    type: Literal["claim"]
    person: Whole


class Vouch(Request):
    """Answers a claim: with `yes` the claimant gets a new token (`seated`), and the old one is void."""

    type: Literal["vouch"]
    person: Whole
    yes: bool


class HandOn(Request):
    """Asks for a code that brings the chair to another device, once. It replaces the code before."""

    answer: ClassVar[type[Any]] = Handed

    type: Literal["hand_on"]


class Stand(Request):
    """Gives up the chair for good: the token ends, the connection watches on. During a match the game's `leave` is played, or
    else a bot plays on.
    """

    type: Literal["stand"]


class Rename(Request):
    """Another name, another picture."""

    type: Literal["rename"]
    name: Name
    avatar: Avatar


class Ready(Request):
    """Shown to the others; blocks nobody."""

    type: Literal["ready"]
    ready: bool
