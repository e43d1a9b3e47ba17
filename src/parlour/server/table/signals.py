"""Signals: what one person's camera says to another's, or to a television, passed on unread."""

import json
from typing import Any

from parlour.server.settings import Limits
from parlour.server.table.bucket import Bucket
from parlour.server.table.seats import Person, Seats
from parlour.server.table.televisions import Televisions
from parlour.server.wire.of_people import Signal
from parlour.server.wire.refused import Refused
from parlour.server.wire.told import ServerMessage

Passed = list[tuple[int, ServerMessage]]  # (connection, message)


class Signals:
    """How fast each person and each television at a table may send them."""

    __slots__ = ("_buckets", "_limits")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: dict[tuple[str, int], Bucket] = {}

    def passed(self, person: Person, message: Signal, seats: Seats, televisions: Televisions, match: int, now: float) -> Passed:
        """What a person says, and to whom it goes.

        Raises Refused (too_fast, too_large, no_such_person, no_such_television, not_shown).
        """
        self._measure(("person", person.number), message, now)
        if message.television is not None:
            goes_to = televisions.connection_for(person, message.television, match)
        else:
            listener = seats.person(_person(message))
            if not listener.chair:
                raise Refused("no_such_person", "only to a person who sits here can signals be passed on", field="person")
            goes_to = list(listener.connections)
        signal: ServerMessage = {"type": "signal", "person": person.number, "data": message.data}
        return [(connection, signal) for connection in goes_to]

    def answered(self, connection: int, message: Signal, televisions: Televisions, match: int, now: float) -> Passed:
        """What the television says that this connection is, to a person who shows themselves there.

        Raises Refused (not_seated, too_fast, too_large, not_shown, not_here).
        """
        television = televisions.at(connection)
        if television is None:
            raise Refused("not_seated", "onlookers only watch")
        self._measure(("television", television.number), message, now)
        signal: ServerMessage = {"type": "signal", "television": television.number, "data": message.data}
        return [(one, signal) for one in televisions.connections_of(television, _person(message), match)]

    def _measure(self, whose: tuple[str, int], message: Signal, now: float) -> None:
        limits = self._limits
        bucket = self._buckets.setdefault(whose, Bucket(limits.signals_per_second, limits.signal_burst, now))
        if not bucket.take(now):
            raise Refused("too_fast", "too many signals; this one was not passed on")
        _bounded(message.data, limits.signal_bytes)
        if (message.person is None) == (message.television is None):
            raise Refused("bad_message", "a signal goes to a person or to a television", field="person")


def _person(message: Signal) -> int:
    """Whom it is for. Raises Refused (bad_message)."""
    if message.person is None:
        raise Refused("bad_message", "a television's signals go to people", field="person")
    return message.person


def _bounded(data: Any, most: int) -> None:
    """Raises Refused where data is not JSON or is longer than `most` bytes of UTF-8."""
    try:
        size = len(json.dumps(data, allow_nan=False, ensure_ascii=False).encode())
    except (ValueError, RecursionError):
        raise Refused("bad_message", "data must be JSON", field="data") from None
    if size > most:
        raise Refused("too_large", f"data may have at most {most} bytes", field="data")
