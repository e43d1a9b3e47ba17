"""Requests that arrange a table: what is played, and how, and who sits there."""

from typing import Literal

from parlour.server.wire.asking import Request
from parlour.server.wire.values import (
    Digits,
    Options,
    Pace,
    Per,
    Whole,
    Word,
)


class ChooseOptions(Request):
    """Changes some options."""

    type: Literal["options"]
    options: Options


class Clock(Request):
    """How long people have: 0 (no clock), 5 to 600 seconds `per: "turn"`, or 60 to 7,200 `per: "match"`: one time for each
    person and match.
    """

    type: Literal["clock"]
    seconds: Whole
    per: Per = "turn"


class ChoosePace(Request):
    """How long bots seem to think: `calm`, `brisk`, `at_once`."""

    type: Literal["pace"]
    pace: Pace


class ChangeGame(Request):
    """The same people and the same word, another game by its printed rules."""

    type: Literal["game"]
    game: Word


class SeatBot(Request):
    """Adds a bot of a kind."""

    type: Literal["seat_bot"]
    bot: Word


class ChangeBot(Request):
    """Changes a bot's kind."""

    type: Literal["bot"]
    person: Whole
    bot: Word


class Remove(Request):
    """Removes a bot or a person (who is told `closed {reason: "removed"}`; a host who removes themselves, after `done`). With
    `stay_out` that person's device is refused as `barred` for twelve hours, to sit and to watch.
    """

    type: Literal["remove"]
    person: Whole
    stay_out: bool = False


class Late(Request):
    """Whether the seats of bots may be taken during a match."""

    type: Literal["late"]
    allowed: bool


class Practice(Request):
    """Whether the advisor may be asked before a play, in the matches from now on (docs/advisor.md)."""

    type: Literal["practice"]
    allowed: bool


class Host(Request):
    """Hands hosting over."""

    type: Literal["host"]
    person: Whole


class Move(Request):
    """Seats a person at another place in the order."""

    type: Literal["move"]
    person: Whole
    to: Whole


class Shake(Request):
    """Adds 64 hex digits (small letters) to the secret that the table's `seal` is of; replaces what this person added to it
    before.
    """

    type: Literal["shake"]
    seal: Digits
    part: Digits


class Afresh(Request):
    """The match that was to be dealt again is not. As long as it is, `options` are refused as `dealt_again`."""

    type: Literal["afresh"]


class Start(Request):
    """Starts the match."""

    type: Literal["start"]


class Rematch(Request):
    """Back to the lobby with the same people."""

    type: Literal["rematch"]


class Close(Request):
    """Clears the table for good, whatever is being played: everybody is told `closed {reason: "cleared"}`."""

    type: Literal["close"]
